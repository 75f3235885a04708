import { describe, expect, test } from 'vitest';
import { describeConnector } from '#connectors/conformance.ts';
import { failureOf, NOON } from '#connectors/conformance-play.ts';
import { type Account, ProviderBusy } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import {
  type Body,
  connector,
  ENTRY,
  fixtureOf,
  GOOD,
  newServer,
  play,
  type Server,
  STATE,
  serve,
  TRANSACTIONS,
  URLS,
} from '#test/fake-plaid.ts';
import { sourceFaults } from '#test/field-sources.ts';
import { monthsOf } from './debts.ts';
import { PlaidFailure } from './errors.ts';
import { plaidKind } from './index.ts';
import { PROVENANCE } from './provenance.ts';

describeConnector(connector, fixtureOf(newServer()), runStep);

describe('the login on Plaid’s page', () => {
  test('the login requests a Hosted Link page that redirects to our callback with the state', async () => {
    const server = newServer();
    const first = await play(server).step(GOOD);
    expect(first).toMatchObject({ step: 'redirect', url: expect.stringContaining('https://secure.plaid.example/hl/') });
    expect(server.requests[0]?.body).toMatchObject({
      client_name: 'Meadow Lending',
      country_codes: ['US'],
      language: 'en',
      products: ['transactions'],
      webhook: URLS.webhook_url,
      hosted_link: { completion_redirect_uri: `http://127.0.0.1:8080/oauth/callback/?state=${STATE}` },
    });
    expect(JSON.stringify(first)).not.toContain('top-secret');
  });

  test('the login asks the person for the data of all products for which the link may be used', async () => {
    const server = newServer();
    await play(server).step(GOOD, { products: ['transactions'] });
    await play(server).step(GOOD, { products: ['transactions', 'assets'] });
    expect(server.requests.map(({ body }) => body['optional_products'])).toEqual([
      ['identity'],
      ['identity', 'auth', 'liabilities', 'investments'],
    ]);
  });

  test('the login exchanges the public token; if Plaid does not name the chosen accounts, the item id is the identity of the login', async () => {
    const account = await play(newServer()).connect(GOOD);
    expect(account).toEqual({
      login: 'item-ada',
      connection_id: 'item-ada',
      can_switch_deposits: null,
      is_suspicious: false,
      memory: { access_token: 'access-ada', item_id: 'item-ada', waits: 0, history_since: '2024-03-04' },
    });
  });

  test.each([
    [1, 366],
    [12, 366],
    [13, 730],
    [24, 730],
  ])('a login for a history of %d months requests %d days of transactions', async (history_months, days) => {
    const server = newServer();
    await play(server).step(GOOD, { history_months });
    expect(server.requests[0]?.body['transactions']).toEqual({ days_requested: days });
  });

  test('if a task needs a longer history than the login requested, missing_data says so, also after a new login of the same item', async () => {
    const sentence = 'Plaid provides transactions only since 2025-03-03.';
    const missingAfter = async (account: Account, history_months: number, now = NOON) => {
      const fetched = await fetch('rest', account, { history_months, now });
      return fetched.outcome === 'data' ? fetched.missing_data : 'no data';
    };
    const server = newServer();
    const { connect, fetch } = play(server);
    const short = await connect(GOOD, { history_months: 12 });
    expect(await missingAfter(short, 12)).toEqual([]);
    expect(await missingAfter(short, 24)).toEqual([sentence]);
    const [year_later, day_earlier] = [new Date('2027-03-03T12:00:00Z'), new Date('2027-03-02T12:00:00Z')];
    expect(await missingAfter(short, 24, day_earlier)).toEqual([sentence]);
    expect(await missingAfter(short, 24, year_later)).toEqual([]);
    expect(await missingAfter(await connect(GOOD, { history_months: 24 }), 24)).toEqual([]);
    server.answers = { '/link/token/get': () => ({ link_sessions: [{ results: null, exit: null }] }) };
    const renewed = await connect(GOOD, { account: short, history_months: 24 });
    expect(await missingAfter(renewed, 24)).toEqual([sentence]);
    expect(await missingAfter(await connect(GOOD, { account: renewed, is_refresh: true }), 24)).toEqual([sentence]);
  });

  const CHECKING = { mask: '1111', name: 'Checking', type: 'depository', subtype: 'checking' };
  const CARD = { mask: '3333', name: 'Card', type: 'credit', subtype: 'credit card' };
  const connectAt = async (institution_id: string | null, ...accounts: object[]) => {
    const result = { public_token: 'public-ada', accounts, institution: { institution_id } };
    const server = newServer({
      answers: { '/link/token/get': () => ({ link_sessions: [{ results: { item_add_results: [result] } }] }) },
    });
    const step = await play(server).begin(GOOD);
    if (step.step !== 'connected') throw new Error(`expected a connection, not ${step.step}`);
    return step;
  };
  const loginAt = async (...parameters: Parameters<typeof connectAt>) => (await connectAt(...parameters)).account.login;
  const identitiesAt = async (...parameters: Parameters<typeof connectAt>) =>
    (await connectAt(...parameters)).identities;

  test('two logins have the same identity if the bank and the chosen accounts are the same, in any order', async () => {
    const login = await loginAt('ins_1', CHECKING, CARD);
    expect(login).toMatch(/^[0-9a-f]{64}$/);
    expect(await loginAt('ins_1', CARD, CHECKING)).toBe(login);
    const others = [await loginAt('ins_2', CHECKING, CARD), await loginAt('ins_1', CHECKING)];
    expect(new Set([login, ...others]).size).toBe(3);
  });

  test('the identity of the login is the item id if the bank or the mask of an account is missing', async () => {
    expect(await loginAt(null, CHECKING)).toBe('item-ada');
    expect(await loginAt('ins_1', CHECKING, { ...CARD, mask: null })).toBe('item-ada');
    expect(await loginAt('ins_1')).toBe('item-ada');
  });

  test('each chosen account has an identity, which does not depend on the other chosen accounts', async () => {
    const [checking, card] = [await identitiesAt('ins_1', CHECKING), await identitiesAt('ins_1', CARD)];
    expect([checking, card]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(await identitiesAt('ins_1', CHECKING, CARD)).toEqual([...(checking ?? []), ...(card ?? [])]);
    const others = [{ mask: '1112' }, { name: 'Savings' }, { type: 'loan' }, { subtype: 'savings' }];
    for (const other of others) expect(await identitiesAt('ins_1', { ...CHECKING, ...other })).not.toEqual(checking);
    expect(await identitiesAt('ins_2', CHECKING)).not.toEqual(checking);
  });

  test('an account has no identity if the bank or its mask is missing, or if another account of the login equals it', async () => {
    const card = await identitiesAt('ins_1', CARD);
    expect(await identitiesAt(null, CHECKING)).toEqual([]);
    expect(await identitiesAt('ins_1', { ...CHECKING, mask: null }, { ...CHECKING, mask: '' }, CARD)).toEqual(card);
    expect(await identitiesAt('ins_1', CHECKING, { ...CHECKING }, CARD)).toEqual(card);
  });

  test('a fetch returns the same account identities as the login, so that links without identities get them', async () => {
    const server = newServer();
    const { connect, fetch } = play(server);
    const account = await connect(GOOD);
    const accounts = [
      { account_id: 'acc-1', balances: {}, ...CHECKING },
      { account_id: 'acc-2', balances: {}, ...CARD },
    ];
    server.answers = { '/accounts/get': () => ({ accounts, item: { institution_id: 'ins_1' } }) };
    expect(await fetch('first', account)).toMatchObject({ identities: await identitiesAt('ins_1', CHECKING, CARD) });
  });

  test('the login ends with login_error if the person leaves the page without connecting a bank', async () => {
    const failure = await failureOf(play(newServer()).begin({ username: 'ada', password: 'left' }));
    expect(failure).toMatchObject({ status: 'login_error', message: 'You did not connect a bank.' });
  });

  test('the login is rejected if the redirect has another state; no request is sent to Plaid', async () => {
    const server = newServer();
    const { step } = play(server);
    const first = await step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const asked = server.requests.length;
    const reply = { kind: 'redirect', query: { state: 'another' } } as const;
    expect((await failureOf(step(GOOD, { memory: first.memory, reply }))).status).toBe('error');
    expect(server.requests.length).toBe(asked);
  });

  test('the login ends with login_error if the public token was exchanged before, because the access token from that exchange is lost', async () => {
    const server = newServer({
      faults: { '/item/public_token/exchange': { code: 'INVALID_PUBLIC_TOKEN', type: 'INVALID_INPUT' } },
    });
    expect((await failureOf(play(server).begin(GOOD))).status).toBe('login_error');
  });

  test('the login renews an existing connection with its access token and creates no new item', async () => {
    const server = newServer();
    const { connect } = play(server);
    const account = await connect(GOOD);
    server.answers = { '/link/token/get': () => ({ link_sessions: [{ results: null, exit: null }] }) };
    const again = await connect(GOOD, { account });
    expect(again.login).toBe('item-ada');
    const created = server.requests.findLast(({ path }) => path === '/link/token/create');
    expect(created?.body).toMatchObject({ access_token: 'access-ada' });
    expect(created?.body).not.toHaveProperty('products');
  });
});

describe('a refresh of a Plaid link', () => {
  test('a refresh checks the item and keeps the access token', async () => {
    const server = newServer();
    const { connect } = play(server);
    const account = await connect(GOOD);
    await connect(GOOD, { account, is_refresh: true });
    expect(server.requests.at(-1)).toMatchObject({ path: '/item/get', body: { access_token: 'access-ada' } });
  });

  test.each([
    [
      'the item',
      { item: { item_id: 'item-ada', error: { error_type: 'ITEM_ERROR', error_code: 'ITEM_LOGIN_REQUIRED' } } },
    ],
    ['the request', { code: 'ITEM_LOGIN_REQUIRED' }],
  ])('a refresh of a Plaid link ends with login_error if %s has the error ITEM_LOGIN_REQUIRED', async (_, answer) => {
    const server = newServer();
    const { connect, begin } = play(server);
    const account = await connect(GOOD);
    server.answers = { '/item/get': () => answer };
    expect((await failureOf(begin(GOOD, { account, is_refresh: true }))).status).toBe('login_error');
  });
});

describe('an error code of Plaid', () => {
  test.each([
    ['RATE_LIMIT', 'provider'],
    ['INSTITUTION_RATE_LIMIT', 'institution'],
  ])(
    'an error code of Plaid that means too many requests makes the task wait: %s has the scope %s',
    async (code, scope) => {
      const server = newServer();
      const { connect, fetch } = play(server);
      const account = await connect(GOOD);
      server.faults = { '/accounts/get': { code, type: 'RATE_LIMIT_EXCEEDED', status: 400 } };
      const failure = await failureOf(fetch('first', account));
      expect(failure).toBeInstanceOf(ProviderBusy);
      expect(failure).toMatchObject({ scope, seconds: 30 });
    },
  );

  test.each([
    ['ITEM_LOGIN_REQUIRED', 'ITEM_ERROR', 'login_error', 'link'],
    ['ITEM_LOCKED', 'ITEM_ERROR', 'account_locked', 'link'],
    ['INVALID_MFA', 'ITEM_ERROR', 'mfa_error', 'link'],
    ['INSTITUTION_DOWN', 'INSTITUTION_ERROR', 'unavailable', 'institution'],
    ['INSTITUTION_NO_LONGER_SUPPORTED', 'INSTITUTION_ERROR', 'not_supported', 'institution'],
    ['PRODUCT_NOT_READY', 'ITEM_ERROR', 'unavailable', 'link'],
    ['INTERNAL_SERVER_ERROR', 'API_ERROR', 'unavailable', 'provider'],
    ['INVALID_API_KEYS', 'INVALID_INPUT', 'config_error', 'provider'],
    ['NO_ACCOUNTS', 'ITEM_ERROR', 'no_data', 'link'],
    ['CODE_OF_TOMORROW', 'TYPE_OF_TOMORROW', 'error', 'provider'],
    ['constructor', '__proto__', 'error', 'provider'],
  ])(
    'an error code of Plaid ends the task with a status: %s of the type %s becomes the status %s with the scope %s',
    (error_code, error_type, ...rest) => {
      const { status, scope } = new PlaidFailure({ error_code, error_type });
      expect([status, scope]).toEqual(rest);
    },
  );
});

describe('data from Plaid', () => {
  test('accounts have their type, balances, numbers and owners', async () => {
    const { connect, read } = play(newServer());
    const { data } = await read(await connect(GOOD));
    expect(data.accounts).toMatchObject([
      {
        type: 'CHECKING',
        mask: '0000',
        nickname: 'Gold Standard Checking',
        balances: { currency_code: 'USD', balance: 10_025n, available_balance: 9_050n, credit_limit: null },
        account_number: '1111222233330000',
        routing_number: '011401533',
        owners: [{ full_name: 'Alberta Bobbeth Charleson', email: 'alberta@example.com', address: { state: 'NY' } }],
      },
      { type: 'CREDIT_CARD', balances: { balance: 50_010n, credit_limit: 200_000n }, account_number: null, owners: [] },
      { type: 'MORTGAGE' },
    ]);
    expect(data.identity).toMatchObject([{ first_name: 'Alberta', last_name: 'Charleson', phone: '2025550123' }]);
    expect(data.credit).toMatchObject([
      { purchases_apr: 1_524n, credit_line: 200_000n, next_payment_date: '2026-03-28' },
    ]);
    expect(data.loans).toMatchObject([{ loan_term: 360, interest_rate: 399n, maturity_date: '2045-07-31T00:00:00Z' }]);
    expect(data.holdings).toMatchObject([
      { security_type: 'ETF', quantity: 1_000n, price: 9_481n, market_value: 94_808n },
    ]);
  });

  test('money that leaves the account is a debit; a pending transaction has no posting date', async () => {
    const { connect, read } = play(newServer());
    const { data } = await read(await connect(GOOD));
    expect(data.transactions).toMatchObject([
      {
        type: 'CREDIT',
        amount: 120_050n,
        description: 'HARVEST FOODS PAYROLL',
        categories: ['INCOME', 'INCOME_WAGES'],
        posted_at: '2026-02-27T00:00:00Z',
        transacted_at: '2026-02-26T00:00:00Z',
        location: { latitude: 40.7, longitude: -74 },
      },
      { type: 'DEBIT', amount: 422n, status: 'PENDING', posted_at: null, transacted_at: '2026-03-01T00:00:00Z' },
    ]);
  });

  test('data is left out if the bank does not have it or if we have no consent for it', async () => {
    const faults = {
      '/auth/get': { code: 'NO_AUTH_ACCOUNTS' },
      '/identity/get': { code: 'ADDITIONAL_CONSENT_REQUIRED', type: 'INVALID_INPUT' },
      '/liabilities/get': { code: 'NO_LIABILITY_ACCOUNTS' },
      '/investments/holdings/get': { code: 'PRODUCTS_NOT_SUPPORTED' },
    };
    const { connect, read } = play(newServer({ faults }));
    const { data } = await read(await connect(GOOD));
    expect(data).toMatchObject({ holdings: [], credit: [], loans: [], identity: [] });
    expect(data.accounts?.[0]).toMatchObject({ account_number: null, owners: [] });
  });

  test.each([
    ['PRODUCTS_NOT_SUPPORTED', (data: string) => `The bank does not offer ${data} through Plaid.`],
    ['PRODUCT_NOT_ENABLED', (data: string) => `Plaid does not allow us to read ${data}.`],
    ['INVALID_PRODUCT', (data: string) => `Plaid does not allow us to read ${data}.`],
    ['ADDITIONAL_CONSENT_REQUIRED', (data: string) => `Plaid does not allow us to read ${data}.`],
  ])(
    'if Plaid refuses data with the code %s, missing_data names it and the stored data is kept',
    async (code, name) => {
      const paths = ['/auth/get', '/identity/get', '/liabilities/get', '/investments/holdings/get'];
      const server = newServer({ faults: Object.fromEntries(paths.map((path) => [path, { code }])) });
      const { connect, fetch } = play(server);
      const fetched = await fetch('first', await connect(GOOD));
      if (fetched.outcome !== 'data') throw new Error('expected data');
      const ids = fetched.data.accounts?.map(({ id }) => id);
      expect(fetched).toMatchObject({
        missing_data: [
          name('account and routing numbers'),
          name('the owners of the accounts'),
          name('the terms of cards and loans'),
          name('investments'),
        ],
        without_numbers: true,
        unread: { credit: ids, loans: ids, holdings: ids },
      });
    },
  );

  test('a holding whose security has no name and no symbol is left out, and missing_data says so', async () => {
    const holding = { account_id: 'acc-1', institution_value: 12.5, quantity: 1, iso_currency_code: 'USD' };
    const investments = {
      holdings: ['sec-1', 'sec-2', 'sec-3'].map((security_id) => ({ ...holding, security_id })),
      securities: [
        { security_id: 'sec-1', name: null, ticker_symbol: 'BBF' },
        { security_id: 'sec-2', name: '', ticker_symbol: null },
      ],
    };
    const server = newServer({ answers: { '/investments/holdings/get': () => investments } });
    const { connect, fetch } = play(server);
    expect(await fetch('first', await connect(GOOD))).toMatchObject({
      data: { holdings: [{ name: 'BBF' }] },
      missing_data: ['Some investments have no name and were left out.'],
    });
  });

  test('data that the bank says does not exist is not missing, and the stored data is replaced', async () => {
    const faults = {
      '/auth/get': { code: 'NO_AUTH_ACCOUNTS' },
      '/liabilities/get': { code: 'NO_LIABILITY_ACCOUNTS' },
      '/investments/holdings/get': { code: 'NO_INVESTMENT_ACCOUNTS' },
    };
    const { connect, fetch } = play(newServer({ faults }));
    const fetched = await fetch('first', await connect(GOOD));
    expect(fetched).toMatchObject({ missing_data: [], without_numbers: false });
    expect(fetched.outcome === 'data' && fetched.unread).toEqual({});
  });

  test('every field with a value has a source in the provenance map, and every field in the map exists', async () => {
    const { connect, read } = play(newServer());
    const { data } = await read(await connect(GOOD));
    expect(Object.keys(PROVENANCE).toSorted()).toEqual(Object.keys(data).toSorted());
    expect(sourceFaults(PROVENANCE, data)).toEqual([]);
  });

  test.each([
    ['30 year', 360],
    ['360 months', 360],
    ['15 years', 180],
    ['a long time', null],
    [null, null],
  ])('the loan term %s from Plaid becomes %s months', (term, months) => {
    expect(monthsOf(term)).toBe(months);
  });
});

describe('the sync of transactions', () => {
  const pageOf = (changed: object) => ({
    added: [],
    modified: [],
    removed: [],
    has_more: false,
    next_cursor: 'end',
    ...changed,
  });
  const [one, two] = TRANSACTIONS;

  test('the sync follows the cursor and applies added, modified and removed transactions', async () => {
    const pages: Record<string, object> = {
      start: pageOf({ added: [one, two], has_more: true, next_cursor: 'a' }),
      a: pageOf({ modified: [{ ...one, amount: -1300 }], has_more: true, next_cursor: 'b' }),
      b: pageOf({ removed: [{ transaction_id: 'tx-2' }], next_cursor: 'c' }),
    };
    const server = newServer({
      answers: { '/transactions/sync': ({ cursor }) => pages[String(cursor ?? 'start')] ?? {} },
    });
    const { connect, fetch } = play(server);
    const fetched = await fetch('rest', await connect(GOOD));
    expect(fetched).toMatchObject({ data: { transactions: [{ external_id: 'tx-1', amount: 130_000n }] } });
  });

  test('the sync starts over if transactions changed between two pages', async () => {
    const cursors: unknown[] = [];
    let mutations = 1;
    const sync = ({ cursor }: Body) => {
      cursors.push(cursor);
      if (cursor === undefined) return pageOf({ added: [one], has_more: true, next_cursor: 'a' });
      if (mutations-- > 0) return { code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION', type: 'TRANSACTIONS_ERROR' };
      return pageOf({ added: [two] });
    };
    const { connect, fetch } = play(newServer({ answers: { '/transactions/sync': sync } }));
    const fetched = await fetch('rest', await connect(GOOD));
    expect(cursors).toEqual([undefined, 'a', undefined, 'a']);
    expect(fetched.outcome === 'data' && fetched.data.transactions).toHaveLength(2);
  });

  test('the sync fails after four attempts if transactions change each time', async () => {
    const fault = { code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION', type: 'TRANSACTIONS_ERROR' };
    const server = newServer({ faults: { '/transactions/sync': fault } });
    const { connect, fetch } = play(server);
    expect((await failureOf(fetch('rest', await connect(GOOD)))).status).toBe('error');
    expect(server.requests.filter(({ path }) => path === '/transactions/sync')).toHaveLength(4);
  });

  test('the sync waits while Plaid collects older transactions; after twenty minutes it returns the transactions that exist', async () => {
    const sync = () => pageOf({ added: [one], transactions_update_status: 'INITIAL_UPDATE_COMPLETE' });
    const { connect, fetch } = play(newServer({ answers: { '/transactions/sync': sync } }));
    let account = await connect(GOOD);
    let progress = 0;
    for (let wait = 1; wait <= 60; wait++) {
      const later = await fetch('rest', account);
      if (later.outcome !== 'later') throw new Error(`expected to wait for the time ${wait}`);
      expect(later.progress).toBeGreaterThan(progress);
      [account, progress] = [later.account, later.progress];
    }
    expect(await fetch('rest', account)).toMatchObject({
      outcome: 'data',
      missing_data: ['The bank has not sent its older transactions yet.'],
    });
  });

  test('the sync leaves out transactions that are older than the requested history', async () => {
    const old = { ...one, transaction_id: 'tx-old', date: '2023-01-01' };
    const sync = () => pageOf({ added: [one, old] });
    const { connect, fetch } = play(newServer({ answers: { '/transactions/sync': sync } }));
    const fetched = await fetch('rest', await connect(GOOD));
    expect(fetched.outcome === 'data' && fetched.data.transactions?.map(({ external_id }) => external_id)).toEqual([
      'tx-1',
    ]);
  });
});

describe('revocation at Plaid, and `providers check` for Plaid', () => {
  test('when a link is deleted, its item at Plaid is removed', async () => {
    const server = newServer();
    const { connect, run } = play(server);
    const account = await connect(GOOD);
    await run((io) => connector.revoke(account, io));
    expect(server.requests.at(-1)).toMatchObject({ path: '/item/remove', body: { access_token: 'access-ada' } });
  });

  test.each([
    { products: ['assets'] as const, optional_products: ['identity', 'auth', 'liabilities', 'investments'] },
    { products: ['income'] as const, optional_products: ['identity'] },
  ])('`providers check` asks Plaid only for what the entry’s products $products need', async (asked) => {
    const { products, optional_products } = asked;
    const server = newServer();
    const options = { now: () => NOON, fetch: serve(server) };
    expect(await runStep(connector, (io) => plaidKind.check({ ...ENTRY, products }, io), options)).toEqual([]);
    expect(server.requests.at(-1)?.body).toMatchObject({ products: ['transactions'], optional_products });
  });

  const check = (server: Server, settings = ENTRY.settings) =>
    runStep(connector, (io) => plaidKind.check({ ...ENTRY, settings }, io), { now: () => NOON, fetch: serve(server) });

  test('`providers check` reports no fault if the keys are correct, and otherwise describes the fault', async () => {
    expect(await check(newServer())).toEqual([]);
    expect(await check(newServer(), { ...ENTRY.settings, secret: 'wrong' })).toEqual([
      'The connection to Plaid is not set up correctly.',
    ]);
    const other = newServer({ answers: { '/link/token/create': () => ({ unlike: 'Plaid' }) } });
    await expect(check(other)).rejects.toMatchObject({
      cause: { message: 'the provider sent an unexpected response' },
    });
    const without = newServer({ answers: { '/link/token/create': () => ({ link_token: 'x' }) } });
    expect(await check(without)).toEqual(['Hosted Link is not enabled for these Plaid keys.']);
  });
});
