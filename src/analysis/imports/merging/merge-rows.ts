// Merges the rows of all files of a person. A row that two files contain is listed once. The result does not depend on
// the order of the files, except that of two versions of one row the text of the first file is kept.
import type { ImportContent, ImportedRow } from './import-content.ts';

/** A row of an account. `key` identifies it among all rows of the person, whichever files contain it. */
export type MergedRow = Omit<ImportedRow, 'book'> & { identity: string; key: string; as_of: string };

/**
 * A row is known by the id that the bank gave it, together with its date and amount, because some banks use an id again.
 * Without an id, or if a file has the id on several rows, it is known by date, amount and description. Of equal rows,
 * the n-th of one file is the n-th of another file. Pending rows are taken only from the files that know the account
 * longest, because they are booked or dropped later.
 */
export function mergeRows(files: readonly ImportContent[]): MergedRow[] {
  const repeated = repeatedIds(files);
  const newest = newestDays(files);
  const counts = new Map<string, number>();
  const merged: MergedRow[] = [];
  for (const { head, rows } of files) {
    const own = new Map<string, number>();
    for (const { book: at, ...row } of rows) {
      const book = head.accounts[at];
      if (book === undefined) throw new Error('a row belongs to an account of its file');
      const { identity, as_of } = book;
      if (row.is_pending && newest.get(identity) !== as_of) continue;
      const equal = keyOf(identity, row, repeated);
      const number = (own.get(equal) ?? 0) + 1;
      own.set(equal, number);
      if (number <= (counts.get(equal) ?? 0)) continue;
      counts.set(equal, number);
      merged.push({ ...row, identity, key: `${equal} ${number}`, as_of });
    }
  }
  return merged;
}

const SEPARATOR = '\u0000';

function keyOf(identity: string, row: Omit<ImportedRow, 'book'>, repeated: ReadonlySet<string>): string {
  const { bank_id, posted_on, transacted_on, amount, is_pending, description } = row;
  const date = posted_on ?? transacted_on ?? '';
  const kind = is_pending ? 'pending' : 'posted';
  const known = bank_id !== null && !repeated.has(idOf(identity, bank_id)) ? '' : description;
  return [identity, kind, bank_id, date, amount, known].join(SEPARATOR);
}

const idOf = (identity: string, bank_id: string): string => `${identity}${SEPARATOR}${bank_id}`;

/** The ids that one file has on several rows of an account, so that they do not identify a row. */
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

/** The last day that any file knows of each account. */
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

/** The number of rows that are in the merged files, but not without the last of them. */
export function countNewRows(before: readonly MergedRow[], after: readonly MergedRow[]): number {
  const posted = (rows: readonly MergedRow[]): number =>
    rows.reduce((n, { is_pending }) => n + (is_pending ? 0 : 1), 0);
  const pending = new Set(before.flatMap(({ is_pending, key }) => (is_pending ? [key] : [])));
  const new_pending = after.filter(({ is_pending, key }) => is_pending && !pending.has(key)).length;
  return posted(after) - posted(before) + new_pending;
}
