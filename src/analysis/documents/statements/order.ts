// Orders the transactions in lists that are printed in several columns side by side.
import type { Entry } from './entries.ts';

/** The transactions below one header. `beside` is true if its columns are printed several times side by side. */
export type Listed = { entries: Entry[]; beside: boolean };

/**
 * Returns all transactions in the order of the list. A list in several columns may run down each column or along each
 * row, and may start again on each page. The chosen order is the one in which the fewest dates are followed by an
 * earlier date.
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

type KeyOf = (entry: Entry) => number[];

const keysOf = (list: readonly Entry[]): KeyOf[] => {
  const row_of = rowsOf(list);
  return [
    ({ page, group, top }) => [page, group, top],
    ({ page, group, top }) => [group, page, top],
    (entry) => [entry.page, row_of.get(entry) ?? 0, entry.group],
  ];
};

/** The maximum difference between the baselines in one row of a scan, in points. */
const ROW_SPREAD = 4;

/**
 * Returns the row number of each transaction. Transactions on one page with nearly equal baselines are in the same row.
 */
function rowsOf(list: readonly Entry[]): Map<Entry, number> {
  const rows = new Map<Entry, number>();
  let last: { page: number; top: number; row: number } | undefined;
  for (const entry of list.toSorted((a, b) => a.page - b.page || a.top - b.top)) {
    const is_same = last !== undefined && last.page === entry.page && entry.top - last.top <= ROW_SPREAD;
    if (last === undefined || !is_same) last = { page: entry.page, top: entry.top, row: (last?.row ?? 0) + 1 };
    rows.set(entry, last.row);
  }
  return rows;
}

function bestOrder(list: Entry[], dateOf: (entry: Entry) => string): Entry[] {
  if (!list.some(({ group }) => group > 0)) return list;
  const orders = keysOf(list).map((keyOf) => list.toSorted((a, b) => compare(keyOf(a), keyOf(b))));
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
