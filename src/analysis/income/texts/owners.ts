// Finds the names of the account owners in descriptions. Some banks print the recipient's name after the payer's name.
// The recipient's name must not become part of the payer's name.
import { leadOf } from './lead.ts';
import type { Token } from './tokens.ts';

/** Owners' names as sets of words. A name of a single word is not used, because the word may belong to a company. */
export type OwnerNames = {
  names: readonly ReadonlySet<string>[];
  /** The index of the first owner's name that contains both words, `one` and `other`; -1 if there is no such name. */
  placeWith: (one: string, other: string) => number;
};

const WORDS_MIN = 2;
const MARKS = /\p{M}/gu;

export function ownerNames(full_names: readonly (string | null | undefined)[]): OwnerNames {
  const names = [...new Set(full_names)]
    .map(
      (name) =>
        new Set(
          (name ?? '')
            .normalize('NFKD')
            .replaceAll(MARKS, '')
            .toUpperCase()
            .match(/[A-Z]{2,}/g),
        ),
    )
    .filter(({ size }) => size >= WORDS_MIN);
  return { names, placeWith: newPlaceFinder(names) };
}

/** There may be hundreds of owners, so their names are looked up by word instead of being compared one by one. */
function newPlaceFinder(names: readonly ReadonlySet<string>[]): OwnerNames['placeWith'] {
  const places = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    for (const word of name) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [at]);
      else known.push(at);
    }
  }
  const known = new Map<string, number>();
  return (one, other) => {
    const [a, b] = [places.get(one), places.get(other)];
    if (a === undefined || b === undefined) return -1;
    const key = `${one} ${other}`;
    const [few, word] = a.length <= b.length ? [a, other] : [b, one];
    const place = known.get(key) ?? few.find((at) => names[at]?.has(word)) ?? -1;
    known.set(key, place);
    return place;
  };
}

/**
 * The token that replaces an owner's name. The payer's name ends before this token, as it ends before a long number.
 */
const PERSON: Token = { raw: 'PERSON', word: '' };

/**
 * Replaces an owner's name in a description if it comes after the beginning of the payer's name. If the payer's name
 * begins with an owner's name, that name is kept, because it is the name of the owner's business.
 */
export function withoutOwners(tokens: readonly Token[], owners: OwnerNames): readonly Token[] {
  const name = owners.names[firstNamed(tokens, owners)];
  if (name === undefined) return tokens;
  for (let at = leadOf(tokens) + 1; at < tokens.length; at++) {
    const until = endOfName(tokens, at, name);
    if (until - at >= WORDS_MIN) return tokens.map((token, place) => (place < at || place >= until ? token : PERSON));
  }
  return tokens;
}

/** The index of the first owner whose name is in the description; -1 if there is none. */
function firstNamed(tokens: readonly Token[], { names, placeWith }: OwnerNames): number {
  let first = -1;
  if (names.length === 0) return first;
  for (let at = leadOf(tokens) + 1; at < tokens.length; at++) {
    let next = at + 1;
    while (tokens[next]?.word.length === 1) next++;
    const place = placeWith(tokens[at]?.word ?? '', tokens[next]?.word ?? '');
    if (place >= 0 && (first < 0 || place < first)) first = place;
  }
  return first;
}

/**
 * Returns the index of the token after an owner's name that starts at `from`. The words of the name may be in any
 * order, and there may be initials between the words.
 */
function endOfName(tokens: readonly Token[], from: number, name: ReadonlySet<string>): number {
  let until = from;
  for (let at = from; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    if (name.has(word)) until = at + 1;
    else if (word.length !== 1 || at === from) break;
  }
  return until;
}
