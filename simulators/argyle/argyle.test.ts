// The Argyle simulator itself: the link page, stages of the collection, pages, documents and signed webhooks.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extractText } from 'unpdf';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../kit/server.ts';
import { historyOf } from '../lives/history.ts';
import { LIVES } from '../lives/people/people.ts';
import { ARGYLE_KEY_ID, ARGYLE_KEY_SECRET, type ArgyleOptions, startArgyle } from './server.ts';

type Json = Record<string, unknown>;
type List = { next: string | null; previous: string | null; results: Json[] };

const NOW = new Date('2026-11-18T15:00:00Z');
const DAY_MS = 86_400_000;
const SECRET = 'hook-secret';
const lifeOf = (name: string) => LIVES.find(({ username }) => username === name) ?? expect.fail(`${name} is missing.`);
const keys = (secret = ARGYLE_KEY_SECRET) => ({
  authorization: `Basic ${Buffer.from(`${ARGYLE_KEY_ID}:${secret}`).toString('base64')}`,
});

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function start(options: ArgyleOptions = {}): Promise<Simulator> {
  const simulator = await startArgyle({ now: NOW, ...options });
  closers.push(simulator.close);
  return simulator;
}

const send = (
  simulator: Simulator,
  method: string,
  path: string,
  body?: unknown,
  headers = keys(),
): Promise<Response> =>
  fetch(simulator.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function get<Body = List>(simulator: Simulator, path: string): Promise<Body> {
  const answer = await send(simulator, 'GET', path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

/** Follows `next` to the end. */
async function all(simulator: Simulator, path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let at: string | null = path; at !== null; ) {
    const page: List = await get(simulator, at);
    rows.push(...page.results);
    at = page.next === null ? null : page.next.slice(simulator.url.length);
  }
  return rows;
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const actionOf = (html: string, step: string): string => new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';

async function newUser(simulator: Simulator): Promise<{ id: string; user_token: string }> {
  const answer = await send(simulator, 'POST', '/v2/users', { external_id: 'order-1' });
  return (await answer.json()) as { id: string; user_token: string };
}

async function walk(simulator: Simulator, user_token: string, username: string, employer: string): Promise<Response> {
  const query = new URLSearchParams({ user_token, redirect_url: 'http://127.0.0.1:9/callback?state=abc' });
  const first = await (await fetch(`${simulator.url}/link?${query}`)).text();
  const item = new RegExp(`value="(item_\\d+)">${employer}<`).exec(first)?.[1] ?? '';
  const second = await (await post(simulator.url + actionOf(first, 'employer'), { item })).text();
  return post(simulator.url + actionOf(second, 'login'), { username, password: lifeOf(username).password });
}

async function connect(simulator: Simulator, username = 'maya', employer = 'Summit Ridge Hospital'): Promise<Json> {
  const user = await newUser(simulator);
  await walk(simulator, user.user_token, username, employer);
  const { results } = await get(simulator, `/v2/accounts?user=${user.id}`);
  const [account] = results;
  if (account === undefined) throw new Error('There is no account.');
  return account;
}

async function receiver(): Promise<{ url: string; got: { signature: string; body: string }[] }> {
  const got: { signature: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      got.push({ signature: String(request.headers['x-argyle-signature']), body });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

const subscribe = (simulator: Simulator, url: string, events: string[]): Promise<Response> =>
  send(simulator, 'POST', '/v2/webhooks', {
    name: 'vouch',
    url,
    events,
    secret: SECRET,
    config: { include_resource: true },
  });

const isAuthentic = ({ signature, body }: { signature: string; body: string }): boolean =>
  createHmac('sha512', SECRET).update(body).digest('hex') === signature;

describe('keys and bodies', () => {
  test('missing and wrong keys get 401 in the shape of the service', async () => {
    const simulator = await start();
    const none = await fetch(`${simulator.url}/v2/accounts`);
    expect(none.status).toBe(401);
    expect(await none.json()).toEqual({ detail: 'Authentication credentials were not provided.' });
    const wrong = await send(simulator, 'GET', '/v2/accounts', undefined, keys('wrong'));
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toEqual({ detail: 'Invalid username/password.' });
  });

  test('wrong fields are named', async () => {
    const simulator = await start();
    const refused = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const answer = await send(simulator, method, path, body);
      expect(answer.status).toBe(400);
      return answer.json();
    };
    expect(await refused('POST', '/v2/users', { email: 'nobody' })).toEqual({
      email: ['Enter a valid email address.'],
    });
    expect(await refused('POST', '/v2/users', { first_name: 'A', external_id: 5 })).toEqual({
      external_id: ['external_id must be a string.'],
    });
    expect(await refused('POST', '/v2/user-tokens', {})).toEqual({ user: ['This field is required.'] });
    expect(await refused('GET', '/v2/paystubs?limit=201')).toEqual({
      limit: ['Ensure this value is less than or equal to 200.'],
    });
    expect(await refused('GET', '/v2/paystubs?account=mine')).toEqual({ account: ['Must be a valid UUID.'] });
    expect(
      await refused('POST', '/v2/webhooks', { name: 'x', url: 'http://a.example', events: ['cake.baked'] }),
    ).toEqual({
      events: ['"cake.baked" is not a valid choice.'],
    });
    expect(await refused('POST', '/v2/webhooks', {})).toEqual({
      name: ['This field is required.'],
      url: ['This field is required.'],
      events: ['This field is required.'],
    });
    expect((await send(simulator, 'GET', '/v2/accounts/unknown')).status).toBe(404);
    expect((await send(simulator, 'PATCH', '/v2/accounts')).status).toBe(405);
  });
});

describe('the link page', () => {
  test('ends with a redirect that has two parameters more', async () => {
    const simulator = await start();
    const { user_token, id } = await newUser(simulator);
    const end = await walk(simulator, user_token, 'maya', 'Summit Ridge Hospital');
    expect(end.status).toBe(303);
    expect(end.headers.get('location')).toBe(
      'http://127.0.0.1:9/callback?state=abc&user_submission_complete=true&user_attempted_employer_selection=true',
    );
    expect(await get(simulator, `/v2/users/${id}`)).toMatchObject({
      employers_connected: ['Summit Ridge Hospital'],
      external_id: 'order-1',
    });
  });

  test('refuses a wrong password, another employer, an altered token and an old token', async () => {
    const simulator = await start();
    const { user_token } = await newUser(simulator);
    const elsewhere = await walk(simulator, user_token, 'maya', 'Scioto Cold Storage');
    expect(await elsewhere.text()).toContain('User name or password is wrong.');
    expect((await fetch(`${simulator.url}/link?user_token=${user_token}x`)).status).toBe(401);
    simulator.clock.set(new Date(NOW.getTime() + 3601 * 1000));
    expect((await fetch(`${simulator.url}/link?user_token=${user_token}`)).status).toBe(401);
  });

  test('the same person at the same employer is the same account', async () => {
    const simulator = await start();
    const user = await newUser(simulator);
    await walk(simulator, user.user_token, 'maya', 'Summit Ridge Hospital');
    await walk(simulator, user.user_token, 'maya', 'Summit Ridge Hospital');
    expect((await get(simulator, `/v2/accounts?user=${user.id}`)).results).toHaveLength(1);
  });
});

describe('pay data', () => {
  test('pay stubs add up, are complete and newest first over pages, and their net pay is the deposit', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const listed = await all(simulator, `/v2/paystubs?account=${account['id']}&limit=7`);
    const stubs = listed.filter((stub) => stub['status'] === 'completed');
    const cents = (text: unknown): number => Math.round(Number(text) * 100);
    const job = lifeOf('maya').jobs[0];
    const deposits = historyOf(lifeOf('maya'), '2026-11-18')
      .accounts.flatMap(({ rows }) => rows)
      .filter(({ cause }) => cause === job?.key);
    const paid = deposits.reduce((sum, row) => sum + row.cents, 0);
    expect(stubs.reduce((sum, stub) => sum + cents(stub['net_pay']), 0)).toBe(paid);
    const dates = stubs.map((stub) => String(stub['paystub_date']));
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set(stubs.map((stub) => stub['id'])).size).toBe(stubs.length);
    for (const stub of stubs) {
      const total = (name: string): number =>
        (stub[name] as Json[]).reduce((sum, line) => sum + cents(line['amount'] ?? 0), 0);
      expect(total('gross_pay_list')).toBe(cents(stub['gross_pay']));
      expect(total('tax_list')).toBe(cents(stub['taxes']));
      expect(total('deduction_list')).toBe(cents(stub['deductions']));
      expect(cents(stub['gross_pay']) - cents(stub['taxes']) - cents(stub['deductions'])).toBe(cents(stub['net_pay']));
      const year = ['gross_pay_ytd', 'taxes_ytd', 'deductions_ytd', 'net_pay_ytd'].map((name) => cents(stub[name]));
      expect((year[0] ?? 0) - (year[1] ?? 0) - (year[2] ?? 0)).toBe(year[3]);
    }
  });

  test('an altered cursor is refused, and previous leads back', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const first = await get(simulator, `/v2/paystubs?account=${account['id']}`);
    expect(first.results).toHaveLength(10);
    const second = await get(simulator, (first.next ?? '').slice(simulator.url.length));
    const back = await get(simulator, (second.previous ?? '').slice(simulator.url.length));
    expect(back.results).toEqual(first.results);
    const altered = (first.next ?? '').slice(simulator.url.length).replace('cursor=', 'cursor=A');
    expect((await send(simulator, 'GET', altered)).status).toBe(404);
  });

  test('dates limit pay stubs, both ends included', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const [newest] = (await get(simulator, `/v2/paystubs?account=${account['id']}`)).results;
    const day = String(newest?.['paystub_date']);
    const query = new URLSearchParams({ account: String(account['id']), from_start_date: day, to_start_date: day });
    expect((await get(simulator, `/v2/paystubs?${query}`)).results).toEqual([newest]);
  });

  test('identity, employment and deposit destinations', async () => {
    const simulator = await start();
    const account = await connect(simulator, 'priya', 'Buckeye Parcel Works');
    const of = (path: string) => get(simulator, `/v2/${path}?account=${account['id']}`);
    const { person, jobs } = lifeOf('priya');
    expect((await of('identities')).results).toMatchObject([
      {
        full_name: 'Priya Nair',
        ssn: person.ssn,
        employment_status: 'terminated',
        termination_date: jobs[0]?.ended_on,
      },
    ]);
    expect((await of('employments')).results).toMatchObject([
      { employer: 'Buckeye Parcel Works', account: account['id'] },
    ]);
    expect((await of('deposit-destinations')).results).toMatchObject([{ allocation_value: 'remainder' }]);
    expect((await of('shifts')).results).toEqual([]);
  });

  test('the stub of the next payday is scheduled without a document, and completed under the same id after the payday', async () => {
    const simulator = await start();
    const { id } = await connect(simulator, 'priya', 'Scioto Cold Storage');
    const newest = async (): Promise<Json | undefined> =>
      (await get(simulator, `/v2/paystubs?account=${id}`)).results[0];
    const scheduled = await newest();
    expect(scheduled).toMatchObject({
      status: 'scheduled',
      paystub_date: '2026-11-20T00:00:00Z',
      payroll_document: null,
    });
    simulator.clock.set(new Date(NOW.getTime() + 2 * DAY_MS));
    expect(simulator.control('refresh')).toEqual({ added: [], updated: [scheduled?.['id']] });
    const paid = { ...scheduled, status: 'completed', payroll_document: expect.any(String) };
    expect(await newest()).toEqual(paid);
  });

  test('gigs add up to the payouts', async () => {
    const simulator = await start();
    const account = await connect(simulator, 'tom', 'DoorSupper');
    const gigs = await all(simulator, `/v2/gigs?account=${account['id']}&limit=200`);
    const stubs = await all(simulator, `/v2/paystubs?account=${account['id']}&limit=200`);
    const cents = (text: unknown): number => Math.round(Number(text) * 100);
    const earned = gigs.reduce((sum, gig) => sum + cents((gig['income'] as Json)['total']), 0);
    expect(earned).toBe(stubs.reduce((sum, stub) => sum + cents(stub['net_pay']), 0));
    expect(new Set(gigs.map((gig) => gig['status']))).toEqual(new Set(['completed', 'cancelled']));
    expect(account['availability']).toMatchObject({ gigs: { status: 'synced', available_count: gigs.length } });
  });

  test('a pay stub has a PDF file behind a redirect, and a finished year has a W-2', async () => {
    const simulator = await start();
    const account = await connect(simulator);
    const documents = await all(simulator, `/v2/payroll-documents?account=${account['id']}&limit=200`);
    const stubs = (await get(simulator, `/v2/paystubs?account=${account['id']}`)).results;
    const stub = stubs.find((one) => one['status'] === 'completed');
    const document = documents.find(({ id }) => id === stub?.['payroll_document']);
    const url = String(document?.['file_url']);
    const redirect = await fetch(url, { headers: keys(), redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect((await fetch(String(redirect.headers.get('location')))).status).toBe(401);
    const file = await fetch(url, { headers: keys() });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    const net_pay = Number(stub?.['net_pay']).toLocaleString('en-US', { minimumFractionDigits: 2 });
    for (const part of ['Summit Ridge Hospital', 'Maya Okafor', 'Net pay', net_pay]) expect(text).toContain(part);
    const w2 = documents.filter((one) => one['document_type'] === 'W-2');
    expect(w2.map((one) => (one['ocr_data'] as Json)['year'])).toEqual(['2025', '2024', '2023']);
  });

  test('a staged account is synced in parts', async () => {
    const simulator = await start();
    simulator.control('staged');
    const { id } = await connect(simulator);
    const counts = async (): Promise<[unknown, number]> => {
      const { connection } = await get<{ connection: Json }>(simulator, `/v2/accounts/${id}`);
      return [connection['status'], (await all(simulator, `/v2/paystubs?account=${id}&limit=200`)).length];
    };
    expect(await counts()).toEqual(['connecting', 0]);
    simulator.control('progress');
    const [status, part] = await counts();
    expect([status, part > 0]).toEqual(['connected', true]);
    expect(await get(simulator, `/v2/accounts/${id}`)).toMatchObject({
      availability: { paystubs: { status: 'in_progress' } },
    });
    simulator.control('progress');
    expect((await counts())[1]).toBeGreaterThan(part);
  });

  test('a lost connection shows its error and keeps the data; a deleted account is gone', async () => {
    const simulator = await start();
    const { id } = await connect(simulator);
    simulator.control('disconnect');
    expect(await get(simulator, `/v2/accounts/${id}`)).toMatchObject({
      connection: { status: 'error', error_code: 'auth_required' },
    });
    expect((await get(simulator, `/v2/paystubs?account=${id}`)).results.length).toBeGreaterThan(0);
    expect((await send(simulator, 'DELETE', `/v2/accounts/${id}`)).status).toBe(204);
    expect((await send(simulator, 'GET', `/v2/accounts/${id}`)).status).toBe(404);
  });
});

describe('webhooks', () => {
  test('are signed by HMAC-SHA512 and tell what is there', async () => {
    const hook = await receiver();
    const simulator = await start();
    await subscribe(simulator, hook.url, ['accounts.connected', 'paystubs.fully_synced', 'users.fully_synced']);
    const { id } = await connect(simulator);
    await simulator.idle();
    expect(hook.got.map(isAuthentic)).toEqual([true, true, true]);
    expect(hook.got.map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { event: 'accounts.connected', name: 'vouch', data: { account: id } },
      { event: 'paystubs.fully_synced', data: { available_count: expect.any(Number) } },
      { event: 'users.fully_synced', data: { resource: { employers_connected: ['Summit Ridge Hospital'] } } },
    ]);
  });

  test('new pay stubs are announced by id after a refresh', async () => {
    const hook = await receiver();
    const simulator = await start();
    const { id } = await connect(simulator);
    await subscribe(simulator, hook.url, ['paystubs.added', 'paystubs.removed']);
    simulator.clock.set(new Date(NOW.getTime() + 20 * DAY_MS));
    const { added } = simulator.control('refresh') as { added: string[] };
    expect(added.length).toBeGreaterThan(0);
    const { removed } = simulator.control('remove') as { removed: string[] };
    await simulator.idle();
    expect(hook.got.map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { event: 'paystubs.added', data: { account: id, paystubs: added } },
      { event: 'paystubs.removed', data: { paystubs: removed } },
    ]);
    expect((await send(simulator, 'GET', `/v2/paystubs/${removed[0]}`)).status).toBe(404);
  });

  test.each(['bad_signature', 'no_signature'])('a webhook with the flaw %s is not authentic', async (flaw) => {
    const hook = await receiver();
    const simulator = await start();
    await connect(simulator);
    await subscribe(simulator, hook.url, ['paystubs.added']);
    simulator.control('webhook', { flaw });
    await simulator.idle();
    expect(hook.got.map(isAuthentic)).toEqual([false]);
  });

  test('a deleted subscription gets nothing', async () => {
    const hook = await receiver();
    const simulator = await start();
    const { id } = (await (await subscribe(simulator, hook.url, ['accounts.connected'])).json()) as { id: string };
    expect((await get(simulator, '/v2/webhooks')).results).toHaveLength(1);
    expect((await send(simulator, 'DELETE', `/v2/webhooks/${id}`)).status).toBe(204);
    await connect(simulator);
    await simulator.idle();
    expect(hook.got).toEqual([]);
  });
});

test('faults have the shape of the service, and drift reaches inner objects', async () => {
  const simulator = await start();
  const { id } = await connect(simulator);
  simulator.addFault({ fault: 'rate_limit', seconds: 9 });
  simulator.addFault({ fault: 'expired_access' });
  simulator.addFault({ fault: 'unknown_enum', field: 'type' });
  simulator.addFault({ fault: 'vanishing_rows' });
  const limited = await send(simulator, 'GET', `/v2/paystubs?account=${id}`);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
  expect((await send(simulator, 'GET', `/v2/paystubs?account=${id}`)).status).toBe(401);
  const [drifted] = (await get(simulator, `/v2/paystubs?account=${id}`)).results;
  expect(drifted).toMatchObject({
    tax_list: expect.arrayContaining([expect.objectContaining({ type: 'value_of_tomorrow' })]),
  });
  expect((await get(simulator, `/v2/paystubs?account=${id}`)).results).toHaveLength(9);
});
