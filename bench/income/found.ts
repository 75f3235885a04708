// Converts the engine's report for a made-up person into the types that the metrics use.
import { type IncomeReport, incomeReport } from '#analysis/income/report.ts';
import type { Person } from './people/truth.ts';

export type Found = {
  transaction_ids: readonly string[];
  category: string;
  frequency: string | null;
  next_date: string | null;
  monthly_average_cents: number;
  gross_per_deposit_cents: number;
  forecast_monthly_cents: number;
  total_cents: number;
  /** The source's description, category rule and pay calendar, for the list of failures. */
  why: string;
};

export const reportOf = ({
  as_of,
  days_requested,
  accounts,
  transactions,
  state,
  filing_status,
}: Person): IncomeReport => incomeReport({ as_of, days_requested, accounts, transactions, state, filing_status });

export const foundIn = ({ sources, explain }: IncomeReport): Found[] =>
  sources.map((source, at) => {
    const explained = explain.sources[at];
    return {
      transaction_ids: explained?.transactions ?? [],
      category: source.income_category,
      frequency: source.pay_frequency,
      next_date: source.next_payment_date,
      monthly_average_cents: Number(source.historical_average_monthly_income),
      gross_per_deposit_cents: Number(source.avg_gross_deposit_amount),
      forecast_monthly_cents: Number(source.forecasted_average_monthly_income),
      total_cents: Number(source.total_amount),
      why: `${source.income_description} (${explained?.category.rule}, ${explained?.calendar.model} ${explained?.calendar.anchor} ${explained?.calendar.roll})`,
    };
  });
