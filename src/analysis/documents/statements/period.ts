// Finds the period of a statement, and the years of dates that are printed without a year.

import { datesIn, dateText, type FoundDate, type Period, periodIn } from '#analysis/documents/dates-in-text.ts';
import { type Accept, firstLabelled } from '#analysis/documents/labelled-values.ts';
import { withSlashes } from '#analysis/documents/lost-slashes.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import { addDays, daysBetween } from '#base/calendar.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

export type PeriodFields = { period_start?: Field; period_end?: Field };

const START_LABELS = [
  'period beginning',
  'period start',
  'period begins',
  'statement start date',
  'statement period start',
  'beginning date',
  'start date',
  'opening date',
  'statement from',
  'date from',
  'from date',
  'statement begin date',
  'from',
];
const END_LABELS = [
  'period ending',
  'period end',
  'period ends',
  'statement end date',
  'statement period end',
  'statement ending date',
  'statement closing date',
  'ending date',
  'end date',
  'closing date',
  'statement through',
  'statement to',
  'date to',
  'to date',
  'statement ending',
  'statement date',
  'statement as of',
  'through',
  'to',
];
/** The maximum number of days that a statement covers; longer periods belong to rates or offers. */
const DAYS_MAX = 400;

/** Returns the period, from a text with both dates or from two labelled dates. */
export function periodFields(rows: readonly TextRow[]): PeriodFields {
  const whole = wholePeriod(rows, (text) => text) ?? wholePeriod(rows.filter(isScanned), withSlashes);
  if (whole !== undefined) return whole;
  const start = firstLabelled(rows, START_LABELS, fullDate);
  const end = firstLabelled(rows, END_LABELS, fullDate);
  const from_balances = { start: balanceDate(rows, 'beginning'), end: balanceDate(rows, 'ending') };
  const period_start =
    start === undefined ? from_balances.start : fieldOf(start.value, start.words, start.page, 'label');
  const period_end = end === undefined ? from_balances.end : fieldOf(end.value, end.words, end.page, 'label');
  return {
    ...(period_start === undefined ? {} : { period_start }),
    ...(period_end === undefined ? {} : { period_end }),
  };
}

/**
 * Finds both dates in one text. Texts with a label such as `Statement period` are preferred; a period in a sentence is
 * the last choice.
 */
function wholePeriod(rows: readonly TextRow[], readable: (text: string) => string): PeriodFields | undefined {
  let best: { rank: number; fields: PeriodFields } | undefined;
  for (const [index, row] of rows.entries()) {
    for (const words of [...row.segments.map((segment) => segment.words), row.words]) {
      const period = periodIn(readable(textOf(words)));
      if (period === undefined || daysBetween(period.start, period.end) > DAYS_MAX) continue;
      const near = `${rows[index - 1]?.text ?? ''} ${row.text}`;
      const labelled = /\bperiod\b|\bstatement\b|\bcycle\b|\bactivity\b/i.test(near);
      const rank = (labelled ? 0 : 2) + (words.length > 14 ? 1 : 0);
      if (best === undefined || rank < best.rank) best = { rank, fields: fieldsOf(period, words, row.page) };
    }
  }
  return best?.fields;
}

const fieldsOf = ({ start, end }: Period, words: readonly Word[], page: number): PeriodFields => ({
  period_start: fieldOf(start, words, page, 'label'),
  period_end: fieldOf(end, words, page, 'label'),
});

const isScanned = ({ words }: { words: readonly Word[] }): boolean => words.some(({ confidence }) => confidence < 1);

const fullDate: Accept<string> = (words) => {
  const text = isScanned({ words }) ? withSlashes(textOf(words)) : textOf(words);
  const found = datesIn(text)[0];
  if (found === undefined || found.year === undefined || found.index > 3) return undefined;
  const value = dateText(found.year, found.month, found.day);
  return value === undefined ? undefined : { value, words };
};

/** Finds the date in a text such as `Beginning balance on January 1, 2026`. */
function balanceDate(rows: readonly TextRow[], which: 'beginning' | 'ending'): Field | undefined {
  const label =
    which === 'beginning' ? /\b(?:beginning|opening|starting) balance\b/i : /\b(?:ending|closing) balance\b/i;
  for (const row of rows) {
    for (const { text, words } of row.segments) {
      const found = label.test(text) ? datesIn(text)[0] : undefined;
      const value = found?.year === undefined ? undefined : dateText(found.year, found.month, found.day);
      if (value !== undefined) return fieldOf(value, words, row.page, 'label', 0.8);
    }
  }
  return undefined;
}

/** A transaction may be posted a few days before or after the period. */
const SLACK_DAYS = 20;

/**
 * Adds the missing year to a date: the year that puts the date in the period. If no year does, the year that puts the
 * date closest to the period is used.
 */
export function resolveDate({ year, month, day }: FoundDate, period: Period | undefined): string | undefined {
  if (year !== undefined) return dateText(year, month, day);
  if (period === undefined) return undefined;
  const years = [Number(period.start.slice(0, 4)), Number(period.end.slice(0, 4))];
  const dates = [...years, (years[0] ?? 0) - 1, (years[1] ?? 0) + 1].flatMap(
    (each) => dateText(each, month, day) ?? [],
  );
  const distance = (date: string) =>
    date < period.start ? daysBetween(date, period.start) : date > period.end ? daysBetween(period.end, date) : 0;
  const nearest = dates.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= SLACK_DAYS ? nearest : undefined;
}

/**
 * Returns the period that is used to find years. If only one end is known, the period is assumed to be the 35 days
 * before or after that end.
 */
export function knownPeriod({ period_start, period_end }: PeriodFields): Period | undefined {
  const [start, end] = [period_start?.value, period_end?.value];
  if (typeof start === 'string' && typeof end === 'string') return start <= end ? { start, end } : undefined;
  if (typeof end === 'string') return { start: addDays(end, -35), end };
  return typeof start === 'string' ? { start, end: addDays(start, 35) } : undefined;
}
