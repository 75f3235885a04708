// Corrects words of labels that OCR misspelt: a word becomes the known word that differs from it least. Only labels are
// compared like this; names and values stay as they were read.
import { plain } from './phrases.ts';

/** Known words by their number of letters. */
export type Vocabulary = { words: ReadonlySet<string>; by_length: ReadonlyMap<number, readonly string[]> };

/** Shorter words differ from each other too little. */
const LETTERS_MIN = 4;
/** Words with at least this many letters may have two wrong ones. */
const LETTERS_FOR_TWO = 8;
/** A wrong first letter counts a little more. */
const OTHER_START = 0.5;
/** OCR is surer than this of most words that it reads right. */
export const DOUBT_BELOW = 0.93;

/** The words in the phrases. Brackets in phrases mark what may be missing. */
export function vocabularyOf(phrases: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  for (const phrase of phrases) {
    for (const text of [phrase, phrase.replaceAll(/[[\]]/g, '')]) {
      for (const word of text.split(/[\s/[\]-]+/).map(plain)) if (word !== '') words.add(word);
    }
  }
  const by_length = new Map<number, string[]>();
  for (const word of words) {
    if (word.length < LETTERS_MIN || /\d/.test(word)) continue;
    by_length.set(word.length, [...(by_length.get(word.length) ?? []), word]);
  }
  return { words, by_length };
}

/**
 * `letters` are lower case. Of two words that are equally near, the one with the same first letter is meant. A word that
 * is known, or still as near to one known word as to another, stays as it is.
 */
export function corrected(letters: string, { words, by_length }: Vocabulary): string {
  if (letters.length < LETTERS_MIN - 1 || words.has(letters)) return letters;
  let best = { edits: 3, word: letters };
  for (let length = letters.length - 2; length <= letters.length + 2; length++) {
    for (const word of by_length.get(length) ?? []) {
      const edits =
        editsBetween(letters, word, length >= LETTERS_FOR_TWO ? 2 : 1) + (letters[0] === word[0] ? 0 : OTHER_START);
      if (edits < best.edits) best = { edits, word };
      else if (edits === best.edits) best = { edits, word: letters };
    }
  }
  return best.word;
}

/** How many letters are wrong, missing or too many; 3 if more than `most`. */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return 3;
    row = next;
  }
  const edits = row.at(-1) ?? 3;
  return edits > most ? 3 : edits;
}
