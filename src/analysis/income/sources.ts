// Converts a qualified stream into an income source of the report, with an explanation for each value.
import { toDate } from '#base/calendar.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { averageDeposit, idsOf, monthlyAverage, totalOf } from './averages.ts';
import { anchorOf, type PayFrequency } from './calendars/calendars.ts';
import type { Fit } from './calendars/fit.ts';
import { frequencyOf } from './calendars/rhythm.ts';
import type { Calibrated } from './calibration.ts';
import type { Credit, Window } from './credits.ts';
import { type Figure, figure } from './figures.ts';
import { monthlyForecast } from './forecast.ts';
import { grossFigure, grossRatio, type TaxPayer } from './gross.ts';
import { type HistoryMonth, historyFigure, historyOf } from './history.ts';
import { nextPayment } from './next-payment.ts';
import { payCheckOf } from './pay-periods.ts';
import type { Stream } from './streams.ts';
import type { IncomeCategory } from './texts/categories.ts';

export type IncomeSource = {
  start_date: string;
  end_date: string;
  account_id: string;
  total_amount: bigint;
  transaction_count: number;
  historical_summary: HistoryMonth[];
  avg_deposit_amount: bigint;
  avg_gross_deposit_amount: bigint;
  income_description: string;
  income_category: IncomeCategory;
  pay_frequency: PayFrequency | null;
  next_payment_date: string | null;
  iso_currency_code: string;
  historical_average_monthly_income: bigint;
  historical_average_monthly_gross_income: bigint;
  forecasted_average_monthly_income: bigint;
  employer: EmployerRef | null;
};

type CalendarExplanation = { model: string; anchor: string; roll: string; residual_days: number };

export type SourceExplanation = {
  account_id: string;
  income_description: string;
  figures: Record<string, Figure<unknown>>;
  calendar: CalendarExplanation & { runner_up?: CalendarExplanation };
  category: { value: IncomeCategory; rule: string };
  transactions: string[];
};

export type Facts = {
  window: Window;
  tax_payer: TaxPayer;
  employer: EmployerRef | null;
  confidence: number;
  /** The part of each pay check that goes to other accounts. */
  paid_elsewhere: bigint;
  stub: Calibrated | null;
  /**
   * The limits that were reached for this stream. Because of them, the stream was compared with only part of the other
   * data. The explanations of the affected values list these limits.
   */
  uncompared: readonly Uncompared[];
};

/**
 * The limits that can be reached. The value of each limit says what it affects: deposit totals, the calendar, or gross
 * amounts.
 */
const UNCOMPARED = {
  /** The stream was not compared with all other payers, so another stream may have the same payer. */
  too_many_payers: 'deposits',
  /** The search for a second pay calendar did not include all deposits of the stream. */
  too_many_days: 'calendar',
  /** Other accounts were not searched for deposits that are parts of the same pay checks. */
  too_many_sources: 'gross',
  /** There are too many employers, so the stream was not compared with all known employers and their pay stubs. */
  too_many_employers: 'gross',
} as const;
export type Uncompared = keyof typeof UNCOMPARED;

export type Explained = { source: IncomeSource; explanation: SourceExplanation };

