import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  house.clock.set(new Date('2026-03-01T12:00:00Z'));
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

const JANE = {
  external_user_id: 'u-1',
  first_name: 'Jane',
  last_name: 'Roe',
  email: 'jane.roe@example.com',
  phone: '(415) 555-0134',
  ssn: '991-91-9991',
};
const JANE_ANSWERED = {
  ...JANE,
  id: expect.stringMatching(/^[0-9a-f]{32}$/),
  phone: '+14155550134',
  ssn: '*****9991',
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:00:00Z',
};
const TAKEN = invalid(['external_user_id', 'User with this external_user_id already exists.']);

const create = (fields: object = {}) => call('POST', '/v1/users/', { external_user_id: newId(), ...fields });
const createdId = async (fields: object = {}): Promise<string> => (await create(fields)).json().id;
const names = async (query = ''): Promise<string[]> =>
  (await call('GET', `/v1/users/${query}`))
    .json()
    .results.map((user: { external_user_id: string }) => user.external_user_id);

describe('POST /v1/users/', () => {
  test('201: returns all given fields, with the phone in E.164 and the SSN masked', async () => {
    const response = await create(JANE);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual(JANE_ANSWERED);
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  });

  test('201: only external_user_id is required', async () => {
    const response = await call('POST', '/v1/users/', { external_user_id: 'u' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ first_name: null, last_name: null, email: null, phone: null, ssn: null });
  });

  const LENGTHS: [string, number, (length: number) => string][] = [
    ['external_user_id', 512, (length) => '🙂'.repeat(length)],
    ['first_name', 128, (length) => '🙂'.repeat(length)],
    ['last_name', 128, (length) => 'é'.repeat(length)],
    ['email', 254, (length) => `${'x'.repeat(length - 12)}@example.com`],
  ];
  test.each(LENGTHS)(
    '201 for a user whose %s has its maximum length of %i characters, counted as code points',
    async (field, longest, text) => {
      const response = await create({ [field]: text(longest) });
      expect(response.statusCode).toBe(201);
      expect(response.json()).toMatchObject({ [field]: text(longest) });
      const read = await call('GET', `/v1/users/${response.json().id}/`);
      expect(read.json()).toMatchObject({ [field]: text(longest) });
    },
  );
  test.each(LENGTHS)('400 for a user whose %s has more than %i characters', async (field, longest, text) => {
    const response = await create({ [field]: text(longest + 1) });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid([field, `Ensure this field has no more than ${longest} characters.`]));
  });

  test('of forty concurrent requests, only the request whose external_user_id is already in use gets 400', async () => {
    await create({ external_user_id: 'known' });
    const names = Array.from({ length: 40 }, (_, at) => (at === 17 ? 'known' : `new-${at}`));
    const answers = await Promise.all(names.map((external_user_id) => create({ external_user_id })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(names.map((name) => (name === 'known' ? 400 : 201)));
    expect(answers[17]?.json()).toEqual(TAKEN);
    const { count } = (await call('GET', '/v1/users/')).json();
    expect(count).toBe(40);
  });

  test('201: external_user_id may have a single character, and is stored unchanged', async () => {
    for (const external_user_id of ['0', ' u ', 'U', "';--", '\u200d', 'e\u0301', '\u00e9']) {
      expect((await create({ external_user_id })).json()).toMatchObject({ external_user_id });
      expect(await names(`?external_user_id=${encodeURIComponent(external_user_id)}`)).toEqual([external_user_id]);
    }
  });

  test('400 if external_user_id is missing, null, blank, a NUL character or not a string', async () => {
    const cases: [unknown, string][] = [
      [undefined, 'This field is required.'],
      [null, 'This field may not be null.'],
      ['', 'This field may not be blank.'],
      [5, 'Not a valid string.'],
      [true, 'Not a valid string.'],
      [['u'], 'Not a valid string.'],
      ['\u0000', 'Not a valid string.'],
    ];
    for (const [external_user_id, message] of cases) {
      const response = await call('POST', '/v1/users/', { external_user_id });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['external_user_id', message]));
    }
  });

  test('400 for an external_user_id already in use; 201 if it is in use only in the other environment or by another client', async () => {
    await create({ external_user_id: 'same' });
    const response = await create({ external_user_id: 'same' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(TAKEN);
    expect((await acme.prod('POST', '/v1/users/', { external_user_id: 'same' })).statusCode).toBe(201);
    const other = await newClient(house);
    expect((await other.sandbox('POST', '/v1/users/', { external_user_id: 'same' })).statusCode).toBe(201);
    expect(await names()).toEqual(['same']);
  });

  test('exactly one of eight concurrent requests with the same external_user_id succeeds; the others get 400', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ external_user_id: 'race' })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(400)]);
    const refused = answers.filter(({ statusCode }) => statusCode === 400);
    expect(refused.map((response) => response.json())).toEqual(refused.map(() => TAKEN));
    expect(await names()).toEqual(['race']);
  });

  test.each(['jane', '@example.com', 'jane@', 'jane@example', 'a b@example.com', 'jane@@example.com', 'jane@ex..com'])(
    '400 for a user with the email %s',
    async (email) => {
      expect((await create({ email })).json()).toEqual(invalid(['email', 'Enter a valid email address.']));
    },
  );
});

