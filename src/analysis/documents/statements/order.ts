// Orders the transactions in lists that are printed in several columns side by side.
import type { Entry } from './entries.ts';

/** The transactions below one header. `beside` is true if its columns are printed several times side by side. */
export type Listed = { entries: Entry[]; beside: boolean };

/**
 * Returns all transactions in the order of the list. A list in several columns may run down each column or along each
 * row, and may start again on each page. The order in which a date is followed by an earlier date least often is
 * chosen.
 */
export function inListOrder(runs: readonly Listed[], dateOf: (entry: Entry) => string): Entry[] {
  const lists: Entry[][] = [];
  let beside = false;
  for (const run of runs) {
    const last = lists.at(-1);
    if (run.beside && beside && last !== undefined) last.push(...run.entries);
    else lists.push([...run.entries]);
    beside = run.beside;
  }
  return lists.flatMap((list) => bestOrder(list, dateOf));
}

const KEYS: readonly ((entry: Entry) => number[])[] = [
  ({ page, group, top }) => [page, group, top],
  ({ page, group, top }) => [group, page, top],
  // The baselines in one row of a scan differ by a few points.
  ({ page, group, top }) => [page, Math.round(top / 4), group],
];

function bestOrder(list: Entry[], dateOf: (entry: Entry) => string): Entry[] {
  if (!list.some(({ group }) => group > 0)) return list;
  const orders = KEYS.map((keyOf) => list.toSorted((a, b) => compare(keyOf(a), keyOf(b))));
  const scored = orders.map((order) => ({ order, falls: falls(order, dateOf) }));
  return scored.toSorted((a, b) => a.falls - b.falls)[0]?.order ?? list;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, index) => value !== b[index]);
  return (a[differing] ?? 0) - (b[differing] ?? 0);
}

const falls = (order: readonly Entry[], dateOf: (entry: Entry) => string): number =>
  order.filter((entry, index) => {
    const next = order[index + 1];
    return next !== undefined && dateOf(next) < dateOf(entry);
  }).length;
