// Aggregates the daily balances of a person's accounts into one number.
import { deviationOf, meanOf, slopeOf, whole } from './arithmetic.ts';
import type { Facts } from './facts.ts';
import { MONTH_DAYS, type Period } from './windows.ts';

export type BalanceAggregate =
  | 'last'
  | 'mean'
  | 'min'
  | 'max'
  | 'deviation'
  | 'days_below_0'
  | 'days_below_100'
  | 'slope';

/**
 * A balance below this limit is low. The limit is a hundred dollars (in cents), because we assume that a smaller amount
 * does not last a week.
 */
export const LOW_BALANCE = 10_000n;

export function measureBalance(facts: Facts, period: Period, aggregate: BalanceAggregate): bigint | null {
  if (aggregate === 'last') return facts.balance;
  const balances = facts.balancesIn(period);
  if (balances === null) return null;
  switch (aggregate) {
    case 'mean':
      return meanOf(balances);
    case 'min':
      return balances.reduce((least, balance) => (balance < least ? balance : least));
    case 'max':
      return balances.reduce((most, balance) => (balance > most ? balance : most));
    case 'deviation':
      return deviationOf(balances);
    case 'days_below_0':
      return whole(balances.filter((balance) => balance < 0n).length);
    case 'days_below_100':
      return whole(balances.filter((balance) => balance < LOW_BALANCE).length);
    case 'slope':
      return slopeOf(monthlyMeans(balances));
  }
}

/**
 * The average balance of each whole month, earliest month first. Here a month has `MONTH_DAYS` days, and the last month
 * ends on the last day of `balances`.
 */
function monthlyMeans(balances: readonly bigint[]): bigint[] {
  const means: bigint[] = [];
  for (let end = balances.length; end >= MONTH_DAYS; end -= MONTH_DAYS) {
    means.push(meanOf(balances.slice(end - MONTH_DAYS, end)) ?? 0n);
  }
  return means.toReversed();
}