export function sourceOf(stream: Stream, category: IncomeCategory, facts: Facts): Explained {
  const { credits, group } = stream;
  const { window } = facts;
  const transactions = idsOf(credits);
  const history = historyOf(credits, window, group.currency);
  const average = monthlyAverage(stream);
  const deposit = averageDeposit(credits);
  const pay_check = payCheckOf(stream, deposit.value, facts.paid_elsewhere);
  const ratio = grossRatio(stream, pay_check, facts.tax_payer, facts.stub);
  const saidOf = (figures: (typeof UNCOMPARED)[Uncompared]) => inputsFor(facts.uncompared, figures);
  const figures = {
    start_date: figure(dateOf(credits[0]), 'date.first-deposit', { transactions: idsOf(credits.slice(0, 1)) }),
    end_date: figure(dateOf(credits.at(-1)), 'date.last-deposit', { transactions: idsOf(credits.slice(-1)) }),
    total_amount: figure(totalOf(credits), 'total.sum', { transactions, ...saidOf('deposits') }),
    transaction_count: figure(credits.length, 'total.count', { transactions, ...saidOf('deposits') }),
    historical_summary: historyFigure(history, window),
    avg_deposit_amount: deposit,
    avg_gross_deposit_amount: grossFigure('avg_deposit_amount', deposit.value, ratio, saidOf('gross')),
    pay_frequency: frequencyFigure(stream, facts.confidence, saidOf('calendar')),
    next_payment_date: nextPayment(stream, window.last),
    historical_average_monthly_income: average,
    historical_average_monthly_gross_income: grossFigure(
      'historical_average_monthly_income',
      average.value,
      ratio,
      saidOf('gross'),
    ),
    forecasted_average_monthly_income: monthlyForecast(stream, window.last, average.value),
  };
  const income_description = descriptionOf(stream);
  const { account_id, currency: iso_currency_code } = group;
  return {
    source: {
      start_date: figures.start_date.value,
      end_date: figures.end_date.value,
      account_id,
      total_amount: figures.total_amount.value,
      transaction_count: credits.length,
      historical_summary: history,
      avg_deposit_amount: deposit.value,
      avg_gross_deposit_amount: figures.avg_gross_deposit_amount.value,
      income_description,
      income_category: category,
      pay_frequency: figures.pay_frequency.value,
      next_payment_date: figures.next_payment_date.value,
      iso_currency_code,
      historical_average_monthly_income: average.value,
      historical_average_monthly_gross_income: figures.historical_average_monthly_gross_income.value,
      forecasted_average_monthly_income: figures.forecasted_average_monthly_income.value,
      employer: facts.employer,
    },
    explanation: {
      account_id,
      income_description,
      figures,
      calendar: calendarExplanation(stream),
      category: { value: category, rule: stream.category_rule },
      transactions,
    },
  };
}

/**
 * The explanation input `not_compared`, which lists the reached limits that affect the given kind of values; no input
 * if there are no such limits.
 */
function inputsFor(
  uncompared: readonly Uncompared[],
  figures: (typeof UNCOMPARED)[Uncompared],
): Figure<unknown>['inputs'] {
  const not_compared = uncompared.filter((what) => UNCOMPARED[what] === figures);
  return not_compared.length === 0 ? {} : { not_compared };
}

const dateOf = (credit: Credit | undefined): string => toDate(credit?.day ?? 0);

const FREQUENCY_RULES = {
  fitted: 'frequency.best-calendar',
  changed: 'frequency.latest-calendar',
  undecided: 'frequency.undecided',
  none: 'frequency.no-rhythm',
} as const;

function frequencyFigure(
  { rhythm, days }: Stream,
  confidence: number,
  said: Figure<unknown>['inputs'],
): Figure<PayFrequency | null> {
  const { fit, best, is_changed } = rhythm;
  const rule = FREQUENCY_RULES[is_changed ? 'changed' : fit !== null ? 'fitted' : best === null ? 'none' : 'undecided'];
  return figure(frequencyOf(rhythm), rule, {
    deposit_days: days.map(toDate),
    pay_days_expected: best?.expected ?? 0,
    pay_days_hit: best?.hits ?? 0,
    deposits_beside: best?.extras ?? 0,
    score: best === null ? null : rounded(best.score),
    confidence,
    ...said,
  });
}

function calendarExplanation({ rhythm: { best, runner_up } }: Stream): SourceExplanation['calendar'] {
  if (best === null) return { model: 'none', anchor: '', roll: 'none', residual_days: 0 };
  return { ...explained(best), ...(runner_up === null ? {} : { runner_up: explained(runner_up) }) };
}

const explained = ({ calendar, residual_days, hits }: Fit): CalendarExplanation => ({
  model: calendar.model,
  anchor: anchorOf(calendar),
  roll: calendar.roll,
  residual_days: hits === 0 ? 0 : rounded(residual_days / hits),
});

const rounded = (value: number): number => Math.round(value * 100) / 100;

const CHANNELS = new Map([
  ['cash', 'CASH DEPOSITS'],
  ['check', 'CHECK DEPOSITS'],
  ['deposit', 'DEPOSITS'],
  ['interest', 'INTEREST'],
  ['dividend', 'DIVIDENDS'],
]);

export function descriptionOf({ group, credits }: Stream): string {
  const channel = CHANNELS.get(group.channel);
  if (channel !== undefined) return channel;
  if (group.channel !== '') return credits.at(-1)?.reading.payer ?? group.channel;
  return group.words.join(' ');
}
