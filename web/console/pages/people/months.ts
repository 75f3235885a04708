// Sums per calendar month, in cents, for charts.

/** Money as cents, for charts only. These numbers are never used to compute an amount that is shown as text. */
export const cents = (amount: string | null): number | null =>
  amount === null ? null : Math.round(Number(amount) * 100);

export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

/** All months from the first to the last date, without gaps. */
export function monthsBetween(dates: readonly string[]): string[] {
  const sorted = dates.map(monthOf).toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return [];
  const months: string[] = [];
  for (let at = first; at <= last && months.length < MONTHS_MAX; at = monthAfter(at)) months.push(at);
  return months;
}

const MONTHS_MAX = 120;

export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
}

/** The sum of each month; null for a month without entries. */
export function sumsPerMonth(
  months: readonly string[],
  entries: readonly { date: string; amount: string | null }[],
): (number | null)[] {
  const sums = new Map<string, number>();
  for (const { date, amount } of entries) {
    const value = cents(amount);
    if (value !== null) sums.set(monthOf(date), (sums.get(monthOf(date)) ?? 0) + value);
  }
  return months.map((month) => sums.get(month) ?? null);
}

/** Formats cents as short dollars for the axis of a chart, such as `$1.2k`. */
export function shortDollars(value: number): string {
  const dollars = Math.abs(value) / 100;
  const sign = value < 0 ? '-' : '';
  if (dollars >= 10_000) return `${sign}$${Math.round(dollars / 1_000)}k`;
  return dollars >= 1_000 ? `${sign}$${(dollars / 1_000).toFixed(1)}k` : `${sign}$${Math.round(dollars)}`;
}

const DAY_MS = 86_400_000;

/** The dates of `count` days, from `first` on. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10));
