// Contract, section 1.2: a request that fails two checks gets the error of the earlier check. This file also tests
// which requests count against the rate limit.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/** A rate limit low enough for a test to use up. */
const LIMIT = 3;

let house: TestHouse;
let acme: TestClient;
let call: Call;
let stranger: Call;
beforeAll(async () => {
  house = await openTestHouse({ requests_limit: LIMIT });
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
  stranger = caller(house, acme.client_id, `sandbox-${'0'.repeat(40)}`);
});
afterAll(() => house.close());

const HTML_ONLY = { accept: 'text/html' };
const PLAIN = { 'content-type': 'text/plain' };

const useUp = async () => {
  for (let i = 0; i < LIMIT; i++) expect((await call('GET', '/v1/users/')).statusCode).toBe(200);
};
/** Sends a request, and returns how many more requests the rate limit allows after it. */
const left = async (by = call) =>
  Number(/r=(\d+)/.exec(String((await by('GET', '/v1/users/')).headers['ratelimit']))?.[1]);

describe('the first failing check determines the response', () => {
  test('step 1 before 2: an unknown path gets 404, even without credentials', async () => {
    for (const response of [
      await house.app.inject('/v1/nowhere/'),
      await stranger('GET', '/v1/nowhere/'),
      await stranger('PUT', '/v1/bridge-tokens/'),
      await house.app.inject('/'),
      await house.app.inject('/v1'),
      await house.app.inject('/v2/users/'),
    ]) {
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });

  test('step 2 before 3: missing or wrong credentials get 401, even if the method is not supported', async () => {
    const missing = await house.app.inject({ method: 'PUT', url: '/v1/users/' });
    expect(missing.statusCode).toBe(401);
    expect(missing.json()).toEqual(HEADERS_MISSING);
    const unknown = await stranger('PUT', '/v1/users/');
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json()).toEqual(NO_SUCH_TOKEN);
  });

  test('step 3 before 4: an unsupported method gets 405, even if the rate limit is used up', async () => {
    await useUp();
    const response = await call('PUT', '/v1/users/');
    expect(response.statusCode).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD, POST');
  });

  test('step 4 before 5: a request above the rate limit gets 429, even if its Accept header excludes JSON', async () => {
    await useUp();
    const response = await call('GET', '/v1/users/', undefined, HTML_ONLY);
    expect(response.statusCode).toBe(429);
    expect(response.json()).toEqual(THROTTLED);
  });

  test('step 5 before 6: an Accept header that excludes JSON gets 406, even if the body is invalid', async () => {
    for (const response of [
      await call('POST', '/v1/users/', 'hello', { ...HTML_ONLY, ...PLAIN }),
      await call('POST', '/v1/users/', '{', HTML_ONLY),
    ]) {
      expect(response.statusCode).toBe(406);
      expect(response.json()).toEqual(NOT_ACCEPTABLE);
    }
  });

  test('step 6 before 7: a body that is not JSON gets 415, even if the resource in the path is unknown', async () => {
    const path = `/v1/users/${newId()}/`;
    const plain = await call('PATCH', path, 'hello', PLAIN);
    expect(plain.statusCode).toBe(415);
    expect(plain.json()).toEqual({ detail: 'Unsupported media type "text/plain" in request.' });
    const broken = await call('PATCH', path, '{');
    expect(broken.statusCode).toBe(415);
    expect(broken.json()).toEqual(JSON_PARSE_ERROR);
    const prod = await acme.prod('POST', '/v1/sandbox/clock/advance/', '{');
    expect(prod.statusCode).toBe(415);
  });

  test('step 7 before 8: an unknown resource in the path gets 404, even if the body or query is invalid', async () => {
    const bad_body = await call('PATCH', `/v1/users/${newId()}/`, { email: 'nonsense' });
    expect(bad_body.statusCode).toBe(404);
    expect(bad_body.json()).toEqual(NOT_FOUND);
    const bad_query = await call('GET', `/v1/users/${newId()}/?list_links=maybe`);
    expect(bad_query.json()).toEqual(NOT_FOUND);
    const top_level = await call('PATCH', `/v1/users/${newId()}/`, []);
    expect(top_level.json()).toEqual(NOT_FOUND);
  });

  test('step 7 before 8: a request in the wrong environment gets 403, even if the body is invalid', async () => {
    const { id } = (await call('POST', '/v1/users/', { external_user_id: 'u' })).json();
    const elsewhere = await acme.prod('PATCH', `/v1/users/${id}/`, { email: 'nonsense' });
    expect(elsewhere.statusCode).toBe(403);
    expect(elsewhere.json()).toEqual(OTHER_ENVIRONMENT);
    const sandbox = await acme.prod('POST', '/v1/sandbox/clock/advance/', { seconds: 0 });
    expect(sandbox.statusCode).toBe(403);
    expect(sandbox.json()).toEqual(SANDBOX_ONLY);
  });

  test('step 8: an invalid value is reported before a conflict with an existing external_user_id', async () => {
    await call('POST', '/v1/users/', { external_user_id: 'u' });
    const response = await call('POST', '/v1/users/', { external_user_id: 'u', email: 'nonsense' });
    expect(response.json()).toEqual(invalid(['email', 'Enter a valid email address.']));
  });

  test('step 8: errors in the values of the body and an invalid Idempotency-Key are reported together', async () => {
    const response = await call('POST', '/v1/sandbox/clock/advance/', { seconds: 0 }, { 'idempotency-key': '' });
    expect(response.json()).toEqual(
      invalid(
        ['seconds', 'Ensure this value is greater than or equal to 1.'],
        ['Idempotency-Key', 'Use 1 to 255 printable ASCII characters.'],
      ),
    );
  });
});

