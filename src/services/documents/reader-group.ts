// A reader process and the programs that it starts form a process group, which is measured and killed as a whole.
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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
 * Returns the time in milliseconds for which the group was ready to run but had to wait for a core, because the machine
 * was busy with other work. Threads wait concurrently, so this is the time of the thread that waited longest. Returns 0
 * on systems other than Linux, which do not provide this figure.
 */
export function groupWaitMs(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return Math.max(...[String(pid), ...children].flatMap(threadsOf).map(waitMs));
}

const threadsOf = (pid: string): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [`/proc/${pid}`];
  }
};
const waitMs = (thread: string): number => Number(textOf(`${thread}/schedstat`).split(' ')[1] ?? 0) / 1e6;

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
    // Killing the group fails on Windows, which has no process groups, and for a process that has just ended.
    child.kill('SIGKILL');
  }
}

export const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
