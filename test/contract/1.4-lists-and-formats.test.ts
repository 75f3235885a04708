// Contract, section 1.4: paging, order and filters of lists, tested on the list of users.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

/** Creates the users u-1, u-2, … The test clock advances one second after each user. */
async function createUsers(count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    await call('POST', '/v1/users/', { external_user_id: `u-${i}` });
    house.clock.advance(1_000);
  }
}
const page = async (query = '') => (await call('GET', `/v1/users/${query}`)).json();
const names = async (query = ''): Promise<string[]> =>
  (await page(query)).results.map((user: { external_user_id: string }) => user.external_user_id);

describe('section 1.4: Page object', () => {
  test('a page has the keys `count`, `next`, `previous` and `results`; `next` and `previous` are each null or a URL with the same query', async () => {
    await createUsers(5);
    const first = await page('?page_size=2&list_links=false&colour=dark%20blue');
    expect(Object.keys(first)).toEqual(['count', 'next', 'previous', 'results']);
    expect(first).toMatchObject({ count: 5, previous: null });
    expect(first.next).toBe(`${BASE_URL}/v1/users/?page_size=2&list_links=false&colour=dark%20blue&page=2`);
    const walked: string[] = [];
    let last = first;
    for (let next: string | null = first.next; next !== null; next = last.next) {
      last = (await call('GET', next.slice(BASE_URL.length))).json();
      walked.push(...last.results.map((user: { external_user_id: string }) => user.external_user_id));
    }
    expect(walked).toEqual(['u-3', 'u-2', 'u-1']);
    expect(last.previous).toBe(`${BASE_URL}/v1/users/?page_size=2&list_links=false&colour=dark%20blue&page=2`);
  });

  test('the URL in `next` does not depend on the headers Host and X-Forwarded-* of the request', async () => {
    await createUsers(2);
    const response = await call('GET', '/v1/users/?page_size=1', undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
    });
    expect(response.json().next).toBe(`${BASE_URL}/v1/users/?page_size=1&page=2`);
  });
});

describe('section 1.4: page_size', () => {
  test('page_size is 25 by default and at most 100; a value that is not a positive integer is treated as 25', async () => {
    await createUsers(101);
    expect(await page()).toMatchObject({ count: 101, next: expect.stringContaining('page=2') });
    expect(await names()).toHaveLength(25);
    expect(await names('?page_size=100')).toHaveLength(100);
    expect(await names('?page_size=101')).toHaveLength(100);
    expect(await names('?page_size=1000000')).toHaveLength(100);
    for (const size of ['0', '-1', '1.5', 'all', '', '%00', '1e2']) {
      expect(await names(`?page_size=${size}`)).toHaveLength(25);
    }
    expect(await names('?page_size=1')).toEqual(['u-101']);
    expect(await names('?page=5')).toEqual(['u-1']);
    expect(await names('?page_size=100&page=2')).toEqual(['u-1']);
    expect(await names('?page_size=5&page_size=2')).toHaveLength(2);
  });
});

