// Computes the keys under which a company is indexed, and the keys that a query looks up. A word's keys are the word
// itself and, if the word is long enough for typing errors (`mayHoldError`), the word with any one letter removed. Two
// such words that differ by one typing error (an extra letter, a missing letter, a wrong letter or two swapped letters)
// always share a key. It is therefore enough to look up equal keys. Afterwards, company-names.ts decides which of the
// companies found really match.
import { type Identifiers, identifierKeys } from './company-identifiers.ts';
import {
  JOINED_ERROR_LETTERS_MAX,
  mayHoldError,
  type NameQuery,
  UNFINISHED_ERROR_LETTERS_MIN,
} from './company-names.ts';

/**
 * The number of letters at the beginning of a word that are indexed. All further letters are ignored, so that even a
 * long word has at most nine keys.
 */
const WORD_LETTERS = 8;
/**
 * The number of indexed letters of a name that is written as one word. It is larger than `WORD_LETTERS`, because
 * otherwise all names with the same long first word would share their keys.
 */
const JOINED_LETTERS = 24;
/** The prefix of the keys for a company name that is written as one word. No word of a name contains this character. */
const JOINED = '=';

/** A key to look up. If `is_start` is true, longer keys with this prefix also match. */
export type Term = { readonly key: string; readonly is_start: boolean };
export type Condition = Term | { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] };

/** All index keys of a company. The list may contain duplicates; no key contains a space. */
export const companyKeys = (words: readonly string[], identifiers: Identifiers): string[] => [
  ...words.flatMap(wordKeys),
  ...joinedKeys(words.join('')),
  ...identifierKeys(identifiers),
];

/**
 * The condition for names that contain all words of the query exactly as the query spells them, or that contain the
 * same words written as one word.
 */
export const asWritten = (query: NameQuery): Condition =>
  namesWith(query, (keys, is_start) => ({ key: keys[0] ?? '', is_start }));

/**
 * The condition for names that contain all words of the query, with at most one typing error per word. Names that
 * contain the same words written as one word, with at most one typing error, also meet the condition.
 */
export const withErrors = (query: NameQuery): Condition => namesWith(query, anyOf);

/**
 * The condition for names that contain the first word of the query, or any two adjacent words of the query. Returns
 * `undefined` for a query of one word.
 */
export function withWordsMissing(query: NameQuery): Condition | undefined {
  const words = eachWord(query);
  const [first] = words;
  if (first === undefined || words.length === 1) return undefined;
  const pairs = words.slice(1, -1).map((word, i) => ({ all: [word, words[i + 2] ?? word] }));
  return { any: [first, ...pairs] };
}

/** One condition per word of the query; the more conditions a name meets, the better it matches. */
export const eachWord = (query: NameQuery): Condition[] => wordConditions(query, anyOf);

type Choose = (keys: readonly string[], is_start: boolean, length: number) => Condition;

const anyOf: Choose = (keys, is_start, length) => ({
  any: keys.map((key, i) => ({ key, is_start: is_start && (i === 0 || length >= UNFINISHED_ERROR_LETTERS_MIN) })),
});

function namesWith(query: NameQuery, choose: Choose): Condition {
  const joined = query.words.join('');
  const as_one = choose(joinedKeys(joined), query.is_unfinished && joined.length < JOINED_LETTERS, joined.length);
  return { any: [{ all: wordConditions(query, choose) }, as_one] };
}

/**
 * A single letter at the end of an unfinished query matches too many names, so it is looked up only if it is the whole
 * query.
 */
function wordConditions({ words, is_unfinished }: NameQuery, choose: Choose): Condition[] {
  const specific = is_unfinished && words.length > 1 && words.at(-1)?.length === 1 ? words.slice(0, -1) : words;
  return specific.map((word, i) => {
    const is_start = is_unfinished && i === words.length - 1 && word.length < WORD_LETTERS;
    return choose(wordKeys(word), is_start, word.length);
  });
}

const wordKeys = (word: string): string[] => keysOf('', word.slice(0, WORD_LETTERS), mayHoldError(word));

const joinedKeys = (name: string): string[] =>
  keysOf(JOINED, name.slice(0, JOINED_LETTERS), name.length <= JOINED_ERROR_LETTERS_MAX && mayHoldError(name));

/**
 * Returns the word itself. If the word may contain a typing error, also returns one variant for each letter of the
 * word. In each variant, one letter is removed.
 */
function keysOf(mark: string, word: string, may_hold_error: boolean): string[] {
  const keys = [mark + word];
  for (let i = 0; may_hold_error && i < word.length; i++) keys.push(mark + word.slice(0, i) + word.slice(i + 1));
  return keys;
}
