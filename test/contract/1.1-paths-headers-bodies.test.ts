// Contract, section 1.1: paths, methods, headers and bodies of requests and responses. Each group tests one row of the
// contract's table.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { PathTable } from '#api/platform/paths.ts';
import { newId } from '#base/ids.ts';
import { BODY_TOO_LARGE, invalid, JSON_PARSE_ERROR, NOT_FOUND } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';

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

const MIB = 1_048_576;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const createUser = async (fields: object = {}): Promise<string> =>
  (await call('POST', '/v1/users/', { external_user_id: newId(), ...fields })).json().id;
const countUsers = async (): Promise<number> => (await call('GET', '/v1/users/')).json().count;

/** Returns the response without those headers that may differ between two responses to the same request. */
function comparable({ statusCode, headers, body }: LightMyRequestResponse) {
  const { date: _date, 'x-request-id': _id, ratelimit: _ratelimit, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

/** Sends a POST with the given body and media type. */
const send = (type: string | undefined, body: string | Buffer, url = '/v1/users/') =>
  house.app.inject({
    method: 'POST',
    url,
    headers: {
      'x-access-client-id': acme.client_id,
      'x-access-secret': acme.secrets.sandbox,
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    payload: body,
  });

/** Returns a valid request body of exactly `bytes` bytes. */
const bodyOf = (bytes: number): string => {
  const head = '{"external_user_id": "large", "ignored": "';
  return `${head}${'x'.repeat(bytes - head.length - 2)}"}`;
};

describe('section 1.1: Trailing slash', () => {
  test('the response is the same with and without a trailing slash in the path', async () => {
    const id = await createUser();
    for (const path of ['/v1/users', `/v1/users/${id}`, `/v1/users/${newId()}`, '/v1/sandbox/clock', '/v1/nowhere']) {
      const [without, with_slash] = [await call('GET', path), await call('GET', `${path}/`)];
      expect(comparable(without)).toEqual(comparable(with_slash));
    }
    expect(comparable(await call('PUT', '/v1/users'))).toEqual(comparable(await call('PUT', '/v1/users/')));
    expect((await call('POST', '/v1/users', { external_user_id: 'a' })).statusCode).toBe(201);
    expect((await call('PATCH', `/v1/users/${id}`, { first_name: 'Jane' })).statusCode).toBe(200);
    expect((await call('DELETE', `/v1/users/${id}`)).statusCode).toBe(204);
  });

  test('no path redirects, with or without a trailing slash', async () => {
    for (const path of ['/v1/users', '/v1/users//', '/v1', '/v1/', '//v1/users/', '/v1//users/', '/healthz/']) {
      const { statusCode, headers } = await call('GET', path);
      expect([200, 404]).toContain(statusCode);
      expect(headers).not.toHaveProperty('location');
    }
  });
});

describe('section 1.1: Routing', () => {
  test('a literal path segment takes precedence over a path parameter, whatever the request method is', () => {
    const paths = new PathTable();
    paths.add('/v1/orders/:order_id/', ['GET', 'PATCH', 'POST']);
    paths.add('/v1/orders/lookup/', 'POST');
    paths.add('/v1/orders/:order_id/refresh/', 'POST');
    paths.add('/v1/orders/batch/:batch_id/', 'GET');
    expect(paths.methodsOf('/v1/orders/lookup/')).toEqual(['POST']);
    expect(paths.methodsOf('/v1/orders/lookup')).toEqual(['POST']);
    expect(paths.isMisrouted('/v1/orders/lookup/', 'GET')).toBe(true);
    expect(paths.isMisrouted('/v1/orders/lookup/', 'POST')).toBe(false);
    expect(paths.isMisrouted('/v1/orders/other/', 'GET')).toBe(false);
    expect(paths.methodsOf('/v1/orders/other/')).toEqual(['GET', 'POST', 'PATCH']);
    expect(paths.methodsOf('/v1/orders/batch/refresh/')).toEqual(['GET']);
    expect(paths.methodsOf('/v1/orders/other/refresh/')).toEqual(['POST']);
    expect(paths.methodsOf('/v1/orders/other/more/')).toBe(undefined);
  });

  test('405 if a literal path matches but does not allow the method, even if a path with a parameter would allow it', async () => {
    const app = await buildApp(house);
    app.get('/probe/:id/', async () => 'found');
    app.post('/probe/lookup/', async () => 'looked up');
    for (const path of ['/probe/lookup', '/probe/lookup/?a=1', '/probe/%6cookup/']) {
      const response = await app.inject(path);
      expect(response.statusCode).toBe(405);
      expect(response.headers['allow']).toBe('POST');
    }
    expect((await app.inject('/probe/other/')).statusCode).toBe(200);
    await app.close();
  });

  test('a percent-encoded letter in a path matches the letter itself', async () => {
    expect((await call('GET', '/v1/%75sers/')).statusCode).toBe(200);
    expect((await call('PUT', '/v1/%75sers/')).statusCode).toBe(405);
    expect((await call('GET', '/v1/USERS/')).statusCode).toBe(404);
  });
});

describe('section 1.1: Methods', () => {
  test('HEAD is allowed on every path that allows GET, and its response has the same headers but no body', async () => {
    const id = await createUser();
    const paths = ['/v1/users/', `/v1/users/${id}/`, '/v1/sandbox/clock/', '/healthz', '/readyz', '/openapi.json'];
    for (const path of [...paths, `/v1/users/${newId()}/`, '/v1/users/?page=2']) {
      const [get, head] = [await call('GET', path), await call('HEAD', path)];
      expect({ ...comparable(head), body: get.body }).toEqual(comparable(get));
      expect(head.body).toBe('');
    }
    expect((await call('HEAD', '/metrics')).statusCode).toBe(200);
  });

  test('a method that is not listed for the path gets 405 with an Allow header', async () => {
    const id = await createUser();
    const allowed: Record<string, string> = {
      '/v1/users/': 'GET, HEAD, POST',
      [`/v1/users/${id}/`]: 'GET, HEAD, PATCH, DELETE',
      '/v1/keys/': 'POST',
      '/v1/keys/deactivate/': 'POST',
      '/v1/sandbox/clock/': 'GET, HEAD',
      '/v1/sandbox/clock/advance/': 'POST',
      '/healthz': 'GET, HEAD',
    };
    for (const [path, allow] of Object.entries(allowed)) {
      for (const method of METHODS.filter((method) => !allow.split(', ').includes(method))) {
        const response = await call(method, path);
        expect(response.statusCode).toBe(405);
        expect(response.headers).toMatchObject({
          allow,
          'content-type': 'application/json',
          'cache-control': 'no-store',
          'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
        });
        expect(response.body).toBe(JSON.stringify({ detail: `Method "${method}" not allowed.` }));
      }
    }
    expect((await call('GET', `/v1/users/${id}/`)).statusCode).toBe(200);
  });
});

describe('section 1.1: Header names', () => {
  test('header names are matched case-insensitively', async () => {
    const { statusCode } = await house.app.inject({
      method: 'POST',
      url: '/v1/users/',
      headers: {
        'X-ACCESS-CLIENT-ID': acme.client_id,
        'x-Access-Secret': acme.secrets.sandbox,
        'CONTENT-TYPE': 'application/json',
      },
      payload: '{"external_user_id": "u"}',
    });
    expect(statusCode).toBe(201);
  });
});

describe('section 1.1: Request body', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
  ])('a request body with Content-Type %s is accepted as JSON', async (type) => {
    expect((await send(type, '{"external_user_id": "u"}')).statusCode).toBe(201);
  });

  test.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/vnd.api+json',
    'json',
    '/',
    ';',
  ])('a request body with Content-Type %s is rejected with 415', async (type) => {
    const response = await send(type, '{"external_user_id": "u"}');
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({ detail: `Unsupported media type "${type}" in request.` });
    expect(await countUsers()).toBe(0);
  });

  test('a body without a Content-Type is rejected with 415', async () => {
    const response = await send(undefined, Buffer.from('{"external_user_id": "u"}'));
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({ detail: 'Unsupported media type "" in request.' });
  });

  test('every UTF-8 character is accepted, and invalid UTF-8 is rejected with 415', async () => {
    const name = 'Jürgen 李 🙂 \u2028 "\\/';
    const response = await send('application/json', JSON.stringify({ external_user_id: 'u', first_name: name }));
    expect(response.json()).toMatchObject({ first_name: name });
    const latin1 = await send('application/json', Buffer.from('{"external_user_id": "\u00fc"}', 'latin1'));
    expect(latin1.statusCode).toBe(415);
    expect(latin1.json()).toEqual(JSON_PARSE_ERROR);
  });

  test('Content-Type is checked only if a body is present', async () => {
    for (const type of ['text/plain', 'nonsense', 'application/json']) {
      const headers = { 'content-type': type };
      expect((await call('GET', '/v1/users/', undefined, headers)).statusCode).toBe(200);
      expect((await call('DELETE', `/v1/users/${await createUser()}/`, undefined, headers)).statusCode).toBe(204);
      expect((await call('PATCH', `/v1/users/${await createUser()}/`, undefined, headers)).statusCode).toBe(200);
      expect((await call('POST', '/v1/users/', undefined, headers)).json()).toEqual(
        invalid(['external_user_id', 'This field is required.']),
      );
    }
  });

  test('a GET request may have any Content-Type, and its body is ignored', async () => {
    const response = await call('GET', '/v1/users/', '<xml/>', { 'content-type': 'text/xml' });
    expect(response.statusCode).toBe(200);
  });
});

