// Contract, section 1.5: the request rate limit, and repeated requests with an Idempotency-Key.
import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#api/app.ts';
import { newId } from '#base/ids.ts';
import { setLimits } from '#services/access/clients.ts';
import { claimKey } from '#storage/access/idempotency-keys.ts';
import { invalid, SANDBOX_ONLY, THROTTLED } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

const LIMIT = 300;

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse({ requests_limit: LIMIT });
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

const countUsers = async () => (await call('GET', '/v1/users/')).json().count;
/** Returns how many more requests the rate limit allows, as stated in the response's headers. */
const left = ({ headers }: LightMyRequestResponse) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

describe('section 1.5: the request rate limit', () => {
  test('the 300th request in a minute passes, and the 301st gets 429 with Retry-After', async () => {
    const before = await Promise.all(Array.from({ length: LIMIT - 1 }, () => call('GET', '/v1/sandbox/clock/')));
    expect(before.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const last = await call('GET', '/v1/sandbox/clock/');
    expect(last.statusCode).toBe(200);
    expect(last.headers['ratelimit']).toMatch(/^"requests";r=0;t=[1-9]\d?$/);
    const refused = await call('GET', '/v1/sandbox/clock/');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual(THROTTLED);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"requests";q=300;w=60',
      ratelimit: expect.stringMatching(/^"requests";r=0;t=[1-9]\d?$/),
    });
  });

  test('an operator may set another rate limit for a client', async () => {
    await setLimits(house, acme.client_id, ['sandbox'], { requests: 1 });
    house.authenticator.forget();
    const { headers } = await call('GET', '/v1/users/');
    expect(headers).toMatchObject({ 'ratelimit-policy': '"requests";q=1;w=60' });
    expect((await call('GET', '/v1/users/')).statusCode).toBe(429);
    expect((await acme.prod('GET', '/v1/users/')).headers['ratelimit-policy']).toBe('"requests";q=300;w=60');
  });

  test('advancing the sandbox clock does not restore the used part of the rate limit', async () => {
    await setLimits(house, acme.client_id, ['sandbox'], { requests: 2 });
    house.authenticator.forget();
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 86_400 });
    await call('GET', '/v1/users/');
    expect((await call('GET', '/v1/users/')).statusCode).toBe(429);
  });

  test('every /v1/ response after step 4 (the rate limit) has RateLimit-Policy and RateLimit headers', async () => {
    const { id } = (await call('POST', '/v1/users/', { external_user_id: 'u' })).json();
    const answers = [
      await call('GET', '/v1/users/'),
      await call('HEAD', '/v1/users/'),
      await call('POST', '/v1/users/', { external_user_id: 'v' }),
      await call('DELETE', `/v1/users/${id}/`),
      await call('POST', '/v1/users/', {}),
      await call('GET', `/v1/users/${newId()}/`),
      await call('GET', '/v1/users/?page=0'),
      await call('GET', '/v1/users/', undefined, { accept: 'text/html' }),
      await call('POST', '/v1/users/', 'x', { 'content-type': 'text/plain' }),
      await call('POST', '/v1/users/', '{'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 204, 400, 404, 404, 406, 415, 415]);
    for (const [i, { headers }] of answers.entries()) {
      expect(headers['ratelimit-policy']).toBe('"requests";q=300;w=60');
      expect(headers['ratelimit']).toMatch(new RegExp(`^"requests";r=${LIMIT - 2 - i};t=[1-9]\\d?$`));
    }
    const forbidden = await acme.prod('GET', '/v1/sandbox/clock/');
    expect(forbidden.headers).toHaveProperty('ratelimit');
  });

  test('error responses from checks before the rate limit (401, 404, 405) have no RateLimit headers', async () => {
    for (const response of [
      await call('GET', '/v1/nowhere/'),
      await call('PUT', '/v1/users/'),
      await house.app.inject('/v1/users/'),
      await call('GET', '/healthz'),
    ]) {
      expect(response.headers).not.toHaveProperty('ratelimit');
    }
  });
});

