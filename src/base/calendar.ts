// Converts between calendar days, which are 'YYYY-MM-DD' strings, and day numbers (days since 1970-01-01), which are
// used for arithmetic. This file also computes the business days of American banks.
import { Type } from 'typebox';

/** The schema of a day in responses. */
export const CalendarDate = Type.String({ format: 'date', examples: ['2026-03-01'] });

export const SUNDAY = 0;
export const MONDAY = 1;
export const THURSDAY = 4;
export const FRIDAY = 5;
export const SATURDAY = 6;

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const isDate = (text: string): boolean =>
  DATE.test(text) && isCalendarDay(yearOf(text), monthOf(text), dayOfMonth(text));

/** Whether this day exists in the calendar. For example, 2023-02-29 does not exist. Years below 1 are not supported. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}

/** Returns the number of days from 1970-01-01 to the date. Throws if the date does not exist, such as February 30. */
export function toDay(date: string): number {
  if (!isDate(date)) throw new RangeError(`not a calendar day: ${date}`);
  return Date.parse(date) / DAY_MS;
}

// This function uses arithmetic instead of a `Date`, because a payroll formats thousands of days. The arithmetic takes
// 0.2 µs per day; a `Date` takes 0.9 µs. Years are counted from March, so that the leap day is the last day of its
// year.
export function toDate(day: number): string {
  const from_zero = day + DAYS_TO_1970;
  const era = Math.floor(from_zero / DAYS_PER_ERA);
  const into_era = from_zero - era * DAYS_PER_ERA;
  const leap_days = Math.floor(into_era / 1_460) - Math.floor(into_era / 36_524) + Math.floor(into_era / 146_096);
  const year_of_era = Math.floor((into_era - leap_days) / 365);
  const into_year = into_era - (365 * year_of_era + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100));
  const month_from_march = Math.floor((5 * into_year + 2) / 153);
  const month = ((month_from_march + 2) % 12) + 1;
  const year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  return written(year, month, into_year - Math.floor((153 * month_from_march + 2) / 5) + 1);
}

/** The number of days in 400 years, after which the calendar repeats. */
const DAYS_PER_ERA = 146_097;
/** The number of days between 0000-03-01 and 1970-01-01. */
const DAYS_TO_1970 = 719_468;

export const yearOf = (date: string): number => Number(date.slice(0, 4));
export const monthOf = (date: string): number => Number(date.slice(5, 7));
export const dayOfMonth = (date: string): number => Number(date.slice(8, 10));

export const addDays = (date: string, days: number): string => toDate(toDay(date) + days);
export const daysBetween = (from: string, to: string): number => toDay(to) - toDay(from);

/** Returns the same day of the month, `months` months later. If that month is too short, returns its last day. */
export function addMonths(date: string, months: number): string {
  const index = yearOf(date) * 12 + monthOf(date) - 1 + months;
  const last = lastDayOfMonth(written(Math.floor(index / 12), (index % 12) + 1, 1));
  return `${last.slice(0, 8)}${two(Math.min(dayOfMonth(date), dayOfMonth(last)))}`;
}

export function lastDayOfMonth(date: string): string {
  const [year, month] = [yearOf(date), monthOf(date)];
  const next = month === 12 ? written(year + 1, 1, 1) : written(year, month + 1, 1);
  return addDays(next, -1);
}

/** Returns the weekday of a day number: 0 is Sunday, 6 is Saturday. Day 0, 1970-01-01, was a Thursday. */
export const weekdayOfDay = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7;
export const weekdayOf = (date: string): number => weekdayOfDay(toDay(date));

/** Returns the latest day with the given weekday that is not after `date`. */
export const weekdayOnOrBefore = (date: string, weekday: number): string =>
  addDays(date, -((weekdayOf(date) - weekday + 7) % 7));

export const isWeekend = (date: string): boolean => weekdayOf(date) % SATURDAY === 0;

/** Returns the number of weekdays (Monday to Friday) in a range, including both ends. */
export function weekdaysBetween(from: string, until: string): number {
  const [first, last] = [toDay(from), toDay(until)];
  const weeks = Math.max(Math.floor((last - first + 1) / 7), 0);
  let count = weeks * 5;
  for (let day = first + weeks * 7; day <= last; day++) count += weekdayOfDay(day) % SATURDAY === 0 ? 0 : 1;
  return count;
}

export type Holiday = { date: string; name: string };

/**
 * Returns the holidays of the Federal Reserve Banks, in order of date. A holiday on a Sunday is observed on Monday. A
 * holiday on a Saturday is not observed. Juneteenth has been a holiday since 2021.
 */
export function federalReserveHolidays(year: number): Holiday[] {
  const holidays = [
    { name: 'New Year’s Day', date: written(year, 1, 1) },
    { name: 'Martin Luther King, Jr. Day', date: nthWeekday(year, 1, MONDAY, 3) },
    { name: 'Presidents Day', date: nthWeekday(year, 2, MONDAY, 3) },
    { name: 'Memorial Day', date: weekdayOnOrBefore(written(year, 5, 31), MONDAY) },
    { name: 'Juneteenth', date: written(year, 6, 19) },
    { name: 'Independence Day', date: written(year, 7, 4) },
    { name: 'Labor Day', date: nthWeekday(year, 9, MONDAY, 1) },
    { name: 'Columbus Day', date: nthWeekday(year, 10, MONDAY, 2) },
    { name: 'Veterans Day', date: written(year, 11, 11) },
    { name: 'Thanksgiving Day', date: nthWeekday(year, 11, THURSDAY, 4) },
    { name: 'Christmas Day', date: written(year, 12, 25) },
  ];
  return holidays
    .filter(({ name }) => name !== 'Juneteenth' || year >= 2021)
    .map(({ name, date }) => ({ name, date: weekdayOf(date) === SUNDAY ? addDays(date, 1) : date }));
}

export const isBusinessDay = (date: string): boolean => !isWeekend(date) && !holidaysOf(yearOf(date)).has(date);

/** Returns the day itself if banks are open on it. Otherwise returns the last business day before it. */
export function previousBusinessDay(date: string): string {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/** Returns the day itself if banks are open on it. Otherwise returns the first business day after it. */
export function nextBusinessDay(date: string): string {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

// Holidays are cached per year, because a payroll needs the same few years thousands of times.
const holidays = new Map<number, ReadonlySet<string>>();

function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year);
  if (known) return known;
  const made = new Set(federalReserveHolidays(year).map(({ date }) => date));
  holidays.set(year, made);
  return made;
}

function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  const first = written(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number));
const written = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
