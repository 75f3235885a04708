// Finds the person to whom a document belongs, by the name on the document.

export type NamedPerson = { id: string; first_name: string | null; last_name: string | null };

/**
 * Words that are ignored: the "and" between two names, and titles and suffixes such as "Jr.", which documents may print
 * or leave out.
 */
const ADDITIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'mr', 'mrs', 'ms', 'dr', 'and']);

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.replace(/['’`.]/g, '').match(/\p{L}+/gu) ?? []).filter((word) => !ADDITIONS.has(word));
}

/**
 * Whether the name on a document can be this person's name. The words of the name may be in any order, the name may
 * contain further names, and the first name may be an initial. The result is false for a person without a last name.
 */
export function isNameOf(name: string, { first_name, last_name }: Omit<NamedPerson, 'id'>): boolean {
  const printed = wordsOf(name);
  const last = wordsOf(last_name ?? '');
  const [first] = wordsOf(first_name ?? '');
  if (last.length === 0 || !last.every((word) => printed.some((other) => isSameWord(word, other)))) return false;
  if (first === undefined) return true;
  const given = without(printed, last);
  return given.some((word) => isSameWord(first, word) || (word.length === 1 && first.startsWith(word)));
}

function without(words: readonly string[], taken: readonly string[]): string[] {
  const left = [...words];
  for (const word of taken) {
    const at = left.findIndex((other) => isSameWord(word, other));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The minimum length of a word in which one wrong letter is accepted, because OCR may misread a letter. */
const FORGIVEN_FROM = 5;

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length !== b.length || a.length < FORGIVEN_FROM) return false;
  return [...a].filter((letter, at) => letter !== b[at]).length === 1;
}

export type Match = { user_id: string } | { is_other: boolean };

/**
 * Returns the person to whom the document belongs. If the collection has only one person, and either no name was read
 * or the person has no name, the document belongs to that person. `is_other` is true if the name belongs to none of the
 * people.
 */
export function matchPerson(name: string | undefined, people: readonly NamedPerson[]): Match {
  const [only] = people;
  const is_only = people.length === 1 && only !== undefined;
  if (name === undefined) return is_only ? { user_id: only.id } : { is_other: false };
  const named = people.filter(({ last_name }) => wordsOf(last_name ?? '').length > 0);
  if (is_only && named.length === 0) return { user_id: only.id };
  const found = named.filter((person) => isNameOf(name, person));
  const [person] = found;
  if (person !== undefined && found.length === 1) return { user_id: person.id };
  return { is_other: found.length === 0 && people.length > 0 };
}
