// An income source's monthly forecast.
import { toDate } from '#base/calendar.ts';
import { divideRounded } from '#base/money.ts';
import { idsOf, totalOf } from './averages.ts';
import { CALENDARS } from './calendars/calendars.ts';
import type { Fit } from './calendars/fit.ts';
import { monthEnd, monthOfDay, monthStart } from './calendars/months.ts';
import { type Figure, figure } from './figures.ts';
import { levelsOf, WEIGHTING } from './levels.ts';
import { payPeriodsOf } from './pay-periods.ts';
import { statusOf } from './status.ts';
import type { Stream } from './streams.ts';

const RECENT_MONTHS = 3;
const LONG_MONTHS = 12;

export function monthlyForecast(stream: Stream, as_of: number, average: bigint): Figure<bigint> {
  const status = statusOf(stream, as_of);
  if (status.status === 'INACTIVE') return figure(0n, 'forecast.ended', status);
  if (stream.category === 'TAX_REFUND') return figure(0n, 'forecast.one-off', { ...status });
  const { fit } = stream.rhythm;
  return fit === null ? irregularForecast(stream, as_of, average) : regularForecast(stream, fit, as_of);
}

/**
 * The forecast for regular pay: the current pay level times the number of pay days per year, divided by twelve. Bonuses
 * are left out, because no further bonuses are expected.
 */
function regularForecast(stream: Stream, fit: Fit, as_of: number): Figure<bigint> {
  const { periods_per_year } = CALENDARS[fit.calendar.model];
  const { days, amounts, credits, beside } = payPeriodsOf(stream);
  const { steps, level, method, bonuses } = levelsOf(amounts);
  const value = divideRounded(BigInt(level) * BigInt(periods_per_year), 12n);
  return figure(value, method === 'after-step' ? 'forecast.level-after-step' : 'forecast.level-weighted', {
    ...statusOf(stream, as_of),
    level: BigInt(level),
    // The deposits of each pay day since the pay level last changed.
    pay_days: credits.slice(steps.at(-1) ?? 0).map(idsOf),
    levels_from: steps.map((step) => dateOf(days[step])),
    ...(method === 'weighted' ? WEIGHTING : {}),
    bonus_inside: idsOf(bonuses.flatMap((at) => credits[at] ?? [])),
    bonus_alone: idsOf(beside),
    periods_per_year,
    months_per_year: 12,
  });
}

const dateOf = (day: number | undefined): string | null => (day === undefined ? null : toDate(day));

/**
 * The mean of two monthly averages: one over the last 3 full months and one over the last 12 full months. If there are
 * fewer full months of data, an average covers only the months that exist. If there is no full month, the forecast is
 * the historical monthly average.
 */
function irregularForecast(stream: Stream, as_of: number, average: bigint): Figure<bigint> {
  const { credits } = stream;
  const status = statusOf(stream, as_of);
  const first = monthOfDay((credits[0]?.day ?? 0) - 1) + 1;
  const last = monthOfDay(as_of + 1) - 1;
  const available = last - first + 1;
  if (available < 1) {
    return figure(average, 'forecast.average', { ...status, historical_average_monthly_income: average });
  }
  const within = (months: number) => {
    const [from, until] = [monthStart(last - months + 1), monthEnd(last)];
    return credits.filter(({ day }) => day >= from && day <= until);
  };
  const [recent_months, long_months] = [Math.min(RECENT_MONTHS, available), Math.min(LONG_MONTHS, available)];
  const [recent, long] = [within(recent_months), within(long_months)];
  const value = divideRounded(
    totalOf(recent) * BigInt(long_months) + totalOf(long) * BigInt(recent_months),
    BigInt(2 * recent_months * long_months),
  );
  return figure(value, 'forecast.recent-and-year', {
    ...status,
    recent_months,
    recent_transactions: idsOf(recent),
    long_months,
    long_transactions: idsOf(long),
  });
}
