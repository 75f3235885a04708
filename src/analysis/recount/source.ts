// Recomputes every value of an income source from the bank's transactions and the inputs in the source's explanation.
import { addDays, daysBetween, lastDayOfMonth } from '#base/calendar.ts';
import { formatMoney } from '#base/money.ts';
import type { ExplainedFigure } from '#domain/reports/income-explanations.ts';
import type { BankIncomeSource } from '#domain/reports/income-insights.ts';
import { averageDeposit, isEnded, monthlyAverage, monthlyForecast } from './averages.ts';
import { type Deposit, type Evidence, monthNumber, numberIn, textIn, totalOf, Unexplained } from './evidence.ts';
import { grossOf } from './gross.ts';
import { payDaysOf } from './pay-days.ts';

/** The income source fields that are recomputed: every amount, date and count, and the pay frequency. */
export const FIGURES = [
  'start_date',
  'end_date',
  'total_amount',
  'transaction_count',
  'historical_summary',
  'avg_deposit_amount',
  'avg_gross_deposit_amount',
  'pay_frequency',
  'next_payment_date',
  'historical_average_monthly_income',
  'historical_average_monthly_gross_income',
  'forecasted_average_monthly_income',
] as const;
export type FigureName = (typeof FIGURES)[number];

/**
 * Recomputes the value as the report publishes it. Throws `Unexplained` if the explanation does not contain enough
 * data.
 */
export function recountFigure(evidence: Evidence, name: FigureName): BankIncomeSource[FigureName] {
  const figure = evidence.explained.figures[name];
  if (figure === undefined) throw new Unexplained('it is not explained');
  const { deposits, first, last } = evidence;
  switch (name) {
    case 'start_date':
      return first;
    case 'end_date':
      return last;
    case 'total_amount':
      return formatMoney(totalOf(deposits));
    case 'transaction_count':
      return deposits.length;
    case 'historical_summary':
      return monthsOf(evidence);
    case 'pay_frequency':
      return frequencyOf(evidence, figure);
    case 'next_payment_date':
      return nextPayment(evidence, figure);
    default:
      return formatMoney(recountAmount(evidence, name, figure));
  }
}

type AmountName = Extract<FigureName, `avg_${string}` | `historical_average_${string}` | `forecasted_${string}`>;

function recountAmount(evidence: Evidence, name: AmountName, figure: ExplainedFigure): bigint {
  const net = (of: 'avg_deposit_amount' | 'historical_average_monthly_income'): bigint => {
    const explained = evidence.explained.figures[of];
    if (explained === undefined) throw new Unexplained(`${of} is not explained`);
    return of === 'avg_deposit_amount' ? averageDeposit(evidence, explained) : monthlyAverage(evidence, explained);
  };
  switch (name) {
    case 'avg_deposit_amount':
    case 'historical_average_monthly_income':
      return net(name);
    case 'avg_gross_deposit_amount':
      return grossOf(net('avg_deposit_amount'), figure);
    case 'historical_average_monthly_gross_income':
      return grossOf(net('historical_average_monthly_income'), figure);
    case 'forecasted_average_monthly_income':
      return monthlyForecast(evidence, figure, net('historical_average_monthly_income'));
  }
}

/**
 * Every calendar month from the first deposit to the last, including months without deposits, clipped to the window.
 */
function monthsOf({ deposits, first, last, window }: Evidence): BankIncomeSource['historical_summary'] {
  const currency = deposits[0]?.transaction.currency_code ?? '';
  return Array.from({ length: monthNumber(last) - monthNumber(first) + 1 }, (_, at) => {
    const month = monthNumber(first) + at;
    const start = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
    const end = lastDayOfMonth(start);
    const within = deposits.filter(({ date }) => date >= start && date <= end);
    return {
      start_date: start < window.first ? window.first : start,
      end_date: end > window.last ? window.last : end,
      total_amount: formatMoney(totalOf(within)),
      iso_currency_code: currency,
      transactions: within.map(shown),
    };
  });
}

const shown = ({ id, date, cents, transaction }: Deposit) => ({
  amount: formatMoney(cents),
  iso_currency_code: transaction.currency_code,
  date,
  check_number: transaction.check_number,
  description: transaction.description,
  pending: transaction.status === 'PENDING',
  transaction_id: id,
});

const FREQUENCIES = new Map<string, BankIncomeSource['pay_frequency']>([
  ['weekly', 'W'],
  ['biweekly', 'BW'],
  ['four_weekly', 'M'],
  ['semi_monthly', 'SM'],
  ['monthly', 'M'],
  ['monthly_weekday', 'M'],
  ['semi_annual', 'SA'],
  ['annual', 'A'],
]);

function frequencyOf({ explained }: Evidence, { rule }: ExplainedFigure): BankIncomeSource['pay_frequency'] {
  switch (rule) {
    case 'frequency.best-calendar':
    case 'frequency.latest-calendar':
      return FREQUENCIES.get(explained.calendar.model) ?? null;
    case 'frequency.undecided':
    case 'frequency.no-rhythm':
      return null;
    default:
      throw new Unexplained(`no such rule: ${rule}`);
  }
}

/** For every calendar and every date, the next pay day is at most a year and a week after the date. */
const SEARCH_DAYS = 380;
/** The maximum number of days between a deposit and its pay day. */
const TOLERANCE_DAYS = new Map([
  ['daily', 0],
  ['weekly', 1],
  ['biweekly', 2],
  ['four_weekly', 2],
  ['semi_monthly', 2],
  ['monthly', 3],
  ['monthly_weekday', 3],
  ['quarterly', 6],
]);
const TOLERANCE_DAYS_MAX = 10;

/**
 * Returns the next pay day, shifted by the offset in the inputs. The pay day is after the last deposit and after that
 * deposit's own pay day, and the shifted date is on or after the report's day. Null if the source has no calendar or
 * has ended.
 */
function nextPayment(evidence: Evidence, { rule, inputs }: ExplainedFigure): string | null {
  const { explained, window } = evidence;
  if (rule === 'next.no-rhythm') return null;
  if (rule === 'next.ended') {
    if (!isEnded(evidence, inputs)) throw new Unexplained('the income source has not ended');
    return null;
  }
  if (rule !== 'next.by-calendar') throw new Unexplained(`no such rule: ${rule}`);
  const last = textIn(inputs, 'last_payment_date');
  const offset = numberIn(inputs, 'offset_days');
  const reach = TOLERANCE_DAYS.get(explained.calendar.model) ?? TOLERANCE_DAYS_MAX;
  const near = payDaysOf(explained.calendar, addDays(last, -reach), addDays(last, reach));
  const [own = last] = near.toSorted((a, b) => Math.abs(daysBetween(a, last)) - Math.abs(daysBetween(b, last)));
  const behind = addDays(own > last ? own : last, 1);
  const open = addDays(window.last, -offset);
  const from = behind > open ? behind : open;
  const [due] = payDaysOf(explained.calendar, from, addDays(from, SEARCH_DAYS));
  return due === undefined ? null : addDays(due, offset);
}
