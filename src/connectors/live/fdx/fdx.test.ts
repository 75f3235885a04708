import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { describeConnector } from '#connectors/conformance.ts';
import { failureOf, NOON, playerOf } from '#connectors/conformance-play.ts';
import { AccessRefused } from '#connectors/contract.ts';
import type { ProviderEntry } from '#connectors/live/kinds.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import {
  type Answerer,
  type FakeFdx,
  FDX_API,
  FDX_DATA,
  FDX_ISSUER,
  fakeFdx,
  fdxSettings,
  json,
} from '#test/fake-fdx.ts';
import { accessOf } from './access.ts';
import { fdxKind } from './kind.ts';
import { FDX_PROVENANCE } from './provenance.ts';
import { FDX_PRODUCTS, type FdxSettings } from './settings.ts';

const URLS = { redirect_url: 'https://vouch.example/providers/lakeside/callback/', webhook_url: '' };

const entryOf = (changed: Partial<FdxSettings> = {}): ProviderEntry<FdxSettings> => ({
  id: 'lakeside_bank',
  name: 'Lakeside Bank',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  products: FDX_PRODUCTS,
  clients: null,
  settings: fdxSettings(changed),
});

const open = (changed: Partial<FdxSettings> = {}) => fdxKind.open(entryOf(changed), URLS);
const GOOD = { username: 'ada', password: 'right' };
const LOGINS = { good: GOOD, wrong_password: { username: 'ada', password: 'wrong' } };
const fixtureOf = (bank: FakeFdx) =>
  ({ product: 'assets', logins: LOGINS, fetch: bank.fetch, visit: bank.visit }) as const;

describeConnector(open(), fixtureOf(fakeFdx()), runStep);

function visit(options: Parameters<typeof fakeFdx>[0] = {}, changed: Partial<FdxSettings> = {}) {
  const bank = fakeFdx(options);
  const connector = open(changed);
  return { bank, connector, ...playerOf(connector, fixtureOf(bank), runStep) };
}

describe('login', () => {
  test('a pushed request has exactly the scopes of the product, PKCE, a nonce and the thumbprint of the DPoP key', async () => {
    const { bank, step } = visit();
    const first = await step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const form = Object.fromEntries([...bank.state.pushed.values()][0] ?? []);
    expect(form).toMatchObject({
      scope: 'openid offline_access accounts',
      response_type: 'code',
      code_challenge_method: 'S256',
      state: 'f3b1a0c2d4e5f60718293a4b5c6d7e8f',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      dpop_jkt: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect([...new URL(first.url).searchParams.keys()]).toEqual(['client_id', 'request_uri']);
  });

  test('a provider without pushed requests gets the request in the URL', async () => {
    const { connect, bank } = visit({ metadata: { pushed_authorization_request_endpoint: undefined } });
    expect((await connect(GOOD)).login).toBe('customer:customer-7');
    expect(bank.state.pushed.size).toBe(0);
  });

  test('the consent is asked for the configured days if the provider knows FDX consents', async () => {
    const metadata = { authorization_details_types_supported: ['fdx.v1'] };
    const { bank, step } = visit({ metadata }, { consent_days: 90 });
    await step(GOOD);
    const [details] = JSON.parse([...bank.state.pushed.values()][0]?.get('authorization_details') ?? '[]');
    expect(details).toMatchObject({ type: 'fdx.v1', consentRequest: { durationPeriod: 90 } });
  });

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['another state', { state: 'other' }],
  ])('a response with %s is rejected before the code is used', async (_, changed) => {
    const { bank, step } = visit();
    const first = await step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const query = { ...(await bank.visit(first.url, GOOD)), ...changed };
    const known = Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const reply = { kind: 'redirect', query: known } as const;
    expect((await failureOf(step(GOOD, { memory: first.memory, reply }))).status).toBe('error');
    expect(bank.state.token_count).toBe(0);
  });

  test('an id token of another login is rejected', async () => {
    const { bank, step } = visit();
    const first = await step(GOOD);
    if (first.step !== 'redirect') throw new Error('expected a redirect');
    const query = await bank.visit(first.url, GOOD);
    const memory = { ...first.memory, nonce: 'another' };
    const ending = await failureOf(step(GOOD, { memory, reply: { kind: 'redirect', query } }));
    expect(ending.status).toBe('error');
  });

  test('metadata of another issuer is rejected', async () => {
    const { begin } = visit({ metadata: { issuer: `${FDX_ISSUER}/other` } });
    expect((await failureOf(begin(GOOD))).status).toBe('error');
  });

  test('metadata is read once an hour', async () => {
    const { bank, connect } = visit();
    await connect(GOOD);
    await connect(GOOD, { now: new Date(NOON.getTime() + 59 * 60_000) });
    const reads = () => bank.state.asked.filter(({ url }) => url.pathname.includes('.well-known')).length;
    expect(reads()).toBe(1);
    await connect(GOOD, { now: new Date(NOON.getTime() + 61 * 60_000) });
    expect(reads()).toBe(2);
  });

  test('tokens are bound by DPoP only if the provider offers it', async () => {
    const { connect, bank, read } = visit({ metadata: { dpop_signing_alg_values_supported: undefined } });
    const account = await connect(GOOD);
    expect(accessOf(account).dpop).toBeNull();
    await read(account);
    expect(bank.state.asked.filter(({ headers }) => headers.has('dpop'))).toEqual([]);
    const strict = visit({ metadata: { dpop_signing_alg_values_supported: undefined } }, { sender_constraint: 'dpop' });
    expect(accessOf(await strict.connect(GOOD)).dpop).not.toBeNull();
  });
});

