// How names of companies are compared: which words of a name count, and how well a query fits a name. Case, accents,
// punctuation and company forms (Inc, LLC) do not count; each word may hold one typing error; the last word of
// somebody who is still typing may be unfinished.

/** Words beyond these say nothing about which company it is. */
const WORDS_MAX = 8;
/** In shorter words every letter must be right: of those, half the dictionary is one error apart. */
const ERROR_LETTERS_MIN = 3;
/** An unfinished word may hold an error when it is long enough to mean something without that letter. */
export const UNFINISHED_ERROR_LETTERS_MIN = 5;
/** A name written as one word may hold an error up to this length. */
export const JOINED_ERROR_LETTERS_MAX = 12;

const FILLERS = new Set(['the', 'and']);
const COMPANY_FORMS = new Set(
  'inc incorporated llc llp lllp lp ltd limited corp corporation co cos company companies pllc pc plc na gmbh ag sa nv bv com'.split(
    ' ',
  ),
);
const APOSTROPHES = /['’‘ʼ`´]/g;
const MARKS = /\p{M}/gu;
/** The dot of an initial and the "&" inside a word hold letters together: U.S. is "us", AT&T is "att". */
const JOINTS = /(?<=(?<![\p{L}\p{N}])\p{L})\.|(?<=[\p{L}\p{N}])&(?=[\p{L}\p{N}])/gu;
/** Letters beyond the basic plane would take two places each, and no company bears them. */
const WORD = /(?:(?![\u{10000}-\u{10ffff}])[\p{L}\p{N}])+/gu;
const NUMBER = /^\p{N}+$/u;
const NOT_DIGITS = /\P{N}/gu;

/** The words of a name that count; none when it has neither letter nor digit. */
export function wordsOf(name: string): string[] {
  const plain = fold(fold(name).replaceAll(JOINTS, ''));
  const all = plain.match(WORD) ?? [];
  const said = all.filter((word) => !FILLERS.has(word)).filter((word, i) => i === 0 || !COMPANY_FORMS.has(word));
  return (said.length > 0 ? said : all).slice(0, WORDS_MAX);
}

/** To be done twice: taking a letter apart may bring up a capital, and a small letter may come apart again. */
const fold = (text: string): string =>
  text.replaceAll(APOSTROPHES, '').toLowerCase().normalize('NFKD').replaceAll(MARKS, '');

export const mayHoldError = (word: string): boolean => word.length >= ERROR_LETTERS_MIN && !NUMBER.test(word);

export type NameQuery = {
  readonly words: readonly string[];
  /** The last word may be the beginning of one. */
  readonly is_unfinished: boolean;
};

/** What somebody types: shown what fits while the last word may not be at its end. */
export const whileTyping = (text: string): NameQuery => ({ words: wordsOf(text), is_unfinished: true });
export const wholeName = (text: string): NameQuery => ({ words: wordsOf(text), is_unfinished: false });

export type Fit = {
  /** 0 to 1; 1 when both are the same words. */
  readonly confidence: number;
  /** Every word of the query was found. */
  readonly is_complete: boolean;
};

/** Words in another order, or written together, are a little less than the same. */
const OTHER_ORDER = 0.97;
const OTHER_SPACES = 0.98;
const NEARLY = 0.99;

/**
 * The letters both have in common as a share of all letters of both. A typing error costs one letter; of an
 * unfinished word the letters not yet typed are missing.
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

/** Gives each word of the query the best word of the name that no other has got: right ones before wrong ones. */
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

/** Of both words together; 0 when they are not the same word. */
function lettersInCommon(asked: string, word: string, is_unfinished: boolean, may_differ = true): number {
  if (asked === word || (is_unfinished && word.startsWith(asked))) return 2 * asked.length;
  if (!may_differ || !mayHoldError(asked) || !mayHoldError(word)) return 0;
  if (isMisspelt(asked, word)) return asked.length + word.length - 1;
  if (!is_unfinished || asked.length < UNFINISHED_ERROR_LETTERS_MIN) return 0;
  // With a letter too many or too few, the beginning it stands for is one shorter or longer. Both end alike: a wrong
  // last letter would be a letter of another name.
  const starts = [0, 1, -1].map((more) => word.slice(0, asked.length + more));
  const is_start = starts.some((start) => start.at(-1) === asked.at(-1) && isMisspelt(asked, start));
  return is_start ? 2 * asked.length - 1 : 0;
}

/** A digit is no typing error: Studio 54 is not Studio 55. */
const isMisspelt = (a: string, b: string): boolean => differByOne(a, b) && digitsOf(a) === digitsOf(b);
const digitsOf = (word: string): string => word.replaceAll(NOT_DIGITS, '');

/** Whether one error makes one word into the other: a letter too many, too few or wrong, or two neighbours swapped. */
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
