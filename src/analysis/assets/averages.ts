// Average balances over the last 30, 60 and 90 days. An average over N days is computed only if two conditions hold.
// The report must cover at least N days, and the first known movement must be on or before the first of the N days.
// Movements before the report's window are also known movements, so even an account with few movements has averages.
import { divideRounded, sum } from '#base/money.ts';
import { dailyBalances, knownFrom, type Ledger } from './balances.ts';
import type { Window } from './movements.ts';

const DAYS = { avg_30: 30, avg_60: 60, avg_90: 90 } as const;
type Name = keyof typeof DAYS;

export type Averages = Record<Name, bigint | null>;
/**
 * Sums of daily balances over 30, 60 and 90 days. A sum is null if the report covers fewer days than the sum, or if one
 * of the daily balances is unknown. The sums are exact. Only the average that is computed from a sum is rounded.
 */
export type BalanceSums = Record<Name, bigint | null>;

export const NO_SUMS: BalanceSums = { avg_30: null, avg_60: null, avg_90: null };

export function balanceSums(ledger: Ledger, { from, until }: Window): BalanceSums {
  const known = knownFrom(ledger.movements) ?? until + 1;
  const balances = dailyBalances(ledger, { from: Math.max(known, from, until - DAYS.avg_90 + 1), until });
  return each((name) => (balances.length < DAYS[name] ? null : sum(balances.slice(-DAYS[name]))));
}

export const averagesOf = (sums: BalanceSums): Averages =>
  each((name) => {
    const total = sums[name];
    return total === null ? null : divideRounded(total, BigInt(DAYS[name]));
  });

/** For each period, adds the known sums of several accounts. The result is null if no account's sum is known. */
export const addSums = (accounts: readonly BalanceSums[]): BalanceSums =>
  each((name) => {
    const known = accounts.flatMap((sums) => sums[name] ?? []);
    return known.length === 0 ? null : sum(known);
  });

const each = (valueOf: (name: Name) => bigint | null): Record<Name, bigint | null> => ({
  avg_30: valueOf('avg_30'),
  avg_60: valueOf('avg_60'),
  avg_90: valueOf('avg_90'),
});
