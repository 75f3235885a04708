import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

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

/** The endpoint's `failing_since`, read from the database because no response contains it. */
async function failingSince(id: string): Promise<Date | null | undefined> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ failing_since: Date | null }>('select failing_since from webhook_endpoints where id = $1', [id]);
  return rows[0]?.failing_since;
}

const TAKEN = invalid(['env_type', 'Webhook url for sandbox already registered']);

describe('GET /v1/webhooks/', () => {
  test('200: lists endpoints newest first, in pages; 404 for a page after the last page', async () => {
    for (const name of ['first', 'second', 'third']) {
      await created({ name });
      house.clock.advance(1_000);
    }
    const page = (await call('GET', '/v1/webhooks/?page_size=2&enabled=true')).json();
    expect(page).toMatchObject({
      count: 3,
      previous: null,
      next: `${BASE_URL}/v1/webhooks/?page_size=2&enabled=true&page=2`,
    });
    expect(page.results.map(({ name }: { name: string }) => name)).toEqual(['third', 'second']);
    const last = (await call('GET', page.next.slice(BASE_URL.length))).json();
    expect(last.results.map(({ name }: { name: string }) => name)).toEqual(['first']);
    expect(last).toMatchObject({ count: 3, next: null });
    const beyond = await call('GET', '/v1/webhooks/?page_size=2&page=3');
    expect([beyond.statusCode, beyond.json()]).toEqual([404, NOT_FOUND]);
  });

  test('200: the list is empty if no endpoint is registered', async () => {
    expect((await call('GET', '/v1/webhooks/')).json()).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  test('200: endpoints can be filtered by the field `enabled`', async () => {
    const on = await created();
    const off = await created({ enabled: false });
    const ids = async (query: string): Promise<string[]> =>
      (await call('GET', `/v1/webhooks/${query}`)).json().results.map(({ id }: { id: string }) => id);
    expect(await ids('?enabled=true')).toEqual([on.id]);
    expect(await ids('?enabled=false')).toEqual([off.id]);
    expect((await ids('')).toSorted()).toEqual([on.id, off.id].toSorted());
  });

  test.each(['1', 'True', ''])('400 for a list of webhooks with the invalid filter enabled=%s', async (value) => {
    const response = await call('GET', `/v1/webhooks/?enabled=${value}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['enabled', 'Must be a valid boolean.']));
  });

  test('200: lists only endpoints of the caller’s client and environment', async () => {
    await created();
    expect((await acme.prod('GET', '/v1/webhooks/')).json().count).toBe(0);
    expect((await (await newClient(house)).sandbox('GET', '/v1/webhooks/')).json().count).toBe(0);
  });
});

describe('/v1/webhooks/{webhook_id}/', () => {
  test('only the response to POST /v1/webhooks/ contains the signing secret', async () => {
    const { id, signing_secret } = await created();
    const answers = [
      await call('GET', '/v1/webhooks/'),
      await call('GET', urlOf(id)),
      await call('PATCH', urlOf(id), { name: 'Renamed' }),
      await call('PATCH', urlOf(id), { signing_secret: 'whsec_AAAA' }),
    ];
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200);
      expect(body).not.toContain('signing_secret');
      expect(body).not.toContain(signing_secret);
    }
  });

  test('404 for an unknown endpoint or another client’s endpoint; 403 for an endpoint of the other environment', async () => {
    const { id } = await created();
    const other = await newClient(house);
    for (const [method, path, sent] of [
      ['GET', urlOf(id), undefined],
      ['PATCH', urlOf(id), {}],
      ['DELETE', urlOf(id), undefined],
      ['POST', `${urlOf(id)}replay/`, {}],
    ] as const) {
      for (const send of [other.sandbox, other.prod]) {
        const foreign = await send(method, path, sent);
        expect([foreign.statusCode, foreign.json()]).toEqual([404, NOT_FOUND]);
      }
      const elsewhere = await acme.prod(method, path, sent);
      expect([elsewhere.statusCode, elsewhere.json()]).toEqual([403, OTHER_ENVIRONMENT]);
      const never = await call(method, path.replace(id, newId()), sent);
      expect([never.statusCode, never.json()]).toEqual([404, NOT_FOUND]);
    }
    expect((await call('GET', urlOf(id))).statusCode).toBe(200);
  });

  test('200: GET returns the endpoint as registered', async () => {
    const { signing_secret: _, ...shown } = await created();
    expect((await call('GET', urlOf(shown.id))).json()).toEqual(shown);
  });
});

describe('PATCH /v1/webhooks/{webhook_id}/', () => {
  test('200: changes the given fields and keeps the others', async () => {
    const { signing_secret: _, ...before } = await created({ events: ['link-deleted'] });
    house.clock.advance(60_000);
    const nothing = await call('PATCH', urlOf(before.id), {});
    expect(nothing.json()).toEqual({ ...before, updated_at: '2026-03-01T12:01:00Z' });
    const webhook_url = anyUrl();
    const changes = { name: 'Renamed', webhook_url, events: ['link-connected', 'link-connected'], enabled: false };
    const all = await call('PATCH', urlOf(before.id), changes);
    expect(all.statusCode).toBe(200);
    const after = { ...before, ...changes, events: ['link-connected'], updated_at: '2026-03-01T12:01:00Z' };
    expect(all.json()).toEqual(after);
    expect((await call('GET', urlOf(before.id))).json()).toEqual(after);
  });

  test('200: ignores env_type, which cannot be changed', async () => {
    const { id } = await created();
    for (const env_type of ['sandbox', 'prod', 'dev', null]) {
      const response = await call('PATCH', urlOf(id), { env_type });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ env_type: 'sandbox' });
    }
    expect((await acme.prod('GET', '/v1/webhooks/')).json().count).toBe(0);
  });

  test.each<[object, string, string]>([
    [{ name: '' }, 'name', 'This field may not be blank.'],
    [{ name: null }, 'name', 'This field may not be null.'],
    [{ name: 'n'.repeat(129) }, 'name', 'Ensure this field has no more than 128 characters.'],
    [{ webhook_url: '' }, 'webhook_url', 'This field may not be blank.'],
    [{ webhook_url: 'x' }, 'webhook_url', 'Enter a valid URL.'],
    [{ events: [] }, 'events', 'This list may not be empty.'],
    [{ events: ['x'] }, 'events.0', '"x" is not a valid choice.'],
    [{ enabled: 'false' }, 'enabled', 'Must be a valid boolean.'],
  ])('400 for changing a webhook with the body %j; the error at field %s is: %s', async (changes, field, message) => {
    const { id, updated_at } = await created();
    house.clock.advance(60_000);
    const response = await call('PATCH', urlOf(id), changes);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([field, message]));
    expect((await call('GET', urlOf(id))).json()).toMatchObject({ updated_at });
  });

  test('400 for a URL that is not allowed or belongs to another endpoint; 200 for the endpoint’s own URL', async () => {
    const webhook_url = anyUrl();
    const { id } = await created({ webhook_url });
    const { webhook_url: taken } = await created();
    const forbidden = await call('PATCH', urlOf(id), { webhook_url: 'https://10.0.0.1/' });
    expect(forbidden.json().error.extra['invalid-params']).toMatchObject([{ field: 'webhook_url' }]);
    const duplicate = await call('PATCH', urlOf(id), { webhook_url: taken });
    expect([duplicate.statusCode, duplicate.json()]).toEqual([400, TAKEN]);
    expect((await call('PATCH', urlOf(id), { webhook_url })).json()).toMatchObject({ webhook_url });
  });

  test('if two endpoints are concurrently changed to the same URL, one request succeeds and the other gets 400', async () => {
    const [one, two] = [await created(), await created()];
    const webhook_url = anyUrl();
    const answers = await Promise.all([one, two].map(({ id }) => call('PATCH', urlOf(id), { webhook_url })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ statusCode }) => statusCode === 400)?.json()).toEqual(TAKEN);
  });

  /** Disables the endpoint in the same way as the service does after five days of failures. */
  const disable = (id: string) =>
    house.database.scoped(SYSTEM).query(
      `update webhook_endpoints set enabled = false, disabled_reason = 'Nothing came through.', failing_since = $2
       where id = $1`,
      [id, house.clock.now()],
    );

  test('200: enabling an automatically disabled endpoint clears disabled_reason and failing_since', async () => {
    const { id } = await created();
    await disable(id);
    expect((await call('GET', urlOf(id))).json()).toMatchObject({
      enabled: false,
      disabled_reason: 'Nothing came through.',
    });
    const response = await call('PATCH', urlOf(id), { enabled: true });
    expect(response.json()).toMatchObject({ enabled: true, disabled_reason: null });
    expect(await failingSince(id)).toBe(null);
  });

  test('200: if the change does not set enabled=true, an automatically disabled endpoint stays disabled and keeps its disabled_reason and failing_since', async () => {
    const { id } = await created();
    await disable(id);
    for (const changes of [{ name: 'Renamed' }, { webhook_url: anyUrl() }, { enabled: false }]) {
      const response = await call('PATCH', urlOf(id), changes);
      expect(response.json()).toMatchObject({ enabled: false, disabled_reason: 'Nothing came through.' });
      expect(await failingSince(id)).not.toBe(null);
    }
  });
});

describe('DELETE /v1/webhooks/{webhook_id}/', () => {
  const states = async (endpoint_id: string): Promise<string[]> => {
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ state: string }>('select state from webhook_deliveries where endpoint_id = $1 order by state', [
        endpoint_id,
      ]);
    return rows.map(({ state }) => state);
  };
  const deliver = (endpoint_id: string, state: string) =>
    house.database.scoped(SYSTEM).query(
      `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
         attempts, due_at, fires_at, created_at)
       values ($1, 'sandbox', $2, $3, $4, 'link-deleted', 1, $5, 0, $6, $6, $6)`,
      [acme.client_id, newId(), endpoint_id, newId(), state, new Date('2030-01-01T00:00:00Z')],
    );

  test('204: deletes the endpoint and its waiting deliveries; keeps its finished deliveries and other endpoints’ deliveries', async () => {
    const { id } = await created();
    const { id: other } = await created();
    for (const state of ['waiting', 'waiting', 'delivered', 'dead']) await deliver(id, state);
    await deliver(other, 'waiting');
    const response = await call('DELETE', urlOf(id));
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect(await states(id)).toEqual(['dead', 'delivered']);
    expect(await states(other)).toEqual(['waiting']);
    for (const [method, sent] of [
      ['GET', undefined],
      ['PATCH', {}],
      ['DELETE', undefined],
    ] as const) {
      expect((await call(method, urlOf(id), sent)).statusCode).toBe(404);
    }
  });

  test('a PATCH that changes the URL does not delete the waiting deliveries, unlike DELETE', async () => {
    const { id } = await created();
    await deliver(id, 'waiting');
    await call('PATCH', urlOf(id), { webhook_url: anyUrl() });
    expect(await states(id)).toEqual(['waiting']);
  });
});
