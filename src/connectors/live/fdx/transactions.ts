// Maps FDX transactions and statements to ours.
import { addDays, addMonths, lastDayOfMonth } from '#base/calendar.ts';
import { objectId } from '#connectors/wire.ts';
import type { BankStatement } from '#domain/reports/bank-statements.ts';
import type { Transaction } from '#domain/reports/transactions.ts';
import type { KnownAccount } from './access.ts';
import { accountIdOf, currencyIn } from './accounts.ts';
import { dateAt, type FdxRow, hundredthsAt, integerAt, textAt, timeAt, unwrap } from './wire.ts';

const PENDING = new Set(['PENDING', 'AUTHORIZATION', 'MEMO']);

/**
 * Returns undefined if the row does not show its id, its time, its amount or its direction. None of these values can be
 * guessed.
 */
export function toTransaction(outer: FdxRow, account: KnownAccount, link_id: string): Transaction | undefined {
  const { row } = unwrap(outer, 'Transaction');
  const external_id = textAt(row, 'transactionId');
  const amount = hundredthsAt(row, 'amount');
  const type = directionOf(row, amount);
  const posted_at = timeAt(row, 'postedTimestamp');
  const transacted_at = timeAt(row, 'transactionTimestamp') ?? posted_at;
  if (external_id === null || amount === null || type === undefined || transacted_at === null) return undefined;
  const status = textAt(row, 'status');
  return {
    id: objectId(link_id, 'transaction', `${account.account_id}/${external_id}`),
    account_id: accountIdOf(link_id, account.account_id),
    external_id,
    amount: amount < 0n ? -amount : amount,
    type,
    status: status === null ? (posted_at === null ? 'PENDING' : 'POSTED') : PENDING.has(status) ? 'PENDING' : 'POSTED',
    currency_code: currencyIn(row) ?? account.currency_code,
    description: textAt(row, 'description') ?? textAt(row, 'payee') ?? '',
    memo: textAt(row, 'memo'),
    check_number: textAt(row, 'checkNumber'),
    categories: [textAt(row, 'category'), textAt(row, 'subCategory')].filter((name) => name !== null),
    merchant_category_code: integerAt(row, 'merchantCategoryCode'),
    posted_at,
    transacted_at,
    location: null,
  };
}

/**
 * Returns the direction. FDX amounts are positive and have a memo for the direction. A negative amount without a memo
 * is money that went out.
 */
function directionOf(row: FdxRow, amount: bigint | null): Transaction['type'] | undefined {
  const memo = textAt(row, 'debitCreditMemo')?.toUpperCase();
  if (memo === 'DEBIT' || memo === 'CREDIT') return memo;
  return amount !== null && amount < 0n ? 'DEBIT' : undefined;
}

/**
 * Returns the transactions of one account. If rows moved while we read, a transaction can be on two pages; it is
 * returned once. Rows that cannot be parsed are counted. If no row at all can be parsed, the provider's format has
 * changed. The function then throws, because an empty list would be wrong.
 */
export function toTransactions(
  rows: readonly FdxRow[],
  account: KnownAccount,
  link_id: string,
): { transactions: Transaction[]; unreadable: number } {
  const known = new Map<string, Transaction>();
  let unreadable = 0;
  for (const row of rows) {
    const transaction = toTransaction(row, account, link_id);
    if (transaction === undefined) unreadable += 1;
    else if (!known.has(transaction.id)) known.set(transaction.id, transaction);
  }
  if (rows.length > 0 && known.size === 0) throw new Error('the provider sent no readable transaction');
  return { transactions: [...known.values()], unreadable };
}

/** Returns the first day of the one-month period that ends on the given date. */
const monthBefore = (date: string): string =>
  date === lastDayOfMonth(date) ? `${date.slice(0, 8)}01` : addDays(addMonths(date, -1), 1);

const FILE_PREFIX = 'fdx-statement:';

export const statementFileId = (account_id: string, statement_id: string): string =>
  `${FILE_PREFIX}${encodeURIComponent(account_id)}/${encodeURIComponent(statement_id)}`;

/** Returns the path of a statement at the provider, or undefined if the file id does not belong to an FDX statement. */
export function statementPathOf(file_id: string): string | undefined {
  const [account_id, statement_id, more] = file_id.startsWith(FILE_PREFIX)
    ? file_id.slice(FILE_PREFIX.length).split('/')
    : [];
  if (!account_id || !statement_id || more !== undefined) return undefined;
  return `/accounts/${account_id}/statements/${statement_id}`;
}

/**
 * Converts the statements. FDX contains only one date for a statement, which is the end of its period. The period
 * begins after the previous statement. The oldest statement has no previous statement. If the account was opened in the
 * month before the statement, its period begins on the day of the opening. Otherwise one month is assumed, and
 * `is_start_assumed` is true. FDX has no balances for statements.
 */
export function toStatements(
  rows: readonly FdxRow[],
  account: KnownAccount,
  link_id: string,
): { statements: BankStatement[]; is_start_assumed: boolean } {
  const known = new Map<string, { statement_id: string; date: string }>();
  for (const row of rows) {
    const [statement_id, date] = [textAt(row, 'statementId'), dateAt(row, 'statementDate')];
    if (statement_id !== null && date !== null) known.set(statement_id, { statement_id, date });
  }
  const dated = [...known.values()].toSorted((a, b) => a.date.localeCompare(b.date));
  const oldest = dated[0]?.date;
  const opened_on = oldest && openedInMonthBefore(account, oldest);
  const statements = dated.map(({ statement_id, date }, at) => {
    const earlier = dated.slice(0, at).findLast((other) => other.date < date);
    return {
      id: objectId(link_id, 'bank_statement', `${account.account_id}/${statement_id}`),
      account_id: accountIdOf(link_id, account.account_id),
      period_start: earlier === undefined ? (opened_on ?? monthBefore(date)) : addDays(earlier.date, 1),
      period_end: date,
      opening_balance: null,
      closing_balance: null,
      total_deposits: null,
      total_withdrawals: null,
      currency_code: account.currency_code,
      file_id: statementFileId(account.account_id, statement_id),
      md5sum: null,
    };
  });
  return { statements, is_start_assumed: oldest !== undefined && opened_on === undefined };
}

/** The day on which the account was opened, if this is in the one-month period that ends on the given date. */
const openedInMonthBefore = ({ opened_on }: KnownAccount, date: string): string | undefined =>
  opened_on !== undefined && opened_on >= monthBefore(date) && opened_on <= date ? opened_on : undefined;
