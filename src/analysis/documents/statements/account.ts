// Reads the last digits of the account number.

import { type Accept, firstLabelled } from '#analysis/documents/labelled-values.ts';
import { fieldOf, type TextRow } from '#analysis/documents/text-rows.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

export const ACCOUNT_LABELS = [
  'account number ending in',
  'account number ending',
  'account number',
  'account ending in',
  'account ending',
  'account no',
  'account num',
  'account nbr',
  'acct number',
  'acct no',
  'acct num',
  'acct ending in',
  'primary account number',
  'primary account',
  'checking account number',
  'savings account number',
  'checking account',
  'savings account',
  'account',
  'acct',
  'a/c',
  'ending in',
  'ending with',
  'suffix',
];

/** Matches one part of an account number: digits, or the letters, dots and asterisks that replace digits. */
const PART = /^[(#]?(?:[xX*•●·.…_-]*\d[\d-]*|[xX*•●·.…_-]+|[xX*•●\d-]+)\)?,?$/;
const DIGITS_MIN = 4;
const PARTS_MAX = 6;

export function accountField(rows: readonly TextRow[]): Field | undefined {
  const labelled = firstLabelled(rows, ACCOUNT_LABELS, accountDigits);
  if (labelled !== undefined) return fieldOf(labelled.value, labelled.words, labelled.page, 'label');
  return maskedNumber(rows);
}

/** Accepts the number at the beginning of the words; `#` and `ending in` may be before it. */
export const accountDigits: Accept<string> = (words) => {
  const { digits, parts } = numberAt(words);
  return digits.length < DIGITS_MIN ? undefined : { value: digits.slice(-4), words: parts };
};

/**
 * Accepts the rest of an account number that OCR read incompletely: too few digits for an account number, but enough to
 * find out which of several known numbers it is.
 */
export const remainingDigits: Accept<string> = (words) => {
  const { digits, parts } = numberAt(words);
  const is_damaged = digits.length >= REMAINING_MIN && digits.length < DIGITS_MIN;
  return is_damaged && parts.every(({ confidence }) => confidence < 1) ? { value: digits, words: parts } : undefined;
};
const REMAINING_MIN = 2;

function numberAt(words: readonly Word[]): { digits: string; parts: Word[] } {
  const start = words.findIndex(({ text }) => !/^(?:[#:]|no\.?|number:?|ending|in|is|with)$/i.test(text));
  const parts = leadingParts(start < 0 ? [] : words.slice(start));
  return { digits: parts.map(({ text }) => text.replace(/\D/g, '')).join(''), parts };
}

function leadingParts(words: readonly Word[]): Word[] {
  const end = words.findIndex(({ text }) => !PART.test(text) || /^\d+\.\d{2}$/.test(text));
  return words.slice(0, Math.min(end < 0 ? words.length : end, PARTS_MAX));
}

/** Finds a masked number without a label, such as `xxxxxx1234` or `...1234`. */
function maskedNumber(rows: readonly TextRow[]): Field | undefined {
  for (const row of rows) {
    const apart = row.segments.find(({ text }) => /^[xX*•●.…]{2,}[ -]?\d{4}$/.test(text));
    if (apart !== undefined) return fieldOf(apart.text.slice(-4), apart.words, row.page, 'label', 0.9);
    const word = row.words.find(({ text }) => /^[(#]?(?:[xX*•●]{2,}|\.{3}|…)[xX*•●-]*\d{4}[),]?$/.test(text));
    if (word !== undefined) return fieldOf(word.text.replace(/\D/g, ''), [word], row.page, 'label', 0.8);
  }
  return undefined;
}
