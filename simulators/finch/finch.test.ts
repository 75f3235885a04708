// The Finch simulator itself: the connect page, tokens, batches with pending answers, and signed webhooks.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../kit/server.ts';
import { payStubsOf } from '../lives/pay-stubs.ts';
import { LIVES } from '../lives/people/people.ts';
import { FINCH_CLIENT_ID, FINCH_CLIENT_SECRET, FINCH_WEBHOOK_SECRET, type FinchOptions, startFinch } from './server.ts';

type Json = Record<string, unknown>;
type Batch = { responses: { code: number; body: Json; payment_id?: string; individual_id?: string }[] };
type Money = { amount: number; currency: string };

const NOW = new Date('2026-11-18T15:00:00Z');
const DAY_MS = 86_400_000;
const CALLBACK = 'http://127.0.0.1:9/callback';
const ALL = ['company', 'directory', 'individual', 'employment', 'payment', 'pay_statement', 'ssn'];
const ADMIN = { username: 'payroll-summit-ridge-hospital', password: 'harbor-summit-ridge-hospital-1' };
const maya = LIVES.find(({ username }) => username === 'maya') ?? expect.fail('Maya is missing.');

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function start(options: FinchOptions = {}): Promise<Simulator> {
  const simulator = await startFinch({ now: NOW, ...options });
  closers.push(simulator.close);
  return simulator;
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const actionOf = (html: string, step: string): string => new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';

/** Walks through the connect page; the answer is the address that the person comes back to. */
async function walk(simulator: Simulator, url: string): Promise<URL> {
  const first = await (await fetch(url)).text();
  const second = await (await post(simulator.url + actionOf(first, 'provider'), { provider: 'ledgerline' })).text();
  const third = await (await post(simulator.url + actionOf(second, 'login'), ADMIN)).text();
  const end = await post(simulator.url + actionOf(third, 'consent'), {});
  return new URL(end.headers.get('location') ?? 'about:blank');
}

const authorizeUrl = (simulator: Simulator, products = ALL): string =>
  `${simulator.url}/authorize?${new URLSearchParams({
    client_id: FINCH_CLIENT_ID,
    products: products.join(' '),
    redirect_uri: CALLBACK,
    state: 'abc',
  })}`;

const exchange = (simulator: Simulator, code: string, more: Json = {}): Promise<Response> =>
  fetch(`${simulator.url}/auth/token`, {
    method: 'POST',
    body: JSON.stringify({
      client_id: FINCH_CLIENT_ID,
      client_secret: FINCH_CLIENT_SECRET,
      code,
      redirect_uri: CALLBACK,
      ...more,
    }),
  });

async function connect(simulator: Simulator, products = ALL): Promise<string> {
  const back = await walk(simulator, authorizeUrl(simulator, products));
  const answer = await exchange(simulator, back.searchParams.get('code') ?? '');
  expect(answer.status).toBe(200);
  return String(((await answer.json()) as Json)['access_token']);
}

const call = (simulator: Simulator, token: string, path: string, body?: unknown): Promise<Response> =>
  fetch(simulator.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'finch-api-version': '2020-09-17' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function ok<Body = Json>(simulator: Simulator, token: string, path: string, body?: unknown): Promise<Body> {
  const answer = await call(simulator, token, path, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

async function refused(answer: Promise<Response>): Promise<Json> {
  const got = await answer;
  const body = (await got.json()) as Json;
  expect(body['code']).toBe(got.status);
  return body;
}

const payments = (simulator: Simulator, token: string, start_date: string, end_date: string): Promise<Json[]> =>
  ok<Json[]>(simulator, token, `/employer/payment?start_date=${start_date}&end_date=${end_date}`);

describe('the connect page', () => {
  test('returns to the client with a code and its state, and the code works once', async () => {
    const simulator = await start();
    const back = await walk(simulator, authorizeUrl(simulator));
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

  test('a code is good for ten minutes', async () => {
    const simulator = await start();
    const code = (await walk(simulator, authorizeUrl(simulator))).searchParams.get('code') ?? '';
    simulator.clock.set(new Date(NOW.getTime() + 601_000));
    expect((await exchange(simulator, code)).status).toBe(400);
  });

  test('refuses a wrong password, an unknown client, unknown products and addresses that are not registered', async () => {
    const simulator = await start({ redirect_uris: ['https://app.example/callback'] });
    const status = async (url: string): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;
    expect(await status(authorizeUrl(simulator))).toBe(400);
    const open = await start();
    expect(await status(authorizeUrl(open).replace(FINCH_CLIENT_ID, 'other'))).toBe(400);
    expect(await status(authorizeUrl(open, ['horoscope']))).toBe(400);
    const first = await (await fetch(authorizeUrl(open))).text();
    const second = await (await post(open.url + actionOf(first, 'provider'), { provider: 'harborpay' })).text();
    const wrong = await post(open.url + actionOf(second, 'login'), { ...ADMIN, password: 'wrong' });
    const html = await wrong.text();
    expect(html).toContain('User name or password is wrong.');
    const cancelled = await post(open.url + actionOf(html, 'cancel'), {});
    expect(cancelled.headers.get('location')).toBe(`${CALLBACK}?error=access_denied&state=abc`);
  });

  test('a session made by the client leads to the same page; the same customer keeps the connection', async () => {
    const simulator = await start();
    const basic = `Basic ${Buffer.from(`${FINCH_CLIENT_ID}:${FINCH_CLIENT_SECRET}`).toString('base64')}`;
    const session = (body: Json, authorization = basic): Promise<Response> =>
      fetch(`${simulator.url}/connect/sessions`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify(body),
      });
    const body = { customer_id: 'c-1', customer_name: 'Summit', products: ALL, redirect_uri: CALLBACK };
    expect((await session(body, 'Basic eDp5')).status).toBe(401);
    expect((await session({ ...body, customer_id: undefined })).status).toBe(400);
    const ids: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { connect_url } = (await (await session(body)).json()) as { connect_url: string };
      const code = (await walk(simulator, connect_url)).searchParams.get('code') ?? '';
      ids.push(((await (await exchange(simulator, code)).json()) as Json)['connection_id']);
    }
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('tokens', () => {
  test('missing, wrong and insufficient tokens are refused in the shape of the service', async () => {
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

  test('introspect tells the connection, also when a new login is needed; disconnect ends the token', async () => {
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

  test('requests above the limit of a minute are refused', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    simulator.control('limit', { per_minute: 2 });
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await call(simulator, token, '/employer/directory')).status);
    expect(statuses).toEqual([200, 200, 429]);
    simulator.clock.set(new Date(NOW.getTime() + 61_000));
    expect((await call(simulator, token, '/employer/directory')).status).toBe(200);
  });
});

describe('people', () => {
  test('pages of the directory are complete, and batches tell what is not found', async () => {
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

  test('the SSN needs its own product', async () => {
    const simulator = await start();
    const token = await connect(simulator, ['directory', 'individual']);
    const { individuals } = await ok<{ individuals: Json[] }>(simulator, token, '/employer/directory?limit=1');
    const body = { requests: [{ individual_id: individuals[0]?.['id'] }], options: { include: ['ssn'] } };
    const { responses } = await ok<Batch>(simulator, token, '/employer/individual', body);
    expect(responses[0]?.body).not.toHaveProperty('ssn');
  });
});

describe('pay', () => {
  test('statements of a payment add up to the payment, and those of a declared person are the declared stubs', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    const found = await payments(simulator, token, '2026-09-01', '2026-11-18');
    expect(found.length).toBeGreaterThan(3);
    const requests = found.map(({ id }) => ({ payment_id: id }));
    const { responses } = await ok<Batch>(simulator, token, '/employer/pay-statement', { requests });
    const cents = (value: unknown): number => (value as Money).amount;
    const nets: number[] = [];
    const { individuals } = await ok<{ individuals: Json[] }>(simulator, token, '/employer/directory');
    const id = individuals.find((one) => one['last_name'] === maya.person.last_name)?.['id'];
    for (const [at, { code, body }] of responses.entries()) {
      expect(code).toBe(200);
      const list = body['pay_statements'] as Json[];
      for (const name of ['gross_pay', 'net_pay']) {
        expect(list.reduce((sum, one) => sum + cents(one[name]), 0)).toBe(cents(found[at]?.[name]));
      }
      for (const one of list) {
        const sum = (name: string): number =>
          (one[name] as Json[])
            .filter((line) => line['employer'] !== true)
            .reduce((total, line) => total + Number(line['amount']), 0);
        expect(sum('earnings')).toBe(cents(one['gross_pay']));
        const taken = sum('taxes') + sum('employee_deductions');
        expect(cents(one['gross_pay']) - taken).toBe(cents(one['net_pay']));
      }
      nets.push(...list.filter((one) => one['individual_id'] === id).map((one) => cents(one['net_pay'])));
    }
    const [job] = maya.jobs;
    const truth =
      job === undefined ? [] : payStubsOf(maya, job, '2026-11-18').filter(({ pay_date }) => pay_date >= '2026-09-01');
    expect(nets).toEqual(truth.map(({ net_cents }) => net_cents));
  });

  test('pending statements are answered with 202 in the batch until they are there', async () => {
    const simulator = await start({ pending_answers: 2 });
    const token = await connect(simulator);
    const [first, second] = await payments(simulator, token, '2026-09-01', '2026-11-18');
    const codes = async (ids: unknown[]): Promise<number[]> => {
      const requests = ids.map((payment_id) => ({ payment_id }));
      const { responses } = await ok<Batch>(simulator, token, '/employer/pay-statement', { requests });
      return responses.map(({ code }) => code);
    };
    expect(await codes([first?.['id'], 'unknown'])).toEqual([202, 404]);
    expect(await codes([first?.['id'], second?.['id']])).toEqual([202, 202]);
    expect(await codes([first?.['id'], second?.['id']])).toEqual([200, 202]);
    expect(await codes([first?.['id'], second?.['id']])).toEqual([200, 200]);
  });

  test('pages of a payment are complete', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    const [payment] = await payments(simulator, token, '2026-11-01', '2026-11-18');
    const requests = [0, 7].map((offset) => ({ payment_id: payment?.['id'], limit: 7, offset }));
    const { responses } = await ok<Batch>(simulator, token, '/employer/pay-statement', { requests });
    const ids = responses.flatMap(({ body }) => (body['pay_statements'] as Json[]).map((one) => one['individual_id']));
    expect(ids).toEqual(payment?.['individual_ids']);
  });

  test('before the first fetch is done everything is answered with 202', async () => {
    const simulator = await start();
    simulator.control('staged');
    const token = await connect(simulator);
    const early = await call(simulator, token, '/employer/directory');
    expect(early.status).toBe(202);
    expect(await early.json()).toMatchObject({ code: 202, finch_code: 'data_sync_in_progress' });
    simulator.control('progress');
    expect((await call(simulator, token, '/employer/directory')).status).toBe(200);
  });

  test('wrong dates are refused', async () => {
    const simulator = await start();
    const token = await connect(simulator);
    for (const query of [
      '',
      '?start_date=2026-01-01',
      '?start_date=2026-02-30&end_date=2026-03-01',
      '?start_date=2026-03-02&end_date=2026-03-01',
    ]) {
      expect((await refused(call(simulator, token, `/employer/payment${query}`)))['name']).toBe('bad_request');
    }
  });
});

describe('webhooks', () => {
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

  /** Verifies a webhook as a client does: age and signature. */
  function isAuthentic({ id, timestamp, signature, body }: Got): boolean {
    const key = Buffer.from(FINCH_WEBHOOK_SECRET, 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return signature.split(' ').includes(`v1,${expected}`) && Math.abs(NOW.getTime() / 1000 - Number(timestamp)) < 300;
  }

  test('are signed, and a duplicate has the same id', async () => {
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

  test.each(['bad_signature', 'stale'])('a webhook with the flaw %s is not authentic', async (flaw) => {
    const hook = await receiver();
    const simulator = await start();
    simulator.control('webhook-url', { url: hook.url });
    await connect(simulator);
    simulator.control('webhook', { flaw });
    await simulator.idle();
    expect(hook.got.map(isAuthentic)).toEqual([false]);
  });

  test('new payments are announced after a refresh', async () => {
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

test('faults have the shape of the service, and the request log shows no secrets', async () => {
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
