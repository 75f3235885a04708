// Tests that a declaration can be shown in the form, changed there, and declared again. The server's own functions
// store and show each declaration.
import { describe, expect, test } from 'vitest';
import { presentDeclared } from '#domain/sandbox/declared-data.ts';
import { type PayrollInjection, toInjectedPayroll } from '#domain/sandbox/sandbox-payroll.ts';
import { type TransactionsInjection, toInjectedBank } from '#domain/sandbox/sandbox-transactions.ts';
import { bankBody, bookingsOf, type Plan, payrollBody, paysIn } from './bodies.ts';
import { type Declared, hasMaskedNumbers, loadedFrom } from './declared.ts';
import { type Life, sampleLife } from './life.ts';

const TODAY = '2026-03-31';

/** Declares the payroll data and the bank data of one person, and returns what the console then reads. */
function declared(payroll: object | undefined, bank: object | undefined): Declared {
  const answer = presentDeclared(
    (payroll && toInjectedPayroll(payroll as PayrollInjection, null, 'user', TODAY)) ?? undefined,
    (bank && toInjectedBank(bank as TransactionsInjection, null, 'user')) ?? undefined,
  );
  return JSON.parse(JSON.stringify(answer));
}

const first = (life: Life): Plan => ({ life, known: undefined, today: TODAY });
function again(known: Declared, change: (life: Life) => Life = (life) => life, today = TODAY): Plan {
  const loaded = loadedFrom(known);
  const { jobs, accounts, spending } = loaded;
  return { life: change({ jobs, accounts, spending }), known: { declared: known, loaded }, today };
}
const declare = (plan: Plan): Declared => declared(payrollBody(plan), bankBody(plan));

const LIFE: Life = {
  jobs: [
    ...sampleLife(TODAY).jobs,
    {
      employer: 'Harbor Mills',
      job_title: 'Clerk',
      start_date: '2025-06-01',
      end_date: '2025-12-31',
      salary: '30000',
      frequency: 'M',
      raises: [
        { date: '2025-08-31', percent: '5' },
        { date: '2025-10-31', percent: '10' },
      ],
      paid_to: 'account-2',
    },
  ],
  accounts: [
    ...sampleLife(TODAY).accounts,
    { key: 'account-2', type: 'SAVINGS', name: 'Rainy days', mask: '', balance: '120.50' },
  ],
  spending: [
    ...sampleLife(TODAY).spending,
    { description: 'SAVINGS PLAN FEE', monthly: '10', times: 1, account: 'account-2' },
  ],
};

/** The positions of declared rows do not matter here. */
const plain = ({ jobs, accounts, spending }: Life) => ({
  jobs: jobs.map(({ declared: _at, raises, ...job }) => ({ ...job, raises: raises.length })),
  accounts: accounts.map(({ declared: _at, ...account }) => account),
  spending: spending.toSorted((a, b) => a.description.localeCompare(b.description)),
});

describe('declaring a person with the form', () => {
  test('a person who was declared with the form is shown there with the same jobs, raises, accounts and spending', () => {
    const { kept, ...loaded } = loadedFrom(declare(first(LIFE)));
    expect(plain(loaded)).toEqual(plain(LIFE));
    expect(loaded.jobs.map(({ raises }) => raises.map(({ percent }) => Math.round(Number(percent))))).toEqual([
      [4],
      [5, 10],
    ]);
    expect(kept).toEqual([]);
  });

  test('every deposit equals the net pay of a pay statement, and goes to the account of the job', () => {
    const { employments, accounts, transactions } = declare(first(LIFE));
    for (const [at, job] of (employments ?? []).entries()) {
      const paid = transactions.filter(
        ({ account_id, type }) => account_id === accounts?.[at]?.id && type === 'CREDIT',
      );
      const due = job.statements.filter(({ pay_date }) => (pay_date ?? '') <= TODAY);
      expect(paid.map(({ amount }) => amount)).toEqual(due.map(({ net_pay }) => net_pay));
      expect(paid.length).toBeGreaterThan(5);
    }
  });

  test('the form does not declare the person again if nothing was changed, even after the clock has moved', () => {
    const known = declare(first(LIFE));
    for (const plan of [again(known), again(known, undefined, '2026-06-15')]) {
      expect([payrollBody(plan), bankBody(plan)]).toEqual([undefined, undefined]);
    }
  });

  test('after a change of one amount, the person’s accounts and transactions keep their ids', () => {
    const known = declare(first(LIFE));
    const plan = again(known, (life) => ({
      ...life,
      accounts: life.accounts.map((account) => ({ ...account, balance: '77' })),
    }));
    expect(payrollBody(plan)).toBeUndefined();
    const after = declared(undefined, bankBody(plan));
    expect(after.accounts?.map(({ id, balances }) => [id, balances.balance])).toEqual(
      known.accounts?.map(({ id }) => [id, '77.00']),
    );
    const ids = ({ transactions }: Declared) => transactions.map(({ id }) => id).toSorted();
    expect(ids(after)).toEqual(ids(known));
  });

  test('a change of one job’s salary creates new pay statements for that job only, and new deposits', () => {
    const known = declare(first(LIFE));
    const after = declare(
      again(known, (life) => ({
        ...life,
        jobs: life.jobs.map((job, at) => (at === 0 ? { ...job, salary: '78000', raises: [] } : job)),
      })),
    );
    expect(after.employments?.[0]).toMatchObject({ income: '78000.00', statements: expect.anything() });
    expect(after.employments?.[0]?.statements.every(({ gross_pay }) => gross_pay === '3000.00')).toBe(true);
    expect(after.employments?.[1]?.statements).toEqual(known.employments?.[1]?.statements);
    expect(after.transactions.filter(({ amount }) => amount === '2280.00')).toHaveLength(26);
  });

  test('if the last job and account are removed from a declared person, the sample data applies again', () => {
    const plan = again(declare(first(LIFE)), () => ({ jobs: [], accounts: [], spending: [] }));
    expect(payrollBody(plan)).toEqual({ mode: 'replace', employments: [] });
    expect(bankBody(plan)).toEqual({ mode: 'replace', accounts: [], transactions: [] });
  });
});

