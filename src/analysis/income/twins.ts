// Finds duplicate feeds, so that each row is counted only once. There is a duplicate feed if two links deliver the same
// account, or if almost all rows of an account were delivered twice.
import { groupBy } from '#base/lists.ts';
import type { IncomeAccount, IncomeTransaction } from './input.ts';

/** The minimum number of equal credits that prove a repeated delivery. Fewer equal credits may be a coincidence. */
const CREDITS_MIN = 3;
/**
 * The minimum share of equal rows on the days that both feeds cover. It is below 1, because a pending row may be in
 * only one feed.
 */
const MIRRORED_MIN = 0.9;

/**
 * Finds rows that were delivered twice, in two feeds or in one feed, and returns the rows to leave out. `credits` and
 * `debits` contain only rows in the report's window.
 */
export function twinRows(
  accounts: readonly IncomeAccount[],
  credits: readonly IncomeTransaction[],
  debits: readonly IncomeTransaction[],
): ReadonlySet<IncomeTransaction> {
  const twins = new Set<IncomeTransaction>();
  const repeated = repeatedCredits(credits);
  if (repeated.length === 0) return twins;
  const rows = groupBy([...credits, ...debits], ({ account_id }) => account_id);
  const known = new Map(accounts.map((account, place) => [account.id, { account, place }]));
  for (const id of repeatedWithin(repeated)) for (const row of secondRows(rows.get(id) ?? [])) twins.add(row);
  const size = (id: string): number => rows.get(id)?.length ?? 0;
  const place = (id: string): number => known.get(id)?.place ?? accounts.length;
  // The feed with the most rows is kept.
  const ranked = [...rows.keys()].toSorted((a, b) => size(b) - size(a) || place(a) - place(b) || (a < b ? -1 : 1));
  const datedRows = newDatedRows(rows);
  for (const [first, second] of pairsOf(repeated, ranked)) {
    if (!mayBeOne(known.get(first)?.account, known.get(second)?.account)) continue;
    for (const row of mirrored(datedRows(first), datedRows(second))) twins.add(row);
  }
  return twins;
}

type Repeated = readonly IncomeTransaction[];

/** Groups of two or more equal credits. The credits of a group may be in one account or in several accounts. */
const repeatedCredits = (credits: readonly IncomeTransaction[]): Repeated[] =>
  credits.length < 2 * CREDITS_MIN ? [] : [...groupBy(credits, keyOf).values()].filter(({ length }) => length > 1);

const keyOf = ({ date, type, amount_cents, currency_code, description }: IncomeTransaction): string =>
  `${date}${type}${amount_cents}${currency_code}${description.toUpperCase().replaceAll(/\s+/g, ' ').trim()}`;

