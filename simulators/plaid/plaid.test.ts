// The Plaid simulator itself: the hosted page, cursors, errors, and webhooks whose signature anybody can verify.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../kit/server.ts';
import { historyOf } from '../lives/history.ts';
import { LIVES } from '../lives/people/people.ts';
import { PLAID_CLIENT_ID, PLAID_SECRET, type PlaidOptions, startPlaid } from './server.ts';

type Json = Record<string, unknown>;
type Row = {
  transaction_id: string;
  account_id: string;
  amount: number;
  date: string;
  name: string;
  pending: boolean;
} & Json;
type Page = { added: Row[]; modified: Row[]; removed: Row[]; next_cursor: string; has_more: boolean } & Json;

const NOW = new Date('2026-11-18T15:00:00Z');
const DAY = 86_400;
const ALL = ['transactions', 'auth', 'identity', 'liabilities', 'investments'];
const lifeOf = (name: string) => LIVES.find(({ username }) => username === name) ?? expect.fail(`${name} is missing.`);

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function start(options: PlaidOptions = {}): Promise<Simulator> {
  const simulator = await startPlaid({ now: NOW, ...options });
  closers.push(simulator.close);
  return simulator;
}

async function call(simulator: Simulator, path: string, body: Json): Promise<{ status: number; body: Json }> {
  const answer = await fetch(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plaid-client-id': PLAID_CLIENT_ID, 'plaid-secret': PLAID_SECRET },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function ok(simulator: Simulator, path: string, body: Json): Promise<Json> {
  const answer = await call(simulator, path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const linkBody = (more: Json = {}): Json => ({
  client_name: 'Vouch',
  language: 'en',
  country_codes: ['US'],
  user: { client_user_id: 'user-1' },
  products: ALL,
  hosted_link: { completion_redirect_uri: 'http://127.0.0.1:9/callback?state=abc' },
  transactions: { days_requested: 180 },
  ...more,
});

const post = (url: string, fields: Record<string, string | string[]>): Promise<Response> => {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
};

const actionOf = (html: string, step: string): string => new RegExp(`action="([^"]+/${step})"`).exec(html)?.[1] ?? '';

/** Walks through the hosted page and returns the answer of its last step. */
async function walk(simulator: Simulator, hosted_link_url: string, username: string, institution_id = 'ins_901') {
  const first = await (await fetch(hosted_link_url)).text();
  const second = await (await post(simulator.url + actionOf(first, 'institution'), { institution_id })).text();
  const { password } = lifeOf(username);
  const third = await (await post(simulator.url + actionOf(second, 'login'), { username, password })).text();
  const account = [...third.matchAll(/name="account" value="([^"]+)"/g)].map(([, key]) => key ?? '');
  return post(simulator.url + actionOf(third, 'accounts'), { account });
}

async function publicToken(simulator: Simulator, link_token: unknown): Promise<string> {
  const { link_sessions = [] } = await ok(simulator, '/link/token/get', { link_token });
  const [session] = link_sessions as { results?: { item_add_results: { public_token: string }[] } }[];
  return session?.results?.item_add_results[0]?.public_token ?? '';
}

async function connect(
  simulator: Simulator,
  username = 'maya',
  more: Json = {},
  institution_id = 'ins_901',
): Promise<string> {
  const { link_token, hosted_link_url } = await ok(simulator, '/link/token/create', linkBody(more));
  await walk(simulator, String(hosted_link_url), username, institution_id);
  const public_token = await publicToken(simulator, link_token);
  const { access_token } = await ok(simulator, '/item/public_token/exchange', { public_token });
  return String(access_token);
}

async function syncAll(simulator: Simulator, access_token: string, cursor = '', count = 100): Promise<Page> {
  const all: Page = { added: [], modified: [], removed: [], next_cursor: cursor, has_more: true };
  while (all.has_more) {
    const page = (await ok(simulator, '/transactions/sync', { access_token, cursor: all.next_cursor, count })) as Page;
    for (const list of ['added', 'modified', 'removed'] as const) all[list].push(...page[list]);
    Object.assign(all, { next_cursor: page.next_cursor, has_more: page.has_more });
  }
  return all;
}

/** A receiver of webhooks. */
async function receiver(statuses: number[] = []): Promise<{ url: string; got: { token: string; body: string }[] }> {
  const got: { token: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      got.push({ token: String(request.headers['plaid-verification']), body });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got };
}

/** Verifies a webhook as a client does: key by its id, signature, hash of the body. */
async function isAuthentic(simulator: Simulator, { token, body }: { token: string; body: string }): Promise<boolean> {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const read = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  const { key } = (await ok(simulator, '/webhook_verification_key/get', { key_id: read(head)['kid'] })) as {
    key: Json;
  };
  const { kty, crv, x, y } = key as { kty: string; crv: string; x: string; y: string };
  const public_key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const is_signed = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: public_key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const hash = createHash('sha256').update(body).digest('hex');
  const { iat, request_body_sha256 } = read(payload);
  return is_signed && request_body_sha256 === hash && NOW.getTime() / 1000 - Number(iat) < 300;
}

describe('keys and bodies', () => {
  test('wrong keys, missing keys, missing fields, unknown fields, wrong types and other bodies are refused', async () => {
    const simulator = await start();
    const raw = async (headers: Record<string, string>, body: string): Promise<Json> => {
      const answer = await fetch(`${simulator.url}/item/get`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      return (await answer.json()) as Json;
    };
    const json = { 'content-type': 'application/json' };
    const keys = { client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET };
    const codeOf = async (headers: Record<string, string>, body: unknown): Promise<unknown> =>
      (await raw(headers, typeof body === 'string' ? body : JSON.stringify(body)))['error_code'];
    expect(await codeOf(json, { ...keys, secret: 'wrong', access_token: 'a' })).toBe('INVALID_API_KEYS');
    expect(await codeOf(json, { access_token: 'a' })).toBe('MISSING_FIELDS');
    expect(await codeOf(json, keys)).toBe('MISSING_FIELDS');
    expect(await codeOf(json, { ...keys, access_token: 'a', colour: 'red' })).toBe('UNKNOWN_FIELDS');
    expect(await codeOf(json, { ...keys, access_token: 7 })).toBe('INVALID_FIELD');
    expect(await codeOf(json, { ...keys, access_token: 'a' })).toBe('INVALID_ACCESS_TOKEN');
    expect(await codeOf(json, '{')).toBe('INVALID_BODY');
    expect(await codeOf({ 'content-type': 'text/plain' }, keys)).toBe('INVALID_HEADERS');
    expect(await raw(json, JSON.stringify(keys))).toMatchObject({
      error_type: 'INVALID_REQUEST',
      error_message: 'the following required fields are missing: access_token',
      display_message: null,
      request_id: expect.any(String),
    });
  });

  test('a link token needs a name, a language, countries, a user and known products', async () => {
    const simulator = await start();
    const codeOf = async (more: Json): Promise<unknown> =>
      (await call(simulator, '/link/token/create', linkBody(more))).body['error_code'];
    expect(await codeOf({ client_name: undefined })).toBe('MISSING_FIELDS');
    expect(await codeOf({ user: {} })).toBe('MISSING_FIELDS');
    expect(await codeOf({ language: 'xx' })).toBe('INVALID_FIELD');
    expect(await codeOf({ country_codes: 'US' })).toBe('INVALID_FIELD');
    expect(await codeOf({ products: ['horoscope'] })).toBe('INVALID_PRODUCT');
    expect(await codeOf({ webhook: 'not a url' })).toBe('INVALID_FIELD');
    expect(await codeOf({ transactions: { days_requested: 731 } })).toBe('INVALID_FIELD');
  });
});

describe('the hosted page', () => {
  test('ends with a redirect to the exact completion address, and the result is read from the link token', async () => {
    const simulator = await start();
    const { link_token, hosted_link_url } = await ok(simulator, '/link/token/create', linkBody());
    const end = await walk(simulator, String(hosted_link_url), 'maya');
    expect(end.status).toBe(303);
    expect(end.headers.get('location')).toBe('http://127.0.0.1:9/callback?state=abc');
    const public_token = await publicToken(simulator, link_token);
    const { item_id } = await ok(simulator, '/item/public_token/exchange', { public_token });
    expect(item_id).toEqual(expect.any(String));
    const again = await call(simulator, '/item/public_token/exchange', { public_token });
    expect(again).toMatchObject({ status: 400, body: { error_code: 'INVALID_PUBLIC_TOKEN' } });
  });

  test('a wrong password shows the form again, and a cancelled page is reported as exited', async () => {
    const hook = await receiver();
    const simulator = await start();
    const { link_token, hosted_link_url } = await ok(simulator, '/link/token/create', linkBody({ webhook: hook.url }));
    const first = await (await fetch(String(hosted_link_url))).text();
    const second = await (
      await post(simulator.url + actionOf(first, 'institution'), { institution_id: 'ins_901' })
    ).text();
    const wrong = await post(simulator.url + actionOf(second, 'login'), { username: 'maya', password: 'wrong' });
    const html = await wrong.text();
    expect(html).toContain('The credentials were not correct.');
    expect((await post(simulator.url + actionOf(html, 'exit'), {})).status).toBe(303);
    expect(await publicToken(simulator, link_token)).toBe('');
    await simulator.idle();
    expect(hook.got.map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { webhook_code: 'SESSION_FINISHED', status: 'EXITED', public_tokens: [], link_token },
      { webhook_code: 'EVENTS', webhook_type: 'LINK' },
    ]);
  });

  test('a link token tells nothing before the page is opened, no result before its end, and nothing after six hours', async () => {
    const simulator = await start();
    const { link_token, hosted_link_url } = await ok(
      simulator,
      '/link/token/create',
      linkBody({ client_name: 'A name that is much longer than 30' }),
    );
    const told = () => ok(simulator, '/link/token/get', { link_token });
    expect(await told()).not.toHaveProperty('link_sessions');
    expect(await (await fetch(String(hosted_link_url))).text()).toContain('This Application');
    const [open] = (await told())['link_sessions'] as Json[];
    expect(open).toHaveProperty('started_at');
    for (const name of ['finished_at', 'results', 'exit']) expect(open).not.toHaveProperty(name);
    await walk(simulator, String(hosted_link_url), 'maya');
    expect((await told())['link_sessions']).toMatchObject([{}, { results: { item_add_results: [{}] } }]);
    simulator.clock.set(new Date(NOW.getTime() + 6 * 3600 * 1000));
    expect((await told())['link_sessions']).toHaveLength(1);
  });

  test('an expired page and an expired public token are refused', async () => {
    const simulator = await start();
    const first = await ok(simulator, '/link/token/create', linkBody());
    await walk(simulator, String(first['hosted_link_url']), 'maya');
    const public_token = await publicToken(simulator, first['link_token']);
    simulator.clock.set(new Date(NOW.getTime() + 1801 * 1000));
    expect((await fetch(String(first['hosted_link_url']))).status).toBe(410);
    const late = await call(simulator, '/item/public_token/exchange', { public_token });
    expect(late.body['error_code']).toBe('INVALID_PUBLIC_TOKEN');
  });
});

describe('transactions by cursors', () => {
  test('pages hold every row of the declared life once, oldest first', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    const { added, modified, removed, next_cursor } = await syncAll(simulator, access_token, '', 37);
    const truth = historyOf(lifeOf('maya'), '2026-11-18').accounts.flatMap(({ rows, pending }) => [
      ...rows.filter(({ posted_on }) => posted_on >= '2026-05-22'),
      ...pending,
    ]);
    expect(added).toHaveLength(truth.length);
    expect(new Set(added.map(({ transaction_id }) => transaction_id)).size).toBe(truth.length);
    const cents = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);
    expect(cents(added.map(({ amount }) => -Math.round(amount * 100)))).toBe(cents(truth.map((row) => row.cents)));
    expect(added.map(({ date }) => date)).toEqual(added.map(({ date }) => date).toSorted());
    expect([...modified, ...removed]).toEqual([]);
    const nothing = await syncAll(simulator, access_token, next_cursor);
    expect([...nothing.added, ...nothing.modified, ...nothing.removed]).toEqual([]);
  });

  test('a pending row is removed when it posts, and the posted row has another id and names the pending one', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    const before = await syncAll(simulator, access_token);
    const pending = before.added.filter((row) => row.pending).map(({ transaction_id }) => transaction_id);
    expect(pending.length).toBeGreaterThan(0);
    simulator.clock.set(new Date(NOW.getTime() + 8 * DAY * 1000));
    const { added, removed } = await syncAll(simulator, access_token, before.next_cursor);
    expect(removed.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(pending.toSorted());
    const posted_from = new Set(added.map((row) => row['pending_transaction_id']));
    expect(pending.every((id) => posted_from.has(id))).toBe(true);
  });

  test('modified and removed rows are told once, and a new reader never sees removed ones', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    const { next_cursor } = await syncAll(simulator, access_token);
    const { removed: ids } = simulator.control('remove', { count: 3 }) as { removed: string[] };
    const { transaction_id } = simulator.control('modify') as { transaction_id: string };
    const change = await syncAll(simulator, access_token, next_cursor);
    expect(change.removed.map((row) => row.transaction_id).toSorted()).toEqual(ids.toSorted());
    expect(change.modified.map((row) => row.transaction_id)).toEqual([transaction_id]);
    expect(change.added).toEqual([]);
    const fresh = await syncAll(simulator, access_token);
    expect(fresh.added.filter((row) => ids.includes(row.transaction_id))).toEqual([]);
    expect(fresh.removed).toEqual([]);
  });

  test('a change during pagination is refused until the client starts again from the first cursor of the update', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    simulator.control('mutate-during-pagination', { times: 1 });
    const first = (await ok(simulator, '/transactions/sync', { access_token, count: 10 })) as Page;
    const second = await call(simulator, '/transactions/sync', { access_token, count: 10, cursor: first.next_cursor });
    expect(second).toMatchObject({
      status: 400,
      body: { error_type: 'TRANSACTIONS_ERROR', error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION' },
    });
    const all = await syncAll(simulator, access_token, '', 500);
    expect(all.added.filter(({ name }) => name.includes('CORRECTED'))).toHaveLength(1);
  });

  test('a staged history arrives in two parts', async () => {
    const simulator = await start();
    simulator.control('staged');
    const access_token = await connect(simulator);
    const empty = (await ok(simulator, '/transactions/sync', { access_token })) as Page;
    expect(empty).toMatchObject({
      added: [],
      next_cursor: '',
      has_more: false,
      transactions_update_status: 'NOT_READY',
    });
    simulator.control('progress');
    const initial = await syncAll(simulator, access_token);
    expect(initial.added[0]?.date.localeCompare('2026-10-19')).toBeGreaterThanOrEqual(0);
    simulator.control('progress');
    const rest = await syncAll(simulator, access_token, initial.next_cursor);
    expect(rest.added.length).toBeGreaterThan(initial.added.length);
    expect(rest.removed).toEqual([]);
  });

  test('a foreign cursor and a count of 501 are refused', async () => {
    const simulator = await start();
    const [one, other] = [await connect(simulator), await connect(simulator)];
    const { next_cursor } = await syncAll(simulator, one);
    for (const body of [
      { access_token: other, cursor: next_cursor },
      { access_token: one, count: 501 },
    ]) {
      const answer = await call(simulator, '/transactions/sync', body);
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_FIELD' } });
    }
  });
});

