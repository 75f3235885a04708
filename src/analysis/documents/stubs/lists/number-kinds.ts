// Finds the types of the numbers in rows without a header by arithmetic: hours times rate is the amount, the year to
// date is not smaller than the current amount, and rows add up to their total.

import { assignColumns } from '#analysis/documents/stubs/alignment.ts';
import type { ColumnKind } from '#analysis/documents/stubs/column-words.ts';
import { isPriced, parseQuantity } from '#analysis/documents/stubs/quantities.ts';
import type { Word } from '#domain/documents/pages.ts';

export type Kinds = readonly ColumnKind[];

/** The orders in which payroll programs print the types of numbers, with the most common order first. */
const EARNING_ORDERS: readonly Kinds[] = [
  ['current'],
  ['current', 'ytd'],
  ['hours', 'current'],
  ['ytd', 'current'],
  ['hours', 'rate', 'current'],
  ['rate', 'hours', 'current'],
  ['hours', 'current', 'ytd'],
  ['rate', 'current', 'ytd'],
  ['hours', 'rate', 'current', 'ytd'],
  ['rate', 'hours', 'current', 'ytd'],
  ['current', 'hours', 'rate'],
  ['hours', 'ytd', 'current'],
  ['current', 'hours', 'rate', 'ytd'],
  ['current', 'rate', 'hours', 'ytd'],
  ['ytd', 'hours', 'rate', 'current'],
  ['hours', 'rate', 'ytd', 'current'],
  ['rate', 'hours', 'ytd', 'current'],
  ['hours', 'current', 'ytd_hours', 'ytd'],
  ['hours', 'rate', 'current', 'ytd_hours', 'ytd'],
  ['rate', 'hours', 'current', 'ytd_hours', 'ytd'],
];
const OTHER_ORDERS: readonly Kinds[] = [
  ['current'],
  ['current', 'ytd'],
  ['ytd', 'current'],
  ['current', 'ytd', 'number'],
  ['number', 'current', 'ytd'],
  ['current', 'ytd', 'employer_current', 'employer_ytd'],
];

/** Assigns the numbers of each row to the columns of the row that has the most numbers. */
export function placed(rows: readonly (readonly Word[])[]): (Word | undefined)[][] {
  const widest = rows.reduce<readonly Word[]>((a, b) => (b.length > a.length ? b : a), []);
  const columns = widest.map(({ box }) => box);
  return rows.map((row) => {
    if (row.length === columns.length) return [...row];
    const size = row[0]?.size ?? 10;
    const places = assignColumns(
      row.map(({ box }) => box),
      columns,
      6 * size,
    );
    const cells: (Word | undefined)[] = columns.map(() => undefined);
    for (const [index, word] of row.entries()) cells[places[index] ?? index] = word;
    return cells;
  });
}

/**
 * Returns the types of the numbers, in the order that fits best. `totals` are the rows with sums of the other rows, in
 * the same columns.
 */
export function kindsOf(
  rows: readonly (readonly (Word | undefined)[])[],
  totals: readonly (readonly (Word | undefined)[])[],
  are_earnings: boolean,
): Kinds {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const orders = (are_earnings ? EARNING_ORDERS : OTHER_ORDERS).filter((order) => order.length === count);
  const scored = orders.map((order, index) => ({ order, score: scoreOf(order, rows, totals) - 0.01 * index }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.order ?? [];
}

function scoreOf(
  order: Kinds,
  rows: readonly (readonly (Word | undefined)[])[],
  totals: readonly (readonly (Word | undefined)[])[],
): number {
  const value = (row: readonly (Word | undefined)[], kind: ColumnKind): bigint | undefined => {
    const word = row[order.indexOf(kind)];
    const quantity = word === undefined ? undefined : parseQuantity(word.text);
    return quantity === undefined || quantity >= 0n ? quantity : -quantity;
  };
  let score = 0;
  for (const row of rows) {
    const [hours, rate, current, ytd] = [
      value(row, 'hours'),
      value(row, 'rate'),
      value(row, 'current'),
      value(row, 'ytd'),
    ];
    if (hours !== undefined && rate !== undefined && current !== undefined)
      score += isProduct(hours, rate, current) ? 2 : -2;
    if (current !== undefined && ytd !== undefined) score += ytd >= current ? 0.5 : -1.5;
    if (hours !== undefined)
      score += isHours(row[order.indexOf('hours')], hours, rate === undefined ? current : undefined) ? 0.6 : -2;
    if (rate !== undefined && hours === undefined) score += current !== undefined && rate < current ? 0 : -1;
  }
  score += 0.3 * ratesLike(rows.flatMap((row) => value(row, 'rate') ?? []));
  const sum = rows.reduce((all, row) => all + (value(row, 'current') ?? 0n), 0n);
  for (const total of totals) if (rows.length > 1 && value(total, 'current') === sum) score += 3;
  return score;
}

/**
 * Returns how many of the rates equal the first rate, or one and a half times or twice the first rate. Such ratios
 * indicate that the numbers are rates, because hours seldom have them.
 */
const ratesLike = ([first, ...others]: readonly bigint[]): number =>
  others.filter((rate) => first !== undefined && [100n, 150n, 200n].some((times) => rate * 100n === first * times))
    .length;

/** Whether hours times rate is the amount. Overtime may be printed with its base rate. */
export function isProduct(hours: bigint, rate: bigint, amount: bigint): boolean {
  return [100n, 150n, 200n].some((times) => {
    const off = (hours * rate * times) / 10_000n - amount;
    const limit = 2n + (amount < 0n ? -amount : amount) / 500n;
    return off <= limit && off >= -limit;
  });
}

/**
 * Whether the number may be the hours of a pay period: at most 400, and without a dollar sign. If the number is printed
 * like an amount and the pay is known, the pay must be at least five dollars per hour.
 */
const isHours = (word: Word | undefined, hours: bigint, current: bigint | undefined): boolean =>
  word !== undefined &&
  !word.text.includes('$') &&
  hours <= 40_000n &&
  (current === undefined || current === 0n || current >= 5n * hours || !isPriced(word.text));
