// Stalls the database while the service is under mixed load. SIGSTOP stops the database process, so it does not respond
// and does not close connections. The service must keep running and lose no data. `npm run test:kill` stalls the
// database ten times, the normal test suite once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countsOf, type MixedLoad, startMixedLoad, undocumentedOf } from '#test/mixed-load.ts';
import { type ServiceProcess, startService, USUAL_PATIENCE } from '#test/process.ts';
import { databaseProcesses, signal } from '#test/processes.ts';

const FREEZES = Number(process.env['TEST_VOUCH_FREEZES'] ?? 1);
/** The duration of a stall. It is longer than both the statement timeout and the connection timeout. */
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
  signal((await databaseProcesses(data_dir)).slice(0, 1), 'SIGINT');
  load?.close();
  await rm(data_dir, { recursive: true, force: true });
});

async function freeze(): Promise<void> {
  const pids = await databaseProcesses(data_dir);
  signal(pids, 'SIGSTOP');
  await sleep(FROZEN_MS);
  signal(pids, 'SIGCONT');
}

test(`after ${FREEZES} stalls of the database under load, the service still runs and has lost no data`, {
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
