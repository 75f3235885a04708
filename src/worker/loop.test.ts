import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobCtxFor } from '#services/platform/jobs.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { newScope, silentLog, until } from '#test/jobs.ts';
import { startWorker } from './loop.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('a worker runs housekeeping by itself soon after it starts', async () => {
  const { client_id, environment } = newScope();
  const { queue } = house;
  const db = house.database.scoped(SYSTEM);
  house.clock.set(new Date('2026-03-03T12:00:00Z'));
  await db.query(
    `insert into idempotency_keys (client_id, environment, method, path, key, body_hash, created_at)
     values ($1, $2, 'POST', '/v1/users/', 'k', '', '2026-03-01T12:00:00Z')`,
    [client_id, environment],
  );
  await startWorker({ queue, ctxFor: (job) => jobCtxFor(house, job), log: silentLog, concurrency_max: 10, readers: 1 });
  await until(async () => (await db.query('select 1 from idempotency_keys')).rowCount === 0);
  await queue.stop();
  expect(await queue.deadJobs(10)).toEqual([]);
});
