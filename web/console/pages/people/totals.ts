// Defines how the totals of an income report are added up from the report's sources.
import { isAveraged } from '#domain/reports/lasting-income.ts';
import type { Insights, Source } from './sources.ts';

/**
 * How each total is computed. `name` is the total. `figure` is the field of a source that is added up over all sources.
 * `months` is the number of months that the total covers.
 */
export const TOTALS = [
  { name: 'historical_average_monthly_income', figure: 'historical_average_monthly_income', months: 1 },
  { name: 'forecasted_average_monthly_income', figure: 'forecasted_average_monthly_income', months: 1 },
  { name: 'historical_annual_income', figure: 'historical_average_monthly_income', months: 12 },
  { name: 'forecasted_annual_income', figure: 'forecasted_average_monthly_income', months: 12 },
] as const satisfies readonly {
  name: keyof Insights['bank_income_summary'];
  figure: keyof Source;
  months: number;
}[];
export type Total = (typeof TOTALS)[number];

/**
 * Whether the source is included in the totals of this currency. Income that is not expected to recur is included in no
 * total. A total has one amount for each currency.
 */
export const isCounted = (source: Source, currency: string): boolean =>
  isAveraged(source.income_category) && source.iso_currency_code === currency;
