import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type NewEvent, toEventRow } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { fileEvents } from '#services/events/event-log.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { logAttempt, sampleEvent } from '#test/webhook-log.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-31T12:00:00Z');

let house: TestHouse;
let acme: TestClient;
let call: Call;
let scope: Scope;
let endpoint_id: string;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  house.clock.set(NOW);
  acme = await newClient(house);
  call = acme.sandbox;
  scope = { client_id: acme.client_id, environment: 'sandbox' };
  endpoint_id = await newEndpoint();
});
afterAll(() => house.close());

async function newEndpoint(send = call, env_type = 'sandbox'): Promise<string> {
  const body = { name: 'Loans', webhook_url: `http://127.0.0.1:9/${newId()}`, env_type };
  return (await send('POST', '/v1/webhooks/', body)).json().id;
}

type Log = { next: string | null; previous: string | null; results: { id: string }[] };
async function read(query = '', send = call): Promise<Log> {
  const response = await send('GET', `/v1/webhook-requests/${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const idsOf = ({ results }: Log): string[] => results.map(({ id }) => id);
const attempt = (more: Parameters<typeof logAttempt>[3] = {}) => logAttempt(house, scope, endpoint_id, more);
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

describe('GET /v1/webhook-requests/', () => {
  test('200: an empty log has no results and no further pages', async () => {
    expect(await read()).toEqual({ next: null, previous: null, results: [] });
  });

  test('200: returns one element per delivery attempt, with all fields', async () => {
    const event = sampleEvent({ tracking_info: 'loan “17”' });
    const failed = {
      event,
      attempt: 3,
      state: 'waiting',
      status_code: 503,
      error_message: 'The endpoint answered 503.',
      webhook_url: 'http://127.0.0.1:9/where-it-was',
      duration_ms: 41,
      next_attempt_at: new Date(NOW.getTime() + 120_000),
    } as const;
    const webhook_id = newId();
    const id = await attempt({ ...failed, event_id: webhook_id });
    const { results } = await read();
    expect(results).toEqual([
      {
        webhook_id,
        event_type: 'link-connected',
        event_created_at: '2026-03-31T12:00:00Z',
        status_code: 503,
        error_message: 'The endpoint answered 503.',
        webhook_payload: JSON.parse(toEventRow(event, webhook_id, NOW).payload),
        webhook_url: 'http://127.0.0.1:9/where-it-was',
        id,
        endpoint_id,
        attempt: 3,
        state: 'waiting',
        sent_at: '2026-03-31T12:00:00Z',
        duration_ms: 41,
        next_attempt_at: '2026-03-31T12:02:00Z',
      },
    ]);
  });

  test('200: status_code, error_message and next_attempt_at are null if they do not apply', async () => {
    await attempt({ status_code: null, error_message: 'Connection refused.', state: 'dead', attempt: 8 });
    await attempt();
    expect((await read()).results).toMatchObject([
      { status_code: 200, error_message: null, next_attempt_at: null, state: 'delivered' },
      { status_code: null, error_message: 'Connection refused.', next_attempt_at: null, state: 'dead' },
    ]);
  });

  test('200: the payload is identical, byte for byte, to the stored payload of the event', async () => {
    const event = sampleEvent({ tracking_info: 'naïve 🙂 "\\"\b\t\u2028\u2029\u007f</script>' });
    await attempt({ event });
    const { rows } = await house.database
      .scoped(scope)
      .query<{ payload: string }>('select payload from events where client_id = $1', [acme.client_id]);
    const { body } = await call('GET', '/v1/webhook-requests/');
    expect(body).toContain(`"webhook_payload":${rows[0]?.payload},"webhook_url"`);
  });

  test('200: lists attempts newest first; the URLs in next and previous lead to other pages of the same query', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift(await attempt());
    const other = await newEndpoint();
    await logAttempt(house, scope, other);
    const query = `?page_size=3&endpoint_id=${endpoint_id}`;
    const first = await read(query);
    expect(idsOf(first)).toEqual(ids.slice(0, 3));
    expect(first.previous).toBe(null);
    expect(first.next).toMatch(`${BASE_URL}/v1/webhook-requests/${query}&cursor=`);
    const second = await read(first.next?.split('/v1/webhook-requests/')[1]);
    expect(idsOf(second)).toEqual(ids.slice(3, 6));
    const third = await read(second.next?.split('/v1/webhook-requests/')[1]);
    expect(idsOf(third)).toEqual(ids.slice(6));
    expect(third.next).toBe(null);
    const back = await read(third.previous?.split('/v1/webhook-requests/')[1]);
    expect(idsOf(back)).toEqual(ids.slice(3, 6));
    const beginning = await read(back.previous?.split('/v1/webhook-requests/')[1]);
    expect(idsOf(beginning)).toEqual(ids.slice(0, 3));
    expect(beginning.previous).toBe(null);
    expect(idsOf(await read(beginning.next?.split('/v1/webhook-requests/')[1]))).toEqual(ids.slice(3, 6));
  });

  test('200: new attempts do not shift the pages', async () => {
    const ids = [await attempt(), await attempt(), await attempt()].toReversed();
    const first = await read('?page_size=2');
    await attempt();
    const second = await read(first.next?.split('/v1/webhook-requests/')[1]);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
  });

  test('200: page_size is 25 by default and 100 at most', async () => {
    const event_id = newId();
    await attempt({ event_id, event: sampleEvent() });
    for (let i = 0; i < 100; i++) await attempt({ event_id });
    for (const [query, count] of [
      ['', 25],
      ['?page_size=0', 25],
      ['?page_size=x', 25],
      ['?page_size=1', 1],
      ['?page_size=100', 100],
      ['?page_size=101', 100],
    ] as const) {
      const { results, next } = await read(query);
      expect([query, results.length, next === null]).toEqual([query, count, false]);
    }
  });

  test.each(['', 'x', '5', 'bzA1', 'bzU%3D'])(
    '404 for a list of webhook requests with the invalid cursor "%s"',
    async (cursor) => {
      await attempt();
      const response = await call('GET', `/v1/webhook-requests/?cursor=${cursor}`);
      expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
    },
  );

  test('200: each filter, alone or combined with another, returns only matching attempts', async () => {
    const other = await newEndpoint();
    const deleted = sampleEvent({ event_type: 'link-deleted' } as Partial<NewEvent>);
    const a = await attempt({ sent_at: ago(3_600_000) });
    const b = await attempt({ status_code: 500, state: 'waiting' });
    const c = await attempt({ event: deleted });
    const d = await logAttempt(house, scope, other, { status_code: null, state: 'dead' });
    const found = async (query: string) => idsOf(await read(`?${query}`));
    expect(await found('')).toEqual([d, c, b, a]);
    expect(await found('event_type=link-deleted')).toEqual([c]);
    expect(await found('event_type=order-finalized')).toEqual([]);
    expect(await found('status_code=500')).toEqual([b]);
    expect(await found('status_code=200')).toEqual([c, a]);
    expect(await found(`endpoint_id=${other}`)).toEqual([d]);
    expect(await found(`endpoint_id=${newId()}`)).toEqual([]);
    expect(await found('endpoint_id=x')).toEqual([]);
    expect(await found('created_at__gte=2026-03-31T11:00:01Z')).toEqual([d, c, b]);
    expect(await found('created_at__gte=2026-03-31T11:00:00Z')).toEqual([d, c, b, a]);
    expect(await found('created_at__lte=2026-03-31T11:00:00Z')).toEqual([a]);
    expect(await found('created_at__lte=2026-03-31T10:59:59Z')).toEqual([]);
    expect(await found('created_at__lte=2026-03-31T13:00:00%2B02:00')).toEqual([a]);
    expect(await found('created_at__gte=2026-03-31T12:00:00Z&created_at__lte=2026-03-31T11:00:00Z')).toEqual([]);
    expect(await found(`status_code=200&endpoint_id=${endpoint_id}&event_type=link-connected`)).toEqual([a]);
  });

  test('200: lists attempts of exactly the last thirty days, measured by the client’s clock', async () => {
    const kept = await attempt({ sent_at: ago(30 * DAY_MS) });
    await attempt({ sent_at: ago(30 * DAY_MS + 1_000) });
    expect(idsOf(await read())).toEqual([kept]);
    expect(idsOf(await read('?created_at__gte=2026-03-01T12:00:00Z'))).toEqual([kept]);
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 1 });
    expect(idsOf(await read())).toEqual([]);
  });

  test('400 if created_at__gte is more than thirty days ago by the client’s clock', async () => {
    const response = await call('GET', '/v1/webhook-requests/?created_at__gte=2026-03-01T11:59:59Z');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(
      invalid(['created_at__gte', 'Ensure this value is greater than or equal to 2026-03-01T12:00:00Z.']),
    );
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 86_400 });
    const later = await call('GET', '/v1/webhook-requests/?created_at__gte=2026-03-02T11:59:59Z');
    expect(later.json()).toEqual(
      invalid(['created_at__gte', 'Ensure this value is greater than or equal to 2026-03-02T12:00:00Z.']),
    );
  });

  test.each([
    ['status_code=99', 'status_code', 'Ensure this value is greater than or equal to 100.'],
    ['status_code=600', 'status_code', 'Ensure this value is less than or equal to 599.'],
    ['status_code=2e2', 'status_code', 'A valid integer is required.'],
    ['status_code=', 'status_code', 'A valid integer is required.'],
    ['status_code=-200', 'status_code', 'A valid integer is required.'],
    ['event_type=x', 'event_type', '"x" is not a valid choice.'],
    ['created_at__gte=yesterday', 'created_at__gte', 'Datetime has wrong format. Use ISO 8601.'],
    ['created_at__lte=2026-02-30', 'created_at__lte', 'Datetime has wrong format. Use ISO 8601.'],
  ])(
    '400 for a list of webhook requests with the query %s; the error at field %s is: %s',
    async (query, field, message) => {
      const response = await call('GET', `/v1/webhook-requests/?${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid([field, message]));
    },
  );

  test.each(['100', '599'])('200: the list of webhook requests is filtered by status_code=%s', async (status_code) => {
    const id = await attempt({ status_code: Number(status_code) });
    expect(idsOf(await read(`?status_code=${status_code}`))).toEqual([id]);
  });

  test('200: an attempt whose event was deleted is not listed and does not break pagination', async () => {
    const first = await attempt();
    await attempt({ event_id: newId() });
    const last = await attempt();
    expect(idsOf(await read())).toEqual([last, first]);
    const { next, results } = await read('?page_size=2');
    expect(results.map(({ id }) => id)).toEqual([last]);
    expect(idsOf(await read(next?.split('/v1/webhook-requests/')[1]))).toEqual([first]);
  });

  test('200: shows only attempts of the caller’s client and environment', async () => {
    await attempt();
    expect((await read('', acme.prod)).results).toEqual([]);
    expect((await read(`?endpoint_id=${endpoint_id}`, (await newClient(house)).sandbox)).results).toEqual([]);
  });

  test('200: attempts to a deleted endpoint are still listed', async () => {
    const id = await attempt();
    await call('DELETE', `/v1/webhooks/${endpoint_id}/`);
    expect((await read()).results).toMatchObject([{ id, endpoint_id }]);
  });
});

