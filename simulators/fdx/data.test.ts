// The data API: complete pages, consistent balances, strict parameters, and FDX error codes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fields, isFields, numberIn, textIn } from '../kit/fields.ts';
import { historyOf } from '../lives/history.ts';
import { LIVES } from '../lives/people/people.ts';
import { listIn, type PlainClient, plainClient, type Reply } from './plain-client.ts';
import { type FdxBank, startFdx } from './server.ts';

const NOW = '2026-11-18T15:00:00Z';
let bank: FdxBank;
let client: PlainClient;
const tokens = new Map<string, string>();

beforeAll(async () => {
  bank = await startFdx({ seed: 3, settings: { page_limit: 500 }, now: () => new Date(NOW) });
  client = plainClient(bank);
  client.clock = () => new Date(NOW);
  for (const { username, password } of LIVES) {
    const reply = await client.connect({ username, password });
    tokens.set(username, textIn(reply.body, 'access_token') ?? '');
  }
});
afterAll(() => bank.close());

const get = (username: string, path: string, headers = {}): Promise<Reply> =>
  client.get(path, tokens.get(username) ?? '', headers);

async function accountsOf(username: string): Promise<Fields[]> {
  return listIn(await get(username, '/accounts?resultType=details'), 'accounts');
}

async function accountNamed(username: string, type: string): Promise<string> {
  const account = (await accountsOf(username)).find((one) => one['accountType'] === type);
  return textIn(account, 'accountId') ?? '';
}

async function allPages(username: string, path: string, name: string): Promise<{ items: Fields[]; pages: number }> {
  const items: Fields[] = [];
  let offset: string | undefined;
  for (let pages = 1; ; pages++) {
    const joint = path.includes('?') ? '&' : '?';
    const reply = await get(
      username,
      offset === undefined ? path : `${path}${joint}offset=${encodeURIComponent(offset)}`,
    );
    items.push(...listIn(reply, name));
    const page = reply.body['page'];
    offset = isFields(page) ? textIn(page, 'nextOffset') : undefined;
    if (offset === undefined) return { items, pages };
  }
}

const centsOf = (row: Fields): number =>
  Math.round((numberIn(row, 'amount') ?? 0) * 100) * (row['debitCreditMemo'] === 'CREDIT' ? 1 : -1);

describe('the accounts of every person', () => {
  test.each(LIVES.map(({ username }) => username))(
    'for each account of %s, the opening balance and the posted transactions add up to the balance that the FDX simulator shows',
    async (username) => {
      const life = LIVES.find((one) => one.username === username);
      if (life === undefined) throw new Error('The person is missing.');
      const shown = await accountsOf(username);
      expect(shown).toHaveLength(life.accounts.length);
      for (const [at, account] of shown.entries()) {
        const { items } = await allPages(
          username,
          `/accounts/${textIn(account, 'accountId')}/transactions?limit=500`,
          'transactions',
        );
        const posted = items.filter((row) => row['status'] === 'POSTED');
        const closing = posted.reduce((cents, row) => cents + centsOf(row), life.accounts[at]?.opening_cents ?? 0);
        const sign = account['balanceType'] === 'LIABILITY' ? -1 : 1;
        const balance =
          numberIn(account, 'currentBalance') ??
          numberIn(account, 'principalBalance') ??
          numberIn(account, 'availableCashBalance');
        expect(closing).toBe(Math.round((balance ?? 0) * 100) * sign);
      }
    },
  );
});

