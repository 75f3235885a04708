// The Plaid simulator: keys, the hosted page, products and the shapes of errors.
import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../lives/history.ts';
import {
  actionOf,
  call,
  closeAll,
  connect,
  type Json,
  lifeOf,
  linkBody,
  NOW,
  ok,
  post,
  publicToken,
  receiver,
  start,
  walk,
} from './plain-client.ts';
import { PLAID_CLIENT_ID, PLAID_SECRET } from './server.ts';

afterEach(closeAll);

describe('keys and bodies of requests to the Plaid simulator', () => {
  test('requests with wrong or missing keys, missing or unknown fields, wrong types or a body that is not JSON are refused', async () => {
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

  test('a link token is created only if the request has a name, a language, countries, a user and known products', async () => {
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

describe('the hosted page of the Plaid simulator', () => {
  test('at the end, the hosted page redirects to the exact completion address, and the client reads the result with the link token', async () => {
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

  test('a wrong password shows the form again, and a cancelled session is reported as exited', async () => {
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

  test('a link token has a session as soon as the page is opened, the session has a result as soon as it ends, and the ended session disappears after six hours', async () => {
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

describe('products of the Plaid simulator', () => {
  test('accounts, numbers, owners and debts equal those declared for the person', async () => {
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

  test('the balance of an investment account equals the value of its holdings, and its institution has no debt accounts', async () => {
    const simulator = await start();
    const access_token = await connect(simulator, 'daniel', {}, 'ins_902');
    const answer = await ok(simulator, '/investments/holdings/get', { access_token });
    const { accounts, holdings } = answer as { accounts: { balances: Json }[]; holdings: Json[] };
    const worth = holdings.reduce((sum, holding) => sum + Number(holding['institution_value']), 0);
    expect(accounts[0]?.balances['current']).toBeCloseTo(worth, 2);
    const none = await call(simulator, '/liabilities/get', { access_token });
    expect(none.body['error_code']).toBe('NO_LIABILITY_ACCOUNTS');
  });

  test('a product without consent is refused, and so is an unknown account id', async () => {
    const simulator = await start();
    const access_token = await connect(simulator, 'maya', { products: ['transactions'] });
    const auth = await call(simulator, '/auth/get', { access_token });
    expect(auth.body['error_code']).toBe('ADDITIONAL_CONSENT_REQUIRED');
    const foreign = await call(simulator, '/accounts/get', { access_token, options: { account_ids: ['other'] } });
    expect(foreign.body['error_code']).toBe('INVALID_ACCOUNT_ID');
  });

  test('a new login in update mode repairs an item; after an item is removed, requests for it fail with ITEM_NOT_FOUND', async () => {
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

  test('the faults expired_access and rate_limit return an error in Plaid’s format', async () => {
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

test('the request log shows no secrets and no secret parts of hosted addresses', async () => {
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
