// Days as ISO text, and the days on which United States banks move money.

/** A day, written `2026-03-09`. Days compare correctly as text. */
export type Day = string;

const DAY_MS = 86_400_000;

export const addDays = (day: Day, days: number): Day => dayOf(timeOf(day) + days * DAY_MS);

export const daysBetween = (from: Day, to: Day): number => Math.round((timeOf(to) - timeOf(from)) / DAY_MS);

/** The weekday as a number. 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(timeOf(day)).getUTCDay();

export const dayOfMonth = (day: Day): number => Number(day.slice(8, 10));

export const yearOf = (day: Day): number => Number(day.slice(0, 4));

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;

export const lastOfMonth = (day: Day): Day => addDays(nextMonth(day), -1);

export const endOfYear = (day: Day): Day => `${day.slice(0, 4)}-12-31`;

/** The first day of the following month. */
export function nextMonth(day: Day): Day {
  return firstOfMonth(addDays(firstOfMonth(day), 31));
}

/** The day with the number `day` in the month that contains `month`. If this month has fewer days, its last day. */
export function inMonth(month: Day, day: number): Day {
  const last = dayOfMonth(lastOfMonth(month));
  return `${month.slice(0, 8)}${String(Math.min(day, last)).padStart(2, '0')}`;
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dayOf(timeOf(text)) === text;

/** The day in UTC at the given time. */
export const dayAt = (now: Date): Day => now.toISOString().slice(0, 10);

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidaysOf(yearOf(day)).has(day);
}

/** The day itself, or the nearest business day before it. */
export function businessDayUpTo(day: Day): Day {
  let found = day;
  while (!isBusinessDay(found)) found = addDays(found, -1);
  return found;
}

/** The day itself, or the nearest business day after it. */
export function businessDayFrom(day: Day): Day {
  let found = day;
  while (!isBusinessDay(found)) found = addDays(found, 1);
  return found;
}

/** Adds business days: one business day after a Friday is the following Monday. */
export function addBusinessDays(day: Day, days: number): Day {
  let found = day;
  for (let left = days; left > 0; left--) found = businessDayFrom(addDays(found, 1));
  return found;
}

/** The nth occurrence of the given weekday in a month. A negative number counts from the end of the month. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  if (nth < 0) {
    const last = lastOfMonth(first);
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7) + 7 * (nth + 1));
  }
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

const holidays = new Map<number, ReadonlySet<Day>>();

/**
 * The holidays of the Federal Reserve banks. A holiday on a Sunday moves to Monday; a holiday on a Saturday does not
 * move.
 */
function holidaysOf(year: number): ReadonlySet<Day> {
  const known = holidays.get(year);
  if (known !== undefined) return known;
  const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'].map((date) => `${year}-${date}`);
  const made = new Set([
    ...fixed.map((day) => (weekdayOf(day) === 0 ? addDays(day, 1) : day)),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 5, 1, -1),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    nthWeekday(year, 11, 4, 4),
  ]);
  holidays.set(year, made);
  return made;
}

/**
 * Caches of conversions in both directions. A history asks for the same few thousand days again and again, and without
 * the caches a sixth of its time would be spent on converting them.
 */
const times = new Map<Day, number>();
const days = new Map<number, Day>();
const KEPT_MAX = 50_000;

function timeOf(day: Day): number {
  const known = times.get(day);
  if (known !== undefined) return known;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (times.size >= KEPT_MAX) times.clear();
  times.set(day, time);
  return time;
}

function dayOf(time: number): Day {
  const known = days.get(time);
  if (known !== undefined) return known;
  const day = new Date(time).toISOString().slice(0, 10);
  if (days.size >= KEPT_MAX) days.clear();
  days.set(time, day);
  return day;
}
