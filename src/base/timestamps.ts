// Timestamps as the contract writes them: whole seconds, UTC, `YYYY-MM-DDTHH:MM:SSZ`.

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/;

export function toTimestamp(date: Date): string {
  // A page shows the same moment many times, and writing one out is dear.
  const ms = date.getTime();
  if (last.ms !== ms) last = { ms, text: `${date.toISOString().slice(0, 19)}Z` };
  return last.text;
}

let last = { ms: Number.NaN, text: '' };

/** ISO 8601 with any offset (none counts as UTC, a bare date as its midnight); undefined when it is no such thing. */
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
  // Not Date.UTC, which takes the year 26 for 1926.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour ?? 0, minute ?? 0, second ?? 0, ms);
  return new Date(date.getTime() - offset);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `YYYY-MM-DD`, a day that is in the calendar. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Whether such a day is in the calendar: 2023-02-29 is not. Years below 1 are not ours to keep. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}
