// Names of those the accounts belong to: a bank that prints whom it pays behind who pays must not put them into a payer.
import { leadOf } from './lead.ts';
import type { Token } from './tokens.ts';

/** Names by their words. One word alone may be a company's as well. */
export type OwnerNames = {
  names: readonly ReadonlySet<string>[];
  /** The place of the first name that has both words; -1 without one. */
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

/** Hundreds of accounts may have an owner each: a text is compared with those alone that have words of it. */
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

/** Ends a name, as a long number does. */
const PERSON: Token = { raw: 'PERSON', word: '' };

/** Behind other words an owner's name is taken out. Before them it is the name of a business of their own. */
export function withoutOwners(tokens: readonly Token[], owners: OwnerNames): readonly Token[] {
  const name = owners.names[firstNamed(tokens, owners)];
  if (name === undefined) return tokens;
  for (let at = leadOf(tokens) + 1; at < tokens.length; at++) {
    const until = endOfName(tokens, at, name);
    if (until - at >= WORDS_MIN) return tokens.map((token, place) => (place < at || place >= until ? token : PERSON));
  }
  return tokens;
}

/** The place of the first of the names that stands there; -1 without one. */
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

/** Names come in any order, with initials between them. */
function endOfName(tokens: readonly Token[], from: number, name: ReadonlySet<string>): number {
  let until = from;
  for (let at = from; at < tokens.length; at++) {
    const word = tokens[at]?.word ?? '';
    if (name.has(word)) until = at + 1;
    else if (word.length !== 1 || at === from) break;
  }
  return until;
}
