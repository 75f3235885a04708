// Tests two batches of orders: a large batch, which is sent twice, and a batch during which the service is killed.
// After a kill, the restarted service continues from the last commit, and every order is created exactly once.
// `npm run test:kill` sends a batch of the maximum size.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { runHere } from '#test/command-line.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/jobs.ts';
import { readCredentials, type ServiceProcess, startService } from '#test/process.ts';
import { type Api, apiAt } from '#test/service-client.ts';

const KILLS = Number(process.env['TEST_VOUCH_BATCH_KILLS'] ?? 1);
const ORDERS = 500;

let database: TestDatabase;
let data_dir: string;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-batch-'));
  environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
  };
});
afterAll(async () => {
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
});

type Batch = {
  id: string;
  status: string;
  created_count: number;
  failed_count: number;
  results: { index: number; status: string; order_id: string; order_number: string; errors: object[] }[];
};

const order = (order_number: string) => ({
  products: ['income'],
  first_name: 'Jane',
  last_name: 'Roe',
  order_number,
  notification_settings: { suppress_user_notifications: true },
});

/**
 * Waits until the batch is completed. Polls as seldom as a client would. Processing of a batch pauses while requests are
 * served, so polling without pauses would delay the batch.
 */
async function ended(api: Api, id: string): Promise<Batch> {
  for (;;) {
    const batch = await api.get<Batch>(`/v1/orders/batch/${id}/`);
    if (batch.status !== 'pending') return batch;
    await sleep(250);
  }
}

async function start(): Promise<{ service: ServiceProcess; api: Api }> {
  const service = await startService({ ...environment, VOUCH_RATE_LIMIT_REQUESTS: '1000000000' });
  const { client_id, sandbox_secret } = readCredentials(data_dir);
  return { service, api: apiAt(service.url, { client_id, access_secret: sandbox_secret }) };
}

test(`killing the service ${KILLS} times during a batch neither loses nor duplicates an order`, {
  timeout: 240_000,
}, async () => {
  let { service, api } = await start();
  const body = Array.from({ length: ORDERS }, (_, at) => order(`L-${at}`));
  const { id } = await api.send<Batch>('POST', '/v1/orders/batch/', body);
  const read = () => api.get<Batch>(`/v1/orders/batch/${id}/`);
  for (let kill = 0; kill < KILLS; kill++) {
    // The test waits for progress before each kill, so that the kill hits the middle of the batch.
    const before = (await read()).created_count;
    await until(async () => (await read()).created_count > before);
    expect((await read()).status).toBe('pending');
    await service.kill();
    ({ service, api } = await start());
  }
  const done = await ended(api, id);
  expect(done).toMatchObject({ status: 'completed', created_count: ORDERS, failed_count: 0 });
  expect(done.results.map(({ order_number }) => order_number)).toEqual(body.map(({ order_number }) => order_number));
  expect(new Set(done.results.map(({ status }) => status))).toEqual(new Set(['created']));
  expect(new Set(done.results.map(({ order_id }) => order_id)).size).toBe(ORDERS);
  expect((await api.get<{ count: number }>('/v1/orders/?page_size=1')).count).toBe(ORDERS);
  expect(await service.stop()).toBe(0);
});

const LARGE = Number(process.env['TEST_VOUCH_BATCH'] ?? 300);
const INVALID = LARGE / 100;
/** Every hundredth order has one invalid field. */
const isBad = (at: number): boolean => at % 100 === 99;
const FAULT = { field: 'products.0', message: '"happiness" is not a valid choice.' };

test(`if a batch of ${LARGE} orders (${INVALID} of them invalid) is sent twice, each valid order is created once`, {
  timeout: 240_000,
}, async () => {
  const { service, api } = await start();
  const { client_id } = readCredentials(data_dir);
  const allowed = await runHere(['limits', 'set', '--client', client_id, 'batch-orders=30000'], environment);
  expect(allowed.status, allowed.stderr).toBe(0);
  const before = (await api.get<{ count: number }>('/v1/orders/?page_size=1')).count;
  const body = Array.from({ length: LARGE }, (_, at) => ({
    ...order(`M-${at}`),
    ...(isBad(at) && { products: ['happiness'] }),
  }));
  const send = async (): Promise<Batch> => {
    const { id } = await api.send<Batch>('POST', '/v1/orders/batch/', { orders: body });
    return ended(api, id);
  };
  const [first, second] = [await send(), await send()];

  for (const [{ status, created_count, failed_count, results }, outcome] of [
    [first, 'created'],
    [second, 'existing'],
  ] as const) {
    expect({ status, created_count, failed_count }).toEqual({
      status: 'completed',
      created_count: LARGE - INVALID,
      failed_count: INVALID,
    });
    expect(results.map(({ index, order_number, status }) => [index, order_number, status])).toEqual(
      body.map(({ order_number }, at) => [at, order_number, isBad(at) ? 'failed' : outcome]),
    );
    const faults = results.filter(({ index }) => isBad(index)).map(({ errors }) => errors);
    expect(faults).toEqual(Array.from({ length: INVALID }, () => [FAULT]));
  }
  expect(second.results.map(({ order_id }) => order_id)).toEqual(first.results.map(({ order_id }) => order_id));
  expect((await api.get<{ count: number }>('/v1/orders/?page_size=1')).count).toBe(before + LARGE - INVALID);
  expect(await service.stop()).toBe(0);
});
