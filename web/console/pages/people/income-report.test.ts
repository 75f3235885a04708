import { expect, test } from 'vitest';
import { statementsOf } from './income-report.tsx';

const statement = (pay_date: string | null) => ({
  id: pay_date ?? 'none',
  pay_date,
  period_start: null,
  period_end: null,
  gross_pay: null,
  net_pay: null,
  hours: null,
  earnings: [],
  deductions: [],
});

test('statementsOf() returns the pay statements whose pay date is in the given year', () => {
  const all = ['2026-01-02', '2025-12-31', null].map(statement);
  expect(statementsOf(all, 2025).map(({ id }) => id)).toEqual(['2025-12-31']);
});
