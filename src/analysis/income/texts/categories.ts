// Kinds of income, and what each of them means for gates and averages.
import type { INCOME_CATEGORIES } from '#domain/reports/income-insights.ts';

export type IncomeCategory = (typeof INCOME_CATEGORIES)[number];

/** Money that comes when it comes: no rhythm is asked of it. */
const IRREGULAR: ReadonlySet<IncomeCategory> = new Set([
  'GIG_ECONOMY',
  'SELF_EMPLOYMENT',
  'RENTAL',
  'INTEREST_DIVIDENDS',
  'GOVERNMENT_BENEFIT',
  'TAX_REFUND',
  'CASH_DEPOSIT',
  'CHILD_SUPPORT',
  'ALIMONY',
  'UNEMPLOYMENT',
]);
export const mayBeIrregular = (category: IncomeCategory): boolean => IRREGULAR.has(category);

/** Paid by an office that has no second of its kind for the same person. */
const PUBLIC: ReadonlySet<IncomeCategory> = new Set([
  'SOCIAL_SECURITY',
  'VETERAN',
  'UNEMPLOYMENT',
  'CHILD_SUPPORT',
  'TAX_REFUND',
]);
export const isPublic = (category: IncomeCategory): boolean => PUBLIC.has(category);

/** Nobody can count on these coming again: they are in the totals, not in averages and forecasts of the summary. */
const NOT_AVERAGED: ReadonlySet<IncomeCategory> = new Set(['TAX_REFUND', 'CASH_DEPOSIT']);
export const isAveraged = (category: IncomeCategory): boolean => !NOT_AVERAGED.has(category);