describe('requests that count against the rate limit', () => {
  test('the rate limit does not count requests that fail at steps 1 to 3 (unknown path, credentials, method)', async () => {
    for (let i = 0; i < LIMIT; i++) {
      await call('GET', '/v1/nowhere/');
      await caller(house, newId(), acme.secrets.sandbox)('GET', '/v1/users/');
      await call('PUT', '/v1/users/');
      await call('OPTIONS', `/v1/users/${newId()}/`);
    }
    expect(await left()).toBe(LIMIT - 1);
  });

  test('the rate limit does not count requests that get 429', async () => {
    await useUp();
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) waits.push(Number((await call('GET', '/v1/users/')).headers['retry-after']));
    expect(waits.every((seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= 60)).toBe(true);
    // If rejected requests were counted, each of them would extend the wait in `Retry-After`.
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
  });

  test.each<[string, () => Promise<unknown>]>([
    ['406', () => call('GET', '/v1/users/', undefined, HTML_ONLY)],
    ['415, Content-Type', () => call('POST', '/v1/users/', 'x', PLAIN)],
    ['415, JSON', () => call('POST', '/v1/users/', '{')],
    ['404', () => call('GET', `/v1/users/${newId()}/`)],
    ['404, not well-formed', () => call('GET', `/v1/users/${'x'.repeat(1000)}/`)],
    ['400', () => call('POST', '/v1/users/', {})],
    ['400, body too large', () => call('POST', '/v1/users/', `"${'x'.repeat(1_048_576)}"`)],
    ['200', () => call('HEAD', '/v1/users/')],
  ])(
    'the rate limit counts a request that succeeds, or that fails at step 5 of the checks or later: %s',
    async (_status, send) => {
      await send();
      expect(await left()).toBe(LIMIT - 2);
    },
  );

  test('the rate limit counts a request that gets 403, because this request fails at step 5 or later', async () => {
    expect((await acme.prod('GET', '/v1/sandbox/clock/')).statusCode).toBe(403);
    expect(await left(acme.prod)).toBe(LIMIT - 2);
  });

  test('the rate limit is counted separately for each secret', async () => {
    await useUp();
    expect((await acme.prod('GET', '/v1/users/')).statusCode).toBe(200);
    expect((await (await newClient(house)).sandbox('GET', '/v1/users/')).statusCode).toBe(200);
    expect((await call('GET', '/v1/users/')).statusCode).toBe(429);
  });
});

describe('step 5: the Accept header is checked', () => {
  test.each([undefined, '*/*', 'application/*', 'application/json', 'text/html, */*;q=0.1', 'APPLICATION/JSON', ''])(
    'a request with the header "Accept: %s" is accepted',
    async (accept) => {
      const response = await call('GET', '/v1/users/', undefined, accept === undefined ? {} : { accept });
      expect(response.statusCode).toBe(200);
    },
  );

  test.each(['text/html', 'application/pdf', 'application/json;q=0', 'application/json;q=0, */*', 'text/*', 'json'])(
    'a request with the header "Accept: %s" gets 406',
    async (accept) => {
      const response = await call('GET', '/v1/users/', undefined, { accept });
      expect(response.statusCode).toBe(406);
      expect(response.json()).toEqual(NOT_ACCEPTABLE);
    },
  );

  test('fmt=pdf is ignored by an endpoint that has no PDF', async () => {
    const response = await call('GET', '/v1/users/?fmt=pdf', undefined, { accept: 'application/pdf' });
    expect(response.statusCode).toBe(406);
  });
});

describe('step 6: the JSON body is parsed', () => {
  test.each(['{', '[1,]', "{'a': 1}", '{"a": 01}', 'undefined', ' ', '{"a": 1} x', '\u0000', 'NaN'])(
    'the request body %j is not valid JSON and gets 415',
    async (text) => {
      const response = await call('POST', '/v1/users/', text);
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual(JSON_PARSE_ERROR);
    },
  );

  test.each(['[]', '"text"', '5', 'true', '[{"external_user_id": "u"}]'])(
    'the request body %s is valid JSON but not an object and gets 400',
    async (text) => {
      const response = await call('POST', '/v1/users/', text);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(invalid(['body', 'Invalid data. Expected an object.']));
    },
  );
});

describe('step 7: the resource in the path is looked up', () => {
  test('a resource of another client gets the same 404 as an unknown id', async () => {
    const { id } = (await call('POST', '/v1/users/', { external_user_id: 'u' })).json();
    const other = await newClient(house);
    for (const environment of ['sandbox', 'prod'] as const) {
      const [foreign, never] = [
        await other[environment]('GET', `/v1/users/${id}/`),
        await other[environment]('GET', `/v1/users/${newId()}/`),
      ];
      expect(foreign.statusCode).toBe(404);
      expect(foreign.body).toBe(never.body);
    }
  });

  test('a resource of the same client in the other environment gets 403 not_authenticated', async () => {
    const { id } = (await acme.prod('POST', '/v1/users/', { external_user_id: 'u' })).json();
    const response = await call('GET', `/v1/users/${id}/`);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(OTHER_ENVIRONMENT);
  });

  test('a malformed id gets 404', async () => {
    const id = newId();
    const ids = [id.toUpperCase(), `${id}0`, id.slice(1), `%20${id}`, '%00', '%F0%9F%99%82', ':user_id', "'--"];
    for (const bad of ids) {
      const response = await (await newClient(house)).sandbox('GET', `/v1/users/${bad}/`);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });
});

describe('step 8: the values are validated', () => {
  test('an unknown id in a body gets a 400 error on its field', async () => {
    const response = await call('POST', '/v1/keys/deactivate/', { id: newId() });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['id', 'Object not found.']));
  });
});
