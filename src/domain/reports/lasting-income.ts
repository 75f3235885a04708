// Which income is expected to recur. Browser code imports this file, so it contains no schemas.
import type { INCOME_CATEGORIES } from './income-insights.ts';

const NOT_AVERAGED: ReadonlySet<(typeof INCOME_CATEGORIES)[number]> = new Set(['TAX_REFUND', 'CASH_DEPOSIT']);

/**
 * Whether income of this category is included in the averages and forecasts of the summary. Income that is not expected
 * to recur is included only in the totals.
 */
export const isAveraged = (category: (typeof INCOME_CATEGORIES)[number]): boolean => !NOT_AVERAGED.has(category);
