// A reader process and the programs that it starts form a process group, which is measured and killed as a whole.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The environment variables that locate the OCR program and its data. No secret of the service is passed on. */
const PASSED_ON = new Set(['PATH', 'TESSDATA_PREFIX', 'LD_LIBRARY_PATH']);

export function startGroup(entry: URL, heap_mb_max: number): ChildProcess {
  const is_source = entry.pathname.endsWith('.ts');
  const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(fileURLToPath(entry), [], {
    execArgv: [`--max-old-space-size=${heap_mb_max}`, ...(is_source ? ['--import', loader()] : [])],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.has(name))),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The process leads a group, so that the programs that it starts can be killed with it.
    detached: true,
  });
}

/** Returns the resident memory of the process and its children, in bytes; 0 on systems other than Linux. */
export function groupMemory(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [String(pid), ...children].reduce((sum, one) => sum + memoryOf(one), 0);
}

/**
 * Returns the CPU time of the process and its children in milliseconds, including children that have ended. Returns
 * `undefined` on systems other than Linux, and for a process that has ended.
 */
export function groupCpuMs(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const own = cpuTimesOf(String(pid));
  if (own === undefined) return undefined;
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const ticks = children
    .map(cpuTimesOf)
    .reduce((sum, times) => sum + (times?.own ?? 0), own.own + own.of_ended_children);
  return ticks * TICK_MS;
}

/** The unit of the times in /proc. It is the same on every Linux that Node supports. */
const TICK_MS = 10;

/**
 * The fields `utime`, `stime`, `cutime` and `cstime`. They are counted from the end of the process name, because this
 * name can contain spaces.
 */
function cpuTimesOf(pid: string): { own: number; of_ended_children: number } | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === '') return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { own: utime + stime, of_ended_children: cutime + cstime };
}

const memoryOf = (pid: string): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);

/** Returns the text of a file in /proc; empty if the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Killing the group fails on Windows, which has no process groups. It also fails if the process has just ended.
    child.kill('SIGKILL');
  }
}

export const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
