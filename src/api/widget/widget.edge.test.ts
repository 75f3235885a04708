import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { newId } from '#base/ids.ts';
import { setWidgetOrigins } from '#services/access/clients.ts';
import { openLimiter } from '#services/access/limits.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import {
  BODY_TOO_LARGE,
  HEADERS_MISSING,
  invalid,
  JSON_PARSE_ERROR,
  NO_SUCH_TOKEN,
  NOT_FOUND,
  THROTTLED,
} from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { newUser } from '#test/tasks.ts';
import { login, newWidget, openWidget, type Widget, widget } from '#test/widget.ts';

// No worker runs in this file, so tasks stay as they were created.
let house: TestHouse;
let acme: TestClient;
let call: Call;
let user_id: string;
let own: Widget;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
  user_id = await newUser(call, 'p-1');
  own = await openWidget(house, call, user_id);
});
afterAll(() => house.close());

const bare = (headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' | 'POST' = 'GET', path = 'session/') =>
  house.app.inject({ method, url: `/widget/api/${path}`, headers });

describe('the origin of the page that calls the widget API', () => {
  const HERE = 'https://app.acme.example';
  const from = (page_origin?: string, path = 'session/') =>
    own.call('GET', path, undefined, page_origin === undefined ? {} : { 'x-vouch-page-origin': page_origin });

  test('200 for any page if the client has no list of allowed origins', async () => {
    expect((await from('https://elsewhere.example')).statusCode).toBe(200);
  });

  test('403 for a page whose origin is not in the client’s list; 200 for a listed origin or if there is no X-Vouch-Page-Origin header', async () => {
    await setWidgetOrigins(house, acme.client_id, [HERE, 'http://127.0.0.1:3000']);
    for (const page of [
      'https://elsewhere.example',
      `${HERE}.elsewhere.example`,
      'http://app.acme.example',
      'null',
      '',
    ]) {
      for (const path of ['session/', 'companies/?query=home']) {
        const response = await from(page, path);
        expect(response.statusCode, page).toBe(403);
        expect(response.json()).toEqual({
          error: { code: 'not_authenticated', message: 'The widget may not be opened on this page.' },
        });
      }
    }
    for (const page of [HERE, 'http://127.0.0.1:3000', undefined]) expect((await from(page)).statusCode).toBe(200);
    await setWidgetOrigins(house, acme.client_id, []);
    expect((await from('https://elsewhere.example')).statusCode).toBe(200);
  });

  test('200 for any page if only another client has a list of allowed origins', async () => {
    await setWidgetOrigins(house, (await newClient(house, 'Birch Bank')).client_id, [HERE]);
    expect((await from('https://elsewhere.example')).statusCode).toBe(200);
  });
});

describe('authentication at the widget API', () => {
  test('401 without an Authorization header', async () => {
    const response = await bare();
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual(HEADERS_MISSING);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  test('401 for a malformed or unknown token', async () => {
    for (const authorization of [
      `Bearer ${newId()}`,
      'Bearer',
      `Basic ${own.token}`,
      `Bearer ${own.token.toUpperCase()}`,
      `Bearer ${own.token}0`,
      own.token,
      "Bearer ' or 1=1",
    ]) {
      const response = await bare({ authorization });
      expect(response.statusCode, authorization).toBe(401);
      expect(response.json()).toEqual(NO_SUCH_TOKEN);
    }
  });

  test('200: the scheme "Bearer" is case-insensitive', async () => {
    expect((await bare({ authorization: `bearer ${own.token}` })).statusCode).toBe(200);
  });

  test('an API key gets 401 at the widget API, and a bridge token gets 401 at /v1/', async () => {
    const keys = { 'x-access-client-id': acme.client_id, 'x-access-secret': acme.secrets.sandbox };
    expect((await bare(keys)).statusCode).toBe(401);
    const response = await house.app.inject({
      url: '/v1/users/',
      headers: { authorization: `Bearer ${own.token}` },
    });
    expect(response.statusCode).toBe(401);
  });

  test('410 once the token is exactly six hours old, by the client’s clock', async () => {
    const other = await openWidget(house, acme.prod, await newUser(acme.prod, 'p-1'));
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 6 * 3_600 - 1 });
    expect((await own.call('GET', 'session/')).statusCode).toBe(200);
    await call('POST', '/v1/sandbox/clock/advance/', { seconds: 1 });
    for (const response of [await own.call('GET', 'session/'), await own.call('POST', 'tasks/', login())]) {
      expect(response.statusCode).toBe(410);
      expect(response.json()).toEqual({
        error: { code: 'expired_token', message: `Bridge token expired: ${own.token}` },
      });
    }
    // The sandbox clock does not affect prod.
    expect((await other.call('GET', 'session/')).statusCode).toBe(200);
  });

  test('401 for a token of a deleted user', async () => {
    await call('DELETE', `/v1/users/${user_id}/`);
    expect((await own.call('GET', 'session/')).statusCode).toBe(401);
  });
});

describe('CORS at the widget API', () => {
  const ORIGIN = { origin: 'https://shop.example' };

  test('204: a preflight needs no token and allows the methods and headers that the widget uses', async () => {
    for (const path of ['session/', 'tasks/', `tasks/${newId()}/`, `tasks/${newId()}/mfa/`, 'events/']) {
      const response = await bare(
        { ...ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
        'OPTIONS',
        path,
      );
      expect(response.statusCode, path).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
      });
      expect(response.body).toBe('');
    }
  });

  test('any page may read every response, including errors, and no response uses cookies', async () => {
    const answers = [
      await own.call('GET', 'session/', undefined, ORIGIN),
      await bare(ORIGIN),
      await own.call('GET', `tasks/${newId()}/`, undefined, ORIGIN),
      await own.call('POST', 'tasks/', {}, ORIGIN),
      await own.call('POST', 'tasks/', '{', ORIGIN),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 404, 400, 415]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  test('/v1/ has no CORS headers', async () => {
    const response = await call('GET', '/v1/users/', undefined, ORIGIN);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await call('OPTIONS', '/v1/users/')).statusCode).toBe(405);
  });
});

