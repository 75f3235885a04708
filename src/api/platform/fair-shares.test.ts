// Tests that while one client's requests wait for a locked row, another client is not affected.
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

let house: TestHouse;
/** A database connection outside the service's pool. It locks rows and counts connections that wait for them. */
let outsider: Client;
let acme: TestClient;
let birch: TestClient;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  [acme, birch] = await Promise.all([newClient(house, 'Acme Lending'), newClient(house, 'Birch Credit')]);
  outsider = new Client({ connectionString: house.database.url });
  await outsider.connect();
  await outsider.query('set search_path = vouch');
});
afterEach(() => outsider.end());

/** The number of the service's connections that wait for a lock. */
async function stuck(): Promise<number> {
  const { rows } = await outsider.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}

const untilStuck = (connections: number) =>
  vi.waitFor(async () => expect(await stuck()).toBeGreaterThanOrEqual(connections), { timeout: 20_000 });

/** The status codes that another client (Birch) gets while the first client (Acme) waits. */
async function neighbour(): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? birch.sandbox('GET', '/v1/users/')
        : birch.sandbox('POST', '/v1/users/', { external_user_id: `u${at}` }),
    ),
  );
  return answers.map(({ statusCode }) => statusCode);
}
const FINE = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 200 : 201));

test('60 waiting requests with the same Idempotency-Key hold only one database connection in total; another client gets no 503', async () => {
  await outsider.query(
    `begin; insert into idempotency_keys (client_id, environment, method, path, key, body_hash, created_at)
     values ('${acme.client_id}', 'sandbox', 'POST', '/v1/users/', 'storm', '', now())`,
  );
  const storm = Array.from({ length: 60 }, () =>
    acme.sandbox('POST', '/v1/users/', { external_user_id: 'one' }, { 'idempotency-key': 'storm' }),
  );
  await untilStuck(1);
  expect(await neighbour()).toEqual(FINE);
  expect(await stuck()).toBe(1);
  await outsider.query('rollback');
  const answers = await Promise.all(storm);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(storm.map(() => 201));
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(59);
});

test('40 waiting requests that advance the clock, half of them with an Idempotency-Key, hold only one database connection in total; another client gets no 503', async () => {
  await outsider.query(`begin; select 1 from environments where client_id = '${acme.client_id}' for update`);
  const storm = Array.from({ length: 40 }, (_, at) =>
    acme.sandbox(
      'POST',
      '/v1/sandbox/clock/advance/',
      { seconds: 60 },
      at % 2 === 0 ? {} : { 'idempotency-key': `advance ${at}` },
    ),
  );
  await untilStuck(1);
  expect(await neighbour()).toEqual(FINE);
  expect(await stuck()).toBe(1);
  await outsider.query('rollback');
  const answers = await Promise.all(storm);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(storm.map(() => 200));
  expect((await acme.sandbox('GET', '/v1/sandbox/clock/')).json().offset_seconds).toBe(40 * 60);
});

test('60 requests that wait for the same row in the table of users hold only half of the connection pool in total; another client gets no 503', async () => {
  const { id } = (await acme.sandbox('POST', '/v1/users/', { external_user_id: 'one' })).json();
  await outsider.query(`begin; select 1 from users where id = '${id}' for update`);
  const storm = Array.from({ length: 60 }, () => acme.sandbox('PATCH', `/v1/users/${id}/`, { first_name: 'Ada' }));
  await untilStuck(5);
  expect(await neighbour()).toEqual(FINE);
  expect(await stuck()).toBe(5);
  await outsider.query('rollback');
  expect((await Promise.all(storm)).map(({ statusCode }) => statusCode)).toEqual(storm.map(() => 200));
});

test('30 concurrent requests with an id of the other environment all get 403, although they use all of the client’s connections', async () => {
  const { id } = (await acme.prod('POST', '/v1/users/', { external_user_id: 'one' })).json();
  const tries = Array.from({ length: 30 }, (_, at) =>
    acme.sandbox(
      'POST',
      `/v1/users/${id}/tokens/`,
      { product_type: 'income' },
      { 'idempotency-key': `elsewhere ${at}` },
    ),
  );
  expect((await Promise.all(tries)).map(({ statusCode }) => statusCode)).toEqual(tries.map(() => 403));
});
