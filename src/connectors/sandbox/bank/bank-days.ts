// The days on which money moves: which days are business days, and which days belong to a schedule.
import { isBusinessDay, monthOf, toDate, toDay, weekdayOfDay, yearOf } from '#base/calendar.ts';
import type { Rhythm, Roll } from '#connectors/sandbox/lives/bank-life.ts';
import { randomOf } from '#connectors/sandbox/lives/random.ts';

// A cache that stores for each day whether it is a business day. Computing a sample person's data checks the days of
// the same two years many times. `isBusinessDay` takes twenty times as long as a lookup in this cache.
const open = new Map<number, boolean>();

export function isOpen(day: number): boolean {
  const known = open.get(day);
  if (known !== undefined) return known;
  const holds = isBusinessDay(toDate(day));
  open.set(day, holds);
  return holds;
}

/**
 * Returns the day itself if it is a business day. Otherwise, returns the next or the previous business day, depending
 * on `roll`.
 */
export function rolled(day: number, roll: Roll): number {
  let to = day;
  while (!isOpen(to)) to += roll === 'next' ? 1 : -1;
  return to;
}

/** Returns the n-th business day after a day. */
export function businessDaysAfter(day: number, n: number): number {
  let to = day;
  for (let left = n; left > 0; left--) to = rolled(to + 1, 'next');
  return to;
}

const DAY_MS = 86_400_000;

// A month is represented as a number (year * 12 + month - 1), because loops over a schedule pass through hundreds of
// months and numbers are fast.
export const monthOfDate = (date: string): number => yearOf(date) * 12 + monthOf(date) - 1;
export const firstDay = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
export const lastDay = (month: number): number => firstDay(month + 1) - 1;

/** Returns the given day of a month, or the month's last day if the month is shorter. */
export const dayInMonth = (month: number, day: number): number => Math.min(firstDay(month) + day - 1, lastDay(month));

/** The months from the month of `from` to the month of `until`, both included. */
export function monthsBetween(from: number, until: number): number[] {
  const first = monthOfDate(toDate(from));
  const last = monthOfDate(toDate(until));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** `nominal` is the scheduled day; `day` is the day on which the money moves. */
export type Occasion = { nominal: number; day: number };

/**
 * The maximum number of days between a scheduled day and the business day on which the money moves, plus one day of
 * margin.
 */
export const ROLL_DAYS_MAX = 5;

/**
 * Returns the occasions of the schedule `rhythm`, oldest first. The `day` of each occasion lies between `from` and
 * `until`, both included.
 */
export function occasionsOf(rhythm: Rhythm, from: number, until: number, ...words: string[]): Occasion[] {
  const occasions: Occasion[] = [];
  if (rhythm.every === 'so often') {
    for (let day = from; day <= until; day++) {
      if (isOpen(day) && randomOf(...words, String(day)).chance(rhythm.percent)) occasions.push({ nominal: day, day });
    }
    return occasions;
  }
  for (const nominal of nominalDays(rhythm, from - ROLL_DAYS_MAX, until + ROLL_DAYS_MAX)) {
    const day = rolled(nominal, rhythm.roll);
    if (day >= from && day <= until) occasions.push({ nominal, day });
  }
  return occasions;
}

function nominalDays(rhythm: Exclude<Rhythm, { every: 'so often' }>, from: number, until: number): number[] {
  if (rhythm.every === 'weeks' || rhythm.every === 'days') {
    const step = rhythm.every === 'weeks' ? rhythm.weeks * 7 : rhythm.days;
    const into = (((from - toDay(rhythm.anchor)) % step) + step) % step;
    const days: number[] = [];
    for (let day = into === 0 ? from : from + step - into; day <= until; day += step) days.push(day);
    return days;
  }
  const months = monthsBetween(from, until);
  if (rhythm.every === 'year') {
    return months.filter((month) => month % 12 === rhythm.month - 1).map((month) => dayInMonth(month, rhythm.day));
  }
  return months.map((month) => {
    if ('day' in rhythm) return dayInMonth(month, rhythm.day);
    const first = firstDay(month);
    return first + ((rhythm.weekday - weekdayOfDay(first) + 7) % 7) + (rhythm.nth - 1) * 7;
  });
}