describe('section 1.1: Empty body', () => {
  test('an empty body is treated as {}, which is valid if every field is optional', async () => {
    const id = await createUser({ first_name: 'Jane' });
    for (const body of [undefined, '', '{}']) {
      expect((await call('PATCH', `/v1/users/${id}/`, body)).json()).toMatchObject({ first_name: 'Jane' });
    }
    expect((await call('POST', '/v1/keys/')).statusCode).toBe(201);
  });

  test('an empty body or {} is rejected with 400 if a required field is missing', async () => {
    for (const body of [undefined, '', '{}']) {
      const response = await call('POST', '/v1/users/', body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['external_user_id', 'This field is required.']));
    }
  });

  test('a body that is the JSON value null is rejected with 400 and is not treated as empty', async () => {
    const response = await call('POST', '/v1/keys/', 'null');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['body', 'This field may not be null.']));
  });
});

describe('section 1.1: Unknown request fields and query names', () => {
  test('unknown fields and query names are ignored', async () => {
    const body = { external_user_id: 'u', id: 'mine', created_at: 5, nested: { deep: [1] }, constructor: 1, '': 2 };
    const response = await call('POST', '/v1/users/?colour=blue&external_user_id=%00&fmt=csv', body);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ external_user_id: 'u', created_at: '2026-03-01T12:00:00Z' });
    expect(response.json().id).not.toBe('mine');
    expect((await call('GET', '/v1/users/?colour=%00&fmt=pdf&limit=1')).json()).toMatchObject({ count: 1 });
  });

  test('if a field or query name occurs twice, the last value is used', async () => {
    const text = '{"external_user_id": 5, "external_user_id": "last"}';
    expect((await call('POST', '/v1/users/', text)).json()).toMatchObject({ external_user_id: 'last' });
    const list = await call('GET', '/v1/users/?external_user_id=first&external_user_id=last');
    expect(list.json()).toMatchObject({ count: 1 });
  });
});

