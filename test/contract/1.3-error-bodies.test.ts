// Contract, section 1.3: the body of every error response, and the message for every kind of invalid field.
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { unavailable } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import {
  HEADERS_MISSING,
  invalid,
  JSON_PARSE_ERROR,
  NO_SUCH_TOKEN,
  NOT_ACCEPTABLE,
  NOT_FOUND,
  OTHER_ENVIRONMENT,
  SANDBOX_ONLY,
  THROTTLED,
} from '#test/answers.ts';
import { type Call, caller, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';

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

const create = (body: unknown) => call('POST', '/v1/users/', body);
const withId = (fields: object) => create({ external_user_id: 'u', ...fields });
const advance = (seconds: unknown) => call('POST', '/v1/sandbox/clock/advance/', { seconds });
const list = (query: string) => call('GET', `/v1/users/?${query}`);

describe('error responses', () => {
  test('400: the error code is `incorrect_parameters`, and extra.invalid-params lists the field', async () => {
    const response = await call('POST', '/v1/users/', {});
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['external_user_id', 'This field is required.']));
  });

  test('401: "Authentication headers are missing" if a credential header is missing or empty', async () => {
    const { client_id, secrets } = acme;
    for (const headers of [
      {},
      { 'x-access-client-id': client_id },
      { 'x-access-secret': secrets.sandbox },
      { 'x-access-client-id': '', 'x-access-secret': '' },
    ]) {
      const response = await house.app.inject({ url: '/v1/users/', headers });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual(HEADERS_MISSING);
      expect(response.headers['www-authenticate']).toBe('Access');
    }
  });

  test('401: "No such token" for all wrong credentials', async () => {
    const { client_id, secrets } = acme;
    const hex = '0'.repeat(40);
    const dev = `dev-${hex}`;
    const other = await newClient(house);
    const pairs: [string, string][] = [
      [client_id, `sandbox-${hex}`],
      [client_id, `prod-${hex}`],
      [client_id, dev],
      [client_id, 'nonsense'],
      [client_id, secrets.sandbox.toUpperCase()],
      [client_id, secrets.sandbox.replace('sandbox-', 'prod-')],
      [client_id, `${secrets.sandbox}0`],
      [client_id, `${secrets.sandbox}, ${secrets.sandbox}`],
      [client_id.toUpperCase(), secrets.sandbox],
      [newId(), secrets.sandbox],
      [other.client_id, secrets.sandbox],
      ['nonsense', secrets.prod],
    ];
    for (const [id, secret] of pairs) {
      const response = await caller(house, id, secret)('GET', '/v1/users/');
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual(NO_SUCH_TOKEN);
      expect(response.headers['www-authenticate']).toBe('Access');
    }
  });

  test('403 for a resource of the other environment, or for a sandbox-only endpoint with a prod- secret', async () => {
    const { id } = (await call('POST', '/v1/users/', { external_user_id: 'u' })).json();
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const response = await acme.prod(method, `/v1/users/${id}/`);
      expect(response.statusCode).toBe(403);
      expect(response.json()).toEqual(OTHER_ENVIRONMENT);
    }
    const clock = await acme.prod('GET', '/v1/sandbox/clock/');
    expect(clock.statusCode).toBe(403);
    expect(clock.json()).toEqual(SANDBOX_ONLY);
  });

  test('404: the body is "Not Found." for unknown ids, unknown paths and bad page numbers', async () => {
    for (const path of [`/v1/users/${newId()}/`, '/v1/users/x/', '/v1/nowhere/', '/', '/v1/users/?page=0', '/v1/%']) {
      const response = await call('GET', path);
      expect(response.statusCode).toBe(404);
      expect(response.body).toBe('{"detail":"Not Found."}');
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });

  test('405: the message names the method', async () => {
    const response = await call('PUT', '/v1/users/');
    expect(response.statusCode).toBe(405);
    expect(response.json()).toEqual({ detail: 'Method "PUT" not allowed.' });
  });

  test('406 if the Accept header excludes JSON', async () => {
    const response = await call('GET', '/v1/users/', undefined, { accept: 'text/csv' });
    expect(response.statusCode).toBe(406);
    expect(response.json()).toEqual(NOT_ACCEPTABLE);
  });

  test('415: the message contains the unsupported media type, or is "JSON parse error." if the JSON is malformed', async () => {
    const plain = await call('POST', '/v1/users/', 'hello', { 'content-type': 'text/plain' });
    expect(plain.statusCode).toBe(415);
    expect(plain.json()).toEqual({ detail: 'Unsupported media type "text/plain" in request.' });
    const broken = await call('POST', '/v1/users/', '{"external_user_id":');
    expect(broken.statusCode).toBe(415);
    expect(broken.json()).toEqual(JSON_PARSE_ERROR);
  });

  test('429: the error code is `throttled`, and the response has a Retry-After header', async () => {
    const app = await buildApp({ ...house, settings: { ...house.settings, requests_limit: 1 } });
    const headers = { 'x-access-client-id': acme.client_id, 'x-access-secret': acme.secrets.sandbox };
    expect((await app.inject({ url: '/v1/users/', headers })).statusCode).toBe(200);
    const response = await app.inject({ url: '/v1/users/', headers });
    expect(response.statusCode).toBe(429);
    expect(response.json()).toEqual(THROTTLED);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await app.close();
  });

  test('500: an internal error reveals no details', async () => {
    const app = await buildApp({
      ...house,
      authenticator: {
        ...house.authenticator,
        authenticate: () => Promise.reject(new Error('relation "users" does not exist')),
      },
    });
    const response = await app.inject('/v1/users/');
    expect(response.statusCode).toBe(500);
    expect(response.body).toBe('{"detail":"Server error."}');
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    await app.close();
  });

  test('503: the message is "Service unavailable.", and the response has a Retry-After header', async () => {
    const app = await buildApp({
      ...house,
      authenticator: { ...house.authenticator, authenticate: () => Promise.reject(unavailable()) },
    });
    const response = await app.inject('/v1/users/');
    expect(response.statusCode).toBe(503);
    expect(response.body).toBe('{"detail":"Service unavailable."}');
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await app.close();
  });
});

