// Parses dates in the notations that files use. Each function returns an ISO date, or undefined if the text is not a
// date.
import { daysBetween, isCalendarDay } from '#base/calendar.ts';

/** Parses `YYYYMMDD`. */
export function dateOf8(text: string): string | undefined {
  return /^\d{8}$/.test(text) ? dateOf(Number(text.slice(0, 4)), text.slice(4)) : undefined;
}

/** Parses `YYMMDD`. These formats have existed since the 1980s, so a year from 80 on is in the twentieth century. */
export function dateOf6(text: string): string | undefined {
  return /^\d{6}$/.test(text) ? dateOf(fullYear(text), text.slice(2)) : undefined;
}

/**
 * Parses the `YYMMDD` of a value date. Some banks compute interest with months of 30 days, so a value date may be
 * February 29 or 30 in any year. Such a date is returned as the last day of February.
 */
export function valueDateOf6(text: string): string | undefined {
  const date = dateOf6(text);
  if (date !== undefined || !/^\d{2}02(?:29|30)$/.test(text)) return date;
  return dateOf(fullYear(text), '0229') ?? dateOf(fullYear(text), '0228');
}

/**
 * Parses `MMDD` without a year. Returns the day nearest to the given date. This day may be in the year before or after
 * the year of the given date.
 */
export function dateNear(text: string, date: string): string | undefined {
  if (!/^\d{4}$/.test(text)) return undefined;
  const year = Number(date.slice(0, 4));
  const distance = (day: string) => Math.abs(daysBetween(date, day));
  return [year - 1, year, year + 1]
    .map((year) => dateOf(year, text))
    .filter((day) => day !== undefined)
    .toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Parses `YYYY-MM-DD`, optionally with a time and a time zone. The day is not converted to another time zone. */
export function dateOfIso(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  return year === undefined ? undefined : dateOf(Number(year), `${month}${day}`);
}

const fullYear = (text: string): number => Number(text.slice(0, 2)) + (text >= '80' ? 1900 : 2000);

function dateOf(year: number, month_and_day: string): string | undefined {
  const [month, day] = [month_and_day.slice(0, 2), month_and_day.slice(2)];
  if (!isCalendarDay(year, Number(month), Number(day))) return undefined;
  return `${String(year).padStart(4, '0')}-${month}-${day}`;
}
