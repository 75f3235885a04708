// A calendar's pay days, computed from the three values in an explanation: model, anchor and roll. This code uses
// nothing from the income engine, because it exists to check that engine.
import {
  addDays,
  dayOfMonth,
  isBusinessDay,
  lastDayOfMonth,
  monthOf,
  nextBusinessDay,
  previousBusinessDay,
  toDate,
  toDay,
  weekdayOf,
} from '#base/calendar.ts';

export type Calendar = { model: string; anchor: string; roll: string };

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS_BETWEEN = new Map([
  ['weekly', 7],
  ['biweekly', 14],
  ['four_weekly', 28],
]);
const MONTHS_BETWEEN = new Map([
  ['quarterly', 3],
  ['semi_annual', 6],
  ['annual', 12],
]);
/** An upper bound for the number of consecutive days on which weekends and holidays close the banks. */
const ROLL_DAYS_MAX = 10;

/** The pay days from the day `from` to the day `until`, including these two days, in order. */
export function payDaysOf(calendar: Calendar, from: string, until: string): string[] {
  const period = DAYS_BETWEEN.get(calendar.model);
  const anchor = period === undefined ? 0 : toDay(calendar.anchor.slice(-10));
  const last = toDay(until) + ROLL_DAYS_MAX;
  const days: string[] = [];
  for (let day = toDay(from) - ROLL_DAYS_MAX; day <= last; day++) {
    if (period === undefined ? !isDue(calendar, toDate(day)) : (day - anchor) % period !== 0) continue;
    const paid = rolled(toDate(day), calendar.roll);
    if (paid >= from && paid <= until) days.push(paid);
  }
  return days.toSorted();
}

function isDue({ model, anchor }: Calendar, day: string): boolean {
  if (model === 'daily') return isBusinessDay(day);
  if (model === 'monthly_weekday') return isNthWeekday(anchor, day);
  if (model === 'semi_monthly') return anchor.split(' and ').some((one) => isDayOfMonth(one, day));
  if (model === 'monthly') return isDayOfMonth(anchor, day);
  const months = MONTHS_BETWEEN.get(model);
  const [name, month] = anchor.split(' of ');
  if (months === undefined || name === undefined || month === undefined) throw new Error(`no such calendar: ${model}`);
  return isDayOfMonth(name, day) && (monthOf(day) - 1 - MONTHS.indexOf(month)) % months === 0;
}

/**
 * `name` is `last day`, `last business day`, or a number such as `day 15`. In a month without that day, the month's
 * last day is used.
 */
function isDayOfMonth(name: string, day: string): boolean {
  const wanted = name.startsWith('last') ? 31 : Number(name.replace('day ', ''));
  const number = dayOfMonth(day);
  return number === wanted || (number >= 28 && number < wanted && day === lastDayOfMonth(day));
}

/** `anchor` is `2. Tuesday` or `last Friday`, for example. */
function isNthWeekday(anchor: string, day: string): boolean {
  const [place = '', weekday = ''] = anchor.split(' ');
  if (weekdayOf(day) !== WEEKDAYS.indexOf(weekday)) return false;
  if (place === 'last') return addDays(day, 7) > lastDayOfMonth(day);
  return Math.ceil(dayOfMonth(day) / 7) === Number.parseInt(place, 10);
}

function rolled(day: string, roll: string): string {
  if (roll === 'none') return day;
  return roll === 'previous' ? previousBusinessDay(day) : nextBusinessDay(day);
}