describe('paths and bodies of the widget API', () => {
  test('200 with and without a trailing slash; 404 for an unknown path; 405 for a wrong method', async () => {
    expect((await own.call('GET', 'session')).statusCode).toBe(200);
    const unknown = await own.call('GET', 'nowhere/');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toEqual(NOT_FOUND);
    const wrong = await own.call('GET', 'consent/');
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers['allow']).toBe('POST, OPTIONS');
  });

  test('the widget API is not in the OpenAPI document', async () => {
    const { paths } = (await house.app.inject('/openapi.json')).json();
    expect(Object.keys(paths).filter((path) => /widget|verify/.test(path))).toEqual([]);
  });

  test('415 for a body that is not JSON, or whose Content-Type is not JSON', async () => {
    const broken = await own.call('POST', 'events/', '{"events":');
    expect(broken.statusCode).toBe(415);
    expect(broken.json()).toEqual(JSON_PARSE_ERROR);
    const plain = await own.call('POST', 'events/', '{}', { 'content-type': 'text/plain' });
    expect(plain.statusCode).toBe(415);
  });

  test('204 for a body of 1 MiB; 400 for a larger body', async () => {
    const bodyOf = (bytes: number) => `{"events":[{"type":"LOAD"}],"x":"${'x'.repeat(bytes - 35)}"}`;
    expect(bodyOf(1_048_576)).toHaveLength(1_048_576);
    expect((await own.call('POST', 'events/', bodyOf(1_048_576))).statusCode).toBe(204);
    const large = await own.call('POST', 'events/', bodyOf(1_048_577));
    expect(large.statusCode).toBe(400);
    expect(large.json()).toEqual(BODY_TOO_LARGE);
  });

  test('an Idempotency-Key is ignored, so two requests with the same key but different tokens create two tasks', async () => {
    const other = await openWidget(house, call, user_id);
    const key = { 'idempotency-key': 'same' };
    const [one, two] = [
      await own.call('POST', 'tasks/', login(), key),
      await other.call('POST', 'tasks/', login(), key),
    ];
    expect(one.json().task_id).not.toBe(two.json().task_id);
  });
});