describe('section 1.1: Optional strings', () => {
  const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'ssn'];

  test('in a request that creates an object, null and "" are treated like a missing field', async () => {
    const nothing = Object.fromEntries(FIELDS.map((field) => [field, null]));
    for (const value of [null, '']) {
      const body = { external_user_id: newId(), ...Object.fromEntries(FIELDS.map((field) => [field, value])) };
      const response = await call('POST', '/v1/users/', body);
      expect(response.statusCode).toBe(201);
      expect(response.json()).toMatchObject(nothing);
    }
    await call('POST', '/v1/keys/deactivate/', { id: (await call('POST', '/v1/keys/', { env_type: null })).json().id });
    expect((await call('POST', '/v1/keys/', { env_type: '' })).json()).toMatchObject({ env_type: 'sandbox' });
    for (const none of [null, '']) {
      const response = await call('POST', '/v1/keys/deactivate/', { id: none, access_secret: none });
      expect(response.json()).toEqual(invalid(['id', 'This field is required.']));
    }
  });

  test('on PATCH, null and "" clear the field', async () => {
    const person = {
      first_name: 'Jane',
      last_name: 'Roe',
      email: 'jane@example.com',
      phone: '+14155550134',
      ssn: '991919991',
    };
    for (const value of [null, '']) {
      const id = await createUser(person);
      for (const field of FIELDS) {
        const response = await call('PATCH', `/v1/users/${id}/`, { [field]: value });
        expect(response.statusCode).toBe(200);
        expect(response.json()).toHaveProperty(field, null);
      }
      const user = (await call('GET', `/v1/users/${id}/`)).json();
      for (const field of FIELDS) expect(user).toHaveProperty(field, null);
    }
  });
});