describe('POST /v1/webhook-requests/{request_id}/replay/', () => {
  const replay = (id: string, send = call, headers = {}) =>
    send('POST', `/v1/webhook-requests/${id}/replay/`, undefined, headers);
  type Delivery = { endpoint_id: string; event_id: string; state: string };
  const deliveries = async (): Promise<Delivery[]> =>
    (
      await house.database
        .scoped(scope)
        .query<Delivery>('select endpoint_id, event_id, state from webhook_deliveries where client_id = $1', [
          acme.client_id,
        ])
    ).rows;
  /** Marks all events so far as delivered. */
  async function deliverAll(): Promise<void> {
    await fileEvents(house);
    await house.database
      .scoped(scope)
      .query(`update webhook_deliveries set state = 'delivered' where client_id = $1`, [acme.client_id]);
  }

  test('202: each replay creates a new delivery of the attempt’s event to the attempt’s endpoint, and to no other endpoint', async () => {
    await newEndpoint();
    const event_id = newId();
    const id = await attempt({ event_id, event: sampleEvent() });
    await attempt();
    for (const count of [1, 2]) {
      await deliverAll();
      const before = (await deliveries()).length;
      const response = await replay(id);
      expect(response.statusCode, response.body).toBe(202);
      expect(response.json()).toEqual({ replayed_count: 1 });
      const all = await deliveries();
      expect(all.filter(({ state }) => state === 'waiting')).toEqual([{ endpoint_id, event_id, state: 'waiting' }]);
      expect([count, all.length]).toEqual([count, before + 1]);
    }
  });

  test('202: two requests with the same Idempotency-Key replay the event once', async () => {
    const id = await attempt();
    await deliverAll();
    await replay(id, call, { 'idempotency-key': 'r' });
    await deliverAll();
    const before = (await deliveries()).length;
    const again = await replay(id, call, { 'idempotency-key': 'r' });
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([202, 'true']);
    expect(await deliveries()).toHaveLength(before);
  });

  test('404 if the endpoint was deleted or the attempt is older than thirty days', async () => {
    const old = await attempt({ sent_at: ago(30 * DAY_MS + 1_000) });
    const kept = await attempt({ sent_at: ago(30 * DAY_MS) });
    expect((await replay(kept)).statusCode).toBe(202);
    const gone = await replay(old);
    expect([gone.statusCode, gone.json()]).toEqual([404, NOT_FOUND]);
    await call('DELETE', `/v1/webhooks/${endpoint_id}/`);
    const nowhere = await replay(kept);
    expect([nowhere.statusCode, nowhere.json()]).toEqual([404, NOT_FOUND]);
  });

  test('400 if the endpoint is disabled', async () => {
    const id = await attempt();
    await call('PATCH', `/v1/webhooks/${endpoint_id}/`, { enabled: false });
    const response = await replay(id);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['enabled', 'The endpoint is disabled.']));
  });

  test('404 for an unknown attempt or another client’s attempt; 403 for an attempt of the other environment', async () => {
    const id = await attempt();
    const other = await newClient(house);
    for (const [send, which] of [
      [other.sandbox, id],
      [other.prod, id],
      [call, newId()],
      [call, 'x'],
    ] as const) {
      const response = await replay(which, send);
      expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
    }
    const elsewhere = await replay(id, acme.prod);
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([403, OTHER_ENVIRONMENT]);
    expect(await deliveries()).toEqual([]);
  });
});
