// Corrects words of labels that OCR misspelt. Such a word is replaced by the known word that differs least from it.
// Names and values are not corrected.
import { plain } from './phrases.ts';

/** Known words by their number of letters. */
export type Vocabulary = { words: ReadonlySet<string>; by_length: ReadonlyMap<number, readonly string[]> };

/**
 * Known words with fewer letters than this are not used as corrections, because short words differ too little from each
 * other.
 */
const LETTERS_MIN = 4;
/** The minimum number of letters in a known word for which two wrong letters are corrected. */
const LETTERS_FOR_TWO = 8;
/** If the first letter is wrong, this is added to the number of wrong letters. */
const OTHER_START = 0.5;
/** OCR has a higher confidence than this in most words that it reads correctly. */
export const DOUBT_BELOW = 0.93;

/** Returns the words of the phrases. Brackets in a phrase mark a part that may be missing. */
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
 * Returns the known word that is nearest to `letters`, which must be lower case. Of two equally near words, the one with
 * the same first letter is returned. Returns `letters` unchanged if it is a known word, if no known word is near, or if
 * of two equally near words both or neither have the same first letter.
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

/**
 * Returns the number of letters of `a` that are wrong, missing or superfluous compared with `b`; 3 if this number is
 * above `most`.
 */
export function editsBetween(a: string, b: string, most: number): number {
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