/** Accounts in which at least `CREDITS_MIN` credits occur more than once. */
function repeatedWithin(repeated: readonly Repeated[]): string[] {
  const counts = new Map<string, number>();
  for (const rows of repeated) {
    for (const [id, { length }] of groupBy(rows, ({ account_id }) => account_id)) {
      if (length > 1) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return [...counts].flatMap(([id, count]) => (count < CREDITS_MIN ? [] : [id]));
}

/**
 * Pairs of feeds that share at least `CREDITS_MIN` credits. The first feed of each pair is the feed to keep: the one
 * that comes first in `ranked`. If more than two feeds share a credit, the credit counts only for the pairs that
 * contain the first of these feeds.
 */
function pairsOf(repeated: readonly Repeated[], ranked: readonly string[]): [string, string][] {
  const rank = new Map(ranked.map((id, at) => [id, at]));
  const rankOf = (id: string): number => rank.get(id) ?? ranked.length;
  const shared = new Map<string, Map<string, number>>();
  for (const rows of repeated) {
    const ids = [...new Set(rows.map(({ account_id }) => account_id))].toSorted((a, b) => rankOf(a) - rankOf(b));
    const [first = ''] = ids;
    const counts = shared.get(first) ?? new Map<string, number>();
    for (const id of ids.slice(1)) counts.set(id, (counts.get(id) ?? 0) + 1);
    shared.set(first, counts);
  }
  return [...shared].flatMap(([first, counts]) =>
    [...counts].flatMap(([second, count]): [string, string][] => (count < CREDITS_MIN ? [] : [[first, second]])),
  );
}

/**
 * Whether two feeds may show the same account. Equal credits do not prove this. If an employer pays half of the wages
 * into each of two accounts, the accounts have equal credits, but they differ in account number or type.
 */
function mayBeOne(a: IncomeAccount | undefined, b: IncomeAccount | undefined): boolean {
  if (a === undefined || b === undefined || a.type !== b.type) return false;
  return agree(a.account_number, b.account_number) && agree(a.mask, b.mask);
}

const agree = (one: string | null | undefined, other: string | null | undefined): boolean =>
  !one || !other || one === other;

/** An account's rows, earliest first. They are sorted only once, even if the account is compared with many accounts. */
function newDatedRows(
  rows: ReadonlyMap<string, readonly IncomeTransaction[]>,
): (id: string) => readonly IncomeTransaction[] {
  const sorted = new Map<string, readonly IncomeTransaction[]>();
  return (id) => {
    const dated =
      sorted.get(id) ?? (rows.get(id) ?? []).toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
    sorted.set(id, dated);
    return dated;
  };
}

/**
 * Returns the rows of the second feed that are also in the first feed. Returns no rows unless almost all rows match on
 * the days that both feeds cover.
 */
function mirrored(first: readonly IncomeTransaction[], second: readonly IncomeTransaction[]): IncomeTransaction[] {
  const [from, until] = [laterOf(first[0], second[0]), earlierOf(first.at(-1), second.at(-1))];
  const within = (rows: readonly IncomeTransaction[]): [number, number] => [
    placeOf(rows, (date) => date >= from),
    placeOf(rows, (date) => date > until),
  ];
  const [[kept_from, kept_until], [copied_from, copied_until]] = [within(first), within(second)];
  const [kept_count, copied_count] = [kept_until - kept_from, copied_until - copied_from];
  const found_min = MIRRORED_MIN * Math.max(kept_count, copied_count);
  // If one feed has many more rows than the other, the feeds cannot match, so no rows have to be compared.
  if (Math.min(kept_count, copied_count) < found_min) return [];
  const left = new Map(
    [...groupBy(first.slice(kept_from, kept_until), keyOf)].map(([key, { length }]) => [key, length]),
  );
  const found = inOrder(second.slice(copied_from, copied_until)).filter((row) => {
    const key = keyOf(row);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  });
  return found.length >= found_min ? found : [];
}

type Dated = { date: string } | undefined;
const laterOf = (a: Dated, b: Dated): string => ((a?.date ?? '') > (b?.date ?? '') ? a : b)?.date ?? '';
const earlierOf = (a: Dated, b: Dated): string => ((a?.date ?? '') < (b?.date ?? '') ? a : b)?.date ?? '';

/** Binary search for the index of the first row whose date satisfies `isLate`. */
function placeOf(rows: readonly IncomeTransaction[], isLate: (date: string) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLate(rows[middle]?.date ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The second copies of equal rows, if almost every row of the account occurs twice. Two equal deposits on one day are
 * common, so doubled deposits of a single payer are not enough evidence. The spending, or the deposits of a second
 * payer, must be doubled as well.
 */
function secondRows(rows: readonly IncomeTransaction[]): IncomeTransaction[] {
  const kinds = [...groupBy(rows, keyOf).values()];
  const doubled = kinds.filter(({ length }) => length % 2 === 0);
  const texts = new Set(doubled.map(([row]) => row?.description.toUpperCase().replaceAll(/[^A-Z]+/g, ' ')));
  const is_doubled = doubled.length >= MIRRORED_MIN * kinds.length && texts.size > 1;
  return is_doubled ? doubled.flatMap((same) => inOrder(same).slice(same.length / 2)) : [];
}

const inOrder = (rows: readonly IncomeTransaction[]): IncomeTransaction[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