describe('GET /accounts/{id}/transactions', () => {
  test('all pages together list every row once, newest first', async () => {
    const owen = LIVES.find(({ username }) => username === 'owen');
    if (owen === undefined) throw new Error('Owen is missing.');
    const id = await accountNamed('owen', 'CHECKING');
    const { items, pages } = await allPages('owen', `/accounts/${id}/transactions?limit=1000`, 'transactions');
    const [truth] = historyOf(owen, '2026-11-17', 3).accounts;
    expect(items).toHaveLength((truth?.rows.length ?? 0) + (truth?.pending.length ?? 0));
    expect(new Set(items.map((row) => row['transactionId'])).size).toBe(items.length);
    expect(pages).toBe(Math.ceil(items.length / 500));
    const posted = items.flatMap((row) => textIn(row, 'postedTimestamp') ?? []);
    expect(posted).toEqual(posted.toSorted().toReversed());
  });

  test('a request with startTime and endTime returns exactly the rows posted on these two days and on the days between them', async () => {
    const id = await accountNamed('maya', 'CHECKING');
    const { items } = await allPages('maya', `/accounts/${id}/transactions`, 'transactions');
    const inside = items.filter((row) => {
      const day = (textIn(row, 'postedTimestamp') ?? '').slice(0, 10);
      return day >= '2026-02-01' && day <= '2026-02-27';
    });
    const asked = await allPages(
      'maya',
      `/accounts/${id}/transactions?startTime=2026-02-01&endTime=2026-02-27`,
      'transactions',
    );
    expect(asked.items).toEqual(inside);
    expect(inside.length).toBeGreaterThan(3);
  });

  test('a pending row is posted later under another id, and the posted row refers to the pending row’s id', async () => {
    const id = await accountNamed('daniel', 'CREDITCARD');
    const before = await allPages('daniel', `/accounts/${id}/transactions?startTime=2026-11-10`, 'transactions');
    const pending = before.items.filter((row) => row['status'] === 'PENDING');
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.every((row) => row['postedTimestamp'] === undefined)).toBe(true);
    await bank.control('POST', '/clock', { advance_seconds: 12 * 86_400 });
    await reconnect('daniel');
    const after = await allPages('daniel', `/accounts/${id}/transactions?startTime=2026-11-10`, 'transactions');
    for (const row of pending) {
      expect(after.items.some((one) => one['transactionId'] === row['transactionId'])).toBe(false);
      expect(after.items.filter((one) => one['referenceTransactionId'] === row['transactionId'])).toHaveLength(1);
    }
    await bank.control('POST', '/clock', { now: NOW });
    await reconnect('daniel');
  });

  test.each([
    ['?startTime=yesterday', 400, '702'],
    ['?startTime=2026-02-30', 400, '702'],
    ['?startTime=2026-03-01&endTime=2026-02-01', 400, '703'],
    ['?limit=0', 400, '401'],
    ['?limit=many', 400, '401'],
    ['?offset=100', 400, '401'],
    ['?page=2', 400, '401'],
    ['?limit=5&limit=6', 400, '401'],
  ])('GET /accounts/{id}/transactions with the query %s gets status %i and code %s', async (query, status, code) => {
    const reply = await get('maya', `/accounts/${await accountNamed('maya', 'CHECKING')}/transactions${query}`);
    expect([reply.status, reply.body['code']]).toEqual([status, code]);
    expect(reply.body['message']).toEqual(expect.any(String));
  });
});

/**
 * Connects again after a test moved the bank's clock, so that the tokens are valid at the new time. The client's clock
 * is set to the bank's.
 */
async function reconnect(username: string): Promise<void> {
  const life = LIVES.find((one) => one.username === username);
  if (life === undefined) throw new Error('The person is missing.');
  const told = await bank.control('GET', '/clock');
  const now = new Date((isFields(told) ? textIn(told, 'now') : undefined) ?? '');
  client.clock = () => now;
  const reply = await client.connect({ username, password: life.password });
  tokens.set(username, textIn(reply.body, 'access_token') ?? '');
}

describe('requests for data that the consent does not cover', () => {
  test('404 with code 701: the account was not shared, belongs to somebody else or is unknown', async () => {
    const only = plainClient(bank);
    only.clock = client.clock;
    const reply = await only.connect({ username: 'maya', password: 'harbor-maya-1', accounts: ['Growth Savings'] });
    const token = textIn(reply.body, 'access_token') ?? '';
    expect(listIn(await only.get('/accounts', token), 'accounts')).toHaveLength(1);
    for (const id of [await accountNamed('maya', 'CHECKING'), await accountNamed('ruth', 'CHECKING'), 'unknown']) {
      const refused = await only.get(`/accounts/${id}/transactions`, token);
      expect([refused.status, refused.body['code']]).toEqual([404, '701']);
    }
  });

  test('403 with code 602: the client did not request the scope of the endpoint', async () => {
    const little = plainClient(bank);
    little.clock = client.clock;
    const reply = await little.connect(
      { username: 'maya', password: 'harbor-maya-1' },
      { scope: 'openid fdx:accountbasic:read' },
    );
    const token = textIn(reply.body, 'access_token') ?? '';
    expect((await little.get('/accounts', token)).status).toBe(200);
    for (const path of ['/accounts?resultType=details', '/customers/current', '/tax-forms']) {
      const refused = await little.get(path, token);
      expect([refused.status, refused.body['code']]).toEqual([403, '602']);
    }
  });
});

