// The Finch simulator itself: the connect page, tokens, people and signed webhooks.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../kit/server.ts';
import { LIVES } from '../lives/people/people.ts';
import {
  ADMIN,
  ALL,
  actionOf,
  type Batch,
  CALLBACK,
  call,
  closeAll,
  closers,
  connect,
  connectUrl,
  createSession,
  DAY_MS,
  exchange,
  type Json,
  NOW,
  newCustomer,
  ok,
  post,
  refused,
  start,
  walk,
} from './plain-client.ts';
import { FINCH_CLIENT_ID, FINCH_CLIENT_SECRET, FINCH_WEBHOOK_SECRET } from './server.ts';

const maya = LIVES.find(({ username }) => username === 'maya') ?? expect.fail('Maya is missing.');

afterEach(closeAll);

describe('the connect page of the Finch simulator', () => {
  test('the connect page returns to the client with the client’s state and a code, and the code can be exchanged once', async () => {
    const simulator = await start();
    const back = await walk(simulator, await connectUrl(simulator));
    expect(back.href.startsWith(CALLBACK)).toBe(true);
    expect(back.searchParams.get('state')).toBe('abc');
    const code = back.searchParams.get('code') ?? '';
    expect((await refused(exchange(simulator, code, { client_secret: 'wrong' })))['name']).toBe('invalid_client_error');
    expect((await refused(exchange(simulator, code, { redirect_uri: 'http://other.example' })))['name']).toBe(
      'invalid_grant_error',
    );
    expect(await (await exchange(simulator, code)).json()).toMatchObject({
      token_type: 'bearer',
      connection_id: expect.any(String),
      products: ALL,
    });
    expect((await refused(exchange(simulator, code)))['name']).toBe('invalid_grant_error');
  });

  test('a code expires after ten minutes', async () => {
    const simulator = await start();
    const code = (await walk(simulator, await connectUrl(simulator))).searchParams.get('code') ?? '';
    simulator.clock.set(new Date(NOW.getTime() + 601_000));
    expect((await exchange(simulator, code)).status).toBe(400);
  });

  test('a session is refused for an unknown client, missing fields, unknown products and redirect addresses that are not registered', async () => {
    const simulator = await start({ redirect_uris: [CALLBACK] });
    const refusal = async (more: Json, authorization?: string): Promise<unknown> =>
      (await refused(createSession(simulator, { ...newCustomer(), ...more }, authorization ? { authorization } : {})))[
        'name'
      ];
    expect(await refusal({}, 'Basic eDp5')).toBe('invalid_client_error');
    for (const more of [
      { customer_id: undefined },
      { customer_name: '' },
      { customer_name: 'x'.repeat(256) },
      { products: undefined },
      { products: ['horoscope'] },
      { redirect_uri: `${CALLBACK}?state=abc` },
      { minutes_to_expire: 129_601 },
      { sandbox: true },
    ]) {
      expect(await refusal(more)).toBe('bad_request');
    }
    expect((await createSession(simulator, newCustomer())).status).toBe(200);
  });

  test('the connect page does not open without a session, with the client’s id instead of a session, or after the session has expired', async () => {
    const simulator = await start();
    const status = async (query: Record<string, string>): Promise<number> =>
      (await fetch(`${simulator.url}/authorize?${new URLSearchParams(query)}`)).status;
    const products = ALL.join(' ');
    expect(await status({ client_id: FINCH_CLIENT_ID, products, redirect_uri: CALLBACK, state: 'abc' })).toBe(400);
    expect(await status({ session: 'unknown' })).toBe(400);
    const url = await connectUrl(simulator, { ...newCustomer(), minutes_to_expire: 15 });
    expect((await fetch(url)).status).toBe(200);
    simulator.clock.set(new Date(NOW.getTime() + 901_000));
    expect((await fetch(url)).status).toBe(410);
  });

  test('the connect page shows a wrong password as wrong, and Cancel returns to the client with the state', async () => {
    const simulator = await start();
    const first = await (await fetch(await connectUrl(simulator))).text();
    const second = await (await post(simulator.url + actionOf(first, 'provider'), { provider: 'harborpay' })).text();
    const wrong = await post(simulator.url + actionOf(second, 'login'), { ...ADMIN, password: 'wrong' });
    const html = await wrong.text();
    expect(html).toContain('User name or password is wrong.');
    const cancelled = await post(simulator.url + actionOf(html, 'cancel'), {});
    expect(cancelled.headers.get('location')).toBe(`${CALLBACK}?error=access_denied&state=abc`);
  });

  const connectionOf = async (simulator: Simulator, url: string): Promise<{ id: string; token: string }> => {
    const code = (await walk(simulator, url)).searchParams.get('code') ?? '';
    const token = (await (await exchange(simulator, code)).json()) as Json;
    return { id: String(token['connection_id']), token: String(token['access_token']) };
  };
  const RENEWAL = '/connect/sessions/reauthenticate';

  test('a customer who has a connection gets no session for a second one; a session of the existing connection gives a new token for it', async () => {
    const simulator = await start();
    const customer = newCustomer();
    const first = await connectionOf(simulator, await connectUrl(simulator, customer));
    expect(await refused(createSession(simulator, customer))).toMatchObject({
      finch_code: 'connection_already_exists',
      context: { connection_id: first.id },
    });
    const renewal = { connection_id: first.id, redirect_uri: CALLBACK };
    const second = await connectionOf(simulator, await connectUrl(simulator, renewal, RENEWAL));
    expect(second.id).toBe(first.id);
    expect(second.token).not.toBe(first.token);
    expect(await ok(simulator, second.token, '/introspect')).toMatchObject({ customer_id: customer['customer_id'] });
  });

  test('two customers with the same login share one connection; after it is disconnected, it cannot be renewed, and the next login makes another connection', async () => {
    const simulator = await start();
    const first = await connectionOf(simulator, await connectUrl(simulator));
    const second = await connectionOf(simulator, await connectUrl(simulator));
    expect(second.id).toBe(first.id);
    await ok(simulator, second.token, '/disconnect', {});
    const renewal = { connection_id: first.id, redirect_uri: CALLBACK };
    expect(await refused(createSession(simulator, renewal, { path: RENEWAL }))).toMatchObject({ code: 404 });
    const third = await connectionOf(simulator, await connectUrl(simulator));
    expect(third.id).not.toBe(first.id);
  });
});