describe('data', () => {
  test('accounts, owner, numbers, liabilities, transactions of all pages and statements are mapped', async () => {
    const { connect, read } = visit();
    const { data } = await read(await connect(GOOD));
    const { accounts = [], credit = [], transactions = [], bank_statements = [], identity = [] } = inDecimals(data);
    expect(accounts).toMatchObject([
      {
        type: 'CHECKING',
        mask: '4321',
        balances: { currency_code: 'USD', balance: '1204.50', available_balance: '1200.00', credit_limit: null },
        account_number: '400100214321',
        routing_number: '991000012',
        wire_routing_number: '991000025',
        owners: [{ full_name: 'Ada May Lantern', relation_type: 'PRIMARY', phone: '+15550100199' }],
      },
      { type: 'CREDIT_CARD', mask: '9876', account_number: null, balances: { credit_limit: '5000.00' } },
    ]);
    expect(credit).toMatchObject([
      {
        purchases_apr: '18.99',
        balance_as_of: '2026-03-04T15:00:00Z',
        last_payment_date: '2026-02-20',
        past_due_amount: null,
      },
    ]);
    expect(transactions.map(({ external_id, amount, type }) => [external_id, amount, type])).toEqual([
      ['t1', '2450.00', 'CREDIT'],
      ['t2', '61.20', 'DEBIT'],
      ['t3', '9.99', 'DEBIT'],
    ]);
    expect(bank_statements).toMatchObject([
      { period_start: '2026-02-01', period_end: '2026-02-28', opening_balance: null },
    ]);
    expect(identity).toMatchObject([{ first_name: 'Ada', middle_initials: 'M', ssn: null }]);
  });

  test('wrapped objects of FDX 5 give the same data as flat objects of FDX 6', async () => {
    const [flat, wrapped] = [visit(), visit({ data: wrap(FDX_DATA) })];
    const data_of = async ({ connect, read }: typeof flat) => inDecimals((await read(await connect(GOOD))).data);
    expect(await data_of(wrapped)).toEqual(await data_of(flat));
  });

  test('tax forms are read for income only', async () => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    const request = { product: 'income', link_id: 'a'.repeat(32), is_refresh: false, history_months: 3 } as const;
    const fetched = await run((io) => connector.fetch.rest(account, request, io));
    expect(inDecimals(fetched.outcome === 'data' ? fetched.data.tax_documents : undefined)).toMatchObject([
      { document_type: 'W2', year: 2025, fields: { wages: '52000.00', federal_tax: '4100.50', medicare_tax: null } },
    ]);
    const asked = bank.state.asked.find(({ url }) => url.pathname.endsWith('/acc-1/transactions'));
    expect(asked?.url.searchParams.get('startTime')).toBe('2025-12-04T00:00:00Z');
    expect(asked?.url.searchParams.get('endTime')).toBe('2026-03-04T12:00:00Z');
  });

  test('an offset that comes again ends the list, and a transaction on two pages is taken once', async () => {
    const page = { page: { nextOffset: 'x' }, transactions: [{ ...ROW, transactionId: 'a' }] };
    const { connect, read } = visit({ data: { '/accounts/acc-1/transactions': page } });
    expect((await read(await connect(GOOD))).data.transactions).toHaveLength(1);
  });

  test('unreadable rows are left out; if no row is readable, the task fails', async () => {
    const rows = (...transactions: unknown[]): Record<string, Answerer> => ({
      '/accounts/acc-1/transactions': { transactions },
    });
    const some = visit({
      data: rows({ ...ROW, transactionId: 'a' }, { ...ROW, amount: 'much' }, 7, { transactionId: 'b' }),
    });
    expect((await some.read(await some.connect(GOOD))).data.transactions).toHaveLength(1);
    const none = visit({ data: rows({ id: 'a', value: 1 }) });
    const account = await none.connect(GOOD);
    expect((await failureOf(none.read(account))).status).toBe('error');
  });

  test('data that the consent does not include is left out', async () => {
    const refuse = () => json({ code: '403' }, 403);
    const paths = ['/accounts/acc-1/payment-networks', '/accounts/acc-1/statements', '/accounts/acc-1/transactions'];
    const { connect, read } = visit({ data: Object.fromEntries(paths.map((path) => [path, refuse])) });
    const { data } = await read(await connect(GOOD));
    expect(data).toMatchObject({ transactions: [], bank_statements: [] });
    expect(data.accounts?.map(({ account_number }) => account_number)).toEqual([null, null]);
  });

  test('a range that the provider does not support is halved', async () => {
    const data: Record<string, Answerer> = {
      '/accounts/acc-1/transactions': ({ url }) =>
        (url.searchParams.get('startTime') ?? '') < '2025-06-01'
          ? json({ code: '703', message: 'Invalid date range' }, 400)
          : json({ transactions: [ROW] }),
    };
    const { connect, read } = visit({ data });
    expect((await read(await connect(GOOD))).data.transactions).toHaveLength(1);
  });

  test('no account at all ends with no_data', async () => {
    const { connect, fetch } = visit({ data: { '/accounts': { accounts: [] } } });
    expect((await failureOf(fetch('first', await connect(GOOD)))).status).toBe('no_data');
  });
});

