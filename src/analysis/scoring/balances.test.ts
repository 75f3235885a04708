// Tests of daily balances and of the attributes computed from them.
import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { CUTOFF, daysBefore, longAgo, salary, scored, scoredAccount, valuesOf } from '#test/scoring.ts';
import type { ScoringAccount } from './input.ts';

const holding = (balance: bigint, more: Partial<ScoringAccount> = {}) => ({
  accounts: [scoredAccount({ balance, ...more })],
});

describe('the balance on the cutoff date', () => {
  const spent = [longAgo(), scored('2026-02-26', '-30.00'), scored('2026-03-03', '-5.00')];
  const balanceOf = (more: Partial<ScoringAccount>) =>
    valuesOf(spent, ['balance_last_0m_l0'], holding(100_00n, more))['balance_last_0m_l0'];

  test('the balance is the current balance without the transactions after the cutoff date', () => {
    expect(balanceOf({ balance_as_of: 'now' })).toBe('105.00');
  });

  test('the balance is the reported balance if the reported balance has no date', () => {
    expect(balanceOf({ balance_as_of: 'unknown' })).toBe('100.00');
  });

  test('the balance is the reported balance of an earlier day plus the transactions posted after that day', () => {
    expect(balanceOf({ balance_as_of: { date: '2026-02-25' } })).toBe('70.00');
    expect(balanceOf({ balance_as_of: { date: '2026-02-26' } })).toBe('100.00');
  });

  test('the balance is the reported balance of a later day without the transactions between the cutoff date and that day', () => {
    expect(balanceOf({ balance_as_of: { date: '2026-03-02' } })).toBe('100.00');
    expect(balanceOf({ balance_as_of: { date: '2026-03-03' } })).toBe('105.00');
  });

  test('the balance includes all money accounts in dollars, but no debts and no investments', () => {
    const accounts = [
      scoredAccount({ balance: 100_00n }),
      scoredAccount({ id: 'savings', type: 'SAVINGS', balance: 20_00n }),
      scoredAccount({ id: 'other', type: 'OTHER', balance: 3_00n }),
      scoredAccount({ id: 'prepaid', type: 'OTHER', subtype: 'PREPAID', balance: 50n }),
      scoredAccount({ id: 'pension', type: 'OTHER', subtype: 'PENSION', balance: 9_000_00n }),
      scoredAccount({ id: 'brokerage', type: 'INVESTMENT', balance: 9_000_00n }),
      scoredAccount({ id: 'cd', type: 'CD', balance: 9_000_00n }),
      scoredAccount({ id: 'card', type: 'CREDIT_CARD', balance: 9_000_00n }),
      scoredAccount({ id: 'euros', currency_code: 'EUR', balance: 9_000_00n }),
    ];
    expect(valuesOf([], ['balance_last_0m_l0'], { accounts })).toEqual({ balance_last_0m_l0: '123.50' });
  });
});

describe('balance attributes over ninety days', () => {
  // The balance is 50.00 up to February 27, and -10.00 on February 28 and March 1.
  const transactions = [longAgo(), scored('2026-02-28', '-60.00')];
  const names = ['mean', 'min', 'max', 'deviation', 'days_below_0', 'days_below_100'].map(
    (name) => `balance_${name}_3m_l0`,
  );

  test('the attributes are the mean, lowest and highest balance, the standard deviation, and the numbers of days with a balance below 0 and below 100', () => {
    // The mean is (88 · 50 − 2 · 10) / 90 = 48.67. The deviation is 60 · √(88 · 2) / 90 = 8.84.
    expect(Object.values(valuesOf(transactions, names, holding(-10_00n)))).toEqual([
      '48.67',
      '-10.00',
      '50.00',
      '8.84',
      '2.00',
      '90.00',
    ]);
  });

  test('a balance of 100.00 does not count as below 100, and a balance of 0.00 does not count as below 0', () => {
    const flat = (balance: bigint) => Object.values(valuesOf([longAgo()], names.slice(4), holding(balance)));
    expect(flat(100_00n)).toEqual(['0.00', '0.00']);
    expect(flat(99_99n)).toEqual(['0.00', '90.00']);
    expect(flat(0n)).toEqual(['0.00', '90.00']);
    expect(flat(-1n)).toEqual(['90.00', '90.00']);
  });

  test('the buffer is the average balance divided by the average daily spending; 0 if that balance is negative, null if nothing was spent', () => {
    // 60.00 were spent in 90 days, and the average balance is 48.67.
    expect(valuesOf(transactions, ['buffer_days_3m_l0'], holding(-10_00n))).toEqual({ buffer_days_3m_l0: '73.01' });
    expect(valuesOf(transactions, ['buffer_days_3m_l0'], holding(-900_00n))).toEqual({ buffer_days_3m_l0: '0.00' });
    expect(valuesOf([longAgo()], ['buffer_days_3m_l0'], holding(5_00n))).toEqual({ buffer_days_3m_l0: null });
  });

  test('an account is left out if its balance is known for less than nine tenths of the ninety days', () => {
    const young = (days: number) => ({
      transactions: [longAgo(), scored(daysBefore(days), '1.00', 'GIFT', { account_id: 'young' })],
      accounts: [scoredAccount({ balance: 50_00n }), scoredAccount({ id: 'young', balance: 7_00n })],
    });
    const highest = (days: number) => {
      const { transactions, accounts } = young(days);
      return valuesOf(transactions, ['balance_max_3m_l0'], { accounts });
    };
    expect(highest(80)).toEqual({ balance_max_3m_l0: '57.00' });
    expect(highest(79)).toEqual({ balance_max_3m_l0: '50.00' });
  });

  test('all balance attributes are null if no balance is known', () => {
    expect(new Set(Object.values(valuesOf(transactions, [...names, 'buffer_days_3m_l0'])))).toEqual(new Set([null]));
  });
});

test('the balance trend is the slope of the monthly averages', () => {
  // One dollar comes in on the first day of each month except the oldest, so each month's balance is a dollar above the
  // balance of the previous month.
  const steps = [1, 2, 3, 4, 5].map((month) => scored(addDays(CUTOFF, 1 - 30 * month), '1.00', 'GIFT'));
  expect(valuesOf([longAgo(), ...steps], ['balance_slope_6m_l0'], holding(50_00n))).toEqual({
    balance_slope_6m_l0: '1.00',
  });
});

test('low_pay_cycles is 25 % if three of the twelve pay cycles end with less than 100 dollars', () => {
  // On the day after each pay day, the whole pay check of 2000.00 is spent, so 150.00 is left. In three pay cycles,
  // another 100.00 is spent, so only 50.00 is left.
  const paid = salary();
  const spent = paid.map(({ date }) => scored(addDays(date, 1), '-2000.00', 'LANTERN MARKET'));
  const low = paid
    .slice(0, 3)
    .flatMap(({ date }) => [
      scored(addDays(date, 2), '-100.00', 'LANTERN MARKET'),
      scored(addDays(date, 14), '100.00', 'ZELLE FROM ODALYS BRENNECKE'),
    ]);
  const values = valuesOf([longAgo(), ...paid, ...spent, ...low], ['low_pay_cycles_6m_l0'], holding(150_00n));
  expect(values).toEqual({ low_pay_cycles_6m_l0: '25.00' });
});