describe('section 1.5: Idempotency-Key', () => {
  const key = { 'idempotency-key': 'order 66' };
  const create = (body: unknown = { external_user_id: 'u' }, headers: Record<string, string> = key) =>
    call('POST', '/v1/users/', body, headers);

  test('a request with the same Idempotency-Key and body has no second effect, and gets the stored response with the header Idempotency-Replayed', async () => {
    const first = await create();
    expect(first.statusCode).toBe(201);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    house.clock.advance(3_600_000);
    for (let i = 0; i < 2; i++) {
      const again = await create();
      expect(again.statusCode).toBe(201);
      expect(again.body).toBe(first.body);
      expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'content-type': 'application/json' });
    }
    expect(await countUsers()).toBe(1);
  });

  test('repeated requests without an Idempotency-Key are all executed', async () => {
    await create({ external_user_id: 'a' }, {});
    expect((await create({ external_user_id: 'a' }, {})).statusCode).toBe(400);
  });

  test('the same Idempotency-Key with another body gets a 400 that names the field Idempotency-Key, and the stored response is kept', async () => {
    const first = await create();
    for (const body of [{ external_user_id: 'v' }, '{"external_user_id": "u" }', '']) {
      const other = await create(body);
      expect(other.statusCode).toBe(400);
      expect(other.json()).toEqual(invalid(['Idempotency-Key', 'This key was used with another request body.']));
    }
    expect((await create()).body).toBe(first.body);
    expect(await countUsers()).toBe(1);
  });

  test.each([
    ['1 character', 'x'],
    ['255 characters', 'x'.repeat(255)],
    ['all printable ASCII', Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('')],
    ['a space inside', 'a b'],
  ])('an Idempotency-Key of 1 to 255 printable ASCII characters is accepted: %s', async (_case, value) => {
    expect((await create(undefined, { 'idempotency-key': value })).statusCode).toBe(201);
    expect((await create(undefined, { 'idempotency-key': value })).headers['idempotency-replayed']).toBe('true');
  });

  test.each([
    ['256 characters', 'x'.repeat(256)],
    ['none', ''],
    ['beyond ASCII', 'clé'],
    ['a control character', 'a\tb'],
  ])('an Idempotency-Key that is not 1 to 255 printable ASCII characters gets 400: %s', async (_case, value) => {
    const response = await create(undefined, { 'idempotency-key': value });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['Idempotency-Key', 'Use 1 to 255 printable ASCII characters.']));
    expect(await countUsers()).toBe(0);
  });

  test('the response to an Idempotency-Key is replayed for 24 h; after 24 h, a request with this key is executed again', async () => {
    const first = await create();
    house.clock.advance(86_400_000 - 1_000);
    expect((await create()).headers['idempotency-replayed']).toBe('true');
    await call('DELETE', `/v1/users/${first.json().id}/`);
    house.clock.advance(1_000);
    const second = await create();
    expect(second.statusCode).toBe(201);
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
    expect(second.json().id).not.toBe(first.json().id);
    house.clock.advance(86_400_000 - 1_000);
    expect((await create()).body).toBe(second.body);
  });

  test('an Idempotency-Key expires in real time: advancing the sandbox clock does not expire it', async () => {
    const first = await create();
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 31_536_000 });
    expect((await create()).body).toBe(first.body);
  });

  test('an Idempotency-Key is treated as new if another client sends it, or if it is sent in another environment or to another path', async () => {
    await create();
    const other = await newClient(house);
    for (const elsewhere of [acme.prod, other.sandbox, other.prod]) {
      const response = await elsewhere('POST', '/v1/users/', { external_user_id: 'u' }, key);
      expect(response.statusCode).toBe(201);
      expect(response.headers).not.toHaveProperty('idempotency-replayed');
    }
    const path = await call('POST', '/v1/sandbox/clock/advance/', { seconds: 1 }, key);
    expect(path.statusCode).toBe(200);
    expect(path.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('a request with the same Idempotency-Key and an equivalent spelling of the path gets the stored response', async () => {
    await create();
    for (const path of ['/v1/users', '/v1/users/?colour=blue', '/v1/%75sers/']) {
      const response = await call('POST', path, { external_user_id: 'u' }, key);
      expect(response.headers['idempotency-replayed']).toBe('true');
    }
  });

  test('an Idempotency-Key is ignored on GET, PATCH and DELETE', async () => {
    const { id } = (await create()).json();
    const long = { 'idempotency-key': 'x'.repeat(256) };
    expect((await call('GET', `/v1/users/${id}/`, undefined, long)).statusCode).toBe(200);
    for (const name of ['Jane', 'Joan']) {
      const response = await call('PATCH', `/v1/users/${id}/`, { first_name: name }, key);
      expect(response.json()).toMatchObject({ first_name: name });
    }
    expect((await call('DELETE', `/v1/users/${id}/`, undefined, key)).statusCode).toBe(204);
    expect((await call('DELETE', `/v1/users/${id}/`, undefined, key)).statusCode).toBe(404);
  });

  test('POST /v1/keys/ ignores the Idempotency-Key, because its response contains a secret', async () => {
    expect((await call('POST', '/v1/keys/', {}, key)).statusCode).toBe(201);
    const second = await call('POST', '/v1/keys/', {}, key);
    expect(second.json()).toEqual(invalid(['env_type', 'Only two active keys are allowed.']));
    const long = await acme.prod('POST', '/v1/keys/', {}, { 'idempotency-key': 'x'.repeat(256) });
    expect(long.statusCode).toBe(201);
  });

  test('400 and 403 responses are stored under the Idempotency-Key', async () => {
    const { id } = (await create({ external_user_id: 'u' }, {})).json();
    expect((await create()).statusCode).toBe(400);
    await call('DELETE', `/v1/users/${id}/`);
    const taken = await create();
    expect(taken.headers['idempotency-replayed']).toBe('true');
    expect(taken.json()).toEqual(invalid(['external_user_id', 'User with this external_user_id already exists.']));
    await acme.prod('POST', '/v1/sandbox/clock/advance/', { seconds: 1 }, key);
    const forbidden = await acme.prod('POST', '/v1/sandbox/clock/advance/', { seconds: 1 }, key);
    expect(forbidden.statusCode).toBe(403);
    expect(forbidden.json()).toEqual(SANDBOX_ONLY);
    expect(forbidden.headers['idempotency-replayed']).toBe('true');
  });

  test('401 and 415 responses are not stored under the Idempotency-Key', async () => {
    expect((await create('{"external_user_id": "u"}', { ...key, 'x-access-secret': 'none' })).statusCode).toBe(401);
    expect((await create('{"external_user_id": "u"}', { ...key, 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await create('{"external_user_id": "u"', key)).statusCode).toBe(415);
    const response = await create('{"external_user_id": "u"}');
    expect(response.statusCode).toBe(201);
    expect(response.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('429 responses are not stored under the Idempotency-Key', async () => {
    await setLimits(house, acme.client_id, ['sandbox'], { requests: 1 });
    house.authenticator.forget();
    await call('GET', '/v1/users/');
    expect((await create()).statusCode).toBe(429);
    await setLimits(house, acme.client_id, ['sandbox'], { requests: LIMIT });
    house.authenticator.forget();
    const response = await create();
    expect(response.statusCode).toBe(201);
    expect(response.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('500 responses are not stored under the Idempotency-Key', async () => {
    let broken = true;
    const flush = async () => {
      if (broken) throw new Error('out of order');
    };
    const app = await buildApp({ ...house, authenticator: { ...house.authenticator, flush } });
    const { id } = (await call('POST', '/v1/keys/')).json();
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/v1/keys/deactivate/',
        headers: {
          'x-access-client-id': acme.client_id,
          'x-access-secret': acme.secrets.sandbox,
          ...key,
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ id }),
      });
    expect((await send()).statusCode).toBe(500);
    broken = false;
    const response = await send();
    expect(response.statusCode).toBe(200);
    expect(response.headers).not.toHaveProperty('idempotency-replayed');
    expect((await send()).headers['idempotency-replayed']).toBe('true');
    await app.close();
  });

  test('ten concurrent requests with the same Idempotency-Key have one effect and the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await countUsers()).toBe(1);
  });

  test('while the first request with an Idempotency-Key is running, a second request with this key waits and then gets 503', async () => {
    const scope = { client_id: acme.client_id, environment: 'sandbox' } as const;
    const body = '{"external_user_id":"u"}';
    const request = {
      method: 'POST',
      path: '/v1/users/',
      key: key['idempotency-key'],
      body_hash: createHash('sha256').update(body).digest(),
    };
    await house.database.scoped(scope).transaction(async (tx) => {
      await claimKey(tx, scope, request, house.clock.now(), new Date(0), 3_000);
      const second = create(body);
      // To shorten the test, the service measures the second request's wait with a clock that runs four times as fast
      // as real time.
      const real = performance.now.bind(performance);
      const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() * 4);
      const response = await second;
      spy.mockRestore();
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    });
  });

  test('a replayed request counts against the rate limit', async () => {
    const first = left(await create());
    expect(left(await create())).toBe(first - 1);
  });

  test('the response stored under an Idempotency-Key is sealed: the table contains no readable personal data', async () => {
    await create({ external_user_id: 'u', first_name: 'Zebulon', ssn: '991919991' });
    const { rows } = await house.database.scoped('system').query('select * from idempotency_keys');
    expect(rows.length).toBeGreaterThan(0);
    const text = rows.map((row) => Object.values(row).map(String).join()).join();
    expect(text).not.toContain('Zebulon');
    expect(text).not.toContain('991919991');
  });
});
