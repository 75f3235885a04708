// Merges the accounts, payments and tax forms of all files of a person.

import type { ImportedForm1099 } from '#analysis/imports/imported-parts.ts';
import { groupBy } from '#base/lists.ts';
import type { InDecimals } from '#base/money.ts';
import type { ImportedBook, ImportHead } from './import-content.ts';

export type MergedBook = Omit<ImportedBook, 'balances' | 'as_of'> & {
  /**
   * The newest closing balance; null if no file states a closing balance. `available_balance` is the newest available
   * balance; null if no file states an available balance.
   */
  balance: string | null;
  available_balance: string | null;
};

/**
 * Merges the books of all files: returns one book (an account with its balances) per account. Each value comes from the
 * newest file that states it. If two files have the same last day, the file that was imported later is treated as the
 * newer file.
 */
export function mergeBooks(heads: readonly ImportHead[]): MergedBook[] {
  const books = heads.flatMap(({ accounts }) => accounts);
  return [...groupBy(books, ({ identity }) => identity)].map(([identity, own]) => {
    const newest_first = own.map((book, at) => ({ book, at })).toSorted(byNewest);
    const first = <Value>(value: (book: ImportedBook) => Value | null): Value | null => {
      for (const { book } of newest_first) {
        const found = value(book);
        if (found !== null) return found;
      }
      return null;
    };
    return {
      identity,
      number: first(({ number }) => number),
      routing_number: first(({ routing_number }) => routing_number),
      institution: first(({ institution }) => institution),
      name: first(({ name }) => name),
      owner: first(({ owner }) => owner),
      type: first(({ type }) => type),
      currency_code: first(({ currency_code }) => currency_code),
      mask: first(({ mask }) => mask),
      balance: newestBalance(
        newest_first.map(({ book }) => book),
        'closing',
      ),
      available_balance: newestBalance(
        newest_first.map(({ book }) => book),
        'available',
      ),
    };
  });
}

type Numbered = { book: ImportedBook; at: number };
const byNewest = (a: Numbered, b: Numbered): number =>
  a.book.as_of === b.book.as_of ? b.at - a.at : a.book.as_of < b.book.as_of ? 1 : -1;

/** The balance with the latest date. A balance without a date is treated as a balance of the last day of its file. */
function newestBalance(newest_first: readonly ImportedBook[], kind: 'closing' | 'available'): string | null {
  let newest: { date: string; amount: string } | undefined;
  for (const { balances, as_of } of newest_first) {
    // Within a file, the last balance of a day is the newest. The files come newest first, so a balance that was
    // already found is not replaced by another balance of the same day.
    for (const { kind: other, amount, date } of balances.toReversed()) {
      const day = date ?? as_of;
      if (other === kind && (newest === undefined || day > newest.date)) newest = { date: day, amount };
    }
  }
  return newest?.amount ?? null;
}

/**
 * The payments of all files. Equal payments within one file are different payments. So of equal payments, as many are
 * listed as in the file that contains the most of them.
 */
export const mergePayments = (heads: readonly ImportHead[]): ImportHead['payments'] =>
  mostOfEach(heads.map(({ payments }) => payments));

export const mergeW2s = (heads: readonly ImportHead[]): ImportHead['w2s'] => mostOfEach(heads.map(({ w2s }) => w2s));

/** A corrected form replaces the uncorrected forms of the same payer, kind, year and account. */
export function mergeForms(heads: readonly ImportHead[]): ImportHead['forms'] {
  const forms = mostOfEach(heads.map((head) => head.forms));
  const corrected = new Set(forms.filter(({ is_correction }) => is_correction).map(subjectOf));
  return forms.filter((form) => form.is_correction || !corrected.has(subjectOf(form)));
}

const subjectOf = ({ form, tax_year, payer, account_number }: InDecimals<ImportedForm1099>): string =>
  JSON.stringify([form, tax_year, payer.tax_id ?? payer.name, account_number]);

/**
 * Merges lists. Equal items within one list are different items. So of equal items, as many are returned as in the list
 * that contains the most of them.
 */
function mostOfEach<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const counts = new Map<string, number>();
  const merged: Item[] = [];
  for (const list of lists) {
    const own = new Map<string, number>();
    for (const item of list) {
      const key = JSON.stringify(item);
      const number = (own.get(key) ?? 0) + 1;
      own.set(key, number);
      if (number <= (counts.get(key) ?? 0)) continue;
      counts.set(key, number);
      merged.push(item);
    }
  }
  return merged;
}
