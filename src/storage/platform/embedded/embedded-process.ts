// Which processes live: a pid in a file may long belong to another program.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The birth of a process that lives but does not tell; on Windows they all keep it to themselves. */
export const UNKNOWN_BIRTH = 'unknown';

/**
 * When a process was born, as one word that no later process with the same pid shares; undefined when there
 * is no such process.
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'win32') return UNKNOWN_BIRTH;
  if (process.platform !== 'linux') return (await ps(pid, 'lstart=')).replaceAll(/\s+/g, '-') || UNKNOWN_BIRTH;
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold anything. After it come the state (Z: dead, but its parent has not
  // noticed) and, as the 20th word, the clock ticks from boot to birth.
  const words = line.slice(line.lastIndexOf(')') + 2).split(' ');
  if (words[0] === 'Z') return undefined;
  if (words[19] === undefined) return UNKNOWN_BIRTH;
  return `${words[19]}@${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()}`;
}

/** A process that merely is there, whosever it is. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether the process is a PostgreSQL server working in this cluster, and not one that inherited its pid. */
export async function isServing(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  // The server's working directory is its cluster, even when the folder was renamed under it. In a
  // container root may not look there; then its arguments, which anybody may read, have to do.
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (directory !== undefined) return directory === cluster;
  const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (args !== undefined) return args.split('\0').includes(cluster);
  return (await ps(pid, 'args=')).includes(cluster);
}

/** In one language and one time zone, because processes compare what they read. */
async function ps(pid: number, column: string): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = await run('ps', ['-ww', '-o', column, '-p', String(pid)], { env }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}
