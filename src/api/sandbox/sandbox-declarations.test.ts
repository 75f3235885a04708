import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { BODY_TOO_LARGE, invalid, NOT_FOUND, OTHER_ENVIRONMENT, SANDBOX_ONLY } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, eventsOf, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const ACCOUNT = { external_id: 'a-1', type: 'CHECKING', balance: '812.40', nickname: 'Lantern Daily' };
const PAID = {
  account_external_id: 'a-1',
  external_id: 't-1',
  amount: '9999999999.99',
  type: 'DEBIT',
  transacted_at: '2026-02-20',
  description: 'LANTERN MARKET',
};
const JOB = {
  company: { name: 'Lantern Works' },
  job_title: 'Glazier',
  pay_rate: 31.07,
  statements: [{ pay_date: '2026-02-20', gross_pay: '2000.10', hours: '80' }, { pay_date: '2026-02-06' }],
};

const someone = () => newUser(client.sandbox, newId());
const declare = (kind: 'transactions' | 'payroll', user_id: string, body: object, headers = {}) =>
  client.sandbox('POST', `/v1/sandbox/users/${user_id}/${kind}/`, body, headers);

async function linkOf(user_id: string, more: object) {
  const connected = await connect(client.sandbox, user_id, more);
  await finishTasks(house);
  return connected;
}
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };
async function transactionsOf(link_id: string) {
  return (await client.sandbox('GET', `/v1/links/${link_id}/transactions/?page_size=100`)).json();
}

describe('POST /v1/sandbox/users/{user_id}/transactions/', () => {
  test('201: the response counts the accounts and transactions of this request only', async () => {
    const user_id = await someone();
    const first = await declare('transactions', user_id, { accounts: [ACCOUNT], transactions: [PAID] });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toEqual({ accounts_count: 1, transactions_count: 1 });
    const second = await declare('transactions', user_id, { transactions: [{ ...PAID, external_id: 't-2' }] });
    expect(second.json()).toEqual({ accounts_count: 0, transactions_count: 1 });
    expect((await declare('transactions', user_id, {})).json()).toEqual({ accounts_count: 0, transactions_count: 0 });
  });

  test.each(['vouch_bank', 'vouch_bank_oauth'])(
    '201: a link to the provider %s shows the declared data, with amounts exact to the cent',
    async (provider_id) => {
      const user_id = await someone();
      await declare('transactions', user_id, { accounts: [ACCOUNT], transactions: [PAID] });
      const { link_id } = await linkOf(user_id, { ...BANK, provider_id });
      expect(await transactionsOf(link_id)).toMatchObject({
        count: 1,
        accounts: [{ nickname: 'Lantern Daily', balances: { balance: '812.40', available_balance: null } }],
        transactions: [{ amount: '9999999999.99', description: 'LANTERN MARKET' }],
      });
    },
  );

  test('201: a declaration does not change other users’ data or the person’s data at other kinds of provider', async () => {
    const [one, two] = [await someone(), await someone()];
    await declare('transactions', one, { accounts: [ACCOUNT] });
    const [other, payroll] = [await linkOf(two, BANK), await linkOf(one, { provider_id: 'vouch_payroll' })];
    expect((await transactionsOf(other.link_id)).count).toBeGreaterThan(1);
    const { results } = (await client.sandbox('GET', `/v1/links/${payroll.link_id}/employments/`)).json();
    expect(results).not.toEqual([]);
  });

  test('201: the declaration is encrypted in the database', async () => {
    const user_id = await someone();
    await declare('transactions', user_id, { accounts: [ACCOUNT], transactions: [PAID] });
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ sealed: Buffer }>('select sealed from sandbox_declarations where user_id = $1', [user_id]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed.includes('Lantern')).toBe(false);
  });

  test('201: the transactions of four concurrent declarations are all stored', async () => {
    const user_id = await someone();
    await declare('transactions', user_id, { accounts: [ACCOUNT] });
    const ids = ['t-1', 't-2', 't-3', 't-4'];
    await Promise.all(
      ids.map((external_id) => declare('transactions', user_id, { transactions: [{ ...PAID, external_id }] })),
    );
    const { link_id } = await linkOf(user_id, BANK);
    const { transactions } = await transactionsOf(link_id);
    expect(transactions.map(({ external_id }: { external_id: string }) => external_id).toSorted()).toEqual(ids);
  });

  test('201: if a declaration replaces sample data or earlier declared data, the next refresh removes the old data from the link', async () => {
    const user_id = await someone();
    const { link_id, public_token } = await linkOf(user_id, BANK);
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    const refresh = async () => {
      await client.sandbox('POST', '/v1/refresh/tasks/', { access_token });
      await finishTasks(house);
      return transactionsOf(link_id);
    };
    const ages_ago = { ...PAID, external_id: 't-0', transacted_at: '2019-05-06' };
    await declare('transactions', user_id, { accounts: [ACCOUNT], transactions: [PAID, ages_ago] });
    expect(await refresh()).toMatchObject({ count: 2, accounts: [{ nickname: 'Lantern Daily' }] });
    const later = { ...PAID, external_id: 't-9', transacted_at: '2026-02-25' };
    await declare('transactions', user_id, { mode: 'replace', accounts: [ACCOUNT], transactions: [later] });
    expect(await refresh()).toMatchObject({ count: 1, transactions: [{ external_id: 't-9' }] });
    const statements = await client.sandbox('GET', `/v1/links/${link_id}/bank_statements/`);
    expect(statements.json()).toMatchObject({ count: 0 });
    await declare('transactions', user_id, { mode: 'replace', accounts: [], transactions: [] });
    expect((await refresh()).accounts.length).toBeGreaterThan(1);
  });

  test('400 for a transaction of an unknown account, and nothing is stored', async () => {
    const user_id = await someone();
    const response = await declare('transactions', user_id, {
      accounts: [ACCOUNT],
      transactions: [{ ...PAID, account_external_id: 'x' }],
    });
    expect(response.json()).toEqual(invalid(['transactions.0.account_external_id', 'Object not found.']));
    const { link_id } = await linkOf(user_id, BANK);
    expect((await transactionsOf(link_id)).accounts[0].nickname).not.toBe('Lantern Daily');
  });

  test('400 if the body is larger than 1 MiB', async () => {
    const response = await declare('transactions', await someone(), { note: 'x'.repeat(1024 * 1024) });
    expect(response.json()).toEqual(BODY_TOO_LARGE);
  });

  test('201: two requests with the same Idempotency-Key declare the data once', async () => {
    const user_id = await someone();
    const headers = { 'idempotency-key': newId() };
    const body = { accounts: [ACCOUNT], transactions: [{ ...PAID, external_id: null }] };
    for (const replayed of [undefined, 'true']) {
      const response = await declare('transactions', user_id, body, headers);
      expect(response.statusCode).toBe(201);
      expect(response.headers['idempotency-replayed']).toBe(replayed);
    }
    const { link_id } = await linkOf(user_id, BANK);
    expect(await transactionsOf(link_id)).toMatchObject({ count: 1 });
  });
});

