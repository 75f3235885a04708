import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NO_SUCH_TOKEN, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { type Call, caller, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

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

const LAST_KEY = invalid(['id', 'The last active key cannot be deactivated.']);

describe('POST /v1/keys/', () => {
  test('201: returns a key and its secret; the secret is shown only once', async () => {
    const response = await call('POST', '/v1/keys/', {});
    expect(response.statusCode).toBe(201);
    const { access_secret, ...key } = response.json();
    expect(access_secret).toMatch(/^sandbox-[0-9a-f]{40}$/);
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      client_id: acme.client_id,
      env_type: 'sandbox',
      is_active: true,
      masked_secret: `sandbox-${'*'.repeat(36)}${access_secret.slice(-4)}`,
      created_at: '2026-03-01T12:00:00Z',
      last_used_at: null,
      deactivated_at: null,
    });
    const dead = await call('POST', '/v1/keys/deactivate/', { id: key.id });
    expect(dead.body).not.toContain(access_secret);
  });

  test('201: the new key works immediately, and the old key continues to work', async () => {
    const { access_secret } = (await call('POST', '/v1/keys/', {})).json();
    expect((await caller(house, acme.client_id, access_secret)('GET', '/v1/users/')).statusCode).toBe(200);
    expect((await call('GET', '/v1/users/')).statusCode).toBe(200);
  });

  test('201 if env_type names the environment of the secret used for the request', async () => {
    expect((await call('POST', '/v1/keys/', { env_type: 'sandbox' })).json()).toMatchObject({ env_type: 'sandbox' });
    const prod = (await acme.prod('POST', '/v1/keys/', { env_type: 'prod' })).json();
    expect(prod).toMatchObject({ env_type: 'prod', access_secret: expect.stringMatching(/^prod-/) });
    expect(prod.masked_secret).toBe(`prod-${'*'.repeat(36)}${prod.access_secret.slice(-4)}`);
  });

  test('403 if env_type names the other environment', async () => {
    for (const [send, env_type] of [
      [acme.sandbox, 'prod'],
      [acme.prod, 'sandbox'],
    ] as const) {
      const response = await send('POST', '/v1/keys/', { env_type });
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual(OTHER_ENVIRONMENT);
    }
  });

  test.each([
    ['dev', '"dev" is not a valid choice.'],
    ['Sandbox', '"Sandbox" is not a valid choice.'],
    [1, 'Not a valid string.'],
    [['sandbox'], 'Not a valid string.'],
  ])('400 for a new API key with env_type %j', async (env_type, message) => {
    const response = await call('POST', '/v1/keys/', { env_type });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['env_type', message]));
  });

  test('400 for a third active key; 201 after a key was deactivated', async () => {
    const { id } = (await call('POST', '/v1/keys/', {})).json();
    const third = await call('POST', '/v1/keys/', {});
    expect(third.statusCode).toBe(400);
    expect(third.json()).toEqual(invalid(['env_type', 'Only two active keys are allowed.']));
    await call('POST', '/v1/keys/deactivate/', { id });
    expect((await call('POST', '/v1/keys/', {})).statusCode).toBe(201);
  });

  test('only one of six concurrent requests creates a second key; the others get 400', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/v1/keys/', {})));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  });
});

