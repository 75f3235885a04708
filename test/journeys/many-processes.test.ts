// Tests that two API processes and two workers that use the same PostgreSQL database behave as one service.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { newKeyBytes } from '#base/sealing.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openQueue } from '#storage/platform/queue.ts';
import { runHere } from '#test/command-line.ts';
import { freshDatabase, type TestDatabase, testServer } from '#test/database.ts';
import {
  type Credentials,
  commandAnswer,
  headersOf,
  readCredentials,
  type ServiceProcess,
  startService,
} from '#test/process.ts';
import { onServer } from '#test/server.ts';
import { apiAt, connectSomebody } from '#test/service-client.ts';

let database: TestDatabase;
let data_dir: string;
let environment: Record<string, string>;
let apis: ServiceProcess[];
let workers: ServiceProcess[];
let credentials: Credentials;

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-many-'));
  environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
  };
  // All four processes start at the same time. One of them runs the migrations, and one of them creates the first
  // client.
  [apis, workers] = await Promise.all([
    Promise.all([0, 1].map(() => startService({ ...environment, VOUCH_ROLE: 'api' }))),
    Promise.all([0, 1].map(() => startService({ ...environment, VOUCH_ROLE: 'worker' }))),
  ]);
  credentials = readCredentials(data_dir);
}, 120_000);
afterAll(async () => {
  await Promise.all([...apis, ...workers].map((service) => service.stop()));
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
});

async function call(api: number, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${apis[api]?.url}${path}`, {
    method,
    headers: { ...headersOf(credentials), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const newKey = (client_id: string, env: string): Promise<{ id: string; access_secret: string }> =>
  commandAnswer(['key', 'create', '--client', client_id, '--env', env], environment, runHere);

test('after one API process stores, changes or erases a user, the other API process returns the new state', async () => {
  const { id } = JSON.parse((await call(0, 'POST', '/v1/users/', { external_user_id: newId() })).text);
  expect((await call(1, 'GET', `/v1/users/${id}/`)).status).toBe(200);
  expect((await call(1, 'PATCH', `/v1/users/${id}/`, { first_name: 'Jane' })).status).toBe(200);
  expect(JSON.parse((await call(0, 'GET', `/v1/users/${id}/`)).text)).toMatchObject({ first_name: 'Jane' });
  expect((await call(0, 'DELETE', `/v1/users/${id}/`)).status).toBe(204);
  expect((await call(1, 'GET', `/v1/users/${id}/`)).status).toBe(404);
});

test('a request for another client’s user gets 404 from either API process', async () => {
  const { id } = JSON.parse((await call(0, 'POST', '/v1/users/', { external_user_id: newId() })).text);
  const { id: other = '' } = await commandAnswer(['client', 'create', '--name', 'Other'], environment, runHere);
  const key = await newKey(other, 'sandbox');
  const headers = { 'x-access-client-id': other, 'x-access-secret': key.access_secret };
  const answers = await Promise.all(
    [0, 1].flatMap((api) => [id, newId()].map((user) => call(api, 'GET', `/v1/users/${user}/`, undefined, headers))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['404 {"detail":"Not Found."}']),
  );
  const live = { 'x-access-secret': credentials.prod_secret };
  expect((await call(1, 'GET', `/v1/users/${id}/`, undefined, live)).status).toBe(403);
});

test('two API processes together admit at most 300 requests in 60 seconds; if no process stalls, they admit exactly 300', async () => {
  const headers = { 'x-access-secret': (await newKey(credentials.client_id, 'sandbox')).access_secret };
  const answers: { status: number; ms: number }[] = [];
  const timed = async (api: number) => {
    const began_ms = performance.now();
    const { status } = await call(api, 'GET', '/v1/sandbox/clock/', undefined, headers);
    answers.push({ status, ms: performance.now() - began_ms });
  };
  const worker = async (api: number) => {
    for (let i = 0; i < 25; i++) await timed(api);
  };
  const began_ms = performance.now();
  await Promise.all(Array.from({ length: 16 }, (_, i) => worker(i % 2)));
  const windows = Math.ceil((performance.now() - began_ms) / 60_000);
  const admitted = answers.filter(({ status }) => status === 200).length;
  expect(admitted).toBeLessThanOrEqual(300 * windows);
  // The budget is 300 requests. A process that stalls for a second loses the part of the budget that it leased. At most
  // half of the budget is leased, so at least 150 requests are admitted.
  expect(admitted).toBeGreaterThanOrEqual(answers.every(({ ms }) => ms < 1_000) ? 300 : 150);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(400 - admitted);
});

test('requests with the same Idempotency-Key create one user, even if both API processes get them at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const headers = { 'idempotency-key': newId(), 'x-access-secret': credentials.prod_secret };
    const body = { external_user_id: newId() };
    const answers = await Promise.all([0, 1, 0, 1].map((api) => call(api, 'POST', '/v1/users/', body, headers)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(3);
  }
});

test('if an access key is deactivated in one API process, the other process rejects the key within a second', async () => {
  const { id: client = '' } = await commandAnswer(['client', 'create', '--name', 'Short-lived'], environment, runHere);
  const [first, second] = [await newKey(client, 'prod'), await newKey(client, 'prod')];
  const as = (key: { access_secret: string }) => ({
    'x-access-client-id': client,
    'x-access-secret': key.access_secret,
  });
  expect((await call(1, 'GET', '/v1/users/', undefined, as(second))).status).toBe(200);
  expect((await call(0, 'POST', '/v1/keys/deactivate/', { id: second.id }, as(first))).status).toBe(200);
  expect((await call(0, 'GET', '/v1/users/', undefined, as(second))).status).toBe(401);
  await expect
    .poll(async () => (await call(1, 'GET', '/v1/users/', undefined, as(second))).status, { timeout: 1_000 })
    .toBe(401);
});

test('a sandbox clock that is advanced in one API process is advanced in the other process within a second', async () => {
  const live = { 'x-access-secret': credentials.sandbox_secret };
  const moved = JSON.parse((await call(0, 'POST', '/v1/sandbox/clock/advance/', { seconds: 86_400 }, live)).text);
  const user = () => call(1, 'POST', '/v1/users/', { external_user_id: newId() }, live);
  await expect.poll(async () => JSON.parse((await user()).text).created_at >= moved.now, { timeout: 1_000 }).toBe(true);
});

test('while the base URL of one API process is public, all processes refuse webhooks to loopback addresses', async () => {
  const REFUSED = 'This address is not allowed.';
  const as = { 'x-access-secret': credentials.sandbox_secret };
  const register = (name: string) =>
    call(0, 'POST', '/v1/webhooks/', { name, webhook_url: `http://127.0.0.1:9/${name}`, env_type: 'sandbox' }, as);
  const attemptsThat = async (error_message: string): Promise<number> => {
    const { results } = JSON.parse((await call(0, 'GET', '/v1/webhook-requests/?page_size=100', undefined, as)).text);
    return results.filter((attempt: { error_message: string }) => attempt.error_message === error_message).length;
  };
  const connect = () =>
    connectSomebody(apiAt(apis[1]?.url ?? '', { ...credentials, access_secret: credentials.sandbox_secret }));
  expect((await register('before')).status).toBe(201);
  const exposed = await startService({
    ...environment,
    VOUCH_ROLE: 'api',
    VOUCH_BASE_URL: 'https://vouch.example.com',
  });
  try {
    await expect.poll(async () => (await register('during')).text, { timeout: 5_000 }).toContain(REFUSED);
    await connect();
    await expect.poll(() => attemptsThat(REFUSED), { timeout: 10_000 }).toBeGreaterThan(0);
    // `sent` counts earlier attempts that were sent to the port of the endpoint. They failed, because nothing listens
    // on this port.
    const [refused, sent] = [await attemptsThat(REFUSED), await attemptsThat('The endpoint refused the connection.')];
    await connect();
    await expect.poll(() => attemptsThat(REFUSED), { timeout: 10_000 }).toBeGreaterThan(refused);
    expect(await attemptsThat('The endpoint refused the connection.')).toBe(sent);
  } finally {
    await exposed.stop();
  }
  await expect.poll(async () => (await register('after')).status, { timeout: 5_000 }).toBe(201);
});