test('the provenance of the data names only fields that exist', async () => {
  const { connector, connect, read, run } = visit({ data: { '/accounts/acc-2': INVESTMENT, '/accounts': LISTED } });
  const account = await connect(GOOD);
  const request = { product: 'income', link_id: 'a'.repeat(32), is_refresh: false, history_months: 3 } as const;
  const rest = await run((io) => connector.fetch.rest(account, request, io));
  const data: Record<string, readonly object[]> = {
    ...(await read(account)).data,
    ...(rest.outcome === 'data' ? rest.data : {}),
  };
  const unknown = Object.entries(FDX_PROVENANCE).flatMap(([section, fields]) => {
    const [object] = data[section] ?? [];
    return object === undefined ? [] : Object.keys(fields).filter((path) => !isIn(object, path.split('.')));
  });
  // The amounts of a W-2 and of a 1099 are fields of different documents, and a statement has its file by its id.
  expect(unknown.filter((path) => !path.startsWith('fields.') && path !== 'file')).toEqual([]);
});

const isIn = (value: unknown, [name, ...more]: readonly string[]): boolean => {
  if (name === undefined) return true;
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null && name in one && isIn(Reflect.get(one, name), more);
};
const INVESTMENT = {
  accountCategory: 'INVESTMENT_ACCOUNT',
  accountId: 'acc-2',
  accountType: '401K',
  currentValue: 900.1,
  holdings: [{ holdingId: 'h', holdingName: 'Lake Fund', holdingType: 'MUTUALFUND', units: 3.456, marketValue: 900.1 }],
};
const LISTED = {
  accounts: [
    { ...INVESTMENT, holdings: [] },
    { accountId: 'acc-1', accountCategory: 'DEPOSIT_ACCOUNT' },
  ],
};

