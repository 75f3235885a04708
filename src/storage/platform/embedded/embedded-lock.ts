// A lock file for work in a folder that several processes share. Node has no flock, so the lock file names the process
// that holds the lock. If that process is dead, the lock file is removed.
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '#base/clock.ts';
import { birthOf, codeOf, UNKNOWN_BIRTH } from './embedded-process.ts';

/** Maximum wait for the lock. The slowest work under the lock is initdb or crash recovery on a slow disk. */
const WAIT_MS_MAX = 180_000;
const POLL_MS = 20;

export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<void> {
  const deadline = elapsedMs() + WAIT_MS_MAX;
  for (;;) {
    const holder = await readHolder(path);
    if (holder === undefined) {
      if (await claim(path)) return;
    } else if (!(await isHeld(holder))) await breakLock(path, holder);
    else if (elapsedMs() > deadline) throw new Error(`Another process has held ${path} for too long.`);
    else await sleep(POLL_MS);
  }
}

async function readHolder(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes the lock to a separate file and then links this file to the lock's path. So a reader never sees a lock file
 * that does not name its holder yet.
 */
async function claim(path: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${process.pid} ${await birthOf(process.pid)} ${randomUUID()}`, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Whether the holder of the lock is still alive. Both the pid and the start time are compared, because in a container
 * the next Vouch process often gets the same pid as the killed process.
 */
async function isHeld(holder: string): Promise<boolean> {
  const [pid, birth] = holder.split(' ');
  const found = await birthOf(Number(pid));
  return found !== undefined && (found === birth || found === UNKNOWN_BIRTH);
}

/**
 * Removes a stale lock. If two processes find the same stale lock, the slower process could remove the lock that the
 * faster process has just taken. So a process first takes a second lock. While it holds the second lock, it reads the
 * first lock again, and removes the first lock only if its text is unchanged. The last word in the text of each lock is
 * unique, so that the texts of two locks are never equal.
 */
async function breakLock(path: string, holder: string): Promise<void> {
  await withLock(`${path}.break`, async () => {
    if ((await readHolder(path)) === holder) await rm(path, { force: true });
  });
}
