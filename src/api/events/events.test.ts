import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { NewEvent } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { sampleEvent } from '#test/webhook-log.ts';
import { happen, newStatus } from '#test/webhooks.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
let scope: Scope;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  acme = await newClient(house);
  call = acme.sandbox;
  scope = { client_id: acme.client_id, environment: 'sandbox' };
});
afterAll(() => house.close());

type Logged = { cursor: string; event_type: string; created_at: string; payload: { tracking_info: string | null } };
type Log = { next_cursor: string | null; results: Logged[] };
async function read(query = '', send = call): Promise<Log> {
  const response = await send('GET', `/v1/events/${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const numbered = (from: number, to: number): NewEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => sampleEvent({ tracking_info: String(from + i) }));
const numbersOf = ({ results }: Log): number[] => results.map(({ payload }) => Number(payload.tracking_info));

describe('GET /v1/events/', () => {
  test('200: an empty log has no results and next_cursor null', async () => {
    expect(await read()).toEqual({ next_cursor: null, results: [] });
  });

  test('200: returns every event of the environment, oldest first, including events that no endpoint is subscribed to', async () => {
    await happen(house, scope, sampleEvent({ tracking_info: 'loan-17' }), sampleEvent());
    const { results, next_cursor } = await read();
    expect(results).toHaveLength(2);
    expect(results[0]).toEqual({
      cursor: expect.any(String),
      event_type: 'link-connected',
      created_at: '2026-03-01T12:00:00Z',
      payload: expect.objectContaining({ event_type: 'link-connected', tracking_info: 'loan-17' }),
    });
    expect(next_cursor).toBe(results[1]?.cursor);
  });

  test('200: the payload has exactly the bytes of the stored payload', async () => {
    const texts = [
      'naïve “quotes” 🙂 \u{1d11e} 漢字',
      '"\\/\b\f\n\r\t',
      '\u0001\u001f\u007f\u0080\u2028\u2029\ufeff',
      "</script>&amp;'`${1}",
      '{"a": 1}',
      '\\u0041 \\ud83d',
    ];
    await happen(house, scope, ...texts.map((tracking_info) => sampleEvent({ tracking_info })));
    const { rows } = await house.database
      .scoped(scope)
      .query<{ payload: string }>('select payload from events where client_id = $1 order by position', [
        acme.client_id,
      ]);
    const { body } = await call('GET', '/v1/events/');
    expect(rows).toHaveLength(texts.length);
    for (const { payload } of rows) expect(body).toContain(`"payload":${payload}}`);
  });

  test('200: the cursors lead through the whole log, without duplicates or gaps', async () => {
    await happen(house, scope, ...numbered(1, 5));
    const first = await read('?limit=2');
    expect(numbersOf(first)).toEqual([1, 2]);
    const second = await read(`?limit=2&after=${first.next_cursor}`);
    expect(numbersOf(second)).toEqual([3, 4]);
    expect(numbersOf(await read(`?after=${first.results[0]?.cursor}`))).toEqual([2, 3, 4, 5]);
    const third = await read(`?limit=2&after=${second.next_cursor}`);
    expect(numbersOf(third)).toEqual([5]);
    const end = await read(`?limit=2&after=${third.next_cursor}`);
    expect(end).toEqual({ next_cursor: third.next_cursor, results: [] });
    await happen(house, scope, ...numbered(6, 6));
    expect(numbersOf(await read(`?after=${end.next_cursor}`))).toEqual([6]);
  });

  test('200: limit is 100 by default and 500 at most', async () => {
    await happen(house, scope, ...numbered(1, 501));
    expect((await read()).results).toHaveLength(100);
    expect((await read('?limit=1')).results).toHaveLength(1);
    expect((await read('?limit=500')).results).toHaveLength(500);
  });

  test.each([
    ['limit=0', 'limit', 'Ensure this value is greater than or equal to 1.'],
    ['limit=501', 'limit', 'Ensure this value is less than or equal to 500.'],
    ['limit=x', 'limit', 'A valid integer is required.'],
    ['limit=', 'limit', 'A valid integer is required.'],
    ['limit=-1', 'limit', 'A valid integer is required.'],
    ['limit=1.5', 'limit', 'A valid integer is required.'],
    ['event_type=x', 'event_type', '"x" is not a valid choice.'],
    ['event_type=', 'event_type', 'This field may not be blank.'],
    ['after=', 'after', 'Object not found.'],
    ['after=x', 'after', 'Object not found.'],
    ['after=1', 'after', 'Object not found.'],
    ['after=%00', 'after', 'Not a valid string.'],
  ])('400 for a list of events with the query %s; the error at field %s is: %s', async (query, field, message) => {
    const response = await call('GET', `/v1/events/?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([field, message]));
  });

  test('200: each filter, alone or combined with another, returns only matching events', async () => {
    const [user_id, link_id, order_id] = [newId(), newId(), newId()];
    const status: NewEvent = Object.assign(newStatus(newId(), 'new'), { order_id, tracking_info: '3' });
    await happen(
      house,
      scope,
      sampleEvent({ user_id, tracking_info: '1' }),
      sampleEvent({ link_id, tracking_info: '2' }),
      status,
    );
    expect(numbersOf(await read(`?user_id=${user_id}`))).toEqual([1]);
    expect(numbersOf(await read(`?link_id=${link_id}`))).toEqual([2]);
    expect(numbersOf(await read(`?order_id=${order_id}`))).toEqual([3]);
    expect(numbersOf(await read('?event_type=task-status-updated'))).toEqual([3]);
    expect(numbersOf(await read('?event_type=link-connected'))).toEqual([1, 2]);
    expect(numbersOf(await read(`?user_id=${user_id}&link_id=${link_id}`))).toEqual([]);
    expect(numbersOf(await read('?user_id=x'))).toEqual([]);
  });

  test('200: shows only events of the caller’s client and environment', async () => {
    await happen(house, scope, sampleEvent());
    expect((await read()).results).toHaveLength(1);
    expect((await read('', acme.prod)).results).toEqual([]);
    const other = await newClient(house);
    expect((await read('', other.sandbox)).results).toEqual([]);
  });
});