/**
 * A process that stalls for this time may lose the part of a budget that it has leased. At most half of a budget is
 * leased, so at least half of the requests are still admitted.
 */
const STALL_MS = 1_000;

describe('rate limits of the widget API', () => {
  test('429 for the 121st request with one token within a minute; other tokens are not affected', async () => {
    own = await newWidget(house, call, user_id);
    const other = await newWidget(house, call, user_id);
    for (let i = 0; i < 120; i++) expect((await own.call('GET', 'providers/')).statusCode).toBe(200);
    const refused = await own.call('GET', 'providers/');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual(THROTTLED);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect((await other.call('GET', 'providers/')).statusCode).toBe(200);
    // Preflights do not count towards the limit.
    expect((await bare({}, 'OPTIONS')).statusCode).toBe(204);
  });

  test('429 after exactly 120 requests with one token, even if two processes serve them', async () => {
    own = await newWidget(house, call, user_id);
    const limiter = openLimiter({ database: house.database });
    const second = await buildApp({ ...house, limiter });
    const request = { url: '/widget/api/providers/', headers: { authorization: `Bearer ${own.token}` } };
    const statuses: number[] = [];
    let slowest_ms = 0;
    for (let i = 0; i < 10; i++) {
      const began_ms = performance.now();
      const answers = [house.app, second].flatMap((app) => Array.from({ length: 7 }, () => app.inject(request)));
      statuses.push(...(await Promise.all(answers)).map(({ statusCode }) => statusCode));
      slowest_ms = Math.max(slowest_ms, performance.now() - began_ms);
    }
    const admitted = statuses.filter((status) => status === 200).length;
    expect(admitted).toBeLessThanOrEqual(120);
    expect(admitted).toBeGreaterThanOrEqual(slowest_ms < STALL_MS ? 120 : 60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(140 - admitted);
    await second.close();
    await limiter.stop();
  });

  test('429 for the 21st task of one token, even if requests are concurrent; requests rejected with 400 do not count', async () => {
    for (let i = 0; i < 5; i++) expect((await own.call('POST', 'tasks/', {})).statusCode).toBe(400);
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async () => (await own.call('POST', 'tasks/', login())).statusCode),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query('select 1 from tasks where client_id = $1', [acme.client_id]);
    expect(rows).toHaveLength(20);
    const other = await openWidget(house, call, user_id);
    await other.post('tasks/', login(), 201);
  });
});