describe('GET /v1/users/', () => {
  test('200: returns a page of users with their links, newest first', async () => {
    await create(JANE);
    house.clock.advance(1_000);
    await create({ external_user_id: 'u-2' });
    const response = await call('GET', '/v1/users/');
    expect(response.statusCode).toBe(200);
    const { results, ...page } = response.json();
    expect(page).toEqual({ count: 2, next: null, previous: null });
    expect(results[1]).toEqual({ ...JANE_ANSWERED, links: [] });
    expect(results[0]).toMatchObject({ external_user_id: 'u-2', created_at: '2026-03-01T12:00:01Z', links: [] });
  });

  test('200: list_links=false omits links; by default links are included', async () => {
    await create();
    for (const [query, present] of [
      ['', true],
      ['?list_links=true', true],
      ['?list_links=false', false],
    ] as const) {
      const [user] = (await call('GET', `/v1/users/${query}`)).json().results;
      expect('links' in user).toBe(present);
      expect(user).not.toHaveProperty('voie_report_id');
    }
  });

  test('200: the external_user_id filter matches exactly', async () => {
    for (const external_user_id of ['a', 'A', 'ab', 'a%', '_']) await create({ external_user_id });
    expect(await names('?external_user_id=a')).toEqual(['a']);
    expect(await names('?external_user_id=a%25')).toEqual(['a%']);
    expect(await names('?external_user_id=_')).toEqual(['_']);
    expect(await names('?external_user_id=')).toEqual([]);
    expect(await names('?external_user_id=nobody')).toEqual([]);
  });

  test('200: each user has all of the user’s own links, newest first, with masked access tokens', async () => {
    const [one, two] = [await createdId({ external_user_id: 'one' }), await createdId({ external_user_id: 'two' })];
    const { link_id: older } = await connect(call, one);
    await connect(call, two);
    house.clock.advance(1_000);
    const { link_id: newer } = await connect(call, one, { username: 'weekly' });
    await finishTasks(house);
    const [user] = (await call('GET', '/v1/users/?external_user_id=one')).json().results;
    const own = await Promise.all([newer, older].map(async (id) => (await call('GET', `/v1/links/${id}/`)).json()));
    expect(user.links).toEqual(own);
    expect(user.links[0].access_token).toMatch(/^\*{28}[0-9a-f]{4}$/);
    const { results } = (await call('GET', '/v1/users/')).json();
    expect(results.map(({ links }: { links: unknown[] }) => links.length).toSorted()).toEqual([1, 2]);
  });

  test('200: deleted links are not listed', async () => {
    const id = await createdId();
    const { link_id } = await connect(call, id);
    await call('DELETE', `/v1/links/${link_id}/`);
    expect((await call('GET', '/v1/users/')).json().results).toMatchObject([{ id, links: [] }]);
  });

  test('200: the product_type filter finds users who have a link with that product', async () => {
    const id = await createdId({ external_user_id: 'paid' });
    await create({ external_user_id: 'nobody' });
    const { link_id } = await connect(call, id);
    await connect(call, id, { product_type: 'admin' });
    await connect(call, id, { username: 'weekly' });
    for (const product of PRODUCT_TYPES) {
      const expected = product === 'income' || product === 'admin' ? ['paid'] : [];
      expect(await names(`?product_type=${product}`), product).toEqual(expected);
    }
    await call('DELETE', `/v1/links/${link_id}/`);
    expect(await names('?product_type=income')).toEqual(['paid']);
    expect(await names('?product_type=admin')).toEqual([]);
  });

  test('200: combined filters return only users who match every filter', async () => {
    const id = await createdId({ external_user_id: 'a' });
    expect(await names('?external_user_id=a&created_at__gte=2026-03-01T12:00:00Z')).toEqual(['a']);
    expect(await names('?external_user_id=a&created_at__gte=2026-03-01T12:00:01Z')).toEqual([]);
    await connect(call, id);
    expect(await names('?external_user_id=a&product_type=income')).toEqual(['a']);
    expect(await names('?external_user_id=a&product_type=pll')).toEqual([]);
    expect(await names('?external_user_id=b&product_type=income')).toEqual([]);
  });

  test('200: lists only users of the caller’s client and environment', async () => {
    await create();
    expect((await acme.prod('GET', '/v1/users/')).json()).toMatchObject({ count: 0, results: [] });
    const other = await newClient(house);
    expect((await other.sandbox('GET', '/v1/users/')).json()).toMatchObject({ count: 0, results: [] });
  });

  test('created_at of a new user follows the sandbox clock in sandbox, but not in production', async () => {
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 86_400 });
    expect((await create()).json()).toMatchObject({ created_at: '2026-03-02T12:00:00Z' });
    const prod = await acme.prod('POST', '/v1/users/', { external_user_id: 'u' });
    expect(prod.json()).toMatchObject({ created_at: '2026-03-01T12:00:00Z' });
  });
});

