import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { NewEvent } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { fileEvents } from '#services/events/event-log.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { sampleEvent } from '#test/webhook-log.ts';
import { happen, newEndpoint } from '#test/webhooks.ts';

let house: TestHouse;
let call: Call;
let scope: Scope;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  const acme = await newClient(house);
  call = acme.sandbox;
  scope = { client_id: acme.client_id, environment: 'sandbox' };
});
afterAll(() => house.close());

const created = (more: object = {}) => newEndpoint(call, `http://127.0.0.1:9/${newId()}`, more);

describe('POST /v1/webhooks/{webhook_id}/replay/', () => {
  const replay = (id: string, range: object, headers = {}) =>
    call('POST', `/v1/webhooks/${id}/replay/`, { created_at__gte: '2026-03-01T00:00:00Z', ...range }, headers);
  const replayed = async (id: string, range: object = {}): Promise<number> => {
    const response = await replay(id, range);
    expect(response.statusCode, response.body).toBe(202);
    expect(Object.keys(response.json())).toEqual(['replayed_count']);
    return response.json().replayed_count;
  };
  const settle = (endpoint_id: string, state: string, event_type = '%') =>
    house.database
      .scoped(SYSTEM)
      .query('update webhook_deliveries set state = $2 where endpoint_id = $1 and event_type like $3', [
        endpoint_id,
        state,
        event_type,
      ]);

  /** Creates an endpoint with two events of different types, an hour apart. The first event was not delivered. */
  async function endpointWithHistory(): Promise<string> {
    const { id } = await created({ events: ['link-connected', 'link-deleted'] });
    await happen(house, scope, sampleEvent());
    house.clock.advance(3_600_000);
    await happen(house, scope, sampleEvent({ event_type: 'link-deleted' } as Partial<NewEvent>));
    await fileEvents(house);
    await settle(id, 'dead', 'link-connected');
    await settle(id, 'delivered', 'link-deleted');
    return id;
  }

  test('202: replays only failed deliveries by default, and all deliveries with only_failed=false', async () => {
    const id = await endpointWithHistory();
    expect(await replayed(id)).toBe(1);
    await settle(id, 'delivered');
    expect(await replayed(id)).toBe(0);
    expect(await replayed(id, { only_failed: true })).toBe(0);
    expect(await replayed(id, { only_failed: false })).toBe(2);
  });

  test('202: filters by time range, both ends included, and by event type; null and "" count as absent', async () => {
    const id = await endpointWithHistory();
    const all = async (range: object) => {
      await settle(id, 'delivered');
      return replayed(id, { only_failed: false, ...range });
    };
    expect(await all({ created_at__gte: '2026-03-01T12:00:00Z' })).toBe(2);
    expect(await all({ created_at__gte: '2026-03-01T12:00:01Z' })).toBe(1);
    expect(await all({ created_at__gte: '2026-03-01T14:00:00+02:00' })).toBe(2);
    expect(await all({ created_at__lte: '2026-03-01T13:00:00Z' })).toBe(2);
    expect(await all({ created_at__lte: '2026-03-01T12:59:59Z' })).toBe(1);
    expect(await all({ created_at__lte: '2026-02-01T00:00:00Z' })).toBe(0);
    expect(await all({ event_type: 'link-deleted' })).toBe(1);
    expect(await all({ event_type: 'order-created' })).toBe(0);
    for (const none of [null, '']) expect(await all({ created_at__lte: none, event_type: none })).toBe(2);
  });

  test('202: two requests with the same Idempotency-Key replay the events once', async () => {
    const id = await endpointWithHistory();
    expect((await replay(id, {}, { 'idempotency-key': 'r' })).json()).toEqual({ replayed_count: 1 });
    await settle(id, 'dead');
    const again = await replay(id, {}, { 'idempotency-key': 'r' });
    expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', { replayed_count: 1 }]);
    const { rowCount } = await house.database
      .scoped(SYSTEM)
      .query(`select 1 from webhook_deliveries where endpoint_id = $1 and state = 'waiting'`, [id]);
    expect(rowCount).toBe(0);
  });

  test.each<[object, string, string]>([
    [{ created_at__gte: undefined }, 'created_at__gte', 'This field is required.'],
    [{ created_at__gte: null }, 'created_at__gte', 'This field may not be null.'],
    [{ created_at__gte: '' }, 'created_at__gte', 'This field may not be blank.'],
    [{ created_at__gte: 'today' }, 'created_at__gte', 'Datetime has wrong format. Use ISO 8601.'],
    [{ created_at__gte: 5 }, 'created_at__gte', 'Not a valid string.'],
    [{ created_at__lte: 'today' }, 'created_at__lte', 'Datetime has wrong format. Use ISO 8601.'],
    [{ created_at__lte: 5 }, 'created_at__lte', 'Not a valid string.'],
    [{ event_type: 'x' }, 'event_type', '"x" is not a valid choice.'],
    [{ only_failed: 'false' }, 'only_failed', 'Must be a valid boolean.'],
    [{ only_failed: null }, 'only_failed', 'This field may not be null.'],
  ])('400 for replaying a webhook’s events with %j; the error at field %s is: %s', async (range, field, message) => {
    const { id } = await created();
    const response = await replay(id, range);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([field, message]));
  });

  test('400 if the endpoint is disabled', async () => {
    const { id } = await created({ enabled: false });
    const response = await replay(id, {});
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['enabled', 'The endpoint is disabled.']));
  });
});
