// Formats values for people: amounts, dates, durations, ids and names.
import type { Locale } from '../shared/session.ts';
import { showMoney } from '../shared/words.ts';

const REGION: Record<Locale, string> = { en: 'en-US', es: 'es-US' };

export const money = (amount: string | null | undefined): string =>
  amount === null || amount === undefined ? '–' : showMoney(amount);

/** Formats a timestamp in the reader's time zone. The year is shown only if it is not the current year. */
export function moment(locale: Locale, timestamp: string, now = new Date()): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  return new Intl.DateTimeFormat(REGION[locale], {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  }).format(at);
}

/** A date has no time zone, so it is formatted in UTC. */
export function day(locale: Locale, date: string | null | undefined): string {
  if (date === null || date === undefined) return '–';
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return date;
  return new Intl.DateTimeFormat(REGION[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

export const month = (locale: Locale, date: string): string =>
  new Intl.DateTimeFormat(REGION[locale], { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(new Date(date));

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * Formats a time relative to now, for example `3 hours ago` or `in 2 days`. A difference of less than a minute is shown
 * as `now`.
 */
export function since(locale: Locale, timestamp: string, now = new Date()): string {
  const seconds = (new Date(timestamp).getTime() - now.getTime()) / 1_000;
  const format = new Intl.RelativeTimeFormat(REGION[locale], { numeric: 'auto' });
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

export const count = (locale: Locale, number: number): string => new Intl.NumberFormat(REGION[locale]).format(number);

export const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** The beginning of an id. It is long enough to distinguish the ids on one page. */
export const shortId = (id: string): string => (id.length > 12 ? id.slice(0, 8) : id);

export function fullName(person: { first_name?: string | null; last_name?: string | null }): string | null {
  const name = [person.first_name, person.last_name].filter((part) => (part ?? '') !== '').join(' ');
  return name === '' ? null : name;
}