describe('POST /v1/keys/deactivate/', () => {
  test('200: deactivates a key by its id; the key is rejected from the next request on', async () => {
    const { id, access_secret, ...key } = (await call('POST', '/v1/keys/', {})).json();
    const second = caller(house, acme.client_id, access_secret);
    expect((await second('GET', '/v1/users/')).statusCode).toBe(200);
    house.clock.advance(60_000);
    const response = await call('POST', '/v1/keys/deactivate/', { id });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ...key,
      id,
      is_active: false,
      last_used_at: '2026-03-01T12:00:00Z',
      deactivated_at: '2026-03-01T12:01:00Z',
    });
    const refused = await second('GET', '/v1/users/');
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toEqual(NO_SUCH_TOKEN);
    expect((await call('GET', '/v1/users/')).statusCode).toBe(200);
  });

  test('200: deactivates a key by its access_secret', async () => {
    const { id, access_secret } = (await call('POST', '/v1/keys/', {})).json();
    const response = await call('POST', '/v1/keys/deactivate/', { access_secret });
    expect(response.json()).toMatchObject({ id, is_active: false });
    expect(response.body).not.toContain(access_secret);
    expect((await caller(house, acme.client_id, access_secret)('GET', '/v1/users/')).statusCode).toBe(401);
  });

  test('200: a key may deactivate itself', async () => {
    const { access_secret } = (await call('POST', '/v1/keys/', {})).json();
    const response = await call('POST', '/v1/keys/deactivate/', { access_secret: acme.secrets.sandbox });
    expect(response.json()).toMatchObject({ is_active: false, last_used_at: '2026-03-01T12:00:00Z' });
    expect((await call('GET', '/v1/users/')).statusCode).toBe(401);
    expect((await caller(house, acme.client_id, access_secret)('GET', '/v1/users/')).statusCode).toBe(200);
  });

  test('200: deactivating twice changes nothing, and a key cannot be reactivated', async () => {
    const { id } = (await call('POST', '/v1/keys/', {})).json();
    const first = await call('POST', '/v1/keys/deactivate/', { id });
    house.clock.advance(60_000);
    const second = await call('POST', '/v1/keys/deactivate/', { id, is_active: true });
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual(first.json());
  });

  test('200: a deactivation request that has an Idempotency-Key deactivates the API key immediately', async () => {
    const { id, access_secret } = (await call('POST', '/v1/keys/', {})).json();
    const second = caller(house, acme.client_id, access_secret);
    expect((await second('GET', '/v1/users/')).statusCode).toBe(200);
    await call('POST', '/v1/keys/deactivate/', { id }, { 'idempotency-key': 'k' });
    expect((await second('GET', '/v1/users/')).statusCode).toBe(401);
    const again = await call('POST', '/v1/keys/deactivate/', { id }, { 'idempotency-key': 'k' });
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test('400 for the last active key, even if the request identifies the key by its secret', async () => {
    const { id } = (await call('POST', '/v1/keys/', {})).json();
    await call('POST', '/v1/keys/deactivate/', { id });
    const response = await call('POST', '/v1/keys/deactivate/', { access_secret: acme.secrets.sandbox });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(LAST_KEY);
    expect((await call('GET', '/v1/users/')).statusCode).toBe(200);
  });

  test('if two keys are used concurrently to deactivate each other, one request gets 200, the other gets 400, and exactly one key stays active', async () => {
    const { access_secret } = (await call('POST', '/v1/keys/', {})).json();
    const second = caller(house, acme.client_id, access_secret);
    const answers = await Promise.all([
      call('POST', '/v1/keys/deactivate/', { access_secret }),
      second('POST', '/v1/keys/deactivate/', { access_secret: acme.secrets.sandbox }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ statusCode }) => statusCode === 400)?.json()).toEqual(LAST_KEY);
    const [first_deactivated_second] = answers.map(({ statusCode }) => statusCode === 200);
    const after = await Promise.all([call('GET', '/v1/users/'), second('GET', '/v1/users/')]);
    expect(after.map(({ statusCode }) => statusCode)).toEqual(first_deactivated_second ? [200, 401] : [401, 200]);
  });

  test('400 if both id and access_secret are missing', async () => {
    const response = await call('POST', '/v1/keys/deactivate/', {});
    expect(response.json()).toEqual(invalid(['id', 'This field is required.']));
  });

  test('400 for an unknown key and for a key of another client or of the other environment', async () => {
    const prod = (await acme.prod('POST', '/v1/keys/', {})).json();
    const other = (await (await newClient(house)).sandbox('POST', '/v1/keys/', {})).json();
    for (const id of [prod.id, other.id, newId(), 'x', prod.id.toUpperCase()]) {
      const response = await call('POST', '/v1/keys/deactivate/', { id });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['id', 'Object not found.']));
    }
    const none = `sandbox-${'0'.repeat(40)}`;
    for (const access_secret of [prod.access_secret, other.access_secret, acme.secrets.prod, none, 'x']) {
      const response = await call('POST', '/v1/keys/deactivate/', { access_secret });
      expect(response.json()).toEqual(invalid(['access_secret', 'Object not found.']));
    }
    for (const secret of [prod.access_secret, acme.secrets.prod]) {
      expect((await caller(house, acme.client_id, secret)('GET', '/v1/users/')).statusCode).toBe(200);
    }
  });

  test('400 lists both fields if id is a number and access_secret contains a NUL character', async () => {
    const response = await call('POST', '/v1/keys/deactivate/', { id: 5, access_secret: '\u0000' });
    expect(response.json()).toEqual(invalid(['id', 'Not a valid string.'], ['access_secret', 'Not a valid string.']));
  });
});
