// How company names are compared: which words of a name are used, and how well a query matches a name. Case, accents,
// punctuation and company forms (Inc, LLC) are ignored. Each word may have one typing error. While a person is still
// typing, the last word may be a prefix.

/** The maximum number of words of a name that are compared. Further words do not help to identify a company. */
const WORDS_MAX = 8;
/** Words with fewer letters than this must match exactly, because too many short words differ by only one letter. */
const ERROR_LETTERS_MIN = 3;
/** The minimum length of a prefix that may contain a typing error. A shorter prefix would match too many words. */
export const UNFINISHED_ERROR_LETTERS_MIN = 5;
/**
 * A query and a name may be compared without their spaces. This is the maximum number of letters in each of them for
 * which such a comparison allows a typing error.
 */
export const JOINED_ERROR_LETTERS_MAX = 12;

const FILLERS = new Set(['the', 'and']);
const COMPANY_FORMS = new Set(
  'inc incorporated llc llp lllp lp ltd limited corp corporation co cos company companies pllc pc plc na gmbh ag sa nv bv com'.split(
    ' ',
  ),
);
const APOSTROPHES = /['’‘ʼ`´]/g;
const MARKS = /\p{M}/gu;
/** The dot after an initial and the "&" inside a word are removed: U.S. becomes "us", AT&T becomes "att". */
const JOINTS = /(?<=(?<![\p{L}\p{N}])\p{L})\.|(?<=[\p{L}\p{N}])&(?=[\p{L}\p{N}])/gu;
/**
 * Matches a word. Letters outside the basic multilingual plane are excluded, because they take two code units and no
 * company name uses them.
 */
const WORD = /(?:(?![\u{10000}-\u{10ffff}])[\p{L}\p{N}])+/gu;
const NUMBER = /^\p{N}+$/u;
const NOT_DIGITS = /\P{N}/gu;

/**
 * The words by which a name is compared with other names. The list is empty if the name has no letters and no digits.
 */
export function wordsOf(name: string): string[] {
  const plain = fold(fold(name).replaceAll(JOINTS, ''));
  const all = plain.match(WORD) ?? [];
  const said = all.filter((word) => !FILLERS.has(word)).filter((word, i) => i === 0 || !COMPANY_FORMS.has(word));
  return (said.length > 0 ? said : all).slice(0, WORDS_MAX);
}

/**
 * `wordsOf` calls this function twice, because decomposing a letter may produce a capital letter, and the lower case of
 * that letter may decompose again.
 */
const fold = (text: string): string =>
  text.replaceAll(APOSTROPHES, '').toLowerCase().normalize('NFKD').replaceAll(MARKS, '');

export const mayHoldError = (word: string): boolean => word.length >= ERROR_LETTERS_MIN && !NUMBER.test(word);

export type NameQuery = {
  readonly words: readonly string[];
  /** Whether the last word may be a prefix of a longer word. */
  readonly is_unfinished: boolean;
};

/** A query that the person is still typing. Its last word may be a prefix of a longer word. */
export const whileTyping = (text: string): NameQuery => ({ words: wordsOf(text), is_unfinished: true });
export const wholeName = (text: string): NameQuery => ({ words: wordsOf(text), is_unfinished: false });

export type Fit = {
  /**
   * The confidence is between 0 and 1. It is 1 only if the query and the company's name have the same words in the same
   * order.
   */
  readonly confidence: number;
  /** Whether every word of the query was found in the name. */
  readonly is_complete: boolean;
};

/**
 * Factors that lower the confidence. `OTHER_ORDER` applies if query and name have the same words in a different order.
 * `OTHER_SPACES` applies if they have spaces in different places. `NEARLY` is the maximum confidence unless all words
 * are the same.
 */
const OTHER_ORDER = 0.97;
const OTHER_SPACES = 0.98;
const NEARLY = 0.99;

/**
 * How well a query matches a name. The confidence is the number of letters that query and name have in common, as a
 * share of all their letters. A typing error costs one letter. Letters that are not typed yet are treated as missing.
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

/**
 * Pairs each word of the query with the best unpaired word of the name. Exact matches are paired before misspelt words.
 */
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

/**
 * The number of letters that two words have in common. Each such letter counts twice, once for each word. The number is
 * 0 if the words do not match.
 */
function lettersInCommon(asked: string, word: string, is_unfinished: boolean, may_differ = true): number {
  if (asked === word || (is_unfinished && word.startsWith(asked))) return 2 * asked.length;
  if (!may_differ || !mayHoldError(asked) || !mayHoldError(word)) return 0;
  if (isMisspelt(asked, word)) return asked.length + word.length - 1;
  if (!is_unfinished || asked.length < UNFINISHED_ERROR_LETTERS_MIN) return 0;
  // If the typed prefix has a letter too many or too few, the intended prefix is one letter shorter or longer. Both
  // prefixes must end with the same letter, because a different last letter would belong to another name.
  const starts = [0, 1, -1].map((more) => word.slice(0, asked.length + more));
  const is_start = starts.some((start) => start.at(-1) === asked.at(-1) && isMisspelt(asked, start));
  return is_start ? 2 * asked.length - 1 : 0;
}

/** A different digit is not a typing error, because Studio 54 and Studio 55 are different names. */
const isMisspelt = (a: string, b: string): boolean => differByOne(a, b) && digitsOf(a) === digitsOf(b);
const digitsOf = (word: string): string => word.replaceAll(NOT_DIGITS, '');

/**
 * Whether the words are one typing error apart: an extra letter, a missing letter, a wrong letter or two swapped
 * adjacent letters.
 */
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
