// Reads the policy number and the dates between which the policy is in force.

import { datesIn, dateText, periodIn } from '#analysis/documents/dates-in-text.ts';
import { type Accept, firstLabelled } from '#analysis/documents/labelled-values.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import { daysBetween } from '#base/calendar.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

const NUMBER_LABELS = [
  'policy number',
  'policy no',
  'policy num',
  'policy nbr',
  'policy id',
  'declarations number',
  'contract number',
  'your policy number',
  'policy',
];
const START_LABELS = [
  'policy effective date',
  'effective date of policy',
  'effective date',
  'policy period from',
  'policy effective',
  'effective from',
  'coverage effective',
  'inception date',
  'policy begins',
  'start date',
  'term begins',
  'policy start',
  'effective',
  'begins on',
  'from',
  'begins',
];
const END_LABELS = [
  'policy expiration date',
  'policy period to',
  'expiration date',
  'expiry date',
  'policy expiration',
  'policy expires',
  'policy ends',
  'end date',
  'term ends',
  'policy end',
  'expiration',
  'expires',
  'expires on',
  'to',
];

/** The term of a policy is between a few weeks and three years long. */
const DAYS_MIN = 20;
const DAYS_MAX = 1_100;

export function policyNumberField(rows: readonly TextRow[]): Field | undefined {
  const found = firstLabelled(rows, NUMBER_LABELS, policyNumber);
  return found === undefined ? undefined : fieldOf(found.value, found.words, found.page, 'label');
}

/**
 * Accepts capital letters, digits and dashes in up to five groups, with at least four digits in all. A date is not a
 * policy number.
 */
const policyNumber: Accept<string> = (words) => {
  const start = words.findIndex(({ text }) => !/^(?:[#:]|no\.?:?|number:?|is)$/i.test(text));
  const rest = start < 0 ? [] : words.slice(start);
  const end = rest.findIndex(({ text }) => !/^[A-Z0-9][A-Z0-9./-]*,?$/.test(text));
  const own = rest.slice(0, Math.min(end < 0 ? rest.length : end, 5));
  const value = textOf(own).replace(/,$/, '');
  const digits = value.replace(/\D/g, '').length;
  return digits < 4 || datesIn(value).length > 0 ? undefined : { value, words: own };
};

export function termFields(rows: readonly TextRow[]): Record<string, Field | undefined> {
  const whole = wholeTerm(rows, true);
  const start = firstLabelled(rows, START_LABELS, firstDate);
  const end = firstLabelled(rows, END_LABELS, firstDate);
  if (whole === undefined && (start === undefined || end === undefined)) {
    const anywhere = wholeTerm(rows, false);
    if (anywhere !== undefined) return anywhere;
  }
  if (whole !== undefined) return whole;
  return {
    effective_date: start && fieldOf(start.value, start.words, start.page, 'label'),
    expiration_date: end && fieldOf(end.value, end.words, end.page, 'label'),
  };
}

/**
 * Finds a text that has both dates. If `labelled` is set, words such as `Policy period` must be above this text or
 * beside it.
 */
function wholeTerm(rows: readonly TextRow[], labelled: boolean): Record<string, Field> | undefined {
  for (const [index, row] of rows.entries()) {
    const near = `${rows[index - 1]?.text ?? ''} ${row.text}`;
    if (labelled && !/\bperiod\b|\bterm\b|\beffective\b/i.test(near)) continue;
    for (const words of [...row.segments.map((segment) => segment.words), row.words]) {
      const period = periodIn(textOf(words));
      const days = period === undefined ? 0 : daysBetween(period.start, period.end);
      if (period === undefined || days < DAYS_MIN || days > DAYS_MAX) continue;
      return {
        effective_date: fieldOf(period.start, words, row.page, 'label'),
        expiration_date: fieldOf(period.end, words, row.page, 'label'),
      };
    }
  }
  return undefined;
}

/** Accepts a date that has a year and begins within the first seven characters of the text. */
const firstDate: Accept<string> = (words: Word[]) => {
  const found = datesIn(textOf(words))[0];
  if (found?.year === undefined || found.index > 6) return undefined;
  const value = dateText(found.year, found.month, found.day);
  return value === undefined ? undefined : { value, words };
};
