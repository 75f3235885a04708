// The summary of all income sources, with one amount per currency.

import { isAveraged } from '#domain/reports/lasting-income.ts';
import type { Window } from './credits.ts';
import type { IncomeSource } from './sources.ts';

export type AmountIn = { amount: bigint; iso_currency_code: string };

export type IncomeSummary = {
  start_date: string;
  end_date: string;
  income_sources_count: number;
  income_categories_count: number;
  income_transactions_count: number;
  total_amounts: AmountIn[];
  historical_average_monthly_gross_income: AmountIn[];
  historical_average_monthly_income: AmountIn[];
  forecasted_average_monthly_income: AmountIn[];
  historical_annual_gross_income: AmountIn[];
  historical_annual_income: AmountIn[];
  forecasted_annual_income: AmountIn[];
};

type Amounts =
  | 'total_amount'
  | `historical_average_monthly_${'' | 'gross_'}income`
  | 'forecasted_average_monthly_income';

/**
 * The summary's dates are the first and the last deposit date of all sources. If there are no sources, they are the
 * dates of the report's date range.
 */
export function summaryOf(sources: readonly IncomeSource[], window: Window): IncomeSummary {
  // Income that is not expected to recur is included in the totals, but not in the averages and forecasts.
  const lasting = sources.filter(({ income_category }) => isAveraged(income_category));
  const gross = sumsOf(lasting, sources, 'historical_average_monthly_gross_income');
  const net = sumsOf(lasting, sources, 'historical_average_monthly_income');
  const forecast = sumsOf(lasting, sources, 'forecasted_average_monthly_income');
  return {
    start_date: sources.map(({ start_date }) => start_date).toSorted()[0] ?? window.first_date,
    end_date:
      sources
        .map(({ end_date }) => end_date)
        .toSorted()
        .at(-1) ?? window.last_date,
    income_sources_count: sources.length,
    income_categories_count: new Set(sources.map(({ income_category }) => income_category)).size,
    income_transactions_count: sources.reduce((count, { transaction_count }) => count + transaction_count, 0),
    total_amounts: sumsOf(sources, sources, 'total_amount'),
    historical_average_monthly_gross_income: gross,
    historical_average_monthly_income: net,
    forecasted_average_monthly_income: forecast,
    historical_annual_gross_income: yearly(gross),
    historical_annual_income: yearly(net),
    forecasted_annual_income: yearly(forecast),
  };
}

/** Every currency that occurs in a source has an amount, even if the amount is zero. */
function sumsOf(counted: readonly IncomeSource[], all: readonly IncomeSource[], field: Amounts): AmountIn[] {
  const amounts = new Map(all.map(({ iso_currency_code }) => [iso_currency_code, 0n]));
  for (const source of counted) {
    amounts.set(source.iso_currency_code, (amounts.get(source.iso_currency_code) ?? 0n) + source[field]);
  }
  return [...amounts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([iso_currency_code, amount]) => ({ amount, iso_currency_code }));
}

const yearly = (amounts: readonly AmountIn[]): AmountIn[] =>
  amounts.map(({ amount, iso_currency_code }) => ({ amount: amount * 12n, iso_currency_code }));
