// Joins amounts that OCR split at the decimal point. In typewriter fonts the point has a whole column to itself. So OCR
// often misses the point and reads `5,459 86` instead of `5,459.86`.
import type { Word } from '#domain/documents/pages.ts';
import { boxAround } from '#domain/documents/pages.ts';

/**
 * Matches the whole part of an amount, or a number that may be one. The number is certainly an amount if it has a
 * currency sign, a minus, a comma or a decimal point.
 */
const WHOLE = /^[-–(+]?\$?[-–]?\d{1,3}(?:,?\d{3})*\.?$/;
const MARKED = /[-–($,.]/;
/** Matches an amount without its last digit, which OCR read as a separate word. */
const TENTHS = /^[-–(+]?\$?[-–]?\d{1,3}(?:,?\d{3})*\.\d$/;
const DIGIT_GAP = 0.45;
const CENTS = /^\.?\d{2}[-–)]?$/;
/**
 * The maximum gap before the cents, in font heights. A point with the space around it is at most as wide as a digit.
 */
const CENTS_GAP = 0.95;
/**
 * The minimum distance to other text, in font heights. A number that is nearer is assumed to belong to the other text.
 */
const APART_GAP = 1.2;
/** The maximum difference between the baselines of words in one line, as a share of the font height. */
const BASELINE_SPREAD = 0.25;

export function withWholeAmounts(words: readonly Word[]): Word[] {
  const joined = new Map<Word, Word | undefined>();
  for (const word of words) {
    if (!WHOLE.test(word.text) && !TENTHS.test(word.text)) continue;
    const cents = rightOf(word, words);
    if (cents === undefined || !isRest(word, cents)) continue;
    const after = rightOf(cents, words);
    if (after !== undefined && gapOf(cents, after) < APART_GAP * cents.size) continue;
    const before = leftOf(word, words);
    if (before !== undefined && !MARKED.test(word.text) && gapOf(before, word) < APART_GAP * word.size) continue;
    joined.set(cents, undefined);
    joined.set(word, {
      ...word,
      text: TENTHS.test(word.text)
        ? `${word.text}${cents.text}`
        : `${word.text.replace(/\.$/, '')}.${cents.text.replace(/^\./, '')}`,
      box: boxAround([word.box, cents.box]),
      confidence: Math.min(word.confidence, cents.confidence),
    });
  }
  if (joined.size === 0) return [...words];
  return words.flatMap((word) => (joined.has(word) ? (joined.get(word) ?? []) : word));
}

/** Whether the second word is the missing end of the amount. The end is the cents, or the last digit of the cents. */
function isRest(word: Word, rest: Word): boolean {
  if (TENTHS.test(word.text)) return /^\d[-–)]?$/.test(rest.text) && gapOf(word, rest) <= DIGIT_GAP * word.size;
  // In typewriter fonts, the size of a word with few letters is measured too small. So the gap is compared with the
  // larger of the sizes of the two words.
  return CENTS.test(rest.text) && gapOf(word, rest) <= CENTS_GAP * Math.max(word.size, rest.size);
}

const gapOf = (left: Word, right: Word): number => right.box.left - left.box.right;

const isBeside = (a: Word, b: Word): boolean =>
  a !== b && Math.abs(a.box.bottom - b.box.bottom) <= BASELINE_SPREAD * Math.max(a.size, b.size);

const rightOf = (word: Word, words: readonly Word[]): Word | undefined =>
  words
    .filter((other) => isBeside(word, other) && other.box.left >= word.box.right - 1)
    .reduce<Word | undefined>(
      (best, other) => (best === undefined || other.box.left < best.box.left ? other : best),
      undefined,
    );

const leftOf = (word: Word, words: readonly Word[]): Word | undefined =>
  words
    .filter((other) => isBeside(word, other) && other.box.right <= word.box.left + 1)
    .reduce<Word | undefined>(
      (best, other) => (best === undefined || other.box.right > best.box.right ? other : best),
      undefined,
    );