test('background jobs still run when one of two workers is killed', async () => {
  const system = database.scoped(SYSTEM);
  const queue = await openQueue({ ...database, log: pino({ level: 'silent' }), database });
  for (let round = 0; round < 6; round++) {
    if (round === 3) await workers[0]?.kill();
    await system.query(
      `insert into idempotency_keys (client_id, environment, method, path, key, body_hash, created_at)
       values ($1, 'sandbox', 'POST', '/', $2, $3, now() - interval '2 days')`,
      [credentials.client_id, newId(), randomBytes(32)],
    );
    await system.transaction((tx) => queue.enqueue(tx, 'system', 'housekeeping', {}));
    const left = () => system.query(`select 1 from idempotency_keys where created_at < now() - interval '1 day'`);
    await expect.poll(async () => (await left()).rowCount, { timeout: 20_000 }).toBe(0);
  }
  workers.shift();
});

test('while the database refuses connections, requests get 503; when it accepts connections again, requests get 200', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const as = { 'x-access-secret': credentials.prod_secret };
  const allow = (yes: boolean) => onServer(testServer().url, `alter database ${name} with allow_connections ${yes}`);
  try {
    await allow(false);
    await onServer(
      testServer().url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    const refused = await call(0, 'GET', '/v1/users/', undefined, as);
    expect(refused).toMatchObject({ status: 503, text: '{"detail":"Service unavailable."}' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await fetch(`${apis[0]?.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${apis[0]?.url}/healthz`)).status).toBe(200);
  } finally {
    await allow(true);
  }
  await expect
    .poll(async () => (await call(0, 'GET', '/v1/users/', undefined, as)).status, { timeout: 5_000 })
    .toBe(200);
});

test('on SIGTERM every process that was not killed exits with code 0', async () => {
  const codes = await Promise.all([...apis, ...workers].map((service) => service.stop()));
  expect(codes).toEqual([0, 0, 0]);
});
