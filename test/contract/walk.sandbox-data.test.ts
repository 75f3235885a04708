// Contract, section 24.5: payroll and bank data that a client declares for a sandbox person.
import { describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND } from '#test/answers.ts';
import { transactions } from './shapes/financial-accounts.ts';
import { employment, payrollAccount, profile, shift } from './shapes/payroll.ts';
import { injectedPayroll, injectedTransactions } from './shapes/sandbox.ts';
import { startWalk } from './shapes/walk.ts';
import { page } from './shapes/words.ts';

const walk = startWalk();
const { expectAnswer, expectRead, expectRefused, newUser, connect, exchanged, finish } = walk;

const PAYROLL = { provider_id: 'vouch_payroll', product_type: 'income' };
const BANK = { provider_id: 'vouch_bank', product_type: 'assets' };

describe('section 24.5: POST /v1/sandbox/users/{user_id}/payroll/', () => {
  const urlOf = (user_id: string): string => `/v1/sandbox/users/${user_id}/payroll/`;
  const STATEMENT = {
    pay_date: '2026-02-20',
    period_start: '2026-02-02',
    period_end: '2026-02-15',
    gross_pay: '2000.00',
    net_pay: 1500.5,
    regular: '2000',
    earnings: [{ name: 'Salary', amount: '2000.00', category: 'regular' }],
    deductions: [{ name: 'Federal', amount: '499.50', category: 'federal' }],
  };
  const JOB = {
    company: { name: 'Lantern Works', ein: '99-7654321', address: { city: 'Toledo', state: 'OH', country: 'US' } },
    job_title: 'Glazier',
    pay_frequency: 'BW',
    is_active: true,
    start_date: '2024-05-06',
    statements: [STATEMENT],
    w2s: [{ year: 2025, wages: '48000.00' }],
    bank_accounts: [{ bank_name: 'Vouch Bank', account_type: 'C', deposit_type: 'E' }],
    shifts: [{ date: '2026-02-20', status: 'worked', hours: '8.00' }],
    profile: { first_name: 'Wren', last_name: 'Talbot', ssn: '991-91-0001' },
  };
  const employmentsOf = async (link_id: string) =>
    (await expectRead(page(employment), `/v1/links/${link_id}/employments/`)).results;

  test('201: the user’s next login shows the declared data, whatever user name is used for the login', async () => {
    const user_id = await newUser();
    const counts = await expectAnswer(201, injectedPayroll, 'POST', urlOf(user_id), { employments: [JOB] });
    expect(counts).toEqual({ employments_count: 1, statements_count: 1 });
    const { link_id } = await connect({ ...PAYROLL, user_id, username: 'fulltime' });
    const [job, ...others] = await employmentsOf(link_id);
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      company: { name: 'Lantern Works', ein: '99-7654321', phone: null, address: { city: 'Toledo', street: null } },
      job_title: 'Glazier',
      pay_frequency: 'BW',
      is_active: true,
      start_date: '2024-05-06',
      statements: [{ pay_date: '2026-02-20', gross_pay: '2000.00', net_pay: '1500.50', regular: '2000.00' }],
      w2s: [{ year: 2025, wages: '48000.00' }],
    });
    expect(await expectRead(profile, `/v1/links/${link_id}/identity/`)).toMatchObject({
      first_name: 'Wren',
      last_name: 'Talbot',
      ssn: '*****0001',
    });
    const url = `/v1/links/${link_id}/`;
    expect(await expectRead(page(shift), `${url}shifts/`)).toMatchObject({
      results: [{ hours: '8.00', status: 'worked' }],
    });
    expect(await expectRead(page(payrollAccount), `${url}bank_accounts/`)).toMatchObject({ count: 1 });
  });

  test('201: after a declaration, an existing link shows the declared data only after the link’s next refresh', async () => {
    const connected = await connect(PAYROLL);
    await expectAnswer(201, injectedPayroll, 'POST', urlOf(connected.user_id), { employments: [JOB] });
    const before = await employmentsOf(connected.link_id);
    expect(before[0].company.name).not.toBe('Lantern Works');
    await walk.send('POST', '/v1/refresh/tasks/', { access_token: await exchanged(connected) });
    await finish();
    expect(await employmentsOf(connected.link_id)).toMatchObject([{ company: { name: 'Lantern Works' } }]);
  });

  test('400: missing and invalid fields are reported by their path, such as employments.1.job_title', async () => {
    const url = urlOf(await newUser());
    expect(await expectRefused(400, 'POST', url, {})).toEqual(invalid(['employments', 'This field is required.']));
    expect(await expectRefused(400, 'POST', url, { employments: [JOB, { company: {} }] })).toEqual(
      invalid(
        ['employments.1.company.name', 'This field is required.'],
        ['employments.1.job_title', 'This field is required.'],
      ),
    );
    await expectRefused(400, 'POST', url, { employments: [JOB], mode: 'merge' });
    const wrong = { ...JOB, statements: [{ ...STATEMENT, gross_pay: '1.234' }] };
    expect(await expectRefused(400, 'POST', url, { employments: [wrong] })).toEqual(
      invalid(['employments.0.statements.0.gross_pay', 'Ensure that there are no more than 2 decimal places.']),
    );
  });

  test('201 for 20 employments, 400 for 21', async () => {
    const url = urlOf(await newUser());
    const jobs = (count: number) => ({ mode: 'replace', employments: Array.from({ length: count }, () => JOB) });
    expect(await expectRefused(400, 'POST', url, jobs(21))).toEqual(
      invalid(['employments', 'Ensure this list has no more than 20 items.']),
    );
    expect(await expectAnswer(201, injectedPayroll, 'POST', url, jobs(20))).toMatchObject({ employments_count: 20 });
  });

  test('404 for an unknown user', async () => {
    expect(await expectRefused(404, 'POST', urlOf(newId()), { employments: [JOB] })).toEqual(NOT_FOUND);
  });
});

