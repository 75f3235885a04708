// Tests that clients are billed for exactly the data that they got. Although workers are killed repeatedly, every prod
// task with status `done` has exactly one usage record, and no other task has a usage record. `npm run test:kill` uses
// larger numbers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { readSettings } from '#config.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { createClient } from '#services/access/clients.ts';
import { setPrices } from '#services/billing/prices.ts';
import { getLink } from '#services/connections/links.ts';
import { refreshLink } from '#services/connections/refresh.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { startTask, withProdPayroll } from '#test/prod-payroll.ts';
import { startProdWorker } from '#test/prod-worker.ts';
import { type OpenHouse, openHouse } from '#wiring.ts';

const number = (name: string, usual: number): number => Number(process.env[`TEST_VOUCH_${name}`] ?? usual);
const TASKS = number('TASKS', 15);
const WORKER_KILLS = number('WORKER_KILLS', 1);
const PRICE = 1_250n;

let database: TestDatabase;
let data_dir: string;
let environment: Record<string, string>;
let house: OpenHouse;
let prod: Ctx;
let sandbox: Ctx;

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-usage-'));
  environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    VOUCH_LOG_LEVEL: 'warn',
  };
  house = withProdPayroll(await openHouse(readSettings(environment)));
  const { id: client_id } = await createClient(house, 'Acme Lending');
  const ctx = (environment: Environment) => ctxOf(house, { client_id, environment });
  [prod, sandbox] = [await ctx('prod'), await ctx('sandbox')];
  await setPrices(house, new Map([['employment', PRICE]]));
}, 120_000);
afterAll(async () => {
  await house.close();
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
}, 60_000);

const query = <R extends Record<string, unknown>>(sql: string) => database.scoped(SYSTEM).query<R>(sql);

const ended = async (): Promise<boolean> =>
  (await query('select 1 from tasks where finished_at is null limit 1')).rowCount === 0;

/** Starts workers for the queued tasks and kills every worker except the last, which finishes the tasks. */
async function workUnderKills(): Promise<void> {
  for (let kills = 0; kills < WORKER_KILLS; kills++) {
    const worker = await startProdWorker(environment);
    await sleep(Math.random() * 900);
    await worker.kill();
  }
  const worker = await startProdWorker(environment);
  for (let waited = 0; waited < 60 && !(await ended()); waited++) await sleep(1_000);
  expect(await worker.stop()).toBe(0);
  expect(await ended()).toBe(true);
}

/** Starts `count` tasks; every fifth task has a login with a wrong password. */
async function startTasks(ctx: Ctx, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const password = at % 5 === 4 ? 'forgotten' : 'goodpassword';
    await inTransaction(ctx, (ctx) => startTask(ctx, `person-${at}`, { username: 'goodlogin', password }));
  }
}

/** Starts a refresh of every second prod link and returns how many refreshes were started. */
async function refreshLinks(): Promise<number> {
  const { rows } = await query<{ id: string }>(`select id from links where environment = 'prod' order by id`);
  const chosen = rows.filter((_, at) => at % 2 === 0);
  for (const { id } of chosen) await refreshLink(prod, await getLink(prod, id));
  return chosen.length;
}

async function expectOneRecordPerDoneTask(): Promise<void> {
  const done = await query<{ id: string }>(
    `select id from tasks where environment = 'prod' and status = 'done' order by id`,
  );
  const used = await query<{ id: string }>('select task_id as id from usage_records order by task_id');
  expect(used.rows).toEqual(done.rows);
  const { rows } = await query(
    `select count(*) as count, sum(unit_price) as sum from usage_records where environment = 'prod'`,
  );
  const cents = BigInt(done.rowCount) * PRICE;
  expect(rows).toEqual([{ count: done.rowCount, sum: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` }]);
}

test(`after ${WORKER_KILLS} kills of the worker during ${TASKS} tasks, and again during refreshes, each prod task with status "done" has exactly one usage record`, {
  timeout: 240_000 + TASKS * 500 + WORKER_KILLS * 40_000,
}, async () => {
  await startTasks(prod, TASKS);
  await startTasks(sandbox, 5);
  await workUnderKills();
  const successful = TASKS - Math.floor(TASKS / 5);
  const { rows } = await query(
    `select status, count(*) as count from tasks where environment = 'prod' group by status order by status`,
  );
  expect(rows).toEqual([
    { status: 'done', count: successful },
    { status: 'login_error', count: TASKS - successful },
  ]);
  await expectOneRecordPerDoneTask();

  const refreshed = await refreshLinks();
  await workUnderKills();
  await expectOneRecordPerDoneTask();
  expect((await query('select 1 from usage_records')).rowCount).toBe(successful + refreshed);
});
