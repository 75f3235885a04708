// How names of companies are compared: which words of a name count, and how well a query fits a name. Case, accents,
// punctuation and company forms (Inc, LLC) do not count; each word may have one typing error; while a person is still
// typing, the last word may be unfinished.

/** Words after these do not help to identify a company. */
const WORDS_MAX = 8;
/** In shorter words every letter must be right: too many short words are one letter apart. */
const ERROR_LETTERS_MIN = 3;
/** An unfinished word may have an error if it is long enough to be specific without that letter. */
export const UNFINISHED_ERROR_LETTERS_MIN = 5;
/** A name written as one word may have an error up to this length. */
export const JOINED_ERROR_LETTERS_MAX = 12;

const FILLERS = new Set(['the', 'and']);
const COMPANY_FORMS = new Set(
  'inc incorporated llc llp lllp lp ltd limited corp corporation co cos company companies pllc pc plc na gmbh ag sa nv bv com'.split(
    ' ',
  ),
);
const APOSTROPHES = /['’‘ʼ`´]/g;
const MARKS = /\p{M}/gu;
/** The dot after an initial and the "&" inside a word join letters: U.S. is "us", AT&T is "att". */
const JOINTS = /(?<=(?<![\p{L}\p{N}])\p{L})\.|(?<=[\p{L}\p{N}])&(?=[\p{L}\p{N}])/gu;
/** Letters outside the basic multilingual plane would take two code units each, and no company name uses them. */
const WORD = /(?:(?![\u{10000}-\u{10ffff}])[\p{L}\p{N}])+/gu;
const NUMBER = /^\p{N}+$/u;
const NOT_DIGITS = /\P{N}/gu;

/** The words of a name that count; empty when it has neither letter nor digit. */
export function wordsOf(name: string): string[] {
  const plain = fold(fold(name).replaceAll(JOINTS, ''));
  const all = plain.match(WORD) ?? [];
  const said = all.filter((word) => !FILLERS.has(word)).filter((word, i) => i === 0 || !COMPANY_FORMS.has(word));
  return (said.length > 0 ? said : all).slice(0, WORDS_MAX);
}

/** Must run twice: decomposing a letter may yield a capital, and its lower case may decompose again. */
const fold = (text: string): string =>
  text.replaceAll(APOSTROPHES, '').toLowerCase().normalize('NFKD').replaceAll(MARKS, '');

export const mayHoldError = (word: string): boolean => word.length >= ERROR_LETTERS_MIN && !NUMBER.test(word);

export type NameQuery = {
  readonly words: readonly string[];
  /** The last word may be the beginning of a longer one. */
  readonly is_unfinished: boolean;
};

/** A query that is still being typed: the last word may be unfinished. */
export const whileTyping = (text: string): NameQuery => ({ words: wordsOf(text), is_unfinished: true });
export const wholeName = (text: string): NameQuery => ({ words: wordsOf(text), is_unfinished: false });

export type Fit = {
  /** 0 to 1; 1 when both are the same words. */
  readonly confidence: number;
  /** Every word of the query was found. */
  readonly is_complete: boolean;
};

/** Factors for the same words in another order, or with other spaces. */
const OTHER_ORDER = 0.97;
const OTHER_SPACES = 0.98;
const NEARLY = 0.99;

/**
 * The letters both have in common as a share of all letters of both. A typing error costs one letter; letters of an
 * unfinished word that are not yet typed count as missing.
 */
export function fitOf(query: NameQuery, words: readonly string[]): Fit {
  if (query.words.length === 0 || words.length === 0) return { confidence: 0, is_complete: false };
  if (query.words.join(' ') === words.join(' ')) return { confidence: 1, is_complete: true };
  const [asked, name] = [query.words.join(''), words.join('')];
  const may_differ = Math.max(asked.length, name.length) <= JOINED_ERROR_LETTERS_MAX;
  const joined = lettersInCommon(asked, name, query.is_unfinished, may_differ);
  const { in_common, is_complete, is_in_order } = alignWords(query, words);
  const by_words = in_common * (is_in_order ? 1 : OTHER_ORDER);
  const share = Math.max(by_words, joined * OTHER_SPACES) / (asked.length + name.length);
  return { confidence: Math.min(NEARLY, share), is_complete: is_complete || joined > 0 };
}

/** Pairs each word of the query with the best unpaired word of the name, exact matches before misspelt ones. */
function alignWords({ words: asked, is_unfinished }: NameQuery, words: readonly string[]) {
  const pairs = asked
    .flatMap((word, i) =>
      words.map((other, j) => {
        const in_common = lettersInCommon(word, other, is_unfinished && i === asked.length - 1);
        return { i, j, in_common, missing: word.length + other.length - in_common };
      }),
    )
    .filter(({ in_common }) => in_common > 0)
    .toSorted((a, b) => a.missing - b.missing || a.i - b.i || a.j - b.j);
  const place_of = new Map<number, number>();
  const taken = new Set<number>();
  let in_common = 0;
  for (const pair of pairs) {
    if (place_of.has(pair.i) || taken.has(pair.j)) continue;
    place_of.set(pair.i, pair.j);
    taken.add(pair.j);
    in_common += pair.in_common;
  }
  const places = asked.flatMap((_, i) => place_of.get(i) ?? []);
  const is_in_order = places.every((place, n) => place > (places[n - 1] ?? -1));
  return { in_common, is_complete: place_of.size === asked.length, is_in_order };
}

/** The common letters, counted in both words; 0 when they are not the same word. */
function lettersInCommon(asked: string, word: string, is_unfinished: boolean, may_differ = true): number {
  if (asked === word || (is_unfinished && word.startsWith(asked))) return 2 * asked.length;
  if (!may_differ || !mayHoldError(asked) || !mayHoldError(word)) return 0;
  if (isMisspelt(asked, word)) return asked.length + word.length - 1;
  if (!is_unfinished || asked.length < UNFINISHED_ERROR_LETTERS_MIN) return 0;
  // With a letter too many or too few, the intended beginning is one shorter or longer. The last letters must be equal:
  // a different last letter would belong to another name.
  const starts = [0, 1, -1].map((more) => word.slice(0, asked.length + more));
  const is_start = starts.some((start) => start.at(-1) === asked.at(-1) && isMisspelt(asked, start));
  return is_start ? 2 * asked.length - 1 : 0;
}

/** A different digit is not a typing error: Studio 54 is not Studio 55. */
const isMisspelt = (a: string, b: string): boolean => differByOne(a, b) && digitsOf(a) === digitsOf(b);
const digitsOf = (word: string): string => word.replaceAll(NOT_DIGITS, '');

/** Whether the words are one error apart: a letter too many, too few or wrong, or two neighbours swapped. */
export function differByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1);
  if (i === short.length) return false;
  if (short.slice(i + 1) === long.slice(i + 1)) return true;
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2);
}
