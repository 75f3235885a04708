import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { BATCH_TRIES_MAX, createBatchOrders } from '#services/orders/order-batches.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { type JobCtx, jobCtxFor } from '#services/platform/jobs.ts';
import { lockFirstBatch } from '#storage/orders/order-batches.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { silentLog, until } from '#test/jobs.ts';
import { handlers } from '#worker/jobs.ts';
import { startWorker } from '#worker/loop.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

const PATH = '/v1/orders/batch/';
const order = (fields: object = {}) => ({ products: ['income'], first_name: 'Jane', last_name: 'Roe', ...fields });
const orders = (count: number, fieldsOf: (at: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, at) => order(fieldsOf(at)));
const numbered = (count: number) => orders(count, (at) => ({ order_number: `L-${at}` }));
const invalidItems = (count: number) => Array.from({ length: count }, () => 0);
/**
 * A batch of several chunks. Only every fifth item is an order, and the others are invalid. The batch has few orders,
 * because creating an order takes far longer than rejecting an item. The first chunk of 250 items has 50 orders. The
 * service creates at most 25 orders per round, so this chunk takes more than one round.
 */
const sparse = (count: number) => numbered(count).map((item, at) => (at % 5 === 0 ? item : 0));

const send = async (body: unknown, by = call): Promise<string> => {
  const response = await by('POST', PATH, body);
  expect(response.statusCode).toBe(202);
  return response.json().id;
};
const read = async (id: string, by = call) => (await by('GET', `${PATH}${id}/`)).json();
const countOrders = async (by = call): Promise<number> => (await by('GET', '/v1/orders/')).json().count;

const ctxOfSandbox = (): Promise<Ctx> => ctxOf(house, { client_id: acme.client_id, environment: 'sandbox' });
/** Creates the context that a job receives from a worker. The test chooses which calls of the context fail. */
const jobOf = (asOwner: JobCtx['asOwner'], settle: JobCtx['settle'] = async () => undefined): JobCtx => ({
  owner: { client_id: acme.client_id, environment: 'sandbox' },
  db: house.database.scoped(SYSTEM),
  clock: house.clock,
  log: silentLog,
  file_store: house.file_store,
  is_last_attempt: false,
  signal: new AbortController().signal,
  settle,
  asOwner,
});
const step = (settle?: JobCtx['settle']) => createBatchOrders(jobOf(ctxOfSandbox, settle));
async function finish(id: string) {
  while ((await read(id)).status === 'pending') await step();
  return read(id);
}
/** Deletes this client's waiting batch jobs and returns how many were deleted. */
const takeJobs = async (): Promise<number> => {
  const { rowCount } = await house.database.pool.query(
    `delete from vouch_jobs.job_common where name = 'create_order_batch' and group_id = $1 and state < 'active'`,
    [`${acme.client_id}:sandbox`],
  );
  return rowCount ?? 0;
};
const made = async (body: unknown) => finish(await send(body));