describe('tokens of the Finch simulator', () => {
  test('a missing token, a wrong token and a token without the product are refused with an error in Finch’s format', async () => {
    const simulator = await start();
    const token = await connect(simulator, ['directory']);
    const bare = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${simulator.url}/employer/directory`, { headers });
    expect(await refused(bare({ authorization: `Bearer ${token}` }))).toMatchObject({
      code: 400,
      finch_code: 'invalid_request',
    });
    expect((await refused(bare({ 'finch-api-version': '2020-09-17' })))['name']).toBe('unauthorized_request_error');
    expect((await refused(call(simulator, 'wrong', '/employer/directory')))['name']).toBe('invalid_token_error');
    expect(await refused(call(simulator, token, '/employer/company'))).toMatchObject({
      code: 403,
      name: 'insufficient_scope_error',
    });
  });

  test('introspect returns the connection status, even when a new login is needed; disconnect invalidates the token', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    expect(await ok(simulator, token, '/introspect')).toMatchObject({
      connection_status: { status: 'connected' },
      provider_id: 'ledgerline',
    });
    simulator.control('require-login');
    expect(await refused(call(simulator, token, '/employer/directory'))).toMatchObject({
      code: 401,
      finch_code: 'reauthenticate_user',
    });
    expect(await ok(simulator, token, '/introspect')).toMatchObject({ connection_status: { status: 'reauth' } });
    expect(await ok(simulator, token, '/disconnect', {})).toEqual({ status: 'success' });
    expect((await refused(call(simulator, token, '/introspect')))['name']).toBe('invalid_token_error');
  });

  test('requests above the limit per minute get 429 until the minute is over; the limit counts the requests of all connections', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    simulator.control('limit', { per_minute: 2 });
    const statuses: number[] = [];
    const other = await connect(simulator);
    for (const one of [token, other, token]) statuses.push((await call(simulator, one, '/employer/directory')).status);
    expect(statuses).toEqual([200, 200, 429]);
    simulator.clock.set(new Date(NOW.getTime() + 61_000));
    expect((await call(simulator, token, '/employer/directory')).status).toBe(200);
  });
});

describe('people in the Finch simulator', () => {
  test('all pages of the directory together list every person, and a batch answers an unknown id with 404', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    type Page = { paging: { count: number; offset: number }; individuals: Json[] };
    const whole = await ok<Page>(simulator, token, '/employer/directory');
    const pages: Json[] = [];
    for (let offset = 0; offset < whole.paging.count; offset += 5) {
      pages.push(...(await ok<Page>(simulator, token, `/employer/directory?limit=5&offset=${offset}`)).individuals);
    }
    expect(pages).toEqual(whole.individuals);
    expect(whole.individuals).toHaveLength(whole.paging.count);
    const entry = whole.individuals.find((one) => one['last_name'] === maya.person.last_name);
    const requests = [{ individual_id: entry?.['id'] }, { individual_id: 'unknown' }];
    const { responses } = await ok<Batch>(simulator, token, '/employer/individual', {
      requests,
      options: { include: ['ssn'] },
    });
    expect(responses).toMatchObject([
      { code: 200, body: { dob: maya.person.birth_date, ssn: maya.person.ssn.replaceAll('-', '') } },
      { code: 404, body: { finch_code: 'individual_not_found' } },
    ]);
    const employment = await ok<Batch>(simulator, token, '/employer/employment', { requests: requests.slice(0, 1) });
    expect(employment.responses[0]?.body).toMatchObject({
      title: maya.jobs[0]?.title,
      start_date: maya.jobs[0]?.started_on,
      is_active: true,
      income: { unit: expect.stringMatching(/^(hourly|yearly)$/) },
    });
    for (const body of [{}, { requests: 'all' }, { requests: [{}] }]) {
      expect((await call(simulator, token, '/employer/individual', body)).status).toBe(400);
    }
  });

  test('the SSN is returned only if the token has the product for it', async () => {
    const simulator = await start();
    const token = await connect(simulator, ['directory', 'individual']);
    const { individuals } = await ok<{ individuals: Json[] }>(simulator, token, '/employer/directory?limit=1');
    const body = { requests: [{ individual_id: individuals[0]?.['id'] }], options: { include: ['ssn'] } };
    const { responses } = await ok<Batch>(simulator, token, '/employer/individual', body);
    expect(responses[0]?.body).not.toHaveProperty('ssn');
  });
});

describe('webhooks of the Finch simulator', () => {
  type Got = { id: string; timestamp: string; signature: string; body: string };

  async function receiver(): Promise<{ url: string; got: Got[] }> {
    const got: Got[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        const header = (name: string): string => String(request.headers[`finch-${name}`]);
        got.push({ id: header('event-id'), timestamp: header('timestamp'), signature: header('signature'), body });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
  }

  /** Verifies the age and the signature of a webhook, as a client does. */
  function isAuthentic({ id, timestamp, signature, body }: Got): boolean {
    const key = Buffer.from(FINCH_WEBHOOK_SECRET, 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return signature.split(' ').includes(`v1,${expected}`) && Math.abs(NOW.getTime() / 1000 - Number(timestamp)) < 300;
  }

  test('webhooks are signed, and the duplicate of a webhook has the same id', async () => {
    const hook = await receiver();
    const simulator = await start({ webhook_url: hook.url });
    await connect(simulator);
    simulator.control('webhook', { flaw: 'duplicate' });
    simulator.control('require-login');
    await simulator.idle();
    expect(hook.got.map(isAuthentic)).toEqual([true, true, true]);
    expect(new Set(hook.got.map(({ id }) => id)).size).toBe(2);
    expect(JSON.parse(hook.got.at(-1)?.body ?? '{}')).toMatchObject({
      event_type: 'account.updated',
      connection_id: expect.any(String),
      data: { status: 'reauth' },
    });
  });

  test.each(['bad_signature', 'stale'])(
    'a webhook that the Finch simulator sends with the flaw %s fails verification',
    async (flaw) => {
      const hook = await receiver();
      const simulator = await start();
      simulator.control('webhook-url', { url: hook.url });
      await connect(simulator);
      simulator.control('webhook', { flaw });
      await simulator.idle();
      expect(hook.got.map(isAuthentic)).toEqual([false]);
    },
  );

  test('after a refresh, each new payment is announced by a webhook', async () => {
    const hook = await receiver();
    const simulator = await start({ webhook_url: hook.url });
    await connect(simulator);
    simulator.clock.set(new Date(NOW.getTime() + 20 * DAY_MS));
    const { payments: ids } = simulator.control('refresh') as { payments: string[] };
    expect(ids.length).toBeGreaterThan(0);
    await simulator.idle();
    const told = hook.got.map(({ body }) => (JSON.parse(body) as { data: Json }).data['payment_id']);
    expect(told.toSorted()).toEqual(ids.toSorted());
  });
});

test('a fault returns an error in Finch’s format, and the request log shows no secrets', async () => {
  const simulator = await start();
  const token = await connect(simulator);
  simulator.addFault({ fault: 'rate_limit', seconds: 60 });
  simulator.addFault({ fault: 'expired_access' });
  simulator.addFault({ fault: 'missing_field', field: 'individuals' });
  expect(await refused(call(simulator, token, '/employer/directory'))).toMatchObject({
    code: 429,
    name: 'rate_limit_exceeded_error',
  });
  expect(await refused(call(simulator, token, '/employer/directory'))).toMatchObject({
    finch_code: 'reauthenticate_user',
  });
  expect(await ok(simulator, token, '/employer/directory')).not.toHaveProperty('individuals');
  const text = await (await fetch(`${simulator.url}/control/requests`)).text();
  for (const secret of [token, FINCH_CLIENT_SECRET, ADMIN.password]) expect(text).not.toContain(secret);
  expect(text).toContain('/connect/:session/login');
});
