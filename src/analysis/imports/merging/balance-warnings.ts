// Compares the balances of a file with those of earlier files.
import { addDays } from '#base/calendar.ts';
import type { ImportWarning } from '#domain/connections/imports.ts';
import type { ImportedBook, ImportHead } from './import-content.ts';

/**
 * Returns a warning for each balance that contradicts earlier files. A closing balance contradicts earlier files if
 * these files state another closing balance for the same day. An opening balance is compared with the opening and
 * closing balances of its day and with the closing balance of the day before. It contradicts earlier files if they
 * state such balances, but none that equals it. The place of the warning is the first line, because the fault may also
 * be in the earlier file.
 */
export function balanceWarnings(earlier: readonly ImportHead[], { accounts }: ImportHead): ImportWarning[] {
  const known = earlier.flatMap((head) => head.accounts);
  return accounts.flatMap((book) => {
    const own = known.filter(({ identity }) => identity === book.identity);
    return book.balances.flatMap(({ kind, amount, date }) => {
      if (date === null || kind === 'available') return [];
      const others =
        kind === 'closing'
          ? amountsOn(own, 'closing', date)
          : [
              ...amountsOn(own, 'opening', date),
              ...amountsOn(own, 'closing', date),
              ...amountsOn(own, 'closing', addDays(date, -1)),
            ];
      const [other] = others;
      if (other === undefined || others.includes(amount)) return [];
      const message = `The ${kind} balance of ${date} is ${amount}, but ${other} in an earlier file.`;
      return [{ line: 1, column: 1, message }];
    });
  });
}

const amountsOn = (books: readonly ImportedBook[], kind: 'opening' | 'closing', on: string): string[] =>
  books.flatMap(({ balances }) =>
    balances.filter((one) => one.kind === kind && one.date === on).map(({ amount }) => amount),
  );
