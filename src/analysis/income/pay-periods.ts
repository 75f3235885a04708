// A regular stream's deposits by pay day, and the deposits that belong to no pay day.
import { assign } from './calendars/alignment.ts';
import { CALENDARS, payDays } from './calendars/calendars.ts';
import type { Credit } from './credits.ts';
import type { PayCheck } from './gross.ts';
import { isWageAccess, type Stream } from './streams.ts';

export type PayPeriods = {
  /** The days of the deposits that have a pay day, in order. */
  days: number[];
  amounts: number[];
  credits: Credit[][];
  /** Deposits that belong to no pay day, such as a separate bonus. */
  beside: Credit[];
};

/**
 * Wages that are paid out early are assigned to the next pay day, because they would otherwise have been paid on that
 * day. If no pay day follows, they are assigned to the latest pay day.
 */
export function payPeriodsOf({ rhythm: { fit, since }, days, credits }: Stream): PayPeriods {
  const periods: PayPeriods = { days: [], amounts: [], credits: [], beside: [] };
  if (fit === null) return periods;
  const { tolerance_days } = CALENDARS[fit.calendar.model];
  const kept = days.filter((day) => day >= since);
  const slots = payDays(fit.calendar, since - tolerance_days, (kept.at(-1) ?? since) + tolerance_days);
  const period_of = new Map<number, number>();
  for (const [at, slot] of assign(slots, kept, tolerance_days).entries()) {
    const day = kept[at];
    if (day === undefined || slot < 0) continue;
    period_of.set(day, periods.days.length);
    periods.days.push(day);
    periods.amounts.push(0);
    periods.credits.push([]);
  }
  for (const credit of credits) {
    if (credit.day < since) continue;
    const early = isWageAccess(credit) ? periodAfter(periods.days, credit.day) : undefined;
    const period = period_of.get(credit.day) ?? early;
    const members = period === undefined ? undefined : periods.credits[period];
    if (period === undefined || members === undefined) {
      periods.beside.push(credit);
      continue;
    }
    members.push(credit);
    periods.amounts[period] = (periods.amounts[period] ?? 0) + credit.cents;
  }
  return periods;
}

function periodAfter(days: readonly number[], day: number): number | undefined {
  if (days.length === 0) return undefined;
  const at = days.findIndex((pay_day) => pay_day >= day);
  return at < 0 ? days.length - 1 : at;
}

/**
 * Returns the data of a usual pay check: the average deposit to this account, the numbers of deposits and pay days, and
 * the part of the same pay check that is deposited to other accounts.
 */
export function payCheckOf(
  { credits, rhythm: { fit, since }, days }: Stream,
  avg_deposit_amount: bigint,
  paid_elsewhere: bigint,
): PayCheck {
  const deposits = credits.filter(({ day }) => day >= since).length;
  return { avg_deposit_amount, deposits, pay_days: Math.max(fit?.hits ?? days.length, 1), paid_elsewhere };
}