describe('a busy or refusing provider', () => {
  const busy = (seconds: string) => () => json({ code: 1207 }, 429, { 'retry-after': seconds });

  test('429 lets the task wait as told, and ends it with unavailable when ten minutes are over', async () => {
    const { bank, connect, fetch } = visit();
    let account = await connect(GOOD);
    bank.state.faults.push(({ url }) => (url.pathname.endsWith('/accounts') ? busy('240')() : undefined));
    for (const [minute, progress] of [
      [0, 1],
      [4, 2],
    ] as const) {
      const asked = await fetch('first', account, { now: new Date(NOON.getTime() + minute * 60_000) });
      expect(asked).toMatchObject({ outcome: 'later', seconds: 240, progress });
      account = asked.account;
    }
    const late = fetch('first', account, { now: new Date(NOON.getTime() + 8 * 60_000) });
    expect((await failureOf(late)).status).toBe('unavailable');
    const tomorrow = await fetch('first', account, { now: new Date(NOON.getTime() + 24 * 3_600_000) });
    expect(tomorrow).toMatchObject({ outcome: 'later', progress: 1 });
    bank.state.faults.pop();
    const there = await fetch('first', account, { now: new Date(NOON.getTime() + 8 * 60_000) });
    expect(there.outcome).toBe('data');
    expect(accessOf(there.account).waiting).toBeUndefined();
  });

  test('a short wait is made within the step', async () => {
    const { bank, connect, read } = visit();
    const account = await connect(GOOD);
    let refused = 0;
    bank.state.faults.push(() => (refused++ < 2 ? busy('0')() : undefined));
    expect((await read(account)).data.accounts).toHaveLength(2);
  });

  test('a fault that passes is no failure, and one that stays ends with unavailable', async () => {
    const { bank, connect, read, fetch } = visit();
    const account = await connect(GOOD);
    const faults = [
      () => json({}, 502),
      () => new Response('{"accounts": [{"acc'),
      () => {
        throw new TypeError('fetch failed');
      },
    ];
    bank.state.faults.push(() => faults.shift()?.());
    expect((await read(account)).data.accounts).toHaveLength(2);
    bank.state.faults.push(() => json({ code: '503' }, 503));
    expect((await failureOf(fetch('first', account))).status).toBe('unavailable');
  });

  test('401 means that the access was refused, also on a refresh', async () => {
    const { bank, connect, fetch, step } = visit();
    const account = await connect(GOOD);
    bank.state.access_tokens.clear();
    const refused = await failureOf(fetch('first', account));
    expect([refused.status, refused.cause]).toEqual(['login_error', expect.any(AccessRefused)]);
    expect((await failureOf(step(GOOD, { account, is_refresh: true }))).status).toBe('login_error');
  });

  test('after the days of the consent, nothing is asked and the person must connect again', async () => {
    const { bank, connect, fetch } = visit({}, { consent_days: 30 });
    const account = await connect(GOOD);
    const asked = bank.state.asked.length;
    const late = new Date(NOON.getTime() + 30 * 24 * 3_600_000);
    expect((await failureOf(fetch('first', account, { now: late }))).status).toBe('login_error');
    expect(bank.state.asked).toHaveLength(asked);
  });

  test('a redirect of the data API is a failure and is not followed', async () => {
    const { bank, connect, fetch } = visit();
    const account = await connect(GOOD);
    bank.state.faults.push(() => new Response(null, { status: 307, headers: { location: `${FDX_API}/accounts` } }));
    expect((await failureOf(fetch('first', account))).status).toBe('error');
  });
});

describe('renewal and revocation', () => {
  test('a renewal is due a minute before the token expires, and gives new tokens with the same key', async () => {
    const { bank, connector, connect, run, read } = visit();
    const account = await connect(GOOD);
    const { renewal } = connector;
    const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
    expect([renewal?.isDue(account, at(839)), renewal?.isDue(account, at(840))]).toEqual([false, true]);
    bank.state.nonce = 'nonce-2';
    const renewed = await run((io) => renewal?.renew(account, io) ?? Promise.reject(new Error('no renewal')));
    expect(accessOf(renewed)).toMatchObject({ refresh_token: 'refresh-2', dpop: accessOf(account).dpop });
    expect(bank.state.reuse_count).toBe(0);
    expect((await read(renewed)).data.accounts).toHaveLength(2);
  });

  test('a response with mistakes beside its tokens does not lose the tokens', async () => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    const tokens = { access_token: 'a', refresh_token: 'r', token_type: 7, expires_in: '60', id_token: null };
    bank.state.faults.push(({ url }) => (url.pathname === '/token' ? json(tokens) : undefined));
    const renewed = await run((io) => connector.renewal?.renew(account, io) ?? Promise.reject(new Error('no renewal')));
    expect(accessOf(renewed)).toMatchObject({ refresh_token: 'r', expires_ms: NOON.getTime() + 60_000 });
  });

  test('a refresh token that the provider does not accept is a login_error without a cause', async () => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    bank.state.refresh_tokens.clear();
    const failed = await failureOf(run(async (io) => connector.renewal?.renew(account, io)));
    expect([failed.status, failed.cause]).toEqual(['login_error', undefined]);
  });

  test.each([
    [503, true],
    [429, true],
    [502, false],
    [504, false],
  ])('a token endpoint that answers %s keeps the token valid: %s', async (status, is_valid) => {
    const { bank, connector, connect, run } = visit();
    const account = await connect(GOOD);
    bank.state.faults.push(({ url }) => (url.pathname === '/token' ? json({}, status) : undefined));
    const failed = await failureOf(run(async (io) => connector.renewal?.renew(account, io)));
    expect(failed.cause === undefined).toBe(is_valid);
  });

  test('revoke sends the refresh token to the revocation endpoint, if there is one', async () => {
    const { bank, connector, connect, run } = visit();
    await run(async (io) => connector.revoke(await connect(GOOD), io));
    expect(bank.state.revoked).toEqual(['refresh-1']);
    const without = visit({ metadata: { revocation_endpoint: undefined } });
    await without.run(async (io) => without.connector.revoke(await without.connect(GOOD), io));
    expect(without.bank.state.revoked).toEqual([]);
  });
});

