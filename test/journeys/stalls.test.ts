// This test stalls the database while the service is under mixed load. SIGSTOP stops the database process, so it does
// not respond and does not close connections. The service keeps running and loses nothing. `npm run test:kill` stalls
// the database ten times, the normal test suite once.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countsOf, type MixedLoad, startMixedLoad, undocumentedOf } from '#test/mixed-load.ts';
import { type ServiceProcess, startService, USUAL_PATIENCE } from '#test/process.ts';

const FREEZES = Number(process.env['TEST_VOUCH_FREEZES'] ?? 1);
/** Longer than both the statement timeout and the connection timeout. */
const FROZEN_MS = 7_000;

let data_dir: string;
let service: ServiceProcess;
let load: MixedLoad | undefined;
beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-stalls-'));
  service = await startService({
    ...USUAL_PATIENCE,
    VOUCH_DATA_DIR: data_dir,
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
  });
});
afterAll(async () => {
  await service.stop();
  // If the service has exited unexpectedly, its embedded database is still running and must be stopped.
  signal((await databaseProcesses()).slice(0, 1), 'SIGINT');
  load?.close();
  await rm(data_dir, { recursive: true, force: true });
});

/** The process ids of the PostgreSQL server and of every process it has started. */
async function databaseProcesses(): Promise<number[]> {
  const pid_file = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (pid_file === undefined) return [];
  const [postmaster] = pid_file.split('\n');
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows.map((row) => row.trim().split(/\s+/)).filter(([, parent]) => parent === postmaster);
  return [postmaster, ...children.map(([pid]) => pid)].map(Number);
}

async function freeze(): Promise<void> {
  const pids = await databaseProcesses();
  signal(pids, 'SIGSTOP');
  await sleep(FROZEN_MS);
  signal(pids, 'SIGCONT');
}

/** Sends a signal to each process. A process that has ended in the meantime is ignored. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

test(`after ${FREEZES} stalls of the database under load the service still runs and has lost nothing`, {
  timeout: 120_000 + FREEZES * 60_000,
}, async ({ annotate }) => {
  load = await startMixedLoad(service, data_dir);
  try {
    await load.someMore();
    for (let round = 0; round < FREEZES; round++) {
      await freeze();
      expect(service.child.exitCode, `after stall ${round + 1}`).toBeNull();
      await load.someMore();
    }
  } finally {
    await load.stop();
  }

  await annotate(countsOf(load.statuses));
  expect(undocumentedOf(load.statuses)).toEqual([]);
  expect(service.child.exitCode).toBeNull();
  // At least one request must have been affected by the stall; otherwise the test proves nothing.
  expect([...load.statuses.keys()].filter((seen) => seen.endsWith(' 503'))).not.toEqual([]);
  await annotate(await load.expectNothingLost());
});
