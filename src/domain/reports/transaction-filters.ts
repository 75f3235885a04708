// The filters for a list of transactions.
import { isDate } from '#base/calendar.ts';
import { parseTimestamp } from '#base/timestamps.ts';
import type { Transaction, TransactionListQuery } from './transactions.ts';

const DAY_MS = 86_400_000;

type Filtered = Pick<Transaction, 'account_id' | 'transacted_at'>;

/**
 * The time range includes its start and its end. If the end is a date without a time, the range includes the whole day.
 */
export function transactionFilter(query: TransactionListQuery): (transaction: Filtered) => boolean {
  const { transacted_at_from: from = '', transacted_at_to: to = '', account_id } = query;
  const earliest = parseTimestamp(from)?.getTime() ?? Number.NEGATIVE_INFINITY;
  const latest = (parseTimestamp(to)?.getTime() ?? Number.POSITIVE_INFINITY) + (isDate(to) ? DAY_MS - 1 : 0);
  return (transaction) => {
    if (account_id !== undefined && transaction.account_id !== account_id) return false;
    const moment = Date.parse(transaction.transacted_at);
    return moment >= earliest && moment <= latest;
  };
}