describe('section 1.1: Booleans and integers', () => {
  test('in a body an integer must be a JSON number with a whole value, such as 2 or 2.0', async () => {
    for (const seconds of ['5', 1.5, true, [5], { value: 5 }]) {
      const response = await call('POST', '/v1/sandbox/clock/advance/', { seconds });
      expect(response.json()).toEqual(invalid(['seconds', 'A valid integer is required.']));
    }
    expect((await call('POST', '/v1/sandbox/clock/advance/', '{"seconds": 2.0}')).statusCode).toBe(200);
  });

  test('in a query a boolean must be true or false, and an integer must be decimal digits', async () => {
    const id = await createUser();
    for (const value of ['true', 'false']) {
      expect((await call('GET', `/v1/users/${id}/?list_links=${value}`)).statusCode).toBe(200);
    }
    for (const value of ['True', '1', '0', 'yes', '', '%20true']) {
      const response = await call('GET', `/v1/users/${id}/?list_links=${value}`);
      expect(response.json()).toEqual(invalid(['list_links', 'Must be a valid boolean.']));
    }
    expect((await call('GET', '/v1/users/?page=1')).statusCode).toBe(200);
    for (const value of ['0x1', '+1', '1e0', '1.0']) {
      expect((await call('GET', `/v1/users/?page=${encodeURIComponent(value)}`)).statusCode).toBe(404);
    }
  });
});

describe('section 1.1: Body size', () => {
  test('a body of 1 MiB is accepted; a body that is one byte larger gets a 400 error on the field "body"', async () => {
    const larger = await call('POST', '/v1/users/', bodyOf(MIB + 1));
    expect(larger.statusCode).toBe(400);
    expect(larger.json()).toEqual(BODY_TOO_LARGE);
    expect(await countUsers()).toBe(0);
    expect((await call('POST', '/v1/users/', bodyOf(MIB))).statusCode).toBe(201);
    expect(await countUsers()).toBe(1);
  });

  test('the size limit counts bytes, not characters', async () => {
    const text = '🙂'.repeat(MIB / 4);
    const response = await call('POST', '/v1/users/', `{"external_user_id": "u", "ignored": "${text}"}`);
    expect(response.json()).toEqual(BODY_TOO_LARGE);
  });

  test('a body that is too large gets 415 instead of 400 if its Content-Type is wrong, and 404 instead of 400 if the resource is unknown', async () => {
    const large = bodyOf(MIB + 1);
    expect((await call('POST', '/v1/users/', large, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await call('PATCH', `/v1/users/${newId()}/`, large)).json()).toEqual(NOT_FOUND);
  });
});

describe('section 1.1: Response keys', () => {
  test('every key is always present; a missing value is null, and a missing list is []', async () => {
    const created = await call('POST', '/v1/users/', { external_user_id: 'u' });
    const user = {
      id: expect.any(String),
      external_user_id: 'u',
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      ssn: null,
      created_at: '2026-03-01T12:00:00Z',
      updated_at: '2026-03-01T12:00:00Z',
    };
    expect(created.json()).toEqual(user);
    expect((await call('GET', '/v1/users/')).json()).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ ...user, links: [] }],
    });
    expect((await call('GET', `/v1/users/${created.json().id}/`)).json()).toEqual({
      ...user,
      voie_report_id: null,
      voa_report_id: null,
      income_insights_report_id: null,
      aim_check_report_id: null,
    });
  });
});

describe('section 1.1: Response headers', () => {
  test('every response has Cache-Control and X-Request-Id, and every response with a body has Content-Type', async () => {
    const id = await createUser();
    const answers = [
      await call('GET', '/v1/users/'),
      await call('POST', '/v1/users/', {}),
      await call('POST', '/v1/users/', '{'),
      await call('GET', `/v1/users/${newId()}/`),
      await call('GET', '/v1/nowhere/'),
      await call('GET', '/nowhere'),
      await call('GET', '/v1/users/%ff/'),
      await call('PUT', '/v1/users/'),
      await call('GET', '/v1/users/', undefined, { accept: 'text/html' }),
      await house.app.inject('/v1/users/'),
      await acme.prod('GET', '/v1/sandbox/clock/'),
      await acme.prod('GET', `/v1/users/${id}/`),
      await call('GET', '/healthz'),
    ];
    for (const { headers } of answers) {
      expect(headers['content-type']).toBe('application/json');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
    const { headers } = await call('DELETE', `/v1/users/${id}/`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) });
    expect(headers).not.toHaveProperty('content-type');
  });

  test('X-Request-Id is generated by the service, whatever the client sends', async () => {
    const { headers } = await call('GET', '/v1/users/', undefined, { 'x-request-id': 'mine', 'request-id': 'mine' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('section 1.1: CORS', () => {
  test('responses under /v1/ have no Access-Control headers', async () => {
    const origin = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    for (const response of [
      await call('GET', '/v1/users/', undefined, origin),
      await call('OPTIONS', '/v1/users/', undefined, origin),
      await call('POST', '/v1/users/', { external_user_id: 'u' }, origin),
    ]) {
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect((await call('OPTIONS', '/v1/users/', undefined, origin)).statusCode).toBe(405);
  });
});
