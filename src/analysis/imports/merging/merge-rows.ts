// Merges the rows of all files of a person. A row that two files contain is listed once. The order of the files matters
// only for the text of a row: if two files have different texts for one row, the text of the first file is kept.
import type { ImportContent, ImportedBook, ImportedRow } from './import-content.ts';

/** A row of an account. `key` identifies the row among all rows of the person, whichever files contain it. */
export type MergedRow = Omit<ImportedRow, 'book'> & { identity: string; key: string; as_of: string };

export function mergeRows(files: readonly ImportContent[]): MergedRow[] {
  const merged: MergedRow[] = [];
  visitRows(files, ({ book: _book, ...row }, { identity, as_of }, key) => {
    merged.push({ ...row, identity, key, as_of });
  });
  return merged;
}

/** The merged rows of some files: the number of booked rows, and the keys of the pending rows. */
export type CountedRows = { posted: number; pending: ReadonlySet<string> };

/** Counts the merged rows without building them, because files are counted more often than they are read. */
export function countRows(files: readonly ImportContent[]): CountedRows {
  let posted = 0;
  const pending = new Set<string>();
  visitRows(files, ({ is_pending }, _book, key) => {
    if (is_pending) pending.add(key);
    else posted += 1;
  });
  return { posted, pending };
}

/** The number of rows that the last file added. */
export const countNewRows = (before: CountedRows, after: CountedRows): number =>
  after.posted - before.posted + [...after.pending].filter((key) => !before.pending.has(key)).length;

/**
 * Visits each row once. A row is identified by the id that the bank gave it, together with its date and amount, because
 * some banks use the same id for several transactions. If a row has no id, or if a file has the id on several rows, the
 * row is identified by date, amount and description. Equal rows within one file are different rows. So of equal rows,
 * as many are visited as in the file that contains the most of them. Pending rows of an account are used only from the
 * files with the latest data of the account, because the pending rows of an older file are booked or dropped later.
 */
function visitRows(
  files: readonly ImportContent[],
  visit: (row: ImportedRow, book: ImportedBook, key: string) => void,
): void {
  const repeated = repeatedIds(files);
  const newest = newestDays(files);
  const counts = new Map<string, number>();
  for (const { head, rows } of files) {
    const own = new Map<string, number>();
    for (const row of rows) {
      const book = head.accounts[row.book];
      if (book === undefined) throw new Error('a row belongs to an account of its file');
      if (row.is_pending && newest.get(book.identity) !== book.as_of) continue;
      const equal = keyOf(book.identity, row, repeated);
      const number = (own.get(equal) ?? 0) + 1;
      own.set(equal, number);
      if (number <= (counts.get(equal) ?? 0)) continue;
      counts.set(equal, number);
      visit(row, book, `${equal} ${number}`);
    }
  }
}

/** The separator between the parts of a key. No text of a file contains this character. */
const SEPARATOR = '\u0000';

function keyOf(identity: string, row: ImportedRow, repeated: ReadonlySet<string>): string {
  const { bank_id, posted_on, transacted_on, amount, is_pending, description } = row;
  const kind = is_pending ? 'pending' : 'posted';
  const known = `${identity}${SEPARATOR}${kind}${SEPARATOR}${posted_on ?? transacted_on}${SEPARATOR}${amount}${SEPARATOR}`;
  if (bank_id === null) return `${known}${SEPARATOR}${description}`;
  const is_repeated = repeated.size > 0 && repeated.has(idOf(identity, bank_id));
  return `${known}${bank_id}${SEPARATOR}${is_repeated ? description : ''}`;
}

const idOf = (identity: string, bank_id: string): string => `${identity}${SEPARATOR}${bank_id}`;

/** The ids that one file has on several rows of an account. These ids do not identify a row. */
function repeatedIds(files: readonly ImportContent[]): Set<string> {
  const repeated = new Set<string>();
  for (const { head, rows } of files) {
    const seen = new Set<string>();
    for (const { book, bank_id } of rows) {
      if (bank_id === null) continue;
      const id = idOf(head.accounts[book]?.identity ?? '', bank_id);
      if (seen.has(id)) repeated.add(id);
      else seen.add(id);
    }
  }
  return repeated;
}

/** For each account, the last day for which any file has data. */
function newestDays(files: readonly ImportContent[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { head } of files) {
    for (const { identity, as_of } of head.accounts) {
      if (as_of > (newest.get(identity) ?? '')) newest.set(identity, as_of);
      else if (!newest.has(identity)) newest.set(identity, as_of);
    }
  }
  return newest;
}
