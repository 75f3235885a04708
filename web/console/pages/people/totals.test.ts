import { expect, test } from 'vitest';
import { isCounted } from './totals.ts';

const source = {
  account_id: 'a',
  iso_currency_code: 'USD',
  start_date: '2026-01-02',
  end_date: '2026-02-27',
  income_description: 'PAYROLL',
  income_category: 'PAYCHECK',
  pay_frequency: 'BW',
  next_payment_date: null,
  total_amount: '10.00',
  transaction_count: 1,
  avg_deposit_amount: '10.00',
  avg_gross_deposit_amount: '12.00',
  historical_average_monthly_income: '10.00',
  historical_average_monthly_gross_income: '12.00',
  forecasted_average_monthly_income: '10.00',
  employer: null,
  historical_summary: [],
} as const;

test('a total counts only income that is expected to recur and is in the currency of the total', () => {
  expect(isCounted(source, 'USD')).toBe(true);
  expect(isCounted(source, 'CAD')).toBe(false);
  expect(isCounted({ ...source, income_category: 'TAX_REFUND' }, 'USD')).toBe(false);
  expect(isCounted({ ...source, income_category: 'CASH_DEPOSIT' }, 'USD')).toBe(false);
});