describe('section 1.4: Bad page', () => {
  test.each(['0', '-1', '1.5', 'last', '', '99999999999999999999', '%00', '1%20', '３'])(
    'a list request with page=%s, which is not a valid page number, gets 404',
    async (value) => {
      const response = await call('GET', `/v1/users/?page=${encodeURI(value)}`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    },
  );

  test('a page after the last page gets 404', async () => {
    await createUsers(3);
    expect((await call('GET', '/v1/users/?page_size=2&page=2')).statusCode).toBe(200);
    expect((await call('GET', '/v1/users/?page_size=2&page=3')).statusCode).toBe(404);
    expect((await call('GET', '/v1/users/?page_size=3&page=2')).statusCode).toBe(404);
  });

  test('page 1 of an empty list gets 200', async () => {
    const empty = { count: 0, next: null, previous: null, results: [] };
    expect(await page()).toEqual(empty);
    expect(await page('?page=1')).toEqual(empty);
    expect(await page('?external_user_id=nobody')).toEqual(empty);
    expect((await call('GET', '/v1/users/?page=2')).statusCode).toBe(404);
  });
});

describe('section 1.4: Sort order of a list', () => {
  test('a list is sorted newest first, by created_at and then by id', async () => {
    await createUsers(3);
    for (const name of ['u-4', 'u-5', 'u-6']) await call('POST', '/v1/users/', { external_user_id: name });
    const { results } = await page();
    const keys = results.map(({ created_at, id }: { created_at: string; id: string }) => `${created_at} ${id}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
    expect((await names()).slice(3)).toEqual(['u-3', 'u-2', 'u-1']);
  });
});

describe('section 1.4: Range filters', () => {
  test('created_at__gte and created_at__lte are both inclusive', async () => {
    await createUsers(3);
    expect(await names('?created_at__gte=2026-03-01T12:00:01Z')).toEqual(['u-3', 'u-2']);
    expect(await names('?created_at__lte=2026-03-01T12:00:01Z')).toEqual(['u-2', 'u-1']);
    const both = '?created_at__gte=2026-03-01T12:00:01Z&created_at__lte=2026-03-01T12:00:01Z';
    expect(await names(both)).toEqual(['u-2']);
    expect(await page('?created_at__gte=2026-03-01T12:00:03Z')).toMatchObject({ count: 0, results: [] });
    expect(await page('?created_at__gte=2026-03-02&created_at__lte=2026-03-01')).toMatchObject({ count: 0 });
  });

  test.each([
    '2026-03-01T14:00:01+02:00',
    '2026-03-01T06:30:01-05:30',
    '2026-03-01T12:00:01.000Z',
    '2026-03-01T12:00:00.001Z',
    '2026-03-01 12:00:01Z',
    '2026-03-01T12:00:01',
  ])('a range filter accepts an ISO 8601 timestamp with or without an offset: %s', async (moment) => {
    await createUsers(3);
    expect(await names(`?created_at__gte=${encodeURIComponent(moment)}`)).toEqual(['u-3', 'u-2']);
  });

  test.each(['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '1969-12-31T23:59:59Z', '0099-12-31'])(
    'a range filter accepts a moment in the distant past: %s',
    async (moment) => {
      await createUsers(1);
      expect(await names(`?created_at__gte=${encodeURIComponent(moment)}`)).toEqual(['u-1']);
      expect(await names(`?created_at__lte=${encodeURIComponent(moment)}`)).toEqual([]);
    },
  );

  test.each(['9999-12-31T23:59:59Z', '9999-12-31T23:59:59-23:59'])(
    'a range filter accepts a moment in the distant future: %s',
    async (moment) => {
      await createUsers(1);
      expect(await names(`?created_at__lte=${encodeURIComponent(moment)}`)).toEqual(['u-1']);
      expect(await names(`?created_at__gte=${encodeURIComponent(moment)}`)).toEqual([]);
    },
  );
});

describe('section 1.4: Bad filter value', () => {
  const TIME = 'Datetime has wrong format. Use ISO 8601.';
  test.each([
    ['created_at__gte', 'yesterday', TIME],
    ['created_at__gte', '', TIME],
    ['created_at__lte', '2026-02-29', TIME],
    ['created_at__lte', '2026-03-01T24:00:00Z', TIME],
    ['created_at__lte', '1772366400', TIME],
    ['created_at__gte', '0000-01-01', TIME],
    ['product_type', 'cars', '"cars" is not a valid choice.'],
    ['list_links', '1', 'Must be a valid boolean.'],
  ])('the invalid filter %s=%s gets a 400 error on the query parameter', async (name, value, message) => {
    const response = await call('GET', `/v1/users/?${name}=${encodeURIComponent(value)}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([name, message]));
  });

  test('a bad filter value gets 400 even if the page number is also bad', async () => {
    const response = await call('GET', '/v1/users/?product_type=cars&page=0');
    expect(response.statusCode).toBe(400);
  });
});