describe('check', () => {
  const checked = (options: Parameters<typeof fakeFdx>[0] = {}, changed: Partial<FdxSettings> = {}, now = NOON) => {
    const bank = fakeFdx(options);
    bank.state.faults.push(({ url }) => {
      const date = NOON.toUTCString();
      return url.pathname.includes('.well-known') ? withDate(options.metadata ?? {}, date) : undefined;
    });
    return runStep(open(changed), (io) => fdxKind.check(entryOf(changed), io), { now: () => now, fetch: bank.fetch });
  };
  const withDate = (changed: object, date: string): Response => json({ ...SHOWN, ...changed }, 200, { date });

  test('finds nothing wrong with a provider that works', async () => {
    expect(await checked()).toEqual([]);
  });

  test('names wrong credentials, unknown scopes, a clock that differs and endpoints elsewhere', async () => {
    const metadata = { scopes_supported: ['openid'], revocation_endpoint: 'https://elsewhere.example/revoke' };
    const faults = await checked({ metadata }, { client_id: 'nobody' }, new Date(NOON.getTime() + 90_000));
    expect(faults).toEqual([
      "Our clock is 90 seconds ahead of the provider's clock.",
      'The revocation_endpoint is at an address that the settings do not name.',
      'The provider does not offer the scopes offline_access, accounts, tax.',
      'The provider does not accept our credentials.',
    ]);
  });

  test('names settings that contradict each other, and never the key', async () => {
    const client_auth = { method: 'tls_client_auth', key: 'not a key' } as const;
    expect(await fdxKind.check(entryOf({ client_auth, api_base: 'http://bank.example/fdx' }), NO_IO)).toEqual([
      'settings.api_base must be an https URL, or http on this machine.',
      'settings.client_auth.key is not a private key in PEM (PKCS#8).',
      'settings.client_auth.certificate is required.',
    ]);
  });
});

const SHOWN = {
  issuer: FDX_ISSUER,
  authorization_endpoint: 'https://bank.example/authorize',
  token_endpoint: 'https://bank.example/token',
  scopes_supported: ['openid', 'offline_access', 'accounts', 'tax'],
};

const NO_IO = {
  fetch: () => Promise.reject(new Error('nothing may be asked')),
  now: () => NOON,
  real_now: () => NOON,
  signal: new AbortController().signal,
  random: (bytes: number) => Buffer.alloc(bytes),
};

const ROW = {
  transactionId: 't',
  transactionTimestamp: '2026-02-27T12:00:00Z',
  debitCreditMemo: 'CREDIT',
  amount: 12.5,
};

/** The same data with the objects of accounts and transactions wrapped, as in FDX 5. */
function wrap(data: Record<string, Answerer>): Record<string, Answerer> {
  const wrapRow = (row: unknown, noun: string): unknown => {
    if (typeof row !== 'object' || row === null || !('accountCategory' in row)) return row;
    const { accountCategory, ...rest } = row;
    return { [`${String(accountCategory).split('_')[0]?.toLowerCase()}${noun}`]: rest };
  };
  const wrapBody = (body: unknown): unknown => {
    if (typeof body !== 'object' || body === null) return body;
    const lists = [['accounts', 'Account'] as const, ['transactions', 'Transaction'] as const];
    const changed = lists.flatMap(([name, noun]) => {
      const list: unknown = Reflect.get(body, name);
      return Array.isArray(list) && !('customerId' in body) ? [[name, list.map((row) => wrapRow(row, noun))]] : [];
    });
    return { ...Object(wrapRow(body, 'Account')), ...Object.fromEntries(changed) };
  };
  return Object.fromEntries(
    Object.entries(data).map(([path, answer]): [string, Answerer] => {
      if (path.includes('/statements/')) return [path, answer];
      return [path, wrapped(answer, wrapBody)];
    }),
  );
}

const wrapped =
  (answer: Answerer, wrapBody: (body: unknown) => unknown): Answerer =>
  (asked) =>
    typeof answer === 'function' ? bodyOf(answer(asked), wrapBody) : json(wrapBody(answer));

/** A response whose body is changed when it is read. */
function bodyOf(response: Response, change: (body: unknown) => unknown): Response {
  const changed = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from(JSON.stringify(change(await response.json()))));
      controller.close();
    },
  });
  return new Response(changed, { status: response.status });
}
