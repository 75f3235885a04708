// Splits a combined statement into its accounts.

import { type Accept, labelledValues } from '#analysis/documents/labelled-values.ts';
import { type TextRow, textRows } from '#analysis/documents/text-rows.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { ACCOUNT_LABELS, accountDigits, remainingDigits } from './account.ts';
import { amountsIn } from './amounts.ts';
import { FORWARDED_RANK, statedAmounts } from './summary.ts';
import { dateAt } from './table-rows.ts';

/**
 * Returns the pages of each account: the head of the statement, then the part with the account number, the opening
 * balance and the transactions. A statement of one account is returned unchanged. An account begins at its number if an
 * opening balance follows before the number of another account; this rule excludes the account numbers in the rows of
 * an overview.
 */
export function splitAccounts(pages: Page[]): Page[][] {
  const rows = pages.flatMap(textRows);
  const starts = accountStarts(rows).map((start) => headOf(rows, start));
  const [first] = starts;
  if (first === undefined || starts.length < 2) return [pages];
  // Rows with amounts before the first account are left out, because they are an overview of all accounts.
  const head_rows = rows.slice(0, first).filter(({ words }) => amountsIn(words).length === 0);
  const head = new Set(head_rows.flatMap(({ words }) => words));
  return starts.map((start, index) => {
    const own = new Set(rows.slice(start, starts[index + 1] ?? rows.length).flatMap(({ words }) => words));
    return pages.flatMap((page) => withWords(page, (word) => head.has(word) || own.has(word)));
  });
}

/**
 * The lines at the top of a page belong to the account that begins below them, not to the account that ended on the
 * previous page.
 */
function headOf(rows: readonly TextRow[], start: number): number {
  const top = rows.findIndex(({ page }) => page === rows[start]?.page);
  return top > 0 && rows.slice(top, start).every(({ words }) => amountsIn(words).length === 0) ? top : start;
}

function withWords(page: Page, isKept: (word: Word) => boolean): Page[] {
  const words = page.words.filter(isKept);
  return words.length === 0 ? [] : [{ ...page, words }];
}

/**
 * A balance labelled as forwarded can be the opening balance. This is the maximum number of rows between the account
 * number and such a balance below it.
 */
const HEAD_ROWS = 5;

/** Returns the indexes of the rows at which the accounts begin. */
function accountStarts(rows: readonly TextRow[]): number[] {
  const mentions = mentionsOf(rows);
  const ranks = rows.map((row) =>
    Math.min(
      Infinity,
      ...statedAmounts([row], new Set())
        .filter(({ part }) => part === 'opening')
        .map(({ rank }) => rank),
    ),
  );
  // A balance carried to the next page is also labelled as forwarded, so a balance with this label is an opening
  // balance only near the beginning of an account.
  const opens = (from: number, to: number) =>
    ranks.slice(from, to).some((rank, at) => rank < FORWARDED_RANK || (rank === FORWARDED_RANK && at <= HEAD_ROWS));
  const starts: Mention[] = [];
  for (const [order, { index, mask }] of mentions.entries()) {
    if (starts.at(-1)?.mask === mask) continue;
    const next = mentions.slice(order + 1).find((other) => other.mask !== mask)?.index ?? rows.length;
    const known = starts.some((start) => start.mask === mask);
    if (!known && opens(index, next)) starts.push({ index, mask });
  }
  return starts.map(({ index }) => index);
}

type Mention = { index: number; mask: string };

/** Returns the account numbers in the rows. The first digits of a number may be lost in a scan. */
function mentionsOf(rows: readonly TextRow[]): Mention[] {
  const whole = rows.map(mentionsIn);
  const masks = new Set(whole.flat());
  return rows.flatMap((row, index) =>
    [...(whole[index] ?? []), ...damagedIn(row, rows[index + 1], masks)].map((mask) => ({ index, mask })),
  );
}

/**
 * Returns the account numbers that have a label in the row, or are masked and stand alone. Rows of transactions are
 * skipped.
 */
function mentionsIn(row: TextRow, index: number, rows: readonly TextRow[]): string[] {
  if (dateAt(row.words, 0) !== undefined) return [];
  const masked = row.segments
    .filter(({ words }) => words.length <= 4)
    .flatMap(({ text }) => /(?:[xX*•●]{2,}|\.{3}|…)[xX*•● -]*(\d{4})\)?$/.exec(text)?.[1] ?? []);
  return [...new Set([...labelledIn(row, rows[index + 1], accountDigits), ...masked])];
}

/**
 * Returns the known account numbers of which the row has only the last digits. Digits with which several known numbers
 * end are skipped, and so are rows of transactions.
 */
function damagedIn(row: TextRow, next: TextRow | undefined, masks: ReadonlySet<string>): string[] {
  if (dateAt(row.words, 0) !== undefined) return [];
  return labelledIn(row, next, remainingDigits).flatMap((digits) => {
    const ending = [...masks].filter((mask) => mask.endsWith(digits));
    return ending.length === 1 ? ending : [];
  });
}

const labelledIn = (row: TextRow, next: TextRow | undefined, accept: Accept<string>): string[] =>
  labelledValues(next === undefined ? [row] : [row, next], ACCOUNT_LABELS, accept)
    .filter(({ label }) => label.every((word) => row.words.includes(word)))
    .map(({ value }) => value);
