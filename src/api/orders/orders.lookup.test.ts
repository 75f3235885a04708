import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder } from '#test/orders.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

async function lookUp(ssn: string, query = ''): Promise<Answer> {
  const response = await call('POST', `/v1/orders/lookup/${query}`, { ssn });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const idsOf = ({ results }: Answer): string[] => results.map(({ id }: Answer) => id);
const ordered = async (ssn: string | null): Promise<string> => {
  house.clock.advance(1_000);
  return (await newOrder(call, { ssn })).id;
};

describe('POST /v1/orders/lookup/', () => {
  test('200: a search with nine digits finds the orders with exactly that SSN, newest first; each order has all its data', async () => {
    const first = await ordered('991-91-9991');
    await ordered('991-92-9991');
    await ordered('9991');
    await ordered(null);
    const last = await ordered('991 91 9991');
    const page = await lookUp('991-91-9991');
    expect(page).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [await readOrder(call, last), await readOrder(call, first)],
    });
    expect(page.results[0].employers[0]).toHaveProperty('employments');
  });

  test('200: a lookup by four digits finds the orders whose SSN ends with these digits', async () => {
    const ids = [await ordered('991-91-9991'), await ordered('992-92-9991'), await ordered('9991')];
    await ordered('991-91-9992');
    expect(idsOf(await lookUp('9991'))).toEqual(ids.toReversed());
  });

  test('200: the list is empty if no order matches', async () => {
    expect(await lookUp('991-91-9991')).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  test('200: lists results in pages, and the field `next` is a URL of the lookup endpoint', async () => {
    const ids = [await ordered('9991'), await ordered('9991'), await ordered('9991')].toReversed();
    const first = await lookUp('9991', '?page_size=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.next).toBe(`${BASE_URL}/v1/orders/lookup/?page_size=2&page=2`);
    const second = await lookUp('9991', first.next.slice(first.next.indexOf('?')));
    expect(idsOf(second)).toEqual(ids.slice(2));
    expect(second).toMatchObject({ count: 3, next: null });
    expect(second.previous).toMatch(`${BASE_URL}/v1/orders/lookup/?`);
    const behind = await call('POST', '/v1/orders/lookup/?page=3&page_size=2', { ssn: '9991' });
    expect([behind.statusCode, behind.json()]).toEqual([404, NOT_FOUND]);
  });

  test('200: does not find orders of another client or environment', async () => {
    await ordered('991-91-9991');
    const stranger = await newClient(house);
    for (const other of [stranger.sandbox, acme.prod]) {
      for (const ssn of ['991-91-9991', '9991']) {
        expect((await other('POST', '/v1/orders/lookup/', { ssn })).json().count).toBe(0);
      }
    }
  });

  test('200: a lookup counts against the `requests` budget', async () => {
    const { headers } = await call('POST', '/v1/orders/lookup/', { ssn: '9991' });
    expect(headers['ratelimit']).toMatch(/^"requests";/);
  });

  test.each([
    [{}, 'This field is required.'],
    [undefined, 'This field is required.'],
    [{ ssn: null }, 'This field may not be null.'],
    [{ ssn: '' }, 'This field may not be blank.'],
    [{ ssn: 9991 }, 'Not a valid string.'],
    [{ ssn: '991-91-999' }, 'Enter 9 digits or the last 4 digits.'],
    [{ ssn: '%' }, 'Enter 9 digits or the last 4 digits.'],
    [{ ssn: `9991${' '.repeat(125)}` }, 'Ensure this field has no more than 128 characters.'],
  ])('400 for an order lookup with the body %j: %s', async (body, message) => {
    const response = await call('POST', '/v1/orders/lookup/', body);
    expect([response.statusCode, response.json()]).toEqual([400, invalid(['ssn', message])]);
  });
});
