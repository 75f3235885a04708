// Converts the income streams to the form in which the scoring report lists them.
import type { IncomeReport } from '#analysis/income/report.ts';
import { daysBetween } from '#base/calendar.ts';
import { formatMoney } from '#base/money.ts';
import type { DerivedIncome } from '#domain/reports/scoring-reports.ts';

const FREQUENCIES = {
  W: 'Weekly',
  BW: 'Every two weeks',
  SM: 'Twice a month',
  M: 'Monthly',
  SA: 'Twice a year',
  A: 'Yearly',
} as const satisfies Record<NonNullable<DerivedIncome['frequency']>, string>;

/** Streams are in the order in which the income engine returns them. */
export const derivedIncomes = ({ sources }: IncomeReport): DerivedIncome[] =>
  sources.map((source) => ({
    description: source.income_description,
    frequency: source.pay_frequency,
    formatted_frequency: source.pay_frequency === null ? 'Irregular' : FREQUENCIES[source.pay_frequency],
    days: daysBetween(source.start_date, source.end_date) + 1,
    months: source.historical_summary.filter(({ transactions }) => transactions.length > 0).length,
    average_amount: formatMoney(source.avg_deposit_amount),
    monthly_amount: formatMoney(source.historical_average_monthly_income),
  }));