describe('products', () => {
  test('accounts, numbers, owners and debts follow the declared life', async () => {
    const simulator = await start();
    const access_token = await connect(simulator, 'daniel');
    const life = lifeOf('daniel');
    const { accounts } = (await ok(simulator, '/accounts/get', { access_token })) as { accounts: Json[] };
    const truth = historyOf(life, '2026-11-18').accounts.filter(({ plan }) => plan.kind !== 'brokerage');
    expect(accounts.map((account) => account['mask'])).toEqual(truth.map(({ plan }) => plan.number.slice(-4)));
    const mortgage = truth.find(({ plan }) => plan.kind === 'mortgage');
    expect(accounts.find((account) => account['subtype'] === 'mortgage')).toMatchObject({
      balances: { current: -(mortgage?.closing_cents ?? 0) / 100 },
    });
    const { numbers } = (await ok(simulator, '/auth/get', { access_token })) as { numbers: { ach: Json[] } };
    expect(numbers.ach.map((number) => number['account'])).toEqual(
      truth.filter(({ plan }) => plan.kind === 'checking' || plan.kind === 'savings').map(({ plan }) => plan.number),
    );
    const identity = (await ok(simulator, '/identity/get', { access_token })) as { accounts: { owners: Json[] }[] };
    expect(identity.accounts[0]?.owners.map((owner) => owner['names'])).toEqual([['Daniel Reyes'], ['Irene Reyes']]);
    const { liabilities } = (await ok(simulator, '/liabilities/get', { access_token })) as { liabilities: Json };
    expect(liabilities).toMatchObject({
      mortgage: [{ origination_principal_amount: expect.any(Number) }],
      student: null,
    });
  });

  test('securities are at the other institution, and the account is worth its holdings', async () => {
    const simulator = await start();
    const access_token = await connect(simulator, 'daniel', {}, 'ins_902');
    const answer = await ok(simulator, '/investments/holdings/get', { access_token });
    const { accounts, holdings } = answer as { accounts: { balances: Json }[]; holdings: Json[] };
    const worth = holdings.reduce((sum, holding) => sum + Number(holding['institution_value']), 0);
    expect(accounts[0]?.balances['current']).toBeCloseTo(worth, 2);
    const none = await call(simulator, '/liabilities/get', { access_token });
    expect(none.body['error_code']).toBe('NO_LIABILITY_ACCOUNTS');
  });

  test('a product without consent is refused, and so is an account of somebody else', async () => {
    const simulator = await start();
    const access_token = await connect(simulator, 'maya', { products: ['transactions'] });
    const auth = await call(simulator, '/auth/get', { access_token });
    expect(auth.body['error_code']).toBe('ADDITIONAL_CONSENT_REQUIRED');
    const foreign = await call(simulator, '/accounts/get', { access_token, options: { account_ids: ['other'] } });
    expect(foreign.body['error_code']).toBe('INVALID_ACCOUNT_ID');
  });

  test('a broken login is repaired in update mode; a removed item is gone', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    simulator.control('require-login');
    expect((await call(simulator, '/accounts/get', { access_token })).body['error_code']).toBe('ITEM_LOGIN_REQUIRED');
    expect(await ok(simulator, '/item/get', { access_token })).toMatchObject({
      item: { error: { error_code: 'ITEM_LOGIN_REQUIRED' } },
    });
    const { hosted_link_url } = await ok(
      simulator,
      '/link/token/create',
      linkBody({ access_token, products: undefined }),
    );
    const html = await (await fetch(String(hosted_link_url))).text();
    const { username, password } = lifeOf('maya');
    expect((await post(simulator.url + actionOf(html, 'login'), { username, password })).status).toBe(303);
    await ok(simulator, '/accounts/get', { access_token });
    await ok(simulator, '/item/remove', { access_token });
    expect((await call(simulator, '/accounts/get', { access_token })).body['error_code']).toBe('ITEM_NOT_FOUND');
  });

  test('an expired access and a rate limit have the shape of the service', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    simulator.addFault({ fault: 'expired_access' });
    simulator.addFault({ fault: 'rate_limit', seconds: 30 });
    expect((await call(simulator, '/accounts/get', { access_token })).body['error_type']).toBe('ITEM_ERROR');
    const limited = await call(simulator, '/accounts/get', { access_token });
    expect(limited).toMatchObject({
      status: 429,
      body: { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'ACCOUNTS_GET_LIMIT' },
    });
  });
});

