// A reader process and the programs it starts: one process group, which is measured and killed as a whole.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What the OCR program needs of the environment: where it is, and where its data is. Secrets of the service stay out. */
const PASSED_ON = new Set(['PATH', 'TESSDATA_PREFIX', 'LD_LIBRARY_PATH']);

export function startGroup(entry: URL, heap_mb_max: number): ChildProcess {
  const is_source = entry.pathname.endsWith('.ts');
  const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(fileURLToPath(entry), [], {
    execArgv: [`--max-old-space-size=${heap_mb_max}`, ...(is_source ? ['--import', loader()] : [])],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.has(name))),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The process leads a group, so that the programs it starts can be killed with it.
    detached: true,
  });
}

/** Resident memory in bytes of the process and its children. 0 where the system does not tell (only Linux does). */
export function groupMemory(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [String(pid), ...children].reduce((sum, one) => sum + memoryOf(one), 0);
}

const memoryOf = (pid: string): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);

/** Empty if the process has ended. */
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
    // Windows has no groups, and a process that has just ended has none.
    child.kill('SIGKILL');
  }
}

export const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
