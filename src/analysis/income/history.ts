// An income source's history: every calendar month from its first deposit to its last, including empty months.
import { toDate } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import { monthEnd, monthOfDay, monthStart } from './calendars/months.ts';
import type { Credit, Window } from './credits.ts';
import { type Figure, figure } from './figures.ts';

export type HistoryTransaction = {
  amount: bigint;
  iso_currency_code: string;
  date: string;
  check_number: string | null;
  description: string;
  pending: boolean;
  transaction_id: string;
};

export type HistoryMonth = {
  start_date: string;
  end_date: string;
  total_amount: bigint;
  iso_currency_code: string;
  transactions: HistoryTransaction[];
};

/**
 * Returns the months. A month that is only partly inside the report's date range is cut off at the end or the beginning
 * of the range.
 */
export function historyOf(credits: readonly Credit[], window: Window, currency: string): HistoryMonth[] {
  const months: HistoryMonth[] = [];
  const [first, last] = [monthOfDay(credits[0]?.day ?? 0), monthOfDay(credits.at(-1)?.day ?? 0)];
  let next = 0;
  for (let month = first; month <= last; month++) {
    const end = monthEnd(month);
    const from = next;
    while (next < credits.length && (credits[next]?.day ?? 0) <= end) next++;
    const transactions = credits.slice(from, next).map(presented);
    months.push({
      start_date: toDate(Math.max(monthStart(month), window.first)),
      end_date: toDate(Math.min(end, window.last)),
      total_amount: sum(transactions.map(({ amount }) => amount)),
      iso_currency_code: currency,
      transactions,
    });
  }
  return months;
}

const presented = ({ transaction }: Credit): HistoryTransaction => ({
  amount: transaction.amount_cents,
  iso_currency_code: transaction.currency_code,
  date: transaction.date,
  check_number: transaction.check_number ?? null,
  description: transaction.description,
  pending: transaction.status === 'PENDING',
  transaction_id: transaction.id,
});

type MonthFigure = Pick<HistoryMonth, 'start_date' | 'end_date' | 'total_amount'>;

export const historyFigure = (
  months: readonly HistoryMonth[],
  { first_date, last_date }: Window,
): Figure<MonthFigure[]> =>
  figure(
    months.map(({ start_date, end_date, total_amount }) => ({ start_date, end_date, total_amount })),
    'history.by-month',
    {
      window: [first_date, last_date],
      transactions_by_month: months.map(({ transactions }) => transactions.map(({ transaction_id }) => transaction_id)),
    },
  );