describe('POST /v1/sandbox/users/{user_id}/payroll/', () => {
  test('201: the response counts employments and pay statements, and the next login shows them', async () => {
    const user_id = await someone();
    const response = await declare('payroll', user_id, { employments: [JOB, { ...JOB, statements: [] }] });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ employments_count: 2, statements_count: 2 });
    const { link_id } = await linkOf(user_id, { username: 'weekly' });
    const { results } = (await client.sandbox('GET', `/v1/links/${link_id}/employments/`)).json();
    expect(results).toMatchObject([
      { company: { name: 'Lantern Works' }, pay_rate: '31.07', is_active: true },
      { company: { name: 'Lantern Works' } },
    ]);
    const { statements } = results.find((job: { statements: object[] }) => job.statements.length > 0);
    expect(statements).toMatchObject([{ gross_pay: '2000.10', hours: '80.00', file: null }, { gross_pay: null }]);
  });

  test('201: after the next refresh, an existing link shows the declared data, and events about the changes are sent', async () => {
    const user_id = await someone();
    const { link_id, public_token } = await linkOf(user_id, {});
    await declare('payroll', user_id, { employments: [JOB] });
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    const { task_id } = (await client.sandbox('POST', '/v1/refresh/tasks/', { access_token })).json();
    await finishTasks(house);
    const { results } = (await client.sandbox('GET', `/v1/links/${link_id}/employments/`)).json();
    expect(results).toMatchObject([{ company: { name: 'Lantern Works' } }]);
    const events = await eventsOf(house, { task_id });
    const kinds = events.map(({ event_type }) => event_type).filter((kind) => kind !== 'task-status-updated');
    expect(kinds).toEqual([
      'profile-updated',
      'employment-updated',
      'bank-accounts-updated',
      'statements-updated',
      'statements-updated',
    ]);
    // `objects_count` is 2, because the two bank accounts of the sample job were removed with the job.
    expect(events.find(({ event_type }) => event_type === 'bank-accounts-updated')).toMatchObject({ objects_count: 2 });
  });

  test('201: a declared annual summary is shown as declared, together with the annual summaries computed from pay statements', async () => {
    const user_id = await someone();
    const annual_income_summary = [{ year: 2025, gross_pay: '95000.00', bonus: '5000' }];
    await declare('payroll', user_id, { employments: [{ ...JOB, annual_income_summary }] });
    const { link_id } = await linkOf(user_id, {});
    const [employment] = (await client.sandbox('GET', `/v1/links/${link_id}/employments/`)).json().results;
    expect(employment.annual_income_summary).toMatchObject([
      { year: 2026, gross_pay: '2000.10' },
      { year: 2025, gross_pay: '95000.00', bonus: '5000.00', net_pay: null },
    ]);
    expect(employment.derived_fields).toContain('annual_income_summary');
    const [bare] = (await client.sandbox('GET', `/v1/links/${link_id}/employment/report/`)).json().employments;
    expect(bare).toMatchObject({ annual_income_summary: [], derived_fields: ['is_active'] });
  });
});

describe('both kinds of declaration', () => {
  test.each(['transactions', 'payroll'] as const)(
    'a declaration of %s gets 404 for an unknown user, 403 for a user of the other environment, and 403 with an API secret of prod',
    async (kind) => {
      const body = kind === 'payroll' ? { employments: [JOB] } : { accounts: [ACCOUNT] };
      expect((await declare(kind, newId(), body)).json()).toEqual(NOT_FOUND);
      expect((await declare(kind, await newUser(client.prod, newId()), body)).json()).toEqual(OTHER_ENVIRONMENT);
      const shut = await client.prod('POST', `/v1/sandbox/users/${await someone()}/${kind}/`, body);
      expect(shut.json()).toEqual(SANDBOX_ONLY);
    },
  );

  test('declarations are deleted together with their user', async () => {
    const user_id = await someone();
    await declare('transactions', user_id, { accounts: [ACCOUNT] });
    await declare('payroll', user_id, { employments: [JOB] });
    expect((await client.sandbox('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
    const { rowCount } = await house.database
      .scoped(SYSTEM)
      .query('select 1 from sandbox_declarations where user_id = $1', [user_id]);
    expect(rowCount).toBe(0);
  });
});
