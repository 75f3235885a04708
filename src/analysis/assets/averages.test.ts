import { describe, expect, test } from 'vitest';
import { addDays, toDay } from '#base/calendar.ts';
import { movement } from '#test/assets.ts';
import { addSums, averagesOf, balanceSums, NO_SUMS } from './averages.ts';

const AS_OF = '2026-03-01';
const daysAgo = (days: number): string => addDays(AS_OF, -days);
const windowOf = (days: number) => ({ from: toDay(daysAgo(days - 1)), until: toDay(AS_OF) });

/**
 * Returns the averages of an account that holds 100.00 today. The account received 40.00 of this amount `days_ago` days
 * ago.
 */
const average = (days_ago: number, days_requested: number) => {
  const ledger = { balance: 10_000n, movements: [movement(daysAgo(days_ago), 'CREDIT', 4_000n)], is_owed: false };
  return averagesOf(balanceSums(ledger, windowOf(days_requested)));
};

describe('an average balance', () => {
  test('an average is the mean of the balances at the end of each day, including the day of the report', () => {
    // The balance is 100.00 on each of the last ten days, and 60.00 on each earlier day. All balances of the window are
    // known, because the first movement was 120 days ago.
    const movements = [movement(daysAgo(9), 'CREDIT', 4_000n), movement(daysAgo(120), 'CREDIT', 1n)];
    const sums = balanceSums({ balance: 10_000n, movements, is_owed: false }, windowOf(90));
    expect(sums).toEqual({
      avg_30: 10n * 10_000n + 20n * 6_000n,
      avg_60: 10n * 10_000n + 50n * 6_000n,
      avg_90: 10n * 10_000n + 80n * 6_000n,
    });
    expect(averagesOf(sums)).toEqual({ avg_30: 7_333n, avg_60: 6_667n, avg_90: 6_444n });
  });

  test.each([
    [28, { avg_30: null, avg_60: null, avg_90: null }],
    [29, { avg_30: 10_000n, avg_60: null, avg_90: null }],
    [58, { avg_30: 10_000n, avg_60: null, avg_90: null }],
    [59, { avg_30: 10_000n, avg_60: 10_000n, avg_90: null }],
    [88, { avg_30: 10_000n, avg_60: 10_000n, avg_90: null }],
    [89, { avg_30: 10_000n, avg_60: 10_000n, avg_90: 10_000n }],
  ])(
    'an average balance over N days is known only if a movement is on or before the first of the N days: first movement %d days ago',
    (days_ago, expected) => {
      expect(average(days_ago, 730)).toEqual(expected);
    },
  );

  test.each([
    [30, { avg_30: 10_000n, avg_60: null, avg_90: null }],
    [59, { avg_30: 10_000n, avg_60: null, avg_90: null }],
    [60, { avg_30: 10_000n, avg_60: 10_000n, avg_90: null }],
    [89, { avg_30: 10_000n, avg_60: 10_000n, avg_90: null }],
    [90, { avg_30: 10_000n, avg_60: 10_000n, avg_90: 10_000n }],
  ])(
    'an average balance over N days is known only if the report covers at least N days: %d days requested',
    (days_requested, expected) => {
      expect(average(400, days_requested)).toEqual(expected);
    },
  );

  test('an average is known even if the last movement of the account was long before the report', () => {
    expect(average(364, 30).avg_30).toBe(10_000n);
  });

  test('no average is known if the account has no movements', () => {
    expect(balanceSums({ balance: 1n, movements: [], is_owed: false }, windowOf(730))).toEqual(NO_SUMS);
  });

  test('an average balance is rounded half away from zero', () => {
    expect(averagesOf({ avg_30: 15n, avg_60: 29n, avg_90: 45n })).toEqual({ avg_30: 1n, avg_60: 0n, avg_90: 1n });
    expect(averagesOf({ avg_30: -15n, avg_60: -29n, avg_90: -45n })).toEqual({ avg_30: -1n, avg_60: 0n, avg_90: -1n });
  });
});

describe('average balances of several accounts', () => {
  test('average balances are rounded after the accounts’ sums are added; unknown sums are left out', () => {
    const total = addSums([
      { avg_30: 14n, avg_60: 10n, avg_90: null },
      { avg_30: 1n, avg_60: null, avg_90: null },
    ]);
    expect(total).toEqual({ avg_30: 15n, avg_60: 10n, avg_90: null });
    expect(averagesOf(total).avg_30).toBe(1n);
    expect(addSums([])).toEqual(NO_SUMS);
  });
});