describe('a consent that the client requested in detail', () => {
  const resources = [{ resourceType: 'ACCOUNT', dataClusters: ['ACCOUNT_DETAILED', 'TRANSACTIONS'] }];
  const consentRequest = { durationType: 'TIME_BOUND', durationPeriod: 30, lookbackPeriod: 90, resources };
  const authorization_details = JSON.stringify([{ type: 'fdx_v1.0', consentRequest }]);
  const from = (day: string) => (account: string) => `/accounts/${account}/transactions?startTime=${day}`;
  let token = '';
  let account = '';
  beforeAll(async () => {
    const reply = await client.connect({ username: 'maya', password: 'harbor-maya-1' }, { authorization_details });
    token = textIn(reply.body, 'access_token') ?? '';
    account = textIn(listIn(await client.get('/accounts', token), 'accounts')[0], 'accountId') ?? '';
  });

  test('403, code 602: data of a cluster that was not requested, even if its scope was requested', async () => {
    for (const path of ['/customers/current', `/accounts/${account}/statements`]) {
      const reply = await client.get(path, token);
      expect([reply.status, reply.body['code']]).toEqual([403, '602']);
    }
  });

  test('400, code 703: history that is older than the lookback period', async () => {
    expect((await client.get(from('2026-08-20')(account), token)).status).toBe(200);
    const reply = await client.get(from('2026-08-19')(account), token);
    expect([reply.status, reply.body['code']]).toEqual([400, '703']);
  });
});

describe('FDX data other than accounts and transactions', () => {
  test('deposit accounts have account and routing numbers; for a card, the bank answers with code 704', async () => {
    const networks = await get('maya', `/accounts/${await accountNamed('maya', 'CHECKING')}/payment-networks`);
    expect(listIn(networks, 'paymentNetworks')[0]).toMatchObject({
      type: 'US_ACH',
      bankId: '123456780',
      identifier: '4410028801',
    });
    const refused = await get('maya', `/accounts/${await accountNamed('maya', 'CREDITCARD')}/payment-networks`);
    expect([refused.status, refused.body['code']]).toEqual([400, '704']);
  });

  test('the customer’s name is returned; the tax number is left out if the token lacks the scope for tax numbers', async () => {
    const { body } = await get('daniel', '/customers/current');
    expect(body).toMatchObject({ name: { first: 'Daniel', last: 'Reyes' } });
    expect(body['taxId']).toBeUndefined();
  });

  test('a listed statement can be downloaded as PDF, and an unknown statement is answered with code 1107', async () => {
    const id = await accountNamed('maya', 'CHECKING');
    const [newest] = listIn(
      await get('maya', `/accounts/${id}/statements?startTime=2026-01-01&endTime=2026-06-30`),
      'statements',
    );
    expect(newest).toMatchObject({ statementDate: '2026-06-30', status: 'AVAILABLE' });
    const pdf = await get('maya', `/accounts/${id}/statements/${textIn(newest, 'statementId')}`, {
      accept: 'application/pdf',
    });
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const refused = await get('maya', `/accounts/${id}/statements/unknown`, { accept: 'application/pdf' });
    expect([refused.status, refused.body['code']]).toEqual([404, '1107']);
  });

  test('the tax forms are the W-2 of the job and the 1099-INT of the savings account', async () => {
    const forms = listIn(await get('maya', '/tax-forms?taxYear=2025'), 'statements').flatMap((one) => one['forms']);
    expect(forms).toMatchObject([
      { taxW2: { taxYear: 2025, socialSecurityWages: expect.any(Number) } },
      { tax1099Int: { taxYear: 2025 } },
    ]);
    const refused = await get('nico', '/tax-forms');
    expect([refused.status, refused.body['code']]).toEqual([404, '1107']);
  });

  test('version 5 wraps each account in an object named after its kind', async () => {
    const token = tokens.get('maya') ?? '';
    const target = `${bank.api_base('v5')}/accounts`;
    const proof = client.proof('GET', target, {}, token);
    const response = await fetch(target, { headers: { authorization: `DPoP ${token}`, dpop: proof } });
    expect(await response.json()).toMatchObject({
      accounts: [
        { depositAccount: { accountType: 'CHECKING' } },
        { depositAccount: {} },
        { locAccount: { accountType: 'CREDITCARD' } },
      ],
    });
  });

  test('an unused account has no rows, and methods other than GET are refused', async () => {
    const id = await accountNamed('nico', 'CHECKING');
    expect(listIn(await get('nico', `/accounts/${id}/transactions`), 'transactions')).toEqual([]);
    expect((await fetch(`${bank.api_base('v6')}/accounts`, { method: 'POST' })).status).toBe(405);
  });
});
