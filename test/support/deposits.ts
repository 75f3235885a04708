// Builds deposits into an invented account. Also builds the income report on these deposits, as of a fixed date.
import { type Calendar, payDays } from '#analysis/income/calendars/calendars.ts';
import type { IncomeInput, IncomeTransaction } from '#analysis/income/input.ts';
import { incomeReport } from '#analysis/income/report.ts';
import { toDate, toDay } from '#base/calendar.ts';

export const AS_OF = '2026-03-04';
let made = 0;
export const row = (
  date: string,
  amount: number,
  description: string,
  more: Partial<IncomeTransaction> = {},
): IncomeTransaction => ({
  id: `t${String(++made).padStart(5, '0')}`,
  account_id: 'checking',
  date,
  amount_cents: BigInt(amount),
  type: 'CREDIT',
  status: 'POSTED',
  description,
  currency_code: 'USD',
  ...more,
});
export const datesOf = (calendar: Calendar, from = '2025-03-05', until = AS_OF) =>
  payDays(calendar, toDay(from), toDay(until)).map(toDate);
export const BIWEEKLY: Calendar = { model: 'biweekly', phase: toDay('2026-02-27'), roll: 'previous' };
export const FRIDAYS = datesOf(BIWEEKLY);
export const reportOf = (transactions: IncomeTransaction[], more: Partial<IncomeInput> = {}) =>
  incomeReport({
    as_of: AS_OF,
    days_requested: 365,
    accounts: [
      { id: 'checking', type: 'CHECKING' },
      { id: 'savings', type: 'SAVINGS' },
    ],
    transactions,
    ...more,
  });