describe('webhooks', () => {
  test('are signed by a key that is fetched by its id, also after the key was changed', async () => {
    const hook = await receiver();
    const simulator = await start();
    await connect(simulator, 'maya', { webhook: hook.url });
    simulator.control('webhook');
    const { key_id } = simulator.control('rotate-key') as { key_id: string };
    simulator.control('webhook', { code: 'PENDING_DISCONNECT' });
    await simulator.idle();
    const authentic = [];
    for (const one of hook.got) authentic.push(await isAuthentic(simulator, one));
    expect(authentic).toEqual([true, true, true, true]);
    expect(Buffer.from(hook.got.at(-1)?.token.split('.')[0] ?? '', 'base64url').toString()).toContain(key_id);
    const unknown = await call(simulator, '/webhook_verification_key/get', { key_id: 'unknown' });
    expect(unknown.body['error_code']).toBe('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
  });

  test.each(['bad_signature', 'stale', 'changed_body'])('a webhook with the flaw %s is not authentic', async (flaw) => {
    const hook = await receiver();
    const simulator = await start();
    await connect(simulator, 'maya', { webhook: hook.url });
    await simulator.idle();
    hook.got.length = 0;
    simulator.control('webhook', { flaw });
    await simulator.idle();
    expect(hook.got).toHaveLength(1);
    for (const one of hook.got) expect(await isAuthentic(simulator, one)).toBe(false);
  });

  test('updates are announced after the first read, again when the receiver fails, and twice on demand', async () => {
    const hook = await receiver([200, 200, 500]);
    const simulator = await start();
    const access_token = await connect(simulator, 'maya', { webhook: hook.url });
    expect(simulator.control('modify')).toMatchObject({ announced: false });
    await syncAll(simulator, access_token, '', 500);
    await simulator.idle();
    expect(hook.got).toHaveLength(2);
    simulator.control('modify');
    await simulator.idle();
    expect(hook.got.slice(2).map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { webhook_code: 'SYNC_UPDATES_AVAILABLE', historical_update_complete: true },
      { webhook_code: 'SYNC_UPDATES_AVAILABLE' },
    ]);
    simulator.control('webhook', { flaw: 'duplicate' });
    await simulator.idle();
    expect(hook.got).toHaveLength(6);
  });
});

test('the request log shows no secrets and no parts of hosted addresses', async () => {
  const simulator = await start();
  const access_token = await connect(simulator);
  await ok(simulator, '/accounts/get', { access_token });
  const text = await (await fetch(`${simulator.url}/control/requests`)).text();
  expect(text).toContain('/hosted/:token/:session/login');
  expect(JSON.parse(text)).toMatchObject({
    requests: expect.arrayContaining([expect.objectContaining({ path: '/accounts/get', fields: ['access_token'] })]),
  });
  for (const secret of [access_token, PLAID_SECRET, lifeOf('maya').password]) expect(text).not.toContain(secret);
});
