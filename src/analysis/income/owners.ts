// Names of those the accounts belong to: a bank that prints whom it pays behind who pays must not put them into a payer.
import { leadOf } from './lead.ts';
import type { Token } from './tokens.ts';

/** The words of each name. One alone may be a company's as well. */
export type OwnerNames = readonly ReadonlySet<string>[];

const WORDS_MIN = 2;
const MARKS = /\p{M}/gu;

export function ownerNames(full_names: readonly (string | null | undefined)[]): OwnerNames {
  return [...new Set(full_names)]
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
}

/** Ends a name, as a long number does. */
const PERSON: Token = { raw: 'PERSON', word: '' };

/** Behind other words an owner's name is taken out. Before them it is the name of a business of their own. */
export function withoutOwners(tokens: readonly Token[], owners: OwnerNames): readonly Token[] {
  for (const name of owners) {
    for (let at = leadOf(tokens) + 1; at < tokens.length; at++) {
      const until = endOfName(tokens, at, name);
      if (until - at >= WORDS_MIN) return tokens.map((token, place) => (place < at || place >= until ? token : PERSON));
    }
  }
  return tokens;
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