describe('GET /v1/users/{user_id}/', () => {
  test('200: returns the user, including the report ids that no other endpoint returns', async () => {
    const response = await call('GET', `/v1/users/${await createdId(JANE)}/`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      ...JANE_ANSWERED,
      voie_report_id: null,
      voa_report_id: null,
      income_insights_report_id: null,
      aim_check_report_id: null,
    });
  });

  test('200: includes links only with list_links=true', async () => {
    const id = await createdId();
    expect((await call('GET', `/v1/users/${id}/`)).json()).not.toHaveProperty('links');
    expect((await call('GET', `/v1/users/${id}/?list_links=false`)).json()).not.toHaveProperty('links');
    expect((await call('GET', `/v1/users/${id}/?list_links=true`)).json()).toHaveProperty('links', []);
    const { link_id } = await connect(call, id);
    await finishTasks(house);
    const link = (await call('GET', `/v1/links/${link_id}/`)).json();
    expect((await call('GET', `/v1/users/${id}/?list_links=true`)).json()).toHaveProperty('links', [link]);
  });

  test('404 for another client’s user, exactly as for an unknown user', async () => {
    const id = await createdId();
    const other = await newClient(house);
    for (const path of [`/v1/users/${id}/`, `/v1/users/${newId()}/`]) {
      const response = await other.sandbox('GET', path);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });

  test('403 for a user of the client’s other environment', async () => {
    const response = await acme.prod('GET', `/v1/users/${await createdId()}/`);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(OTHER_ENVIRONMENT);
  });
});

