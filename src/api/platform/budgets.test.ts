import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#api/app.ts';
import { setLimits } from '#services/access/clients.ts';
import { openLimiter } from '#services/access/limits.ts';
import { openDatabase } from '#storage/platform/db.ts';
import { THROTTLED } from '#test/answers.ts';
import { type Call, caller, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { PATIENT_MS } from '#test/server.ts';

const REQUESTS = 1_000;
let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse({ requests_limit: REQUESTS });
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

const ORDERS = '/v1/orders/';
const BATCH = '/v1/orders/batch/';
const HTML_ONLY = { accept: 'text/html' };
const order = { products: ['income'], first_name: 'Jane', last_name: 'Roe' };
const batch = (count: number) => Array.from({ length: count }, () => order);
const create = (headers: Record<string, string> = {}, body: unknown = order) => call('POST', ORDERS, body, headers);
const limit = async (limits: Parameters<typeof setLimits>[3]) => {
  await setLimits(house, acme.client_id, ['sandbox'], limits);
  house.authenticator.forget();
};

const statusesOf = (answers: readonly LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode);
const policyOf = ({ headers }: LightMyRequestResponse) => headers['ratelimit-policy'];
/** The budget named in a response's RateLimit header, and how much of it is left. */
const leftOf = ({ headers }: LightMyRequestResponse) => {
  const [, budget, left] = /^"(.*)";r=(\d+);t=\d+$/.exec(String(headers['ratelimit'])) ?? [];
  return [budget, Number(left)];
};
/** The remaining amount of the `requests` budget. The request that reads the amount is already subtracted. */
const requestsLeft = async () => leftOf(await call('GET', '/v1/users/'))[1];
const countOrders = async () => (await call('GET', ORDERS)).json().count;

describe('the `orders` budget', () => {
  test('each order takes 1 unit from `orders` and none from `requests`', async () => {
    const before = await requestsLeft();
    const first = await create();
    expect(first.statusCode).toBe(201);
    expect(policyOf(first)).toBe('"orders";q=1000;w=3600');
    expect(first.headers['ratelimit']).toBe('"orders";r=999;t=3600');
    expect(leftOf(await create())).toEqual(['orders', 998]);
    expect(await requestsLeft()).toBe(Number(before) - 1);
    expect(leftOf(await call('GET', ORDERS))[0]).toBe('requests');
  });

  test('an order rejected with 400, 406 or 415 takes 1 unit from `orders`', async () => {
    const answers = [
      await create({}, {}),
      await create(HTML_ONLY),
      await create({}, '{'),
      await create({ 'content-type': 'text/plain' }),
      await create({ 'idempotency-key': '' }),
      await create(),
    ];
    expect(statusesOf(answers)).toEqual([400, 406, 415, 415, 400, 201]);
    expect(answers.map(leftOf)).toEqual([999, 998, 997, 996, 995, 994].map((left) => ['orders', left]));
  });

  test('an order rejected with 401, 405 or 429 takes nothing from `orders`', async () => {
    await limit({ orders: 2 });
    await caller(house, acme.client_id, `sandbox-${'0'.repeat(40)}`)('POST', ORDERS, order);
    await call('PUT', ORDERS, order);
    expect(statusesOf([await create(), await create()])).toEqual([201, 201]);
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      const refused = await create(HTML_ONLY);
      expect([refused.statusCode, refused.json()]).toEqual([429, THROTTLED]);
      expect(leftOf(refused)).toEqual(['orders', 0]);
      waits.push(Number(refused.headers['retry-after']));
    }
    // A request rejected with 429 must take nothing from the budget. Otherwise each rejection would restart the waiting
    // time.
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(waits.every((seconds) => Number.isInteger(seconds) && seconds > 3_500 && seconds <= 3_600)).toBe(true);
    expect(await countOrders()).toBe(2);
  });

  test('an operator can set another limit for one client and environment', async () => {
    await limit({ orders: 1 });
    expect(policyOf(await create())).toBe('"orders";q=1;w=3600');
    expect((await create()).statusCode).toBe(429);
    expect(policyOf(await acme.prod('POST', ORDERS, order))).toBe('"orders";q=1000;w=3600');
  });

  test('each API secret of a client has its own budget', async () => {
    await limit({ orders: 1 });
    const { access_secret } = (await call('POST', '/v1/keys/')).json();
    const second = caller(house, acme.client_id, access_secret);
    expect((await create()).statusCode).toBe(201);
    expect((await second('POST', ORDERS, order)).statusCode).toBe(201);
    expect(statusesOf([await create(), await second('POST', ORDERS, order)])).toEqual([429, 429]);
  });

  test('advancing the sandbox clock does not refill the budget', async () => {
    await limit({ orders: 1 });
    await create();
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 86_400 });
    expect((await create()).statusCode).toBe(429);
  });

  test('if 40 orders in total are sent concurrently to two processes, the number of accepted orders is exactly the limit', async () => {
    await limit({ orders: 7 });
    const database = openDatabase({
      url: house.database.url,
      role: house.database.role,
      timeout_ms: PATIENT_MS,
      connections_max: 4,
    });
    const other = await buildApp({ ...house, database, limiter: openLimiter({ database }) });
    const elsewhere = caller({ ...house, app: other }, acme.client_id, acme.secrets.sandbox);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? call : elsewhere)('POST', ORDERS, order)),
    );
    expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(7);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(33);
    expect(await countOrders()).toBe(7);
    await other.close();
    await database.close();
  });
});