describe('POST /v1/orders/batch/', () => {
  test.each([
    ['a body that is a bare list', (list: object[]) => list],
    ['a body with the list as `orders`', (list: object[]) => ({ orders: list, note: 'ignored' })],
  ])('202: an order batch sent as %s is stored, and its orders are created later', async (_case, shape) => {
    const response = await call('POST', PATH, shape(numbered(3)));
    expect(response.statusCode).toBe(202);
    const pending = {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      status: 'pending',
      order_count: 3,
      created_count: 0,
      failed_count: 0,
      results: [],
      errors: null,
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
    };
    expect(response.json()).toEqual(pending);
    const { id } = response.json();
    expect(await read(id)).toEqual({ ...pending, id });
    house.clock.advance(5_000);
    const done = await finish(id);
    expect(done).toEqual({
      ...pending,
      id,
      status: 'completed',
      created_count: 3,
      updated_at: '2026-03-01T12:00:05Z',
      results: [0, 1, 2].map((index) => ({
        index,
        status: 'created',
        order_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        order_number: `L-${index}`,
        errors: null,
      })),
    });
    for (const { order_id, order_number } of done.results) {
      const { statusCode, json } = await call('GET', `/v1/orders/${order_id}/`);
      expect([statusCode, json().order_number]).toEqual([200, order_number]);
    }
  });

  test('202: a worker processes the batch without further requests', async () => {
    const { queue } = house;
    await startWorker({
      queue,
      ctxFor: (job) => jobCtxFor(house, job),
      log: silentLog,
      concurrency_max: 10,
      readers: 1,
    });
    const id = await send(sparse(300));
    await until(async () => (await read(id)).status === 'completed');
    await queue.stop();
    expect(await countOrders()).toBe(60);
    expect(await queue.deadJobs(10)).toEqual([]);
  });

  test('202: invalid items are reported by their index, and orders are created for the valid items', async () => {
    const done = await made([
      order({ order_number: 'good' }),
      { products: ['income'], first_name: '', employers: [{}, { start_date: 'soon' }], order_number: 'bad' },
      'an order',
      null,
      [],
      order({ products: ['deposit_switch'], order_number: 5 }),
      order({ products: ['deposit_switch'] }),
      order({ template_id: newId() }),
      order({ order_number: 'x'.repeat(129) }),
      order(),
    ]);
    const failed = (index: number, ...errors: [field: string, message: string][]) => ({
      index,
      status: 'failed',
      order_id: null,
      order_number: index === 1 ? 'bad' : null,
      errors: errors.map(([field, message]) => ({ field, message })),
    });
    const not_an_object = 'Invalid data. Expected an object.';
    expect(done).toMatchObject({ status: 'completed', order_count: 10, created_count: 2, failed_count: 8 });
    expect(done.results.slice(1, 9)).toEqual([
      failed(
        1,
        ['first_name', 'This field may not be blank.'],
        ['last_name', 'This field is required.'],
        ['employers.1.start_date', 'Date has wrong format. Use YYYY-MM-DD.'],
      ),
      failed(2, ['body', not_an_object]),
      failed(3, ['body', 'This field may not be null.']),
      failed(4, ['body', not_an_object]),
      failed(5, ['order_number', 'Not a valid string.']),
      { ...failed(6), errors: [expect.objectContaining({ field: 'employers' })] },
      { ...failed(7), errors: [expect.objectContaining({ field: 'template_id' })] },
      failed(8, ['order_number', 'Ensure this field has no more than 128 characters.']),
    ]);
    expect(done.results[9]).toMatchObject({ index: 9, status: 'created', order_number: null });
    expect(await countOrders()).toBe(2);
  });

  test('202: a batch sent again returns its existing orders and creates only the missing orders', async () => {
    const first = await made([...numbered(30), order({ order_number: 'late', first_name: '' })]);
    const second = await made([...numbered(30), order({ order_number: 'late' })]);
    expect(second).toMatchObject({ created_count: 31, failed_count: 0 });
    const idsOf = ({ results }: typeof first) =>
      results.slice(0, 30).map(({ order_id }: { order_id: string }) => order_id);
    expect(idsOf(second)).toEqual(idsOf(first));
    expect(new Set(second.results.slice(0, 30).map(({ status }: { status: string }) => status))).toEqual(
      new Set(['existing']),
    );
    expect(second.results[30]).toMatchObject({ status: 'created', order_number: 'late' });
    expect(await countOrders()).toBe(31);
  });

  test('202: two identical concurrent batches create each order once', async () => {
    const [one, two] = [await send(sparse(600)), await send(sparse(600))];
    await Promise.all([finish(one), finish(two)]);
    const [first, second] = [await read(one), await read(two)];
    const outcomes = (results: { order_id: string; order_number: string }[]) =>
      results.map(({ order_id, order_number }) => [order_number, order_id]);
    expect(outcomes(second.results)).toEqual(outcomes(first.results));
    expect(await countOrders()).toBe(120);
  });

  test('202: an item whose order_number is missing, "" or null always creates an order', async () => {
    const body = [order(), order({ order_number: '' }), order({ order_number: null })];
    await made(body);
    expect(await made(body)).toMatchObject({ created_count: 3 });
    expect(await countOrders()).toBe(6);
  });

  test('202: an item, even an invalid one, has the status `existing` if an earlier item with the same order_number created an order; earlier items that failed have no effect', async () => {
    const again = order({ order_number: 'twice' });
    const broken = order({ order_number: 'twice', first_name: '' });
    const unknown = order({ order_number: 'twice', template_id: newId() });
    const done = await made([broken, unknown, again, again, broken, ...invalidItems(300), again]);
    const statuses = done.results.map(({ status }: { status: string }) => status);
    expect(statuses.slice(0, 5)).toEqual(['failed', 'failed', 'created', 'existing', 'existing']);
    expect(statuses.at(-1)).toBe('existing');
    for (const at of [3, 4, 305]) expect(done.results[at].order_id).toBe(done.results[2].order_id);
    expect(await countOrders()).toBe(1);
  });

  test('202: if several orders have the item’s order_number, the newest is returned as `existing`', async () => {
    const single = async () => (await call('POST', '/v1/orders/', order({ order_number: 'same' }))).json().id;
    await single();
    const newest = await single();
    const { results } = await made([order({ order_number: 'same' })]);
    expect(results).toEqual([{ index: 0, status: 'existing', order_id: newest, order_number: 'same', errors: null }]);
  });

  test('202: an order of another client or environment with the same order_number is not reused', async () => {
    const other = await newClient(house);
    await other.sandbox('POST', '/v1/orders/', order({ order_number: 'L-0' }));
    await acme.prod('POST', '/v1/orders/', order({ order_number: 'L-0' }));
    const { results } = await made(numbered(1));
    expect(results[0].status).toBe('created');
  });

  test('202: while a batch is pending, its counts grow and its results are empty', async () => {
    const id = await send([...sparse(250), ...orders(40), ...orders(210, () => ({ first_name: '' }))]);
    await step();
    expect(await read(id)).toMatchObject({ status: 'pending', created_count: 50, failed_count: 200, results: [] });
    await step();
    const done = await read(id);
    expect(done).toMatchObject({ status: 'completed', created_count: 90, failed_count: 410 });
    expect(done.results.map(({ index }: { index: number }) => index)).toEqual(
      Array.from({ length: 500 }, (_, at) => at),
    );
  });

  test.each<[string, unknown, string, string]>([
    ['an empty list', [], 'body', 'This list may not be empty.'],
    ['an empty list as `orders`', { orders: [] }, 'orders', 'This list may not be empty.'],
    ['a list of 10,001 items', invalidItems(10_001), 'body', 'Ensure this list has no more than 10000 items.'],
    ['a string as `orders`', { orders: 'all' }, 'orders', 'Expected a list of items.'],
    ['an object without `orders`', { order: [] }, 'orders', 'This field is required.'],
    ['a request without a body', undefined, 'orders', 'This field is required.'],
    ['a JSON string', '"orders"', 'body', 'Expected a list of items.'],
    ['null', 'null', 'body', 'This field may not be null.'],
  ])('400 for creating an order batch with %s', async (_case, body, field, message) => {
    const response = await call('POST', PATH, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([field, message]));
  });

  test('202 for a batch of 1 item and for a batch of 10,000 items', async () => {
    for (const count of [1, 10_000]) {
      const by = (await newClient(house)).sandbox;
      const response = await by('POST', PATH, invalidItems(count));
      expect([response.statusCode, response.json().order_count]).toEqual([202, count]);
    }
  });

  test('202 for a body of 32 MiB; 400 with an error at field `body` for a body that is one byte larger', async () => {
    const bodyOf = (bytes: number) => `[0${' '.repeat(bytes - 3)}]`;
    const bytes = 32 * 1_048_576;
    expect((await call('POST', PATH, bodyOf(bytes))).statusCode).toBe(202);
    const larger = await call('POST', PATH, bodyOf(bytes + 1));
    expect(larger.statusCode).toBe(400);
    expect(larger.json()).toEqual(invalid(['body', 'Ensure this field has no more than 33554432 bytes.']));
  });

  test('415 for malformed JSON or a content type other than JSON, even if the batch itself is invalid', async () => {
    expect((await call('POST', PATH, '[1,]')).statusCode).toBe(415);
    expect((await call('POST', PATH, '[]', { 'content-type': 'text/plain' })).statusCode).toBe(415);
  });

  test('two requests with the same Idempotency-Key create one batch; 400 if the body differs', async () => {
    const key = { 'idempotency-key': 'batch 1' };
    const first = await call('POST', PATH, orders(2), key);
    const again = await call('POST', PATH, orders(2), key);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    expect((await call('POST', PATH, orders(3), key)).json()).toEqual(
      invalid(['Idempotency-Key', 'This key was used with another request body.']),
    );
  });
});