describe('GET companies/ and providers/ of the widget API', () => {
  test('200: without a query, companies/ returns ten well-known companies, each with its provider', async () => {
    const { results } = await own.get('companies/');
    expect(results.map(({ name }: { name: string }) => name).slice(0, 3)).toEqual(['Walmart', 'Amazon', 'Home Depot']);
    expect(results).toHaveLength(10);
    expect(results[2]).toEqual({
      id: 'e9c9d4fda4d2d79ec4e9a10302235588',
      name: 'Home Depot',
      logo_url: null,
      provider: { id: 'vouch_payroll', name: 'Vouch Payroll', logo_url: null },
    });
    expect((await own.get('companies/?query=%20')).results).toEqual(results);
  });

  test('200: the company search tolerates typing errors; a company without a provider has provider null', async () => {
    expect((await own.get('companies/?query=hme%20depo')).results[0].name).toBe('Home Depot');
    expect((await own.get('companies/?query=nowhere')).results[0]).toMatchObject({
      name: 'Nowhere Holdings',
      provider: null,
    });
    expect((await own.get('companies/?query=zzzzzzzz')).results).toEqual([]);
    expect((await own.get(`companies/?query=${'d'.repeat(128)}`)).results).toEqual([]);
    expect((await own.call('GET', `companies/?query=${'d'.repeat(129)}`)).json()).toEqual(
      invalid(['query', 'Ensure this field has no more than 128 characters.']),
    );
  });

  test('200: companies/{id}/providers/ returns an employer’s providers; 404 for an unknown employer', async () => {
    const { results } = await own.get('companies/e9c9d4fda4d2d79ec4e9a10302235588/providers/');
    expect(results.map(({ id }: { id: string }) => id)).toEqual(['vouch_payroll']);
    expect((await own.get('companies/e01b285ee48fb48d5c6215384493127f/providers/')).results).toEqual([]);
    expect((await own.call('GET', `companies/${newId()}/providers/`)).statusCode).toBe(404);
    expect((await own.call('GET', 'companies/%27/providers/')).statusCode).toBe(404);
    const insured = await openWidget(house, call, user_id, { product_type: 'insurance' });
    expect((await insured.get('companies/e9c9d4fda4d2d79ec4e9a10302235588/providers/')).results).toEqual([]);
  });

  test('200: providers/ returns the product’s providers with their login forms, filtered by name and data_source', async () => {
    const idsOf = async (query: string, from = own) =>
      (await from.get(`providers/${query}`)).results.map(({ id }: { id: string }) => id);
    expect(await idsOf('')).toEqual(['vouch_bank', 'vouch_bank_oauth', 'vouch_payroll', 'vouch_tax']);
    expect(await idsOf('?data_source=payroll')).toEqual(['vouch_payroll']);
    expect(await idsOf('?query=bnak')).toEqual(['vouch_bank', 'vouch_bank_oauth']);
    expect(await idsOf('?query=insurance')).toEqual([]);
    const assets = await openWidget(house, call, user_id, { product_type: 'assets' });
    expect(await idsOf('?data_source=scoring_attributes', assets)).toEqual(['vouch_bank', 'vouch_bank_oauth']);
    const [, oauth, payroll] = (await own.get('providers/')).results;
    expect(oauth).toMatchObject({ is_oauth: true, fields: [] });
    expect(payroll).toMatchObject({ is_oauth: false, data_source: 'payroll' });
    expect(payroll.fields[1]).toEqual({
      name: 'password',
      label: 'Password',
      kind: 'password',
      autocomplete: 'current-password',
      required: true,
      length_max: 128,
    });
    expect((await own.call('GET', 'providers/?data_source=tea')).json()).toEqual(
      invalid(['data_source', '"tea" is not a valid choice.']),
    );
    expect((await own.call('GET', `providers/?suborder_id=${newId()}`)).json()).toEqual(
      invalid(['suborder_id', 'Object not found.']),
    );
  });
});

test('an unknown token gets 401 before anything else is checked; a token that has no order gets 404 at order endpoints', async () => {
  const stranger = widget(house, newId());
  for (const response of [
    await stranger.call('GET', 'session/'),
    await stranger.call('POST', 'tasks/', '{'),
    await stranger.call('POST', 'finish/', {}),
    await stranger.call('POST', `suborders/${newId()}/skip/`, {}),
  ]) {
    expect(response.statusCode).toBe(401);
  }
  // The following endpoints require a token of an order, and this token has no order.
  expect((await own.call('POST', 'finish/')).statusCode).toBe(404);
  expect((await own.call('POST', `suborders/${newId()}/skip/`)).statusCode).toBe(404);
  const decision = { decisions: [{ subject_id: newId(), decision: 'representative' }] };
  expect((await own.call('POST', 'certifications/', decision)).statusCode).toBe(404);
});