describe('PATCH /v1/users/{user_id}/', () => {
  test('200: changes the given fields and updated_at, and no other fields', async () => {
    const id = await createdId(JANE);
    house.clock.advance(5_000);
    const changes = { last_name: 'Poe', phone: '+44 20 7946 0958', ssn: '1234' };
    const response = await call('PATCH', `/v1/users/${id}/`, changes);
    expect(response.statusCode).toBe(200);
    const changed = {
      ...JANE_ANSWERED,
      last_name: 'Poe',
      phone: '+442079460958',
      ssn: '****',
      updated_at: '2026-03-01T12:00:05Z',
    };
    expect(response.json()).toEqual(changed);
    expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject(changed);
  });

  test('200: external_user_id may be sent with its current value or with a new value', async () => {
    const id = await createdId({ external_user_id: 'old' });
    expect((await call('PATCH', `/v1/users/${id}/`, { external_user_id: 'old' })).statusCode).toBe(200);
    const response = await call('PATCH', `/v1/users/${id}/`, { external_user_id: 'new' });
    expect(response.json()).toMatchObject({ external_user_id: 'new' });
    expect((await create({ external_user_id: 'old' })).statusCode).toBe(201);
  });

  test('400 if external_user_id is null or blank', async () => {
    const id = await createdId({ external_user_id: 'u' });
    for (const [value, message] of [
      [null, 'This field may not be null.'],
      ['', 'This field may not be blank.'],
    ]) {
      const response = await call('PATCH', `/v1/users/${id}/`, { external_user_id: value });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['external_user_id', message ?? '']));
    }
    expect(await names()).toEqual(['u']);
  });

  test('400 for the external_user_id of another user, and nothing changes', async () => {
    await create({ external_user_id: 'taken' });
    const id = await createdId({ external_user_id: 'mine' });
    const response = await call('PATCH', `/v1/users/${id}/`, { external_user_id: 'taken', first_name: 'Jane' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(TAKEN);
    expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject({
      external_user_id: 'mine',
      first_name: null,
    });
  });

  test('400 for invalid values, by the same rules as POST /v1/users/', async () => {
    const id = await createdId(JANE);
    const body = { first_name: 'x'.repeat(129), email: 'x', phone: '1', ssn: '1', external_user_id: 'x'.repeat(513) };
    const response = await call('PATCH', `/v1/users/${id}/`, body);
    expect(response.json()).toEqual(
      invalid(
        ['external_user_id', 'Ensure this field has no more than 512 characters.'],
        ['first_name', 'Ensure this field has no more than 128 characters.'],
        ['email', 'Enter a valid email address.'],
        ['phone', 'Enter a valid phone number.'],
        ['ssn', 'Enter 9 digits or the last 4 digits.'],
      ),
    );
    expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject(JANE_ANSWERED);
  });

  test('403 for a user of the other environment and 404 for another client’s user; in both cases nothing changes', async () => {
    const id = await createdId(JANE);
    expect((await acme.prod('PATCH', `/v1/users/${id}/`, { first_name: 'X' })).json()).toEqual(OTHER_ENVIRONMENT);
    const other = await newClient(house);
    expect((await other.sandbox('PATCH', `/v1/users/${id}/`, { first_name: 'X' })).json()).toEqual(NOT_FOUND);
    expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject({ first_name: 'Jane' });
  });

  test('200: concurrent changes of different fields are all applied', async () => {
    const id = await createdId();
    const fields = ['first_name', 'last_name'];
    await Promise.all(
      fields.flatMap((field) => [1, 2, 3].map(() => call('PATCH', `/v1/users/${id}/`, { [field]: field }))),
    );
    expect((await call('GET', `/v1/users/${id}/`)).json()).toMatchObject({
      first_name: 'first_name',
      last_name: 'last_name',
    });
  });
});

describe('DELETE /v1/users/{user_id}/', () => {
  test('204: returns no body; afterwards GET, PATCH and DELETE return 404', async () => {
    const id = await createdId(JANE);
    const response = await call('DELETE', `/v1/users/${id}/`);
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const again = await call(method, `/v1/users/${id}/`);
      expect(again.statusCode).toBe(404);
      expect(again.json()).toEqual(NOT_FOUND);
    }
    expect((await acme.prod('GET', `/v1/users/${id}/`)).statusCode).toBe(404);
    expect(await names()).toEqual([]);
  });

  test('204: the external_user_id can be used again', async () => {
    const id = await createdId({ external_user_id: 'u' });
    await call('DELETE', `/v1/users/${id}/`);
    const again = await create({ external_user_id: 'u' });
    expect(again.statusCode).toBe(201);
    expect(again.json().id).not.toBe(id);
  });

  test('403 for a user of the other environment and 404 for another client’s user; in both cases the user is not deleted', async () => {
    const id = await createdId();
    expect((await acme.prod('DELETE', `/v1/users/${id}/`)).json()).toEqual(OTHER_ENVIRONMENT);
    const other = await newClient(house);
    expect((await other.sandbox('DELETE', `/v1/users/${id}/`)).json()).toEqual(NOT_FOUND);
    expect((await call('GET', `/v1/users/${id}/`)).statusCode).toBe(200);
  });
});
