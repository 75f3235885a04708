// Prior probabilities of calendars. If several calendars fit a small number of deposits, the priors decide. For
// example, the 15th and the last day of the month are a likelier pair of pay days than the 14th and the 30th.
import { FRIDAY, THURSDAY, weekdayOfDay } from '#base/calendar.ts';
import type { Roll } from './business-days.ts';
import { type Calendar, type CalendarModel, LAST_DAY } from './calendars.ts';

/** The share of each calendar model among American payrolls; `monthly_weekday` includes Social Security. */
const MODELS: Record<CalendarModel, number> = {
  daily: 0.01,
  weekly: 0.24,
  biweekly: 0.38,
  four_weekly: 0.01,
  semi_monthly: 0.18,
  monthly: 0.13,
  monthly_weekday: 0.04,
  quarterly: 0.005,
  semi_annual: 0.005,
  annual: 0.005,
};

const ROLL: Record<Roll, number> = { previous: 0.6, next: 0.25, none: 0.15 };

/**
 * For common pairs of days of the month, the share of all semi-monthly pay that is paid on these two days. The rest is
 * spread evenly over all other pairs.
 */
const PAIRS = new Map([
  ['15,31', 0.35],
  ['1,15', 0.2],
  ['5,20', 0.1],
  ['10,25', 0.08],
  ['15,30', 0.05],
  ['1,16', 0.04],
  ['7,22', 0.04],
]);
const OTHER_PAIR = 0.14 / 120;

const MONTH_DAYS = new Map([
  [LAST_DAY, 0.2],
  [1, 0.17],
  [15, 0.08],
  [3, 0.05],
]);
const OTHER_MONTH_DAY = 0.5 / 27;

export const logPrior = (calendar: Calendar): number =>
  Math.log(MODELS[calendar.model] * ROLL[calendar.roll] * shareOf(calendar));

function shareOf(calendar: Calendar): number {
  switch (calendar.model) {
    case 'weekly':
      return weekdayShare(calendar.phase);
    case 'biweekly':
      return weekdayShare(calendar.phase) / 2;
    case 'four_weekly':
      return weekdayShare(calendar.phase) / 4;
    case 'semi_monthly':
      return PAIRS.get(calendar.days.join(',')) ?? OTHER_PAIR;
    case 'monthly':
      return MONTH_DAYS.get(calendar.day) ?? OTHER_MONTH_DAY;
    case 'monthly_weekday':
      return 1 / 25;
    default:
      return 1;
  }
}

function weekdayShare(day: number): number {
  const weekday = weekdayOfDay(day);
  if (weekday === FRIDAY) return 0.5;
  if (weekday === THURSDAY) return 0.2;
  return weekday % 6 === 0 ? 0.01 : 0.09;
}