describe('section 24.5: POST /v1/sandbox/users/{user_id}/transactions/', () => {
  const urlOf = (user_id: string): string => `/v1/sandbox/users/${user_id}/transactions/`;
  const ACCOUNT = { external_id: 'a-1', type: 'CHECKING', balance: '812.40', mask: '4321', nickname: 'Daily' };
  const PAID = {
    account_external_id: 'a-1',
    external_id: 't-1',
    amount: '64.20',
    type: 'DEBIT',
    transacted_at: '2026-02-20',
    description: 'LANTERN MARKET',
  };
  const inject = (user_id: string, body: object) =>
    expectAnswer(201, injectedTransactions, 'POST', urlOf(user_id), body);
  const read = (link_id: string) => expectRead(transactions, `/v1/links/${link_id}/transactions/?page_size=100`);

  test('201: the user’s next login shows the declared data, whatever user name is used for the login', async () => {
    const user_id = await newUser();
    const body = { accounts: [ACCOUNT], transactions: [PAID] };
    expect(await inject(user_id, body)).toEqual({ accounts_count: 1, transactions_count: 1 });
    const { link_id } = await connect({ ...BANK, user_id, username: 'card' });
    expect(await read(link_id)).toMatchObject({
      count: 1,
      accounts: [
        { type: 'CHECKING', mask: '4321', nickname: 'Daily', balances: { balance: '812.40', currency_code: 'USD' } },
      ],
      transactions: [
        {
          external_id: 't-1',
          amount: '64.20',
          type: 'DEBIT',
          status: 'POSTED',
          description: 'LANTERN MARKET',
          transacted_at: '2026-02-20T00:00:00Z',
        },
      ],
    });
  });

  test('201: by default new data is added; with the mode `replace` it replaces the old data, and empty lists restore the sample data', async () => {
    const connected = await connect(BANK);
    const { user_id, link_id } = connected;
    const access_token = await exchanged(connected);
    const refresh = async () => {
      await walk.send('POST', '/v1/refresh/tasks/', { access_token });
      await finish();
      return read(link_id);
    };
    const sample = await read(link_id);
    await inject(user_id, { accounts: [ACCOUNT], transactions: [PAID] });
    expect(await read(link_id)).toEqual(sample);
    expect(await refresh()).toMatchObject({ count: 1 });
    await inject(user_id, { transactions: [{ ...PAID, external_id: 't-2', transacted_at: '2026-02-21T08:00:00Z' }] });
    expect(await refresh()).toMatchObject({ count: 2, transactions: [{ external_id: 't-2' }, { external_id: 't-1' }] });
    const replaced = { mode: 'replace', accounts: [ACCOUNT], transactions: [{ ...PAID, external_id: 't-3' }] };
    await inject(user_id, replaced);
    expect(await refresh()).toMatchObject({ count: 1, transactions: [{ external_id: 't-3' }] });
    await inject(user_id, { mode: 'replace', accounts: [], transactions: [] });
    const back = await refresh();
    expect(back.count).toBe(sample.count);
    expect(back.accounts).toHaveLength(sample.accounts.length);
  });

  test('400: missing and invalid fields are reported by their path, such as accounts.0.type', async () => {
    const url = urlOf(await newUser());
    const required = (place: string, names: string[]) =>
      names.map((name) => [`${place}.${name}`, 'This field is required.'] as const);
    expect(await expectRefused(400, 'POST', url, { accounts: [{}], transactions: [{}] })).toEqual(
      invalid(
        ...required('accounts.0', ['external_id', 'type', 'balance']),
        ...required('transactions.0', ['account_external_id', 'amount', 'type', 'transacted_at', 'description']),
      ),
    );
    expect(await expectRefused(400, 'POST', url, { accounts: [{ ...ACCOUNT, type: 'PURSE' }] })).toEqual(
      invalid(['accounts.0.type', '"PURSE" is not a valid choice.']),
    );
    const { error } = await expectRefused(400, 'POST', url, {
      accounts: [ACCOUNT],
      transactions: [{ ...PAID, account_external_id: 'a-2' }],
    });
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'transactions.0.account_external_id' }]);
  });

  test('201 for 50 accounts per request, 400 for 51', async () => {
    const accounts = (count: number) => ({
      mode: 'replace',
      accounts: Array.from({ length: count }, (_, i) => ({ ...ACCOUNT, external_id: `a-${i}` })),
    });
    const user_id = await newUser();
    expect(await expectRefused(400, 'POST', urlOf(user_id), accounts(51))).toEqual(
      invalid(['accounts', 'Ensure this list has no more than 50 items.']),
    );
    expect(await inject(user_id, accounts(50))).toEqual({ accounts_count: 50, transactions_count: 0 });
  });
});
