// Finds the amounts in a row of a statement, with their printed signs.

import { parseExactAmount } from '#analysis/documents/values.ts';
import type { Box, Word } from '#domain/documents/pages.ts';
import { boxAround } from '#domain/documents/pages.ts';

export type Sign = '+' | '-' | 'CR' | 'DR' | '';
/**
 * An amount as printed: its absolute value in cents, its sign, and its words, which are `words[from]` to
 * `words[to - 1]`.
 */
export type Amount = { cents: bigint; sign: Sign; words: Word[]; box: Box; from: number; to: number };

const BEFORE = /^(?:[-+−–]?\$|[-+−–]|\(\$?|\$\(|[-+−–]\s?\$)$/;
const AFTER = /^(?:CR|DR|[-−–+]|\))$/i;
/** The maximum distance between a plus, minus or currency sign and its digits, in font heights. */
const SIGN_GAP = 1.2;

/**
 * Returns all amounts with two decimals among the words. A plus, minus or currency sign that is a separate word is
 * included.
 */
export function amountsIn(words: readonly Word[]): Amount[] {
  const known = amounts_of.get(words);
  if (known !== undefined) return known;
  const found = findAmounts(words);
  amounts_of.set(words, found);
  return found;
}

/** Caches the amounts of each row, because they are needed several times. */
const amounts_of = new WeakMap<readonly Word[], Amount[]>();

function findAmounts(words: readonly Word[]): Amount[] {
  const found: Amount[] = [];
  for (const [index, word] of words.entries()) {
    const lost_point = pointLost(word);
    if (lost_point === undefined && !/\d?\.\d{2}\D{0,3}$/.test(word.text)) continue;
    let [from, to] = [index, index + 1];
    while (from > (found.at(-1)?.to ?? 0) && BEFORE.test(words[from - 1]?.text ?? '') && isNear(words, from - 1))
      from--;
    if (AFTER.test(words[to]?.text ?? '') && isNear(words, to - 1) && !isBeforeAmount(words, to)) to++;
    const own = words.slice(from, to);
    const amount = lost_point ?? parseSigned(own.map(({ text }) => text).join('')) ?? parseSigned(word.text);
    if (amount !== undefined)
      found.push({ ...amount, words: own, box: boxAround(own.map(({ box }) => box)), from, to });
  }
  return found;
}

/**
 * Returns the amount of a word that has a currency sign but no decimal point. Every amount of a statement has cents, so
 * OCR must have lost the decimal point.
 */
function pointLost({ text, confidence }: Word): { cents: bigint; sign: Sign } | undefined {
  if (confidence === 1 || !/^[-−–(+]?\$\d{1,3}(?:,?\d{3})*,?\d{2}[-)]?$/.test(text) || !/\$\d{3,}|,\d{5}/.test(text))
    return undefined;
  return parseSigned(text.replace(/(\d\d)([-)]?)$/, '.$1$2').replace(',.', '.'));
}

/**
 * Whether a minus between two amounts belongs to the second amount, because the minus is nearer to the second amount
 * than to the first.
 */
function isBeforeAmount(words: readonly Word[], index: number): boolean {
  const [before, sign, after] = [words[index - 1], words[index], words[index + 1]];
  if (before === undefined || sign === undefined || after === undefined) return false;
  return BEFORE.test(sign.text) && after.box.left - sign.box.right < sign.box.left - before.box.right;
}

function isNear(words: readonly Word[], index: number): boolean {
  const [left, right] = [words[index], words[index + 1]];
  return left !== undefined && right !== undefined && right.box.left - left.box.right <= SIGN_GAP * right.size;
}

/**
 * Parses `-12.00`, `12.00-`, `(12.00)`, `+$12.00` and `12.00 CR`; returns undefined if the text is not exactly one
 * amount.
 */
export function parseSigned(text: string): { cents: bigint; sign: Sign } | undefined {
  const clean = text.replace(/[−–]/g, '-').replace(/\s/g, '');
  const suffix = /(CR|DR)$/i.exec(clean)?.[1]?.toUpperCase();
  const body = suffix === undefined ? clean : clean.slice(0, -2);
  const plus = /^\$?\+|\+$/.test(body);
  const cents = parseExactAmount(body.replace(/^\$\((.*)\)$/, '($1)').replace(/\+/g, ''));
  if (cents === undefined) return undefined;
  if (suffix === 'CR' || suffix === 'DR') return { cents: cents < 0n ? -cents : cents, sign: suffix };
  if (cents < 0n || /^\(|^\$?-|-$/.test(body)) return { cents: cents < 0n ? -cents : cents, sign: '-' };
  return { cents, sign: plus ? '+' : '' };
}

/** Returns the amount with its printed sign; an amount without a sign is positive. */
export const signedCents = ({ cents, sign }: { cents: bigint; sign: Sign }): bigint =>
  sign === '-' || sign === 'DR' ? -cents : cents;
