// Compares payers' names. Banks truncate names at sixteen characters and vary their spelling.
import { differByOne } from '#domain/connections/company-names.ts';

/**
 * The number of name comparisons that a report may use for one purpose. A person has a few hundred payers, which need a
 * few thousand comparisons. When the limit is reached, a payer that was not compared stays separate from the other
 * payers, and the explanation of this payer lists the limit.
 */
export const COMPARISONS_MAX = 40_000;

/**
 * Two names with at least this similarity are treated as the same name. Two groups of deposits whose payers have the
 * same name are merged if their amounts are similar and their deposits rarely fall on the same days (income/groups.ts).
 * If the groups share a company id and have the same category, a lower similarity is enough, and amounts and days are
 * not compared.
 */
export const SAME_NAME = 0.85;
/** The minimum length of a truncated name; shorter prefixes match too many names. */
const PREFIX_LETTERS_MIN = 5;
const WORD_PREFIX_LETTERS_MIN = 3;
const WORD_ERROR_LETTERS_MIN = 5;
const WHOLE_ERROR_LETTERS_MIN = 8;

/** The similarity of two names, from 0 to 1. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [a.join(''), b.join('')];
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= PREFIX_LETTERS_MIN && long.startsWith(short)) return 0.95;
  if (short.length >= WHOLE_ERROR_LETTERS_MIN && differByOne(short, long)) return 0.9;
  const alike = Math.max(sharedWords(a, b), sharedPairs(one, other));
  return a.length > 2 && b.length > 2 && haveSameBeginning(a, b) ? Math.max(alike, SAME_NAME) : alike;
}

/**
 * If the first two words are equal and have eight or more letters together, they identify a payer, regardless of what a
 * bank prints after them.
 */
const haveSameBeginning = ([first = '', second = '']: readonly string[], b: readonly string[]): boolean =>
  first === b[0] && second === b[1] && first.length + second.length >= 8;

/** The Dice coefficient of the two lists of words. */
function sharedWords(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let shared = 0;
  for (const word of a) {
    const at = left.findIndex((other) => isSameWord(word, other, a.length > 1 && b.length > 1));
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length);
}

/**
 * `may_be_cut` allows one word to be a truncated form of the other word. It is true only if both names have further
 * words.
 */
function isSameWord(a: string, b: string, may_be_cut: boolean): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (may_be_cut && short.length >= WORD_PREFIX_LETTERS_MIN && long.startsWith(short)) return true;
  return short.length >= WORD_ERROR_LETTERS_MIN && differByOne(short, long);
}

/** The Dice coefficient of the letter pairs of `a` and `b`. */
function sharedPairs(a: string, b: string): number {
  if (a.length < 2 || b.length < 2) return 0;
  const left = new Map<string, number>();
  for (let at = 0; at < a.length - 1; at++) {
    const pair = a.slice(at, at + 2);
    left.set(pair, (left.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < b.length - 1; at++) {
    const pair = b.slice(at, at + 2);
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length - 2);
}