describe('an order sent again with the same Idempotency-Key', () => {
  const key = { 'idempotency-key': 'order 1' };

  test('an order sent again with its Idempotency-Key takes 1 unit from `requests` and none from other budgets, even if `orders` is exhausted', async () => {
    await limit({ orders: 1 });
    const first = await create(key);
    expect(leftOf(first)).toEqual(['orders', 0]);
    const before = await requestsLeft();
    const again = await create(key);
    expect(again.statusCode).toBe(201);
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(policyOf(again)).toBe(`"requests";q=${REQUESTS};w=60`);
    expect(leftOf(again)).toEqual(['requests', Number(before) - 1]);
    expect((await create({ 'idempotency-key': 'order 2' })).statusCode).toBe(429);
    expect(await countOrders()).toBe(1);
  });

  test('an order sent again with its Idempotency-Key gets 429 if the budget `requests` is exhausted', async () => {
    await limit({ requests: 1 });
    await create(key);
    expect((await create(key)).statusCode).toBe(201);
    const refused = await create(key);
    expect([refused.statusCode, refused.json()]).toEqual([429, THROTTLED]);
    expect(policyOf(refused)).toBe('"requests";q=1;w=60');
    // An order without an Idempotency-Key takes nothing from the budget `requests`.
    expect((await create()).statusCode).toBe(201);
  });

  test('if the first request was rejected with 400, the repeated request takes nothing more from `orders`', async () => {
    expect(leftOf(await create(key, {}))).toEqual(['orders', 999]);
    expect((await create(key, {})).statusCode).toBe(400);
    expect(leftOf(await create())).toEqual(['orders', 998]);
  });

  test('ten concurrent requests with the same Idempotency-Key take 1 unit from `orders` in total', async () => {
    const before = Number(await requestsLeft());
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    expect(replays).toHaveLength(9);
    expect(new Set(replays.map((replay) => leftOf(replay)[0]))).toEqual(new Set(['requests']));
    expect(await requestsLeft()).toBe(before - 10);
    expect(leftOf(await create())).toEqual(['orders', 998]);
  });
});

