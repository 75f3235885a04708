import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { AssetReportAnswer } from '#domain/reports/asset-reports.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { BASE_URL, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { advance, connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
const person = (more: object = {}) => newUser(client.sandbox, newId(), more);
const urlOf = (user_id: string): string => `/v1/users/${user_id}/assets/reports/`;
const make = (user_id: string, body?: object) => client.sandbox('POST', urlOf(user_id), body);
const read = (user_id: string, id: string) => client.sandbox('GET', `${urlOf(user_id)}${id}/`);
const fixed = (fixed_amount: string | number) => ({ large_deposit_threshold: { fixed_amount } });

async function made(user_id: string, body?: object): Promise<AssetReportAnswer> {
  const response = await make(user_id, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

async function connected(username = 'goodlogin', user_id?: string, more: object = {}) {
  const user = user_id ?? (await person());
  const connection = await connect(client.sandbox, user, { ...BANK, username, ...more });
  await finishTasks(house);
  return { ...connection, user_id: user };
}

const accountsIn = ({ links }: AssetReportAnswer) => links.flatMap(({ accounts }) => accounts);
const largeIn = (report: AssetReportAnswer) =>
  accountsIn(report).flatMap(({ transactions }) => transactions.filter(({ is_large_deposit }) => is_large_deposit));

describe('POST /v1/users/{user_id}/assets/reports/', () => {
  test('201: the balances and averages in the report for login `goodlogin` are exact to the cent', async () => {
    const someone = { first_name: 'Jordan', last_name: 'Averill', ssn: '991-91-9991' };
    const { user_id, link_id } = await connected('goodlogin', await person(someone), { tracking_info: 'loan-17' });
    const { links, borrower, ...report } = await made(user_id);
    expect(report).toEqual({
      report_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_at: '2026-03-01T12:00:00Z',
      completed_at: '2026-03-01T12:00:00Z',
      days_requested: 90,
      as_of_date: '2026-03-01',
      is_voe: false,
      large_deposit_threshold: null,
      // The brokerage account has no transactions, so its earlier balances are unknown and the averages leave this
      // account out.
      summary: { balance: '72115.00', avg_30: '69064.19', avg_60: '68468.66', avg_90: '67680.01' },
    });
    expect(borrower).toMatchObject({ id: user_id, first_name: 'Jordan', ssn: '*****9991' });
    const provider = { provider: 'vouch_bank', provider_name: 'Vouch Bank' };
    expect(links).toMatchObject([{ link_id, tracking_info: 'loan-17', ...provider, updated_at: report.created_at }]);
    const { accounts } = (await client.sandbox('GET', `/v1/links/${link_id}/balances/`)).json();
    expect(links[0]?.accounts.map(({ transactions: _transactions, owners: _owners, ...account }) => account)).toEqual([
      {
        ...accounts[0],
        days_available: 90,
        routing_number: '991000012',
        nsf: 0,
        summary: { avg_30: '47614.19', avg_60: '47063.66', avg_90: '46323.34' },
      },
      {
        ...accounts[1],
        // A deposit of 100 dollars is posted on the 7th of each month, or on the following Monday if the 7th is on a
        // weekend. The first deposit in these 90 days is on December 8.
        days_available: 84,
        routing_number: '991000012',
        nsf: 0,
        summary: { avg_30: '21450.00', avg_60: '21405.00', avg_90: '21356.67' },
      },
      {
        ...accounts[2],
        days_available: 0,
        routing_number: null,
        nsf: 0,
        summary: { avg_30: null, avg_60: null, avg_90: null },
      },
    ]);
    expect(links[0]?.accounts[0]?.owners).toMatchObject([{ full_name: 'Jordan E Averill', relation_type: 'PRIMARY' }]);
  });

  test('201: the report has the link’s transactions of the requested days, newest first', async () => {
    const { user_id, link_id } = await connected();
    const [checking] = accountsIn(await made(user_id, { days_requested: 30 }));
    const query = `account_id=${checking?.id}&transacted_at_from=2026-01-31&page_size=100`;
    const { transactions } = (await client.sandbox('GET', `/v1/links/${link_id}/transactions/?${query}`)).json();
    expect(transactions.length).toBeGreaterThan(50);
    expect(checking?.transactions).toEqual(
      transactions.map((transaction: object) => ({ ...transaction, is_large_deposit: false })),
    );
  });

  test('201: the report for login `goodlogin.all` shows debts, which are not part of the total balance, and flags only borrowed money as a large deposit', async () => {
    const report = await made((await connected('goodlogin.all')).user_id, { days_requested: 365, ...fixed(2000) });
    // The total balance is the sum of 14214.37 in checking, 31181.03 in savings, 18500.00 in investments, 10915.48 in a
    // certificate of deposit and 1642.18 on a prepaid card.
    expect(report.summary.balance).toBe('76453.06');
    const shown = accountsIn(report).map(({ type, balances }) => `${type} ${balances.balance}`);
    expect(shown).toContain('MORTGAGE 235527.31');
    expect(shown).toContain('LINE_OF_CREDIT 7508.61');
    // Pay and transfers between the person's accounts are not flagged as large deposits, but borrowed money is flagged.
    expect(largeIn(report)).toMatchObject([
      { amount: '3000.00', transacted_at: '2025-05-19T00:00:00Z', description: expect.stringContaining('FROM LOC') },
    ]);
  });

  test.each([
    // NSF fees were posted on 12/08, 01/02, 01/09, 01/12, 01/13, 02/02 and 02/09. Refunds, which are subtracted, were
    // posted on 12/10, 01/14 and 02/11.
    [90, 4],
    // The 60 days start on January 1, so the fee and the refund of December do not count.
    [60, 4],
    // The 30 days start on January 31, so only two fees and one refund count.
    [30, 1],
  ])(
    '201: the sample login `overdrawn`: over %d days, the asset report counts %d NSF fees, after refunds are subtracted',
    async (days_requested, nsf) => {
      const { user_id } = await connected('overdrawn');
      expect(accountsIn(await made(user_id, { days_requested })).map((account) => account.nsf)).toEqual([nsf]);
    },
  );

  test('201: a check deposit above the threshold is large; a check deposit equal to the threshold is not large', async () => {
    const { user_id } = await connected('overdrawn');
    const large = largeIn(await made(user_id, fixed('3657.43')));
    expect(large).toMatchObject([
      { amount: '3657.44', transacted_at: '2026-01-16T00:00:00Z', type: 'CREDIT', status: 'POSTED' },
    ]);
    expect(large[0]?.description).toMatch(/^MOBILE CHECK DEPOSIT/);
    expect(largeIn(await made(user_id, fixed('3657.44')))).toEqual([]);
    // With a threshold of 500 dollars the list stays the same: a returned rent payment is not a deposit, and pay is
    // never flagged as a large deposit.
    expect(largeIn(await made(user_id, fixed(500)))).toEqual(large);
    expect(largeIn(await made(user_id))).toEqual([]);
  });

  test.each([
    [{ fixed_amount: '1500', sales_price: 300_000, loan_type: 'FHA' }, '1500.00'],
    [{ sales_price: 300_000.55, loan_type: 'FHA', qualifying_monthly_income: 1 }, '3000.01'],
    [{ sales_price: 300_000, loan_type: 'VA', qualifying_monthly_income: '5000.50' }, '2500.25'],
    [{ sales_price: 300_000, loan_type: 'OTHER' }, null],
    [{ fixed_amount: null, loan_type: '' }, null],
  ])(
    '201: the large_deposit_threshold %j in a request results in an asset report with the threshold %s',
    async (large_deposit_threshold, expected) => {
      expect((await made(await person(), { large_deposit_threshold })).large_deposit_threshold).toBe(expected);
    },
  );

  test('201: a report as of an earlier day shows the closing balances of the bank statements that end on that day', async () => {
    const { user_id, link_id } = await connected();
    const { results } = (await client.sandbox('GET', `/v1/links/${link_id}/bank_statements/`)).json();
    const statements = results.filter(({ period_end }: { period_end: string }) => period_end === '2026-01-31');
    const report = await made(user_id, { as_of_date: '2026-01-31' });
    expect(report.as_of_date).toBe('2026-01-31');
    const closed = statements.map(({ account_id, closing_balance }: Record<string, string>) => [
      account_id,
      closing_balance,
    ]);
    expect(closed).toHaveLength(2);
    for (const [id, balance] of closed) {
      const shown = accountsIn(report).find((account) => account.id === id);
      expect(shown?.balances).toMatchObject({ balance, available_balance: null });
      expect(shown?.transactions.filter(({ transacted_at }) => transacted_at >= '2026-02-01')).toEqual([]);
    }
  });

  test('201: a report with is_voe has no amounts', async () => {
    const { user_id } = await connected('overdrawn');
    const report = await made(user_id, { is_voe: true, ...fixed(2000) });
    expect(JSON.stringify(report)).not.toMatch(/"-?\d+\.\d\d"/);
    expect(report).toMatchObject({ is_voe: true, large_deposit_threshold: null, summary: { balance: null } });
    expect(accountsIn(report)).toMatchObject([{ nsf: 4, days_available: 90, balances: { currency_code: 'USD' } }]);
    expect(largeIn(report)).toMatchObject([{ amount: null, type: 'CREDIT' }]);
  });

  test('201: account_ids limits the report to the given accounts and their links; an empty list does not limit it', async () => {
    const { user_id } = await connected();
    await connected('card', user_id);
    const [checking, savings] = accountsIn(await made(user_id)).filter(({ type }) => type !== 'CREDIT_CARD');
    const report = await made(user_id, { account_ids: [savings?.id] });
    expect(report.links).toHaveLength(1);
    expect(accountsIn(report)).toEqual([savings]);
    expect(report.summary).toEqual({ balance: '21480.00', ...savings?.summary });
    expect(accountsIn(await made(user_id, { account_ids: [savings?.id, checking?.id] }))).toHaveLength(2);
    expect(accountsIn(await made(user_id, { account_ids: [] }))).toHaveLength(4);
  });

  test('201: includes every link that has accounts, whatever product the link was connected for; the newest link comes first', async () => {
    const { user_id, link_id: first } = await connected();
    await connect(client.sandbox, user_id);
    await connected('nobody', user_id);
    house.clock.advance(1_000);
    const { link_id: second } = await connected('checking', user_id, { product_type: 'income' });
    expect((await made(user_id)).links).toMatchObject([{ link_id: second }, { link_id: first }]);
  });

  test('201: a user without data gets a report without links', async () => {
    const nothing = { balance: '0.00', avg_30: null, avg_60: null, avg_90: null };
    expect(await made(await person())).toMatchObject({ links: [], summary: nothing });
  });

  test('201: options missing in the request come from the default template for assets', async () => {
    const other = await newClient(house);
    const user_id = await newUser(other.sandbox, newId());
    const voa = {
      days_requested: 60,
      is_voe: true,
      as_of_date: '2026-01-31',
      large_deposit_threshold: { fixed_amount: 700 },
    };
    const template = { name: 'Mortgage', products: ['assets'], default_for_products: true, reports: { voa } };
    expect((await other.sandbox('POST', '/v1/templates/', template)).statusCode).toBe(201);
    const ask = async (body: object) => (await other.sandbox('POST', urlOf(user_id), body)).json();
    expect(await ask({})).toMatchObject({ days_requested: 60, is_voe: true, as_of_date: '2026-01-31' });
    const now = house.clock.now().toISOString().slice(0, 10);
    const said = { days_requested: 30, is_voe: false, as_of_date: null };
    expect(await ask(said)).toMatchObject({ ...said, as_of_date: now, large_deposit_threshold: '700.00' });
    expect((await ask({ is_voe: false, ...fixed(800) })).large_deposit_threshold).toBe('800.00');
  });

  test('201: if the client declared data for the user, the report has this data instead of the login’s sample data, exact to the cent', async () => {
    const user_id = await person();
    const account = { external_id: 'a-1', type: 'SAVINGS', balance: '1000.00' };
    const moved = (transacted_at: string, type: string, amount: string) => ({
      account_external_id: 'a-1',
      transacted_at,
      type,
      amount,
      description: 'Lantern Market',
    });
    // The first transaction is 44 days before the report. The balance was 400.00 for 15 days, 700.00 for 20 days and
    // 1000.00 for 10 days.
    const transactions = [
      moved('2026-01-16', 'CREDIT', '400.00'),
      moved('2026-01-31', 'CREDIT', '300.00'),
      moved('2026-02-20', 'CREDIT', '300.00'),
    ];
    await client.sandbox('POST', `/v1/sandbox/users/${user_id}/transactions/`, { accounts: [account], transactions });
    await connected('goodlogin', user_id);
    const report = await made(user_id, fixed('299.99'));
    expect(report.summary).toEqual({ balance: '1000.00', avg_30: '800.00', avg_60: null, avg_90: null });
    expect(accountsIn(report)).toMatchObject([{ days_available: 45, nsf: 0 }]);
    expect(largeIn(report)).toHaveLength(3);
    const earlier = await made(user_id, { as_of_date: '2026-02-15', days_requested: 31 });
    expect(earlier.summary).toEqual({ balance: '700.00', avg_30: '560.00', avg_60: null, avg_90: null });
    expect(accountsIn(earlier)).toMatchObject([{ days_available: 31 }]);
  });

  test('201: the stored report is encrypted', async () => {
    const { user_id } = await connected();
    const { report_id } = await made(user_id);
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ kind: string; sealed: Buffer }>('select kind, sealed from user_reports where id = $1', [report_id]);
    expect(rows).toMatchObject([{ kind: 'voa' }]);
    expect(rows[0]?.sealed.includes('vouch_bank')).toBe(false);
  });

  test('201: two requests with the same Idempotency-Key create one report', async () => {
    const user_id = await person();
    const once = () => client.sandbox('POST', urlOf(user_id), {}, { 'idempotency-key': 'voa-1' });
    expect((await once()).json()).toEqual((await once()).json());
    expect((await client.sandbox('GET', urlOf(user_id))).json().count).toBe(1);
  });
});

describe('GET /v1/users/{user_id}/assets/reports/', () => {
  test('200: lists the user’s reports newest first, in pages; the user’s voa_report_id is the id of the newest report', async () => {
    const [user_id, other] = [await person(), await person()];
    const made_ones = [];
    for (const days_requested of [30, 60]) {
      made_ones.unshift(await made(user_id, { days_requested }));
      house.clock.advance(1_000);
    }
    await made(other);
    await client.sandbox('POST', `/v1/users/${user_id}/reports/`);
    expect((await client.sandbox('GET', urlOf(user_id))).json()).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: made_ones.map(({ report_id, created_at, completed_at }) => ({ report_id, created_at, completed_at })),
    });
    const page = (await client.sandbox('GET', `${urlOf(user_id)}?page_size=1`)).json();
    expect(page).toMatchObject({ count: 2, next: `${BASE_URL}${urlOf(user_id)}?page_size=1&page=2` });
    expect((await client.sandbox('GET', `${urlOf(user_id)}?page_size=1&page=3`)).statusCode).toBe(404);
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json()).toMatchObject({
      voa_report_id: made_ones[0]?.report_id,
    });
  });

  test('200: the list is empty before the first report, and the user’s voa_report_id is null', async () => {
    const user_id = await person();
    expect((await client.sandbox('GET', urlOf(user_id))).json()).toMatchObject({ count: 0, results: [] });
    expect((await client.sandbox('GET', `/v1/users/${user_id}/`)).json()).toMatchObject({ voa_report_id: null });
  });
});