describe('the limit on concurrent requests', () => {
  test('a request above the limit gets 503 with Retry-After; requests within the limit and later requests are served', async () => {
    let waiting = 0;
    const gate = new EventEmitter();
    const opened = once(gate, 'open');
    const app = await buildApp(
      {
        ...house,
        authenticator: {
          ...house.authenticator,
          authenticate: async (...credentials) => {
            waiting++;
            await opened;
            return house.authenticator.authenticate(...credentials);
          },
        },
      },
      { requests_in_flight_max: 3 },
    );
    const headers = { 'x-access-client-id': acme.client_id, 'x-access-secret': acme.secrets.sandbox };
    const send = () => app.inject({ url: '/v1/users/', headers });
    const three = Promise.all([send(), send(), send()]);
    await until(() => waiting === 3);
    for (let i = 0; i < 5; i++) {
      const refused = await send();
      expect(refused.statusCode).toBe(503);
      expect(refused.json()).toEqual({ detail: 'Service unavailable.' });
      expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-request-id': expect.any(String) });
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    gate.emit('open');
    expect((await three).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await send()).statusCode).toBe(200);
    await app.close();
  });
});

describe('the invalid fields in a 400 response', () => {
  test('invalid-params lists all invalid fields together, in the order of the contract’s tables', async () => {
    const body = { ssn: 5, phone: 'x', email: 'x', last_name: 1, first_name: [], external_user_id: '' };
    expect((await call('POST', '/v1/users/', body)).json()).toEqual(
      invalid(
        ['external_user_id', 'This field may not be blank.'],
        ['first_name', 'Not a valid string.'],
        ['last_name', 'Not a valid string.'],
        ['email', 'Enter a valid email address.'],
        ['phone', 'Enter a valid phone number.'],
        ['ssn', 'Not a valid string.'],
      ),
    );
    const query = 'list_links=x&created_at__lte=x&created_at__gte=x&product_type=x&external_user_id=%00';
    expect((await call('GET', `/v1/users/?${query}`)).json()).toEqual(
      invalid(
        ['external_user_id', 'Not a valid string.'],
        ['product_type', '"x" is not a valid choice.'],
        ['created_at__gte', 'Datetime has wrong format. Use ISO 8601.'],
        ['created_at__lte', 'Datetime has wrong format. Use ISO 8601.'],
        ['list_links', 'Must be a valid boolean.'],
      ),
    );
  });

  test('invalid-params lists a field only once, even if the field has two errors', async () => {
    const body = { external_user_id: 'u', email: `${'x'.repeat(300)}` };
    expect((await call('POST', '/v1/users/', body)).json()).toEqual(
      invalid(['email', 'Ensure this field has no more than 254 characters.']),
    );
  });

  test.each<[string, () => ReturnType<Call>, [string, string]]>([
    ['missing', () => create({}), ['external_user_id', 'This field is required.']],
    ['null', () => create({ external_user_id: null }), ['external_user_id', 'This field may not be null.']],
    ['blank', () => create({ external_user_id: '' }), ['external_user_id', 'This field may not be blank.']],
    ['wrong type: string', () => withId({ first_name: 5 }), ['first_name', 'Not a valid string.']],
    ['wrong type: integer', () => advance('5'), ['seconds', 'A valid integer is required.']],
    ['wrong type: boolean', () => list('list_links=1'), ['list_links', 'Must be a valid boolean.']],
    ['not an object', () => create([]), ['body', 'Invalid data. Expected an object.']],
    [
      'too long',
      () => withId({ last_name: 'x'.repeat(129) }),
      ['last_name', 'Ensure this field has no more than 128 characters.'],
    ],
    ['out of range, below', () => advance(0), ['seconds', 'Ensure this value is greater than or equal to 1.']],
    [
      'out of range, above',
      () => advance(31_536_001),
      ['seconds', 'Ensure this value is less than or equal to 31536000.'],
    ],
    ['choice', () => call('POST', '/v1/keys/', { env_type: 'dev' }), ['env_type', '"dev" is not a valid choice.']],
    ['e-mail', () => withId({ email: 'jane@' }), ['email', 'Enter a valid email address.']],
    ['phone', () => withId({ phone: '12' }), ['phone', 'Enter a valid phone number.']],
    ['SSN', () => withId({ ssn: '123' }), ['ssn', 'Enter 9 digits or the last 4 digits.']],
    [
      'timestamp',
      () => list('created_at__gte=yesterday'),
      ['created_at__gte', 'Datetime has wrong format. Use ISO 8601.'],
    ],
    ['unknown id in a body', () => call('POST', '/v1/keys/deactivate/', { id: newId() }), ['id', 'Object not found.']],
  ])(
    'a 400 response names the invalid field with the contract’s message for the fault “%s”',
    async (_fault, send, param) => {
      const response = await send();
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(param));
    },
  );

  test('no error response contains an SSN or a secret from the request', async () => {
    const secret = acme.secrets.prod;
    for (const response of [
      await withId({ ssn: '991-91-99911' }),
      await create({ ssn: '991919991' }),
      await withId({ ssn: ['991919991'] }),
      await call('PATCH', '/v1/users/991919991/', { ssn: '991919991' }),
      await call('POST', '/v1/keys/deactivate/', { access_secret: secret }),
      await call('POST', '/v1/keys/deactivate/', { id: secret }),
      await caller(house, acme.client_id, `${secret}x`)('GET', '/v1/users/'),
      await caller(house, secret, acme.client_id)('GET', '/v1/users/'),
      await call('POST', '/v1/users/', `{"ssn": "991919991", "secret": "${secret}"`),
    ]) {
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      for (const text of [response.body, JSON.stringify(response.headers)]) {
        expect(text).not.toContain('991919991');
        expect(text).not.toContain('991-91-9991');
        expect(text).not.toContain(secret);
      }
    }
  });
});