const THROUGH_API = {
  payroll: {
    employments: [
      {
        company: { name: 'Lantern Works', phone: '415-555-0134' },
        job_title: 'Glazier',
        income: '31.25',
        income_unit: 'HOURLY',
        pay_frequency: 'W',
        profile: { first_name: 'Robin', ssn: '991-91-9991' },
        statements: [
          { pay_date: '2026-03-06', gross_pay: '1250.00', net_pay: '1000.00', hours: '40' },
          { pay_date: '2026-03-13', gross_pay: '1187.50', net_pay: '950.00', hours: '38' },
        ],
        w2s: [{ year: 2025, wages: '60000.00' }],
        shifts: [{ date: '2026-03-12', hours: '8' }],
      },
    ],
  },
  bank: {
    accounts: [
      {
        external_id: 'a',
        type: 'CHECKING',
        balance: '812.40',
        available_balance: '800.00',
        owners: [{ full_name: 'R' }],
      },
    ],
    transactions: [
      ['t-1', '2026-03-13', 'CREDIT', '950.00', 'Lantern Works PAYROLL'],
      ['t-2', '2026-03-07', 'DEBIT', '31.10', 'MARKET'],
      ['t-3', '2026-03-09', 'DEBIT', '12.00', 'MARKET'],
      ['t-4', '2026-03-10', 'CREDIT', '40.00', 'REFUND'],
    ].map(([external_id, transacted_at, type, amount, description]) => ({
      account_external_id: 'a',
      external_id,
      transacted_at,
      type,
      amount,
      description,
    })),
  },
};

describe('the form for a person who was declared through the API', () => {
  const known = declared(THROUGH_API.payroll, THROUGH_API.bank);

  test('a person who was declared through the API is shown with a yearly salary; transactions that the form has no fields for are kept', () => {
    const { jobs, spending, kept } = loadedFrom(known);
    expect(jobs).toMatchObject([{ employer: 'Lantern Works', salary: '65000', frequency: 'W', paid_to: 'main' }]);
    expect(spending).toEqual([]);
    expect(kept.map(({ external_id }) => external_id).toSorted()).toEqual(['t-2', 't-3', 't-4']);
  });

  test('a change of the employer keeps the pay, the W-2s, the shifts and the profile, but not the masked SSN of the profile', () => {
    const plan = again(known, (life) => ({ ...life, jobs: life.jobs.map((job) => ({ ...job, employer: 'Lamp Co' })) }));
    const [job] = declare(plan).employments ?? [];
    const [before] = known.employments ?? [];
    expect(job).toMatchObject({
      company: { name: 'Lamp Co', phone: '415-555-0134' },
      income: '31.25',
      income_unit: 'HOURLY',
      profile: { first_name: 'Robin', ssn: null },
      statements: before?.statements,
      w2s: before?.w2s,
      shifts: before?.shifts,
    });
  });

  test('adding a monthly payment keeps the deposits and all other transactions, with their ids', () => {
    const plan = again(known, (life) => ({
      ...life,
      spending: [{ description: 'RENT', monthly: '900', times: 1, account: 'main' }],
    }));
    expect(payrollBody(plan)).toBeUndefined();
    const after = declared(undefined, bankBody(plan));
    expect(after.accounts).toMatchObject([{ balances: { available_balance: '800.00' }, owners: [{ full_name: 'R' }] }]);
    const others = after.transactions.filter(({ description }) => description !== 'RENT');
    expect(others.map(({ external_id, amount }) => `${external_id} ${amount}`)).toEqual(
      expect.arrayContaining(['t-2 31.10', 't-3 12.00', 't-4 40.00']),
    );
    expect(
      others.filter(({ description }) => description === 'Lantern Works PAYROLL').map(({ amount }) => amount),
    ).toEqual(['950.00', '1000.00']);
  });

  test('the preview shows the declared pay and bookings', () => {
    const plan = again(known);
    expect(plan.life.jobs.flatMap((job) => paysIn(job, plan)).map(({ gross_cents }) => gross_cents)).toEqual([
      125_000, 118_750,
    ]);
    expect(bookingsOf(plan).map(({ cents }) => cents)).toContain(4_000);
  });

  test('hasMaskedNumbers() returns whether the jobs or the accounts have masked numbers, which a change would remove', () => {
    expect(hasMaskedNumbers(known)).toEqual({ jobs: true, accounts: false });
    const account = { ...THROUGH_API.bank.accounts[0], account_number: '000123456789' };
    const shown = declared(undefined, { accounts: [account] });
    // The server masks the number in the response.
    const accounts = (shown.accounts ?? []).map((one) => ({ ...one, account_number: '*****6789' }));
    expect(hasMaskedNumbers({ ...shown, accounts })).toEqual({ jobs: false, accounts: true });
  });
});