describe('GET /v1/users/{user_id}/assets/reports/{report_id}/', () => {
  test('200: returns the report as created, even after the user or the link changed or the link was deleted', async () => {
    const sandbox = (await newClient(house)).sandbox;
    const user_id = await newUser(sandbox, newId(), { first_name: 'Jordan' });
    const { link_id, public_token } = await connect(sandbox, user_id, BANK);
    await finishTasks(house);
    const report: AssetReportAnswer = (await sandbox('POST', urlOf(user_id))).json();
    const again = async () => (await sandbox('GET', `${urlOf(user_id)}${report.report_id}/`)).json();
    const newer = async () => (await sandbox('POST', urlOf(user_id))).json();
    const { access_token } = (await sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    await advance(house, sandbox, 7 * 86_400);
    expect(await newer()).toMatchObject({ as_of_date: '2026-03-08', summary: { balance: report.summary.balance } });
    await sandbox('POST', '/v1/refresh/tasks/', { access_token });
    await finishTasks(house);
    await sandbox('PATCH', `/v1/users/${user_id}/`, { first_name: 'Jordana' });
    expect(await again()).toEqual(report);
    const refreshed = await newer();
    expect(refreshed.borrower.first_name).toBe('Jordana');
    expect(refreshed.summary.balance).not.toBe(report.summary.balance);
    await sandbox('DELETE', `/v1/links/${link_id}/`);
    expect(await again()).toEqual(report);
    expect((await newer()).links).toEqual([]);
  });

  test('404 for an unknown report, and for a report of another user, of another kind or of an erased user', async () => {
    const user_id = await person();
    const { report_id } = await made(user_id);
    expect((await read(user_id, newId())).json()).toEqual(NOT_FOUND);
    expect((await read(await person(), report_id)).json()).toEqual(NOT_FOUND);
    const voie = (await client.sandbox('POST', `/v1/users/${user_id}/reports/`)).json();
    expect((await read(user_id, voie.report_id)).json()).toEqual(NOT_FOUND);
    expect((await client.sandbox('GET', `/v1/users/${user_id}/reports/${report_id}/`)).json()).toEqual(NOT_FOUND);
    await client.sandbox('DELETE', `/v1/users/${user_id}/`);
    expect((await read(user_id, report_id)).json()).toEqual(NOT_FOUND);
  });
});
