// Spans of days, with their published notation: `2m_l0` is two months that end zero months before the cutoff date. A
// month is thirty days and twelve months are 365 days, so that a span has the same length on every day of the year.
import type { Window } from '#analysis/assets/movements.ts';

export const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

/**
 * The spans that the published attributes use. `0m_l0` is not a span of days but the state at the end of the cutoff
 * date.
 */
export const PERIODS = {
  '0m_l0': { months: 0, months_before: 0 },
  '1m_l0': { months: 1, months_before: 0 },
  '2m_l0': { months: 2, months_before: 0 },
  '3m_l0': { months: 3, months_before: 0 },
  '3m_l3': { months: 3, months_before: 3 },
  '6m_l0': { months: 6, months_before: 0 },
  '12m_l0': { months: 12, months_before: 0 },
} as const;
export type Period = keyof typeof PERIODS;

/** The length, in days, of the longest span. Income is computed only from transactions in the longest span. */
export const DAYS_MAX = YEAR_DAYS;

export const daysIn = (period: Period): number => {
  const { months } = PERIODS[period];
  return months === 12 ? YEAR_DAYS : months * MONTH_DAYS;
};

export function spanOf(period: Period, cutoff: number): Window {
  const until = cutoff - PERIODS[period].months_before * MONTH_DAYS;
  return { from: until - Math.max(daysIn(period), 1) + 1, until };
}

/**
 * The latest day on which the data of a span may begin. Data rarely begins on the first day of a span, because banks
 * return whole months and people do not make payments every day. So up to a tenth of a span may be missing at its
 * start; if more is missing, the span has no values.
 */
export const knownByDay = (period: Period, cutoff: number): number =>
  spanOf(period, cutoff).from + Math.floor(daysIn(period) / 10);

/**
 * The months of a span, earliest first. A month has 30 days, so the first five of a year's 365 days belong to no month.
 */
export function monthsIn(period: Period, cutoff: number): Window[] {
  const { until } = spanOf(period, cutoff);
  const { months } = PERIODS[period];
  return Array.from({ length: months }, (_, at) => {
    const end = until - (months - 1 - at) * MONTH_DAYS;
    return { from: end - MONTH_DAYS + 1, until: end };
  });
}
