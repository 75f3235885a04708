// An income insights report, as the page reads it.
import type { INCOME_CATEGORIES } from '#domain/reports/income-insights.ts';

export type Source = {
  account_id: string;
  iso_currency_code: string;
  start_date: string;
  end_date: string;
  income_description: string;
  income_category: (typeof INCOME_CATEGORIES)[number];
  pay_frequency: string | null;
  next_payment_date: string | null;
  total_amount: string;
  transaction_count: number;
  avg_deposit_amount: string;
  avg_gross_deposit_amount: string;
  historical_average_monthly_income: string;
  historical_average_monthly_gross_income: string;
  forecasted_average_monthly_income: string;
  employer: { name: string } | null;
  historical_summary: readonly {
    start_date: string;
    total_amount: string;
    transactions: readonly { transaction_id: string; amount: string; date: string; description: string }[];
  }[];
};

type Amounts = readonly { amount: string; iso_currency_code: string }[];

export type Insights = {
  created_at: string;
  days_requested: number;
  links: readonly { link_id: string; bank_income_sources: readonly Source[] }[];
  bank_income_summary: {
    historical_average_monthly_income: Amounts;
    forecasted_average_monthly_income: Amounts;
    historical_annual_income: Amounts;
    forecasted_annual_income: Amounts;
  };
};

export const sourceName = ({ employer, income_description }: Source): string => employer?.name ?? income_description;
