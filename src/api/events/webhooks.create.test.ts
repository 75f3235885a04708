import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { unseal } from '#base/sealing.ts';
import { EVENT_TYPES } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { place } from '#services/platform/vault.ts';
import { findEndpoint } from '#storage/events/webhook-endpoints.ts';
import { invalid } from '#test/answers.ts';
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

const anyUrl = (): string => `http://127.0.0.1:9/${newId()}`;
const body = (more: object = {}) => ({ name: 'Loans', webhook_url: anyUrl(), env_type: 'sandbox', ...more });
const create = (more: object = {}, send = call) => send('POST', '/v1/webhooks/', body(more));
const created = async (more: object = {}, send = call) => {
  const response = await create(more, send);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};
const urlOf = (id: string): string => `/v1/webhooks/${id}/`;
const scopeOf = ({ client_id }: TestClient): Scope => ({ client_id, environment: 'sandbox' });

const TAKEN = invalid(['env_type', 'Webhook url for sandbox already registered']);
const FIFTY = invalid(['env_type', 'Only 50 webhooks are allowed.']);

describe('POST /v1/webhooks/', () => {
  test('201: by default the endpoint is enabled and gets all event types; the response contains the endpoint’s signing secret', async () => {
    const webhook_url = anyUrl();
    const { id, signing_secret, ...rest } = await created({ webhook_url });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual({
      name: 'Loans',
      webhook_url,
      events: EVENT_TYPES,
      env_type: 'sandbox',
      enabled: true,
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
      disabled_reason: null,
    });
    expect(EVENT_TYPES).toHaveLength(19);
  });

  test('201: the endpoint has the requested event types, in the order of the request and without duplicates; an endpoint can be created disabled', async () => {
    const events = ['order-finalized', 'link-deleted', 'order-finalized', 'link-connected', 'link-deleted'];
    expect(await created({ events, enabled: false })).toMatchObject({
      events: ['order-finalized', 'link-deleted', 'link-connected'],
      enabled: false,
      disabled_reason: null,
    });
  });

  test('201: the signing secret is stored encrypted and can be decrypted only for its own endpoint; the id of the API key that sent the request is stored too', async () => {
    const { access_secret, id: key_id } = (await call('POST', '/v1/keys/', {})).json();
    const second = caller(house, acme.client_id, access_secret);
    const { id, signing_secret } = await created({}, second);
    const scope = scopeOf(acme);
    const row = await findEndpoint(house.database.scoped(scope), scope, id);
    expect(row?.key_id).toBe(key_id);
    const key = await house.vault.clientKey(house.database.scoped(scope), scope);
    const sealed = row?.secret_sealed ?? Buffer.of();
    const opened = unseal(key, sealed, place(scope, 'webhook_endpoints', 'secret_sealed', id));
    expect(opened.toString()).toBe(signing_secret);
    expect(sealed.includes(signing_secret.slice('whsec_'.length))).toBe(false);
  });

  test('201: each endpoint has its own signing secret', async () => {
    expect((await created()).signing_secret).not.toBe((await created()).signing_secret);
  });

  test('201 for a name and a URL of the maximum length; 400 if they are one character longer', async () => {
    const address = (length: number): string => 'http://127.0.0.1:9/'.padEnd(length, 'x');
    expect(await created({ name: '🙂'.repeat(128), webhook_url: address(2048) })).toMatchObject({
      name: '🙂'.repeat(128),
      webhook_url: address(2048),
    });
    const response = await create({ name: 'n'.repeat(129), webhook_url: address(2049) });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      invalid(
        ['name', 'Ensure this field has no more than 128 characters.'],
        ['webhook_url', 'Ensure this field has no more than 2048 characters.'],
      ),
    );
  });

  test('400 for a URL of 1,019 characters that has more than 2,048 bytes', async () => {
    // The URL consists of many different characters, so that it cannot be compressed. If an index contained this whole
    // URL, Postgres would reject the index entry.
    const random = Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * i * 7_919) % 20_000)));
    const response = await create({ webhook_url: `http://127.0.0.1:9/${random.join('')}` });
    expect(response.json()).toEqual(invalid(['webhook_url', 'Ensure this field has no more than 2048 characters.']));
    const short = `http://127.0.0.1:9/${random.slice(0, 600).join('')}`;
    expect(await created({ webhook_url: short })).toMatchObject({ webhook_url: short });
  });

  test('400 for a request without a body', async () => {
    const response = await call('POST', '/v1/webhooks/');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      invalid(
        ['name', 'This field is required.'],
        ['webhook_url', 'This field is required.'],
        ['env_type', 'This field is required.'],
      ),
    );
  });

  test.each<[object, string, string]>([
    [{ name: '' }, 'name', 'This field may not be blank.'],
    [{ name: null }, 'name', 'This field may not be null.'],
    [{ name: 5 }, 'name', 'Not a valid string.'],
    [{ webhook_url: '' }, 'webhook_url', 'This field may not be blank.'],
    [{ webhook_url: null }, 'webhook_url', 'This field may not be null.'],
    [{ webhook_url: 'hooks.example.com' }, 'webhook_url', 'Enter a valid URL.'],
    [{ webhook_url: 'ftp://127.0.0.1/' }, 'webhook_url', 'Enter a valid URL.'],
    [{ webhook_url: '/hook' }, 'webhook_url', 'Enter a valid URL.'],
    [{ webhook_url: 'http://127.0.0.1:0/' }, 'webhook_url', 'Enter a valid URL.'],
    [{ webhook_url: 'http://127.0.0.1:65536/' }, 'webhook_url', 'Enter a valid URL.'],
    [{ webhook_url: 'http://u:p@127.0.0.1/' }, 'webhook_url', 'Enter a valid URL.'],
    [{ webhook_url: 'http://127.0.0.1/#a' }, 'webhook_url', 'Enter a valid URL.'],
    [{ env_type: '' }, 'env_type', 'This field may not be blank.'],
    [{ env_type: null }, 'env_type', 'This field may not be null.'],
    [{ env_type: 'dev' }, 'env_type', '"dev" is not a valid choice.'],
    [{ env_type: 'prod' }, 'env_type', '"prod" is not a valid choice.'],
    [{ env_type: ['sandbox'] }, 'env_type', 'Not a valid string.'],
    [{ events: [] }, 'events', 'This list may not be empty.'],
    [{ events: null }, 'events', 'This field may not be null.'],
    [{ events: 'link-connected' }, 'events', 'Expected a list of items.'],
    [{ events: ['link-connected', 'link-lost'] }, 'events.1', '"link-lost" is not a valid choice.'],
    [{ events: [7] }, 'events.0', 'Not a valid string.'],
    [{ enabled: 'true' }, 'enabled', 'Must be a valid boolean.'],
    [{ enabled: null }, 'enabled', 'This field may not be null.'],
  ])('400 for creating a webhook with %j; the error at field %s is: %s', async (more, field, message) => {
    const response = await create(more);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([field, message]));
    expect((await call('GET', '/v1/webhooks/')).json().count).toBe(0);
  });

  test.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::ffff:192.168.0.1]/',
    'https://[fd00::1]/',
  ])('400 for the webhook URL %s, which is not a public address', async (webhook_url) => {
    const response = await create({ webhook_url });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.extra['invalid-params']).toMatchObject([{ field: 'webhook_url' }]);
  });

  test('400: the response lists every invalid field, in the order of the documented fields', async () => {
    const several = await create({ enabled: 1, events: [], env_type: 'x', webhook_url: 'x', name: '' });
    expect(several.json().error.extra['invalid-params'].map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'webhook_url',
      'env_type',
      'events',
      'enabled',
    ]);
    const both = await create({ env_type: 'prod', webhook_url: 'https://10.0.0.1/' });
    expect(both.json().error.extra['invalid-params'].map(({ field }: { field: string }) => field)).toEqual([
      'webhook_url',
      'env_type',
    ]);
  });

  test('in prod, 201 for env_type prod and 400 for env_type sandbox', async () => {
    expect(await created({ env_type: 'prod' }, acme.prod)).toMatchObject({ env_type: 'prod' });
    const response = await create({ env_type: 'sandbox' }, acme.prod);
    expect(response.json()).toEqual(invalid(['env_type', '"sandbox" is not a valid choice.']));
  });

  test('400 for a URL already registered in this environment; 201 if it is registered only in the other environment or by another client', async () => {
    const webhook_url = anyUrl();
    await created({ webhook_url });
    const again = await create({ webhook_url, name: 'Another' });
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual(TAKEN);
    await created({ webhook_url, env_type: 'prod' }, acme.prod);
    const prod = await create({ webhook_url, env_type: 'prod' }, acme.prod);
    expect(prod.json()).toEqual(invalid(['env_type', 'Webhook url for prod already registered']));
    await created({ webhook_url }, (await newClient(house)).sandbox);
  });

  test('201: the URL of a deleted endpoint can be registered again', async () => {
    const webhook_url = anyUrl();
    const { id } = await created({ webhook_url });
    await call('DELETE', urlOf(id));
    expect((await created({ webhook_url })).id).not.toBe(id);
  });

  test('only one of eight concurrent requests with the same URL succeeds; the others get 400', async () => {
    const webhook_url = anyUrl();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ webhook_url })));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused).toHaveLength(7);
    for (const response of refused) expect([response.statusCode, response.json()]).toEqual([400, TAKEN]);
    expect((await call('GET', '/v1/webhooks/')).json().count).toBe(1);
  });

  test('at most fifty endpoints are allowed: of sixty concurrent requests, fifty get 201 and ten get 400; after a deletion, one more endpoint can be created', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create()));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused).toHaveLength(10);
    for (const response of refused) expect([response.statusCode, response.json()]).toEqual([400, FIFTY]);
    expect((await call('GET', '/v1/webhooks/')).json().count).toBe(50);
    await created({ env_type: 'prod' }, acme.prod);
    const id = answers.find(({ statusCode }) => statusCode === 201)?.json().id;
    await call('DELETE', urlOf(id));
    await created();
    expect((await create()).json()).toEqual(FIFTY);
  });

  test('201: requests with the same Idempotency-Key create one endpoint, and the stored response is encrypted', async () => {
    const asked = body();
    const first = await call('POST', '/v1/webhooks/', asked, { 'idempotency-key': 'w' });
    const second = await call('POST', '/v1/webhooks/', asked, { 'idempotency-key': 'w' });
    expect(first.statusCode).toBe(201);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toBe(first.body);
    expect((await call('GET', '/v1/webhooks/')).json().count).toBe(1);
    const { rows } = await house.database
      .scoped(scopeOf(acme))
      .query<{ answer_sealed: Buffer }>('select answer_sealed from idempotency_keys');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.answer_sealed.includes(first.json().signing_secret)).toBe(false);
  });

  test('400 for a URL that is already registered, even in a request with an Idempotency-Key; 201 for another URL with another key', async () => {
    const webhook_url = anyUrl();
    await created({ webhook_url });
    const refused = await call('POST', '/v1/webhooks/', body({ webhook_url }), { 'idempotency-key': 'taken' });
    expect(refused.json()).toEqual(TAKEN);
    const other = await call('POST', '/v1/webhooks/', body(), { 'idempotency-key': 'free' });
    expect(other.statusCode).toBe(201);
  });
});
