// The days on which a regular event happens.
import {
  addDays,
  businessDayFrom,
  businessDayUpTo,
  type Day,
  daysBetween,
  firstOfMonth,
  inMonth,
  lastOfMonth,
  nextMonth,
  nthWeekday,
  yearOf,
} from './calendar.ts';
import type { Rhythm } from './life.ts';

/**
 * A cache of the days on which a regular event falls, by month. Computing a history checks every day, so without the
 * cache the same month would be computed repeatedly.
 */
const known = new WeakMap<Rhythm, Map<string, ReadonlySet<Day>>>();

/**
 * Returns true if the event happens on this day. If a nominal day is not a business day, the event happens on the day
 * to which it is moved.
 */
export function fallsOn(rhythm: Rhythm, day: Day): boolean {
  const months = known.get(rhythm) ?? new Map<string, ReadonlySet<Day>>();
  known.set(rhythm, months);
  const month = day.slice(0, 7);
  const days = months.get(month) ?? new Set(nominalAround(rhythm, day).map((nominal) => movedTo(rhythm, nominal)));
  months.set(month, days);
  return days.has(day);
}

/** The nominal days of a rhythm in order, from `from` to `until`. */
export function nominalBetween(rhythm: Rhythm, from: Day, until: Day): Day[] {
  const found: Day[] = [];
  for (let month = firstOfMonth(from); month <= until; month = nextMonth(month)) {
    found.push(...nominalOfMonth(rhythm, month).filter((day) => day >= from && day <= until));
  }
  return found;
}

export function movedTo(rhythm: Rhythm, nominal: Day): Day {
  if (rhythm.roll === 'none') return nominal;
  return rhythm.roll === 'before' ? businessDayUpTo(nominal) : businessDayFrom(nominal);
}

/**
 * The nominal days in the month of `day` and in both neighbouring months, because a move to a business day may change
 * the month.
 */
function nominalAround(rhythm: Rhythm, day: Day): Day[] {
  const first = firstOfMonth(day);
  return [addDays(first, -1), first, nextMonth(first)].flatMap((month) => nominalOfMonth(rhythm, month));
}

function nominalOfMonth(rhythm: Rhythm, month: Day): Day[] {
  switch (rhythm.every) {
    case 'month':
      return [inMonth(month, rhythm.on)];
    case 'half_month':
      return rhythm.on.map((day) => inMonth(month, day));
    case 'month_by_weekday':
      return [nthWeekday(yearOf(month), Number(month.slice(5, 7)), rhythm.weekday, rhythm.nth)];
    case 'year':
      return Number(month.slice(5, 7)) === rhythm.month ? [inMonth(month, rhythm.on)] : [];
    case 'week':
    case 'two_weeks':
      return everyFew(rhythm.first, rhythm.every === 'week' ? 7 : 14, firstOfMonth(month), lastOfMonth(month));
  }
}

function everyFew(first: Day, step: number, from: Day, until: Day): Day[] {
  const days: Day[] = [];
  const steps = Math.max(0, Math.ceil(daysBetween(first, from) / step));
  for (let day = addDays(first, steps * step); day <= until; day = addDays(day, step)) days.push(day);
  return days;
}
