// Timestamps in the API's format: whole seconds, UTC, `YYYY-MM-DDTHH:MM:SSZ`.
import { isCalendarDay } from './calendar.ts';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/;

export function toTimestamp(date: Date): string {
  // The last result is cached, because a page shows the same timestamp many times and formatting a timestamp is
  // expensive.
  const ms = date.getTime();
  if (last.ms !== ms) last = { ms, text: `${date.toISOString().slice(0, 19)}Z` };
  return last.text;
}

let last = { ms: Number.NaN, text: '' };

/**
 * Parses an ISO 8601 string with any UTC offset. A string without an offset is in UTC. A date without a time means
 * midnight at the start of that day. Returns undefined if the string is invalid.
 */
export function parseTimestamp(text: string): Date | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const [sign, offsetHours, offsetMinutes] = [match[7], Number(match[8] ?? 0), Number(match[9] ?? 0)];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59 || offsetHours > 23 || offsetMinutes > 59) {
    return undefined;
  }
  if (!isCalendarDay(year, month, day)) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -60_000 : 60_000);
  const fraction = /[.,](\d{1,9})/.exec(text)?.[1];
  const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
  const date = new Date(0);
  // `Date.UTC` is not used, because it reads the year 26 as 1926.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0, ms);
  return new Date(date.getTime() - offset);
}
