// Reads the transactions on bank statements. A transaction that is printed on two statements of one account is listed
// once.
import { groupBy } from '#base/lists.ts';
import { mapInTurns } from '#base/turns.ts';
import { objectId } from '#connectors/wire.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { byNewestTransaction, type Transaction } from '#domain/reports/transactions.ts';
import { type BankBook, checkNumberOf } from './bank-accounts.ts';
import { amountOf, dateOf, textOf } from './fields.ts';

type Printed = { date: string; cents: bigint; description: string };
/** `number` distinguishes equal transactions of the same day. */
type Entry = Printed & { account_id: string; number: number };
type Period = { start: string; end: string };

/**
 * Returns the transactions, newest first. There may be thousands of transactions, so the function yields to the event
 * loop.
 */
export async function transactionsOf(books: readonly BankBook[], link_id: string): Promise<Transaction[]> {
  const entries = books.flatMap(entriesOf);
  return (await mapInTurns(entries, (entry) => toTransaction(entry, link_id))).toSorted(byNewestTransaction);
}

/**
 * Assigns numbers to the equal transactions of a day. If the periods of several statements cover the day, number n
 * stands for the same transaction on each of these statements. If the period of a statement does not cover the day,
 * equal transactions on this statement are additional transactions.
 */
function entriesOf({ account_id, documents }: BankBook): Entry[] {
  const known = new Map<string, Counted[]>();
  const entries: Entry[] = [];
  for (const document of documents.toSorted(byPeriod)) {
    const printed = (document.tables['transactions'] ?? []).flatMap(toPrinted);
    const period = periodOf(document, printed);
    for (const [key, equals] of groupBy(printed, keyOf)) {
      const before = known.get(key) ?? [];
      const shared = before.filter((other) => [other.period, period].every((one) => covers(one, equals[0])));
      const after = Math.max(0, ...before.map(({ from, count }) => from + count));
      const from = shared[0]?.from ?? after;
      const listed = Math.max(0, ...shared.map(({ count }) => count));
      for (const [at, entry] of equals.entries())
        if (at >= listed) entries.push({ account_id, ...entry, number: from + at + 1 });
      known.set(key, [...before, { period, from, count: equals.length }]);
    }
  }
  return entries;
}

/** The equal transactions on one statement. There are `count` of them, and their numbers begin with `from + 1`. */
type Counted = { period: Period; from: number; count: number };

/** A row without a date or an amount is not a transaction. */
function toPrinted(row: Fields): Printed[] {
  const [date, cents] = [dateOf(row, 'date'), amountOf(row, 'amount')];
  if (date === null || cents === null) return [];
  return [{ date, cents, description: textOf(row, 'description') ?? '' }];
}

const keyOf = ({ date, cents, description }: Printed): string =>
  JSON.stringify([date, String(cents), description.toLowerCase()]);

/** Sorts statements by their periods, so that the numbers do not depend on the order of the uploads. */
const byPeriod = (a: UploadedDocument, b: UploadedDocument): number => firstDayOf(a).localeCompare(firstDayOf(b));
const firstDayOf = ({ fields }: UploadedDocument): string => dateOf(fields, 'period_start') ?? '';

/** Returns the period. If its start or end was not read, the date of the first or last transaction is used. */
function periodOf({ fields }: UploadedDocument, printed: readonly Printed[]): Period {
  const dates = printed.map(({ date }) => date).toSorted();
  return {
    start: dateOf(fields, 'period_start') ?? dates[0] ?? '',
    end: dateOf(fields, 'period_end') ?? dates.at(-1) ?? '',
  };
}

const covers = ({ start, end }: Period, entry: Printed | undefined): boolean =>
  entry !== undefined && start <= entry.date && entry.date <= end;

function toTransaction({ account_id, date, cents, description, number }: Entry, link_id: string): Transaction {
  const key = JSON.stringify([account_id, date, String(cents), description.toLowerCase(), number]);
  const at = `${date}T00:00:00Z`;
  return {
    id: objectId(link_id, 'transaction', key),
    account_id,
    external_id: null,
    amount: cents < 0n ? -cents : cents,
    type: cents < 0n ? 'DEBIT' : 'CREDIT',
    status: 'POSTED',
    currency_code: 'USD',
    description,
    memo: null,
    check_number: cents < 0n ? checkNumberOf(description) : null,
    categories: [],
    merchant_category_code: null,
    posted_at: at,
    transacted_at: at,
    location: null,
  };
}
