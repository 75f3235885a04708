import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { FRIDAYS, reportOf, row } from '#test/deposits.ts';
import type { IncomeAccount, IncomeTransaction } from './input.ts';

const pay = () => FRIDAYS.map((date, at) => row(date, 181_240 + at, 'BASIN GEAR PAYROLL'));
const life = () => [
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

describe('an account that two feeds bring', () => {
  test('counts once, and every credit of the second feed says so', () => {
    const rows = life();
    const { accounts, reasons } = incomeOf([...rows, ...copied(rows, 'again')]);
    expect(accounts).toEqual(['checking']);
    expect(reasons).toEqual(FRIDAYS.map(() => 'duplicate_feed'));
  });

  test('counts once where the feeds write blanks and capitals otherwise', () => {
    const rows = life();
    const others = copied(rows, 'again').map((one) => ({ ...one, description: one.description.toLowerCase() }));
    expect(incomeOf([...rows, ...others]).accounts).toEqual(['checking']);
  });

  test('counts once where one feed is shorter, and the longer one is kept', () => {
    const rows = life();
    const shorter = copied(rows, 'again').filter(({ date }) => date >= (FRIDAYS[18] ?? ''));
    expect(incomeOf([...shorter, ...rows]).accounts).toEqual(['checking']);
    const longer = copied(rows, 'again');
    expect(incomeOf([...longer, ...rows.filter(({ date }) => date >= (FRIDAYS[18] ?? ''))]).accounts).toEqual([
      'again',
    ]);
  });

  test.each([
    ['of another number', { mask: '0099' }],
    ['of another type', { type: 'SAVINGS' }],
  ] as const)('pay split into halves with an account %s counts twice', (_, second) => {
    const rows = pay();
    expect(incomeOf([...rows, ...copied(rows, 'again')], second).accounts).toEqual(['checking', 'again']);
  });

  test('two accounts of which one has a life of its own count twice', () => {
    expect(incomeOf([...life(), ...copied(pay(), 'again')]).accounts).toHaveLength(2);
  });
});

describe('an account whose rows came twice', () => {
  test('has its income once', () => {
    const rows = life();
    const { sources, explain } = reportOf([...rows, ...copied(rows, 'checking')]);
    expect(sources).toMatchObject([{ transaction_count: FRIDAYS.length }]);
    expect(explain.rejected.map(({ reason }) => reason)).toEqual(FRIDAYS.map(() => 'duplicate_feed'));
  });

  test('two equal deposits on every pay day are two, where all else is there once', () => {
    const rows = life();
    const second = copied(rows, 'checking').filter(({ type }) => type === 'CREDIT');
    expect(reportOf([...rows, ...second]).sources).toMatchObject([{ transaction_count: 2 * FRIDAYS.length }]);
  });
});
