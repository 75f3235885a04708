// Finds known phrases in the words of a description. At each position the longest phrase is used, so that a tax refund
// is not classified as a refund. The words of a matched phrase are not matched again.
import type { Token } from './tokens.ts';

/** `payer` phrases identify who paid; `entry` phrases identify what the payment is for. */
export type Role = 'payer' | 'entry';

export type PhraseList<Tag extends string> = {
  tag: Tag;
  role: Role;
  /**
   * Phrases separated by commas. A word ending in * also matches longer words. A | matches the separator before the
   * entry.
   */
  phrases: string;
};

export type Hit<Tag extends string> = {
  tag: Tag;
  role: Role;
  /** The phrase without its `*` wildcards and without `|`. For a `payer` phrase, this is the payer's name. */
  name: string;
  from: number;
  /** The index of the token that follows the hit's last token. */
  until: number;
};

/**
 * A separator between the payer's name and the entry description. It prevents a phrase from matching words before and
 * words after the separator.
 */
export const ENTRY_MARK = '|';

type Phrase<Tag extends string> = { words: readonly string[]; tag: Tag; role: Role; name: string };

/** The maximum number of first letters by which a phrase is indexed if its first word ends in *. */
const STEM_LETTERS = 4;

/** `cut_at` is the index of a word that the bank may have truncated, if there is one. */
export type Lexicon<Tag extends string> = (tokens: readonly Token[], cut_at?: number) => Hit<Tag>[];

export function lexiconOf<Tag extends string>(lists: readonly PhraseList<Tag>[]): Lexicon<Tag> {
  const by_word = new Map<string, Phrase<Tag>[]>();
  for (const { tag, role, phrases } of lists) {
    for (const phrase of phrases.split(',')) {
      const words = phrase.trim().split(/\s+/);
      const first = words[0] ?? '';
      const key = first.endsWith('*') ? `${first.slice(0, -1).slice(0, STEM_LETTERS)}*` : first;
      const name = words
        .filter((word) => word !== ENTRY_MARK)
        .join(' ')
        .replaceAll('*', '');
      by_word.set(key, [...(by_word.get(key) ?? []), { words, tag, role, name }]);
    }
  }
  for (const phrases of by_word.values()) phrases.sort((a, b) => b.name.length - a.name.length);
  return (tokens, cut_at = -1) => hitsIn(tokens, by_word, cut_at);
}

function hitsIn<Tag extends string>(
  tokens: readonly Token[],
  by_word: ReadonlyMap<string, Phrase<Tag>[]>,
  cut_at: number,
): Hit<Tag>[] {
  const hits: Hit<Tag>[] = [];
  for (let at = 0; at < tokens.length; ) {
    const word = tokens[at]?.word ?? '';
    const found = word === '' ? [] : longest(tokens, at, cut_at, by_word.get(word), by_word.get(stemOf(word)));
    let until = at + 1;
    for (const { tag, role, name, words } of found) {
      until = endOf(tokens, at, words, cut_at);
      hits.push({ tag, role, name, from: at, until });
    }
    at = until;
  }
  return hits;
}

const stemOf = (word: string): string => `${word.slice(0, STEM_LETTERS)}*`;

/** All longest phrases at a position. There may be several, because a phrase may be in two lists. */
function longest<Tag extends string>(
  tokens: readonly Token[],
  at: number,
  cut_at: number,
  ...lists: (readonly Phrase<Tag>[] | undefined)[]
): Phrase<Tag>[] {
  const found: Phrase<Tag>[] = [];
  for (const phrases of lists) {
    for (const phrase of phrases ?? []) {
      const known = found[0]?.words.length ?? 0;
      if (phrase.words.length < known || endOf(tokens, at, phrase.words, cut_at) < 0) continue;
      if (phrase.words.length > known) found.length = 0;
      found.push(phrase);
    }
  }
  // "Tax re" may be a refund or a rebate. If a truncated word can be completed to phrases with different tags, it is
  // not completed.
  const is_open = cut_at >= at && new Set(found.map(({ tag }) => tag)).size > 1;
  return is_open ? longest(tokens, at, -1, ...lists) : found;
}

/** The index after the phrase; -1 if the phrase does not match. Numbers between the words of a phrase are skipped. */
function endOf(tokens: readonly Token[], at: number, words: readonly string[], cut_at: number): number {
  let place = at;
  for (let count = 0; count < words.length; count++) {
    if (count > 0) while (tokens[place]?.word === '') place++;
    const [word = '', said = ''] = [words[count], tokens[place]?.word];
    const is_said = word.endsWith('*') ? said.startsWith(word.slice(0, -1)) : said === word;
    if (!is_said && !(place === cut_at && isCut(said, words, count))) return -1;
    place++;
  }
  return place;
}

/**
 * The minimum length of a truncated word: two letters if other words of its phrase come before it, five letters if it
 * is a single word.
 */
const CUT_LETTERS_MIN = 2;
const CUT_LETTERS_MIN_ALONE = 5;

const isCut = (said: string, words: readonly string[], count: number): boolean =>
  count === words.length - 1 &&
  said.length >= (count > 0 ? CUT_LETTERS_MIN : CUT_LETTERS_MIN_ALONE) &&
  (words[count] ?? '').startsWith(said);
