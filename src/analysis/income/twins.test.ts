import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { FRIDAYS, reportOf, row } from '#test/deposits.ts';
import type { IncomeAccount, IncomeTransaction } from './input.ts';

const pay = () => FRIDAYS.map((date, at) => row(date, 181_240 + at, 'BASIN GEAR PAYROLL'));
const history = () => [
  ...pay(),
  ...FRIDAYS.map((date, at) => row(addDays(date, -2), 4_000 + at, 'GROCER 12', { type: 'DEBIT' })),
];
let copies = 0;
const copied = (rows: readonly IncomeTransaction[], account_id: string): IncomeTransaction[] =>
  rows.map((one) => ({ ...one, id: `z${String(++copies).padStart(4, '0')}`, account_id }));

const accounts = (second: Partial<IncomeAccount> = {}): IncomeAccount[] => [
  { id: 'checking', type: 'CHECKING', mask: '4721' },
  { id: 'again', type: 'CHECKING', ...second },
];
const incomeOf = (rows: IncomeTransaction[], second?: Partial<IncomeAccount>) => {
  const { sources, explain } = reportOf(rows, { accounts: accounts(second) });
  const reasons = explain.rejected.map(({ reason }) => reason);
  return { accounts: sources.map(({ account_id }) => account_id), reasons };
};

describe('income in an account that two feeds deliver', () => {
  test('the income counts once, and every credit of the second feed is rejected as duplicate_feed', () => {
    const rows = history();
    const { accounts, reasons } = incomeOf([...rows, ...copied(rows, 'again')]);
    expect(accounts).toEqual(['checking']);
    expect(reasons).toEqual(FRIDAYS.map(() => 'duplicate_feed'));
  });

  test('the income counts only once, even if one feed delivers the descriptions in lower case', () => {
    const rows = history();
    const others = copied(rows, 'again').map((one) => ({ ...one, description: one.description.toLowerCase() }));
    expect(incomeOf([...rows, ...others]).accounts).toEqual(['checking']);
  });

  test('the income counts once if one feed is shorter than the other; the longer feed is used', () => {
    const rows = history();
    const shorter = copied(rows, 'again').filter(({ date }) => date >= (FRIDAYS[18] ?? ''));
    expect(incomeOf([...shorter, ...rows]).accounts).toEqual(['checking']);
    const longer = copied(rows, 'again');
    expect(incomeOf([...longer, ...rows.filter(({ date }) => date >= (FRIDAYS[18] ?? ''))]).accounts).toEqual([
      'again',
    ]);
  });

  test.each([
    ['with another number', { mask: '0099' }],
    ['of another type', { type: 'SAVINGS' }],
  ] as const)(
    'two feeds with equal rows are two accounts if the second feed is for an account %s; the income of both counts, because each account receives half of the pay',
    (_, second) => {
      const rows = pay();
      expect(incomeOf([...rows, ...copied(rows, 'again')], second).accounts).toEqual(['checking', 'again']);
    },
  );

  test('if one feed also delivers transactions that the other feed does not, the feeds are two accounts, and the income of both counts', () => {
    expect(incomeOf([...history(), ...copied(pay(), 'again')]).accounts).toHaveLength(2);
  });
});

describe('income in an account whose rows were delivered twice', () => {
  test('the income counts once if every row was delivered twice', () => {
    const rows = history();
    const { sources, explain } = reportOf([...rows, ...copied(rows, 'checking')]);
    expect(sources).toMatchObject([{ transaction_count: FRIDAYS.length }]);
    expect(explain.rejected.map(({ reason }) => reason)).toEqual(FRIDAYS.map(() => 'duplicate_feed'));
  });

  test('if only the deposits occur twice and all other rows occur once, the deposits are separate payments, and all of them count', () => {
    const rows = history();
    const second = copied(rows, 'checking').filter(({ type }) => type === 'CREDIT');
    expect(reportOf([...rows, ...second]).sources).toMatchObject([{ transaction_count: 2 * FRIDAYS.length }]);
  });
});