describe('GET /v1/orders/batch/{batch_id}/', () => {
  test('404 for an unknown batch or another client’s batch; 403 for a batch of the other environment', async () => {
    const id = await send(orders(1));
    const other = await newClient(house);
    for (const response of [
      await call('GET', `${PATH}${newId()}/`),
      await call('GET', `${PATH}nonsense/`),
      await other.sandbox('GET', `${PATH}${id}/`),
    ]) {
      expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
    }
    const elsewhere = await acme.prod('GET', `${PATH}${id}/`);
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([403, OTHER_ENVIRONMENT]);
  });

  test('405 for GET /v1/orders/batch/, because batches cannot be listed and "batch" is not interpreted as an order id', async () => {
    const response = await call('GET', PATH);
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('several batches of one client', () => {
  test('the batches of a client are processed one after the other, oldest first', async () => {
    const first = await send(sparse(300));
    house.clock.advance(1_000);
    const second = await send(orders(1));
    await takeJobs();
    for (const created_count of [50, 60]) {
      await step();
      expect(await read(first)).toMatchObject({ created_count });
      expect(await read(second)).toMatchObject({ created_count: 0 });
      expect(await takeJobs()).toBe(1);
    }
    await step();
    expect(await read(second)).toMatchObject({ status: 'completed', created_count: 1 });
    expect(await takeJobs()).toBe(0);
  });

  test('a batch job that runs while another job holds the lock does nothing and is enqueued again', async () => {
    const id = await send(orders(2));
    await takeJobs();
    const ctx = await ctxOfSandbox();
    await inTransaction(ctx, async ({ db, scope }) => {
      await lockFirstBatch(db, scope);
      await step();
    });
    expect(await read(id)).toMatchObject({ status: 'pending', created_count: 0 });
    expect(await takeJobs()).toBe(1);
  });

  test('while one batch of a client is locked, no batch of this client is processed, even if six more batches are created in the same second', async () => {
    await send(numbered(2));
    const ctx = await ctxOfSandbox();
    await inTransaction(ctx, async ({ db, scope }) => {
      await lockFirstBatch(db, scope);
      for (let more = 0; more < 6; more++) await send(numbered(2));
      await step();
    });
    expect(await countOrders()).toBe(0);
    for (let at = 0; at < 7; at++) await step();
    expect(await countOrders()).toBe(2);
  });
});

describe('the crash of a worker', () => {
  test('if a worker crashes before a chunk is committed, none of the chunk’s orders remain, and the next worker creates each of them once', async () => {
    const id = await send(sparse(300));
    const died = new Error('the worker died');
    await step();
    // `settle` is called after all orders have been written and the chunk has been marked as finished. When `settle`
    // rejects, only the commit is missing.
    await expect(step(() => Promise.reject(died))).rejects.toBe(died);
    expect(await read(id)).toMatchObject({ status: 'pending', created_count: 50, failed_count: 200 });
    expect(await countOrders()).toBe(50);
    expect(await finish(id)).toMatchObject({ status: 'completed', created_count: 60, failed_count: 240 });
    expect(await countOrders()).toBe(60);
  });

  test('if a worker crashes after a chunk is committed but before the job is marked as done, the repeated job continues with the next chunk and creates no order twice', async () => {
    const id = await send(sparse(300));
    await step();
    await step();
    await step();
    expect(await read(id)).toMatchObject({ status: 'completed', created_count: 60 });
    expect(await countOrders()).toBe(60);
  });

  test('no chunk is lost, because the job of each chunk enqueues a job for the next chunk, if there is one', async () => {
    await send(invalidItems(300));
    expect(await takeJobs()).toBe(1);
    await step();
    expect(await takeJobs()).toBe(1);
    await step();
    expect(await takeJobs()).toBe(0);
  });
});

describe('a batch that cannot be finished', () => {
  const broken = async () => {
    const id = await send(sparse(300));
    await step();
    await house.database
      .scoped(SYSTEM)
      .query(`update order_batch_chunks set orders_sealed = 'x' where batch_id = $1 and first_index = 250`, [id]);
    return id;
  };
  const FAILED = [{ field: 'orders', message: 'The batch could not be finished. The orders created so far are kept.' }];

  test('a batch that cannot be finished is retried, then marked as failed; the orders created so far stay and are listed', async () => {
    const id = await broken();
    for (let tries = 1; tries < BATCH_TRIES_MAX; tries++) await expect(step()).rejects.toThrow('not a sealed value');
    expect(await read(id)).toMatchObject({ status: 'pending', errors: null });
    await step();
    const failed = await read(id);
    expect(failed).toMatchObject({ status: 'failed', created_count: 50, failed_count: 200, errors: FAILED });
    expect(failed.results).toHaveLength(250);
    expect(await countOrders()).toBe(50);
    await step();
    expect(await read(id)).toEqual(failed);
  });

  test('a batch that cannot be finished delays the next batch only until it is marked as failed', async () => {
    await broken();
    house.clock.advance(1_000);
    const next = await send(orders(1));
    for (let tries = 1; tries < BATCH_TRIES_MAX; tries++) await expect(step()).rejects.toThrow('not a sealed value');
    await takeJobs();
    await step();
    expect(await takeJobs()).toBe(1);
    await step();
    expect(await read(next)).toMatchObject({ status: 'completed', created_count: 1 });
  });

  test('a batch is marked as failed without another attempt if the worker crashed during the last attempt', async () => {
    const id = await broken();
    const db = house.database.scoped(SYSTEM);
    await db.query('update order_batches set tries = $2 where id = $1', [id, BATCH_TRIES_MAX]);
    await step();
    expect(await read(id)).toMatchObject({ status: 'failed', errors: FAILED });
  });

  test('a job has one run more than its batch has attempts, so that the job’s last run can record the failure', () => {
    expect(handlers.create_order_batch.retry_after_seconds).toHaveLength(BATCH_TRIES_MAX);
  });

  test('a batch’s attempt count is reset to zero whenever one of the batch’s chunks is finished', async () => {
    const id = await send(sparse(300));
    for (let tries = 1; tries < BATCH_TRIES_MAX; tries++) {
      await step(() => Promise.reject(new Error('no'))).catch(() => undefined);
    }
    await step();
    for (let tries = 1; tries < BATCH_TRIES_MAX; tries++) {
      await step(() => Promise.reject(new Error('no'))).catch(() => undefined);
    }
    expect(await finish(id)).toMatchObject({ status: 'completed', created_count: 60 });
  });
});

describe('stored batch data', () => {
  const rowsOf = async (id: string) => {
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query('select * from order_batch_chunks where batch_id = $1 order by first_index', [id]);
    return rows;
  };
  const secret = { ssn: '991919991', first_name: 'Petronella', employers: [{ company_name: 'Copper Kettle' }] };

  test('stored batch data is encrypted; the bodies of the orders are deleted once the orders are created', async () => {
    const id = await send([order(secret), order({ ...secret, products: ['Petronella'] })]);
    const before = JSON.stringify(await rowsOf(id), asText);
    const done = await finish(id);
    expect(done.results[1].errors).toEqual([{ field: 'products.0', message: '"Petronella" is not a valid choice.' }]);
    const after = await rowsOf(id);
    for (const text of [before, JSON.stringify(after, asText)]) {
      for (const word of ['991919991', 'Petronella', 'Copper']) expect(text).not.toContain(word);
    }
    expect(after).toMatchObject([{ first_index: 0, orders_sealed: null }]);
  });

  test('a failed batch no longer contains order bodies', async () => {
    const id = await send(orders(1));
    await house.database.scoped(SYSTEM).query('update order_batches set tries = 99 where id = $1', [id]);
    await step();
    expect(await rowsOf(id)).toMatchObject([{ orders_sealed: null, results_sealed: null }]);
  });

  test('the database itself hides the stored batch data from other clients', async () => {
    const id = await send(orders(1));
    const other = await newClient(house);
    const ctx = await ctxOf(house, { client_id: other.client_id, environment: 'sandbox' });
    const seen = await inTransaction(ctx, ({ db }) =>
      db.query(
        `select 1 from order_batches where id = $1 union all select 1 from order_batch_chunks where batch_id = $1`,
        [id],
      ),
    );
    expect(seen.rowCount).toBe(0);
  });
});

/** A JSON replacer that shows bytes as text, so that a test can find unencrypted words. */
const asText = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value
    ? Buffer.from(Array.isArray(value.data) ? value.data : []).toString('latin1')
    : value;
