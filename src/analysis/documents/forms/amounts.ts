// Finds the amounts among the words of one line of a form.

import { parseAmount } from '#analysis/documents/values.ts';
import type { Word } from '#domain/documents/pages.ts';

export type Amount = {
  cents: bigint;
  words: Word[];
  /**
   * Whether the amount has cents, a currency sign or a thousands separator. A number without any of these may be a box
   * number.
   */
  exact: boolean;
};

/** Finds all amounts. A currency sign may be a separate word, and the cents may be in a separate column. */
export function amountsIn(words: readonly Word[]): Amount[] {
  const amounts: Amount[] = [];
  for (let index = 0; index < words.length; ) {
    const found = amountAt(words, index);
    if (found !== undefined && isPlausible(words, index, found)) amounts.push(found);
    index += found?.words.length ?? 1;
  }
  return amounts;
}

const SIGN = /^[$(<–−-]{1,3}$/;
const WHOLE = /^\D{0,3}[\d,]+\.?$/;

export function amountAt(words: readonly Word[], start: number): Amount | undefined {
  let end = start;
  while (end < start + 3 && SIGN.test(words[end]?.text ?? '')) end++;
  const number = words[end];
  if (number === undefined || !/\d/.test(number.text)) return undefined;
  let text = words
    .slice(start, end + 1)
    .map((word) => word.text)
    .join('');
  const next = words[end + 1];
  const gap = next === undefined ? Number.POSITIVE_INFINITY : next.box.left - number.box.right;
  if (next !== undefined && WHOLE.test(number.text) && /^\d{2}$/.test(next.text) && gap < 3 * number.size) {
    text = `${text.replace(/\.$/, '')}.${next.text}`;
    end++;
  } else if (next !== undefined && /^[)>]$|^-$/.test(next.text) && gap < number.size) {
    text += next.text;
    end++;
  }
  const clean = cleanAmount(text);
  const cents = clean.length <= LENGTH_MAX ? parseAmount(clean) : undefined;
  if (cents === undefined) return undefined;
  return { cents, words: words.slice(start, end + 1), exact: /[$,]|\.\d\d/.test(clean) };
}

/** Parses a text that is one amount. `-0-` stands for zero. */
export function amountIn(text: string): bigint | undefined {
  const clean = cleanAmount(text.replaceAll(/\s/g, ''));
  if (clean === '-0-') return 0n;
  return clean.length <= LENGTH_MAX ? parseAmount(clean) : undefined;
}

/**
 * A text with more characters than this is treated as an account number. The largest amounts on forms have ten digits
 * before the decimal point.
 */
const LENGTH_MAX = 20;

/**
 * Removes the characters that programs print around amounts: leading dots and asterisks, and a decimal point without
 * cents.
 */
const cleanAmount = (text: string): string =>
  text
    .replace(/^[.*_…]+(?=[$(\d-])/, '')
    .replace(/[.*]+$/, '')
    .replace(/[–−]/g, '-')
    .replace('<', '(')
    .replace('>', ')');

/**
 * Rejects numbers that are not amounts. An amount directly before a word is part of a sentence. A number without cents,
 * currency sign or separator may be a box number if it has one or two digits or follows a word.
 */
function isPlausible(words: readonly Word[], start: number, { cents, exact, words: { length } }: Amount): boolean {
  const [first, last] = [words[start], words[start + length - 1]];
  const [before, after] = [words[start - 1], words[start + length]];
  if (touches(last, after) && /[a-z]{2}/i.test(after?.text ?? '')) return false;
  if (exact) return true;
  if (cents !== 0n && cents < 10_000n && cents > -10_000n) return false;
  const isText = (word: Word | undefined) => /[a-z0-9]/i.test(word?.text ?? '');
  return !(touches(before, first) && isText(before)) && !(touches(last, after) && isText(after));
}

/** Whether the gap between two words of a line is at most a space. */
export const touches = (left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && right.box.left - left.box.right < 0.6 * right.size;
