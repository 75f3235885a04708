// Calendar months are represented as consecutive numbers: the number of the next month is the month's number plus one.
import { toDay } from '#base/calendar.ts';

/** The first days of all months, from January 1970 to the year after the last supported year. */
const STARTS: Int32Array = Int32Array.from({ length: 12 * 133 }, (_, month) => {
  const year = 1970 + Math.floor(month / 12);
  return toDay(`${year}-${String((month % 12) + 1).padStart(2, '0')}-01`);
});
const DAYS_PER_MONTH = 30.436_875;

export const monthStart = (month: number): number => STARTS[month] ?? 0;
export const monthEnd = (month: number): number => monthStart(month + 1) - 1;

export function monthOfDay(day: number): number {
  let month = Math.floor(day / DAYS_PER_MONTH);
  while (monthStart(month + 1) <= day) month++;
  while (month > 0 && monthStart(month) > day) month--;
  return month;
}

/**
 * The given day of a month. If the month has no such day, its last day is returned, so 31 always means the last day.
 */
export const dayInMonth = (month: number, day: number): number =>
  Math.min(monthStart(month) + day - 1, monthEnd(month));

/**
 * The day number of a valid 'YYYY-MM-DD'. The date is not validated again, because this function runs for every row of
 * a report.
 */
export function dayOf(date: string): number {
  const month = (digits(date, 0, 4) - 1970) * 12 + digits(date, 5, 7) - 1;
  return monthStart(month) + digits(date, 8, 10) - 1;
}

function digits(text: string, from: number, until: number): number {
  let value = 0;
  for (let at = from; at < until; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
