// Finds the processes of a running service (the readers of files and the embedded database), so that a test can kill,
// pause or inspect them.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Row = { pid: number; parent: number; command: string };

function processTable(): Row[] {
  const rows = execFileSync('ps', ['-A', '-w', '-w', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return rows.map((row) => {
    const [pid = '', parent = '', ...command] = row.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
  });
}

/** The process ids of the readers that a service has started, and of the programs that these readers have started. */
export function readersOf(service_pid: number | undefined): number[] {
  const table = processTable();
  const readers = table.filter(({ parent, command }) => parent === service_pid && command.includes('reader-process'));
  const pids = readers.map(({ pid }) => pid);
  return [...pids, ...table.filter(({ parent }) => pids.includes(parent)).map(({ pid }) => pid)];
}

/** The process id of the embedded PostgreSQL server, followed by the ids of the processes that it has started. */
export async function databaseProcesses(data_dir: string): Promise<number[]> {
  const pid_file = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (pid_file === undefined) return [];
  const postmaster = Number(pid_file.split('\n')[0]);
  return [postmaster, ...processTable().flatMap(({ pid, parent }) => (parent === postmaster ? [pid] : []))];
}

/** Sends a signal to each process. A process that has ended in the meantime is ignored. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
