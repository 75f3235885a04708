// Income categories, and how each category affects qualification and averages.
import type { INCOME_CATEGORIES } from '#domain/reports/income-insights.ts';

export type IncomeCategory = (typeof INCOME_CATEGORIES)[number];

/** The categories in which income qualifies even without a regular pay calendar. */
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

/** Categories of income from a public office; a person deals with only one office of each kind. */
const PUBLIC: ReadonlySet<IncomeCategory> = new Set([
  'SOCIAL_SECURITY',
  'VETERAN',
  'UNEMPLOYMENT',
  'CHILD_SUPPORT',
  'TAX_REFUND',
]);
export const isPublic = (category: IncomeCategory): boolean => PUBLIC.has(category);
