import { describe, expect, test } from 'vitest';
import {
  balancesOf,
  bankBody,
  bookingsOf,
  type Frequency,
  type Life,
  payrollBody,
  paysOf,
  paysToCome,
} from './life.ts';

const TODAY = '2026-03-31';
const LIFE: Life = {
  employer: 'Home Depot',
  job_title: 'Store associate',
  start_date: '2020-01-01',
  salary: 52_000,
  frequency: 'BW',
  raise_percent: 0,
  balance: 1_000,
  rent: 1_200,
  spending: 800,
};

test.for<[Frequency, number]>([
  ['W', 52],
  ['BW', 26],
  ['SM', 24],
  ['M', 12],
])(
  'pay frequency %s has %i paydays in the last twelve months, all in order and not after today',
  ([frequency, count]) => {
    const dates = paysOf({ ...LIFE, frequency }, TODAY).map(({ date }) => date);
    expect(dates).toHaveLength(count);
    expect(dates.toSorted()).toEqual(dates);
    expect(dates.every((date) => date <= TODAY)).toBe(true);
  },
);

test.for<[Frequency, string, number]>([
  ['W', '2026-04-03', 52],
  ['BW', '2026-04-10', 26],
  ['SM', '2026-04-15', 24],
  ['M', '2026-04-30', 12],
])(
  'pay frequency %s: the next payday is %s, and %i paydays follow in the next twelve months',
  ([frequency, first, count]) => {
    const dates = paysToCome({ ...LIFE, frequency }, TODAY).map(({ date }) => date);
    expect(dates[0]).toBe(first);
    expect(dates).toHaveLength(count);
    expect(dates.toSorted()).toEqual(dates);
  },
);

test('a raise takes effect in the middle of the last twelve months, and there are no paydays before the first day at work', () => {
  const pays = paysOf({ ...LIFE, frequency: 'M', raise_percent: 10, salary: 66_000 }, TODAY);
  expect(new Set(pays.map(({ gross_cents }) => gross_cents))).toEqual(new Set([500_000, 550_000]));
  expect(paysOf({ ...LIFE, frequency: 'M', start_date: '2026-02-01' }, TODAY)).toHaveLength(2);
});

type Payroll = { employments: { statements: { pay_date: string; net_pay: string }[] }[] };

describe('the bodies for the sandbox', () => {
  test('every deposit in the bank account equals the net pay of a pay statement', () => {
    const { employments } = payrollBody(LIFE, TODAY) as Payroll;
    const { transactions } = bankBody(LIFE, TODAY) as { transactions: { type: string; amount: string }[] };
    expect(transactions.filter(({ type }) => type === 'CREDIT').map(({ amount }) => amount)).toEqual(
      employments[0]?.statements.filter(({ pay_date }) => pay_date <= TODAY).map(({ net_pay }) => net_pay),
    );
  });

  test('the balances of two consecutive months differ by the sum of the later month’s transactions', () => {
    const balances = balancesOf(LIFE, TODAY);
    expect(balances.at(-1)).toEqual({ month: '2026-03-01', cents: 100_000 });
    const march = bookingsOf(LIFE, TODAY).filter(({ date }) => date.startsWith('2026-03'));
    expect(balances.at(-2)?.cents).toBe(100_000 - march.reduce((sum, { cents }) => sum + cents, 0));
  });
});