describe('the `batch-orders` budget', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) => call('POST', BATCH, body, headers);

  test('a batch takes 1 unit from `batch-orders` for each of its orders, valid or not, and none from `requests` or `orders`', async () => {
    const before = Number(await requestsLeft());
    const first = await send([order, 5, {}]);
    expect(first.statusCode).toBe(202);
    expect(policyOf(first)).toBe('"batch-orders";q=10000;w=3600');
    expect(first.headers['ratelimit']).toBe('"batch-orders";r=9997;t=3600');
    expect(await requestsLeft()).toBe(before - 1);
    expect(leftOf(await create())).toEqual(['orders', 999]);
  });

  test('a batch that uses exactly the rest of the budget is accepted; a batch with one order too many takes nothing from the budget and creates nothing', async () => {
    await limit({ 'batch-orders': 10 });
    const answers = [await send(batch(6)), await send(batch(5)), await send(batch(4)), await send(batch(1))];
    expect(statusesOf(answers)).toEqual([202, 429, 202, 429]);
    expect(answers.map(leftOf)).toEqual([4, 4, 0, 0].map((left) => ['batch-orders', left]));
    expect(answers[1]?.json()).toEqual(THROTTLED);
    const { rows } = await house.database
      .scoped({ client_id: acme.client_id, environment: 'sandbox' })
      .query('select order_count from order_batches order by order_count');
    expect(rows).toEqual([{ order_count: 4 }, { order_count: 6 }]);
  });

  test('Retry-After states when the budget will suffice for the whole batch', async () => {
    await limit({ 'batch-orders': 10 });
    await send(batch(3));
    // Simulates half an hour between the two batches.
    await house.database.scoped({ client_id: acme.client_id, environment: 'sandbox' }).query(
      `update rate_windows set state = jsonb_set(state::jsonb, '{hits,0}', to_jsonb((state::jsonb->'hits'->>0)::bigint - 1800000))
         where budget = 'batch-orders'`,
    );
    await send(batch(7));
    const waitFor = async (count: number) => Number((await send(batch(count))).headers['retry-after']);
    expect(await waitFor(3)).toBeLessThanOrEqual(1_800);
    expect(await waitFor(4)).toBeGreaterThan(3_500);
  });

  test('if a batch is larger than the budget, Retry-After is the length of the whole rate-limit window', async () => {
    await limit({ 'batch-orders': 2 });
    const refused = await send(batch(3));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(policyOf(refused)).toBe('"batch-orders";q=2;w=3600');
    expect(leftOf(refused)).toEqual(['batch-orders', 2]);
  });

  test('a batch rejected with 400, 406 or 415 takes 1 unit from `requests` and none from `batch-orders`', async () => {
    const before = Number(await requestsLeft());
    const answers = [
      await send([]),
      await send({}),
      await send(Array.from({ length: 10_001 }, () => 0)),
      await send(batch(1), HTML_ONLY),
      await send('['),
      await send('[]', { 'content-type': 'text/plain' }),
      await send(batch(1), { 'idempotency-key': '' }),
    ];
    expect(statusesOf(answers)).toEqual([400, 400, 400, 406, 415, 415, 400]);
    expect(answers.map(leftOf)).toEqual(answers.map((_, at) => ['requests', before - 1 - at]));
    expect(leftOf(await send(batch(1)))).toEqual(['batch-orders', 9_999]);
  });

  test('if the `requests` budget is exhausted, a valid batch is accepted and an invalid batch gets 429', async () => {
    await limit({ requests: 1 });
    await requestsLeft();
    expect((await send(batch(1))).statusCode).toBe(202);
    for (const refused of [await send([]), await send(batch(1), HTML_ONLY), await send('[')]) {
      expect([refused.statusCode, refused.json()]).toEqual([429, THROTTLED]);
      expect(leftOf(refused)).toEqual(['requests', 0]);
    }
    expect((await call('GET', BATCH)).statusCode).toBe(405);
  });

  test('a batch sent again with the same Idempotency-Key takes 1 unit from `requests` and none from `batch-orders`, even if `batch-orders` is exhausted', async () => {
    await limit({ 'batch-orders': 2 });
    const key = { 'idempotency-key': 'batch 1' };
    const first = await send(batch(2), key);
    const before = Number(await requestsLeft());
    const again = await send(batch(2), key);
    expect([again.statusCode, again.body]).toEqual([202, first.body]);
    expect(leftOf(again)).toEqual(['requests', before - 1]);
    expect(leftOf(await send(batch(1), { 'idempotency-key': 'batch 2' }))).toEqual(['batch-orders', 0]);
  });

  test('a batch that could not be stored takes nothing from the budget', async () => {
    const fault = vi.spyOn(house.queue, 'enqueue').mockRejectedValueOnce(new Error('no queue'));
    expect((await send(batch(5))).statusCode).toBe(500);
    fault.mockRestore();
    expect(leftOf(await send(batch(1)))).toEqual(['batch-orders', 9_999]);
  });

  test('of 40 concurrent batches, only as many as the limit allows are accepted', async () => {
    await limit({ 'batch-orders': 20 });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send(batch(2 + (at % 2)))));
    const admitted = answers.flatMap((answer) => (answer.statusCode === 202 ? [answer.json().order_count] : []));
    expect(new Set(statusesOf(answers))).toEqual(new Set([202, 429]));
    const total = admitted.reduce((sum: number, count: number) => sum + count, 0);
    expect(total).toBeLessThanOrEqual(20);
    expect(total).toBeGreaterThanOrEqual(19);
  });
});
