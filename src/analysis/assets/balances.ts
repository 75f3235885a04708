// Rebuilds daily balances backwards from the current balance, because a bank reports only the current balance. The
// balance at the end of an earlier day is the current balance without the movements posted after that day. On days
// without movements the balance does not change.
import type { Movement, Window } from './movements.ts';

export type Ledger = {
  /** The current balance that the bank reports: the money in the account, or the debt. */
  balance: bigint;
  movements: readonly Movement[];
  /** Whether the balance is a debt. Money going out increases a debt. */
  is_owed: boolean;
};

/** The balance at the end of a day. */
export function balanceOn({ balance, movements, is_owed }: Ledger, day: number): bigint {
  let rebuilt = balance;
  for (const movement of movements) {
    if (movement.booked !== null && movement.booked > day) rebuilt -= effectOf(movement, is_owed);
  }
  return rebuilt;
}

/** The balance at the end of each day in `days`, in one pass over the movements. */
export function balancesOn({ balance, movements, is_owed }: Ledger, days: readonly number[]): Map<number, bigint> {
  const newest = movements
    .flatMap((movement) => (movement.booked === null ? [] : [{ movement, booked: movement.booked }]))
    .toSorted((a, b) => b.booked - a.booked);
  const balances = new Map<number, bigint>();
  let [rebuilt, next] = [balance, 0];
  for (const day of days.toSorted((a, b) => b - a)) {
    for (let line = newest[next]; line !== undefined && line.booked > day; line = newest[++next]) {
      rebuilt -= effectOf(line.movement, is_owed);
    }
    balances.set(day, rebuilt);
  }
  return balances;
}

/** The balance at the end of each day of a window, earliest first. */
export function dailyBalances(ledger: Ledger, { from, until }: Window): bigint[] {
  const booked = new Map<number, bigint>();
  for (const movement of ledger.movements) {
    if (movement.booked === null) continue;
    booked.set(movement.booked, (booked.get(movement.booked) ?? 0n) + effectOf(movement, ledger.is_owed));
  }
  const balances: bigint[] = [];
  let balance = balanceOn(ledger, until);
  for (let day = until; day >= from; day--) {
    balances.push(balance);
    balance -= booked.get(day) ?? 0n;
  }
  return balances.toReversed();
}

/**
 * The first day whose balance is known. It is the day of the first posted movement in the bank's data; undefined if
 * there are no posted movements.
 */
export function knownFrom(movements: readonly Movement[]): number | undefined {
  let first: number | undefined;
  for (const { booked } of movements) {
    if (booked !== null && (first === undefined || booked < first)) first = booked;
  }
  return first;
}

const effectOf = ({ type, cents }: Movement, is_owed: boolean): bigint =>
  (type === 'CREDIT') === is_owed ? -cents : cents;
