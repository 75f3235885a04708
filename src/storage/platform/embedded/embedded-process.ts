// Checks whether a process is alive. A pid that was read from a file is not enough, because another program may have
// the same pid by now.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * The value for a live process whose start time cannot be determined. On Windows, the start time can never be
 * determined.
 */
export const UNKNOWN_BIRTH = 'unknown';

/**
 * Returns a string that represents the start time of the process, or `UNKNOWN_BIRTH`. A known start time is unique
 * among all processes that ever have this pid. Returns undefined if no live process has this pid.
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'win32') return UNKNOWN_BIRTH;
  if (process.platform !== 'linux') return (await ps(pid, 'lstart=')).replaceAll(/\s+/g, '-') || UNKNOWN_BIRTH;
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The line contains the program name in parentheses, and the name may contain any character. The first word after the
  // name is the state. The state `Z` is a zombie: a process that is dead but not reaped by its parent. The 20th word
  // after the name is the number of clock ticks from the boot to the start of the process.
  const words = line.slice(line.lastIndexOf(')') + 2).split(' ');
  if (words[0] === 'Z') return undefined;
  if (words[19] === undefined) return UNKNOWN_BIRTH;
  return `${words[19]}@${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()}`;
}

/** Whether a process with this pid exists, whichever user owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Whether the process is this cluster's PostgreSQL server, and not another program with a reused pid. On Windows, any
 * process with this pid is assumed to be the server.
 */
export async function isServing(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  // The server's working directory is its cluster folder, even if the folder was renamed. In some containers, not even
  // root is allowed to read the working directory. In that case we check the server's arguments, which every user may
  // read.
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (directory !== undefined) return directory === cluster;
  const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (args !== undefined) return args.split('\0').includes(cluster);
  return (await ps(pid, 'args=')).includes(cluster);
}

/** Runs `ps` with a fixed locale and time zone, so that outputs from different processes can be compared. */
async function ps(pid: number, column: string): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = await run('ps', ['-ww', '-o', column, '-p', String(pid)], { env }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}
