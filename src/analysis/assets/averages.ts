// Average balances over the last 30, 60 and 90 days.
//
// An average over so many days is given only when the balance of each of them is known: the report was asked for that
// many days, and the movements we have been shown begin no later than the first of them. A quiet account is known as
// well as a busy one, since movements from before the report's own window count as history too.
import { divideRounded, sum } from '#base/money.ts';
import { dailyBalances, knownFrom, type Ledger } from './balances.ts';
import type { Window } from './movements.ts';

const DAYS = { avg_30: 30, avg_60: 60, avg_90: 90 } as const;
type Name = keyof typeof DAYS;

export type Averages = Record<Name, bigint | null>;
/** Balances added up over the days; what is not known is null. Rounding waits until a figure is shown. */
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

/** Of several accounts: those add up whose own is known; null when none is. */
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
