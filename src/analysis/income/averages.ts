// An income source's averages: per deposit, and per month between its first and last deposit.
import { toDate } from '#base/calendar.ts';
import { divideRounded, sum } from '#base/money.ts';
import { CALENDARS, payDays } from './calendars/calendars.ts';
import { type Fit, medianGap } from './calendars/fit.ts';
import { monthEnd, monthOfDay, monthStart } from './calendars/months.ts';
import { withoutOutliers } from './calendars/statistics.ts';
import type { Credit } from './credits.ts';
import { type Figure, figure } from './figures.ts';
import type { Stream } from './streams.ts';

const YEAR_DAYS = 366;
const FULL_MONTHS_MIN = 2;
/**
 * The maximum median gap between deposits for which an average over full months is used. If the gap is longer, many
 * months are empty, and an average over full months would miss a deposit.
 */
const SPARSE_GAP_DAYS = 45;
/** The average number of days in a month, in ten-thousandths of a day. */
const MONTH_DAYS = 304_375n;
const TEN_THOUSAND = 10_000n;
/**
 * The minimum number of days with deposits, and the minimum span in days. Below either minimum, the frequency of the
 * deposits is unknown. If the span is also shorter than `MONTH_DAYS_WHOLE`, the total is treated as one month's income
 * and is not extrapolated.
 */
const PACE_DAYS_MIN = 3;
const PACE_SPAN_DAYS_MIN = 14;
const MONTH_DAYS_WHOLE = 31;

export const idsOf = (credits: readonly Credit[]): string[] => credits.map(({ transaction }) => transaction.id);
export const totalOf = (credits: readonly Credit[]): bigint =>
  sum(credits.map(({ transaction }) => transaction.amount_cents));

/**
 * The mean of all deposits except the outliers. A bonus is an outlier, so it does not raise the amount of the usual pay
 * check.
 */
export function averageDeposit(credits: readonly Credit[]): Figure<bigint> {
  const kept = withoutOutliers(credits.map(({ cents }) => cents)).flatMap((at) => credits[at] ?? []);
  const is_kept = new Set(kept);
  const left_out = credits.filter((credit) => !is_kept.has(credit));
  const rule = credits.length >= 8 ? 'deposit.mean-within-quartile-fence' : 'deposit.mean-within-median-deviations';
  return figure(divideRounded(totalOf(kept), BigInt(kept.length)), rule, {
    transactions: idsOf(kept),
    left_out: idsOf(left_out),
  });
}

export function monthlyAverage(stream: Stream): Figure<bigint> {
  const { fit } = stream.rhythm;
  if (stream.category === 'TAX_REFUND') return yearlyAverage(stream);
  return fit === null || isOtherRhythm(stream) ? irregularAverage(stream) : regularAverage(stream, fit);
}

/**
 * Whether a calendar change also changed the interval between pay days. If only the weekday changed, the result is
 * false, and the average still includes the earlier pay days.
 */
function isOtherRhythm({ days, rhythm: { is_changed, since, gap_days } }: Stream): boolean {
  return is_changed && Math.abs(gap_days - medianGap(days.filter((day) => day >= since))) > 1;
}

/** Pay days without a deposit are included in the average, because a missed pay day means less income. */
function regularAverage({ credits, days }: Stream, fit: Fit): Figure<bigint> {
  const { periods_per_year } = CALENDARS[fit.calendar.model];
  const total = totalOf(credits);
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  // The first or the last deposit may have come too late to match a pay day, which is common for rent payments. The pay
  // day nearest to this deposit is counted nevertheless.
  const first_pay_day = Math.min(fit.first_pay_day, nearestPayDay(fit, first));
  const last_pay_day = Math.max(fit.last_pay_day, nearestPayDay(fit, last));
  const pay_days_expected = payDays(fit.calendar, first_pay_day, last_pay_day).length;
  const value = divideRounded(total * BigInt(periods_per_year), BigInt(pay_days_expected) * 12n);
  return figure(value, 'average.by-pay-days', {
    total_amount: total,
    first_pay_day: toDate(first_pay_day),
    last_pay_day: toDate(last_pay_day),
    pay_days_expected,
    periods_per_year,
    months_per_year: 12,
  });
}

/**
 * Returns the pay day that is nearest to `day`. If two pay days are equally near, it returns the earlier pay day,
 * because deposits are late more often than early.
 */
function nearestPayDay({ calendar }: Fit, day: number): number {
  // Half the interval between two pay days, plus a week. The week is added because a pay day may have been moved to a
  // business day.
  const reach = Math.ceil(YEAR_DAYS / CALENDARS[calendar.model].periods_per_year / 2) + 7;
  const near = payDays(calendar, day - reach, day + reach);
  return near.reduce((best, one) => (Math.abs(one - day) < Math.abs(best - day) ? one : best), near[0] ?? day);
}

function irregularAverage({ credits, days, rhythm: { gap_days } }: Stream): Figure<bigint> {
  const [first, last] = [credits[0]?.day ?? 0, credits.at(-1)?.day ?? 0];
  const [from, until] = [monthOfDay(first - 1) + 1, monthOfDay(last + 1) - 1];
  const full_months = until - from + 1;
  if (full_months >= FULL_MONTHS_MIN && gap_days <= SPARSE_GAP_DAYS) {
    const [start, end] = [monthStart(from), monthEnd(until)];
    const within = credits.filter(({ day }) => day >= start && day <= end);
    return figure(divideRounded(totalOf(within), BigInt(full_months)), 'average.by-full-months', {
      transactions: idsOf(within),
      full_months,
    });
  }
  const total = totalOf(credits);
  const has_pace = days.length >= PACE_DAYS_MIN && last - first >= PACE_SPAN_DAYS_MIN;
  if (!has_pace && last - first < MONTH_DAYS_WHOLE) {
    return figure(total, 'average.one-month', {
      total_amount: total,
      deposit_days: days.length,
      deposit_days_min: PACE_DAYS_MIN,
      span_days: last - first,
      span_days_min: PACE_SPAN_DAYS_MIN,
    });
  }
  const half_days = 2 * (last - first) + Math.round(2 * Math.max(gap_days, 1));
  const value = divideRounded(total * 2n * MONTH_DAYS, BigInt(half_days) * TEN_THOUSAND);
  return figure(value, 'average.by-days', { total_amount: total, days: half_days / 2, days_per_month: 30.4375 });
}

/** The tax refunds of a calendar year are treated as income of that whole year, regardless of their dates. */
function yearlyAverage({ credits }: Stream): Figure<bigint> {
  const years = new Set(credits.map(({ transaction }) => transaction.date.slice(0, 4))).size;
  const total = totalOf(credits);
  return figure(divideRounded(total, BigInt(years) * 12n), 'average.by-years', { total_amount: total, years });
}
