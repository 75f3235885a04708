// Walks through the words of a label: to the right, and to the next line of its cell. The words are compared with the
// wording letter by letter, so that spaces and punctuation do not matter.
import { plain } from '#analysis/documents/phrases.ts';
import { boxAround, type Word } from '#domain/documents/pages.ts';
import { firstRightOf, NEIGHBOURS, type Place, placeAfter, wordAt } from './neighbours.ts';
import type { Sheet } from './sheet.ts';

/** A piece of a wording: consecutive letters. An optional piece may be missing on the page. */
export type Piece = { text: string; optional: boolean };
export type Walk = { places: Place[]; words: Word[] };

export const piecesOf = (phrase: string): Piece[] =>
  [...phrase.matchAll(/\[([^\]]*)\]|[^[\]]+/g)]
    .map(([text, inner]) => ({
      text: (inner ?? text).toLowerCase().replace(/[^a-z0-9#]/g, ''),
      optional: inner !== undefined,
    }))
    .filter(({ text }) => text !== '');

export function walkPieces(sheet: Sheet, pieces: readonly Piece[], start: Place): Walk | undefined {
  let walk: Walk = { places: [], words: [] };
  const budget = { steps: STEPS_MAX };
  for (const { text, optional } of pieces) {
    const next = walkText(sheet, text, walk, start, budget);
    if (next !== undefined) walk = next;
    else if (!optional) return undefined;
  }
  return walk.words.length === 0 ? undefined : walk;
}

/** The longest label has some thirty words. The limit bounds the work on a page that consists of single letters. */
const STEPS_MAX = 200;

/** Continues the walk through the letters of the text: to the right as far as possible, then to the line below. */
function walkText(sheet: Sheet, text: string, walk: Walk, start: Place, budget: { steps: number }): Walk | undefined {
  if (text === '') return walk;
  budget.steps -= 1;
  if (budget.steps < 0) return undefined;
  const last = walk.places.at(-1);
  const options = last === undefined ? [start] : [...placesRight(sheet, last), ...placesBelow(sheet, last, walk.words)];
  for (const place of options) {
    const word = sheet.lines[place.line]?.words[place.index];
    if (word === undefined) continue;
    const letters = sheet.letters.get(word) ?? '';
    if (letters === '' || letters.length > text.length || !isSame(letters, text, word.confidence < 1)) continue;
    // A number is always a single word: a 1 printed above a 2 is not the number 12.
    if (/\d$/.test(letters) && /^\d/.test(text.slice(letters.length))) continue;
    const next = { places: [...walk.places, place], words: [...walk.words, word] };
    const end = walkText(sheet, text.slice(letters.length), next, start, budget);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** The widest gap inside a label, in font heights. It is the gap between the box number and the label. */
const GAP_MAX = 2.4;

function placesRight(sheet: Sheet, place: Place): Place[] {
  let at = place;
  for (let step = 0; step < 3; step++) {
    const last = wordAt(sheet, at);
    const next = placeAfter(sheet, at);
    const word = next === undefined ? undefined : wordAt(sheet, next);
    if (last === undefined || next === undefined || word === undefined) return [];
    if (word.box.left - last.box.right > GAP_MAX * word.size || sheet.isDivided(last.box, word.box)) return [];
    if (sheet.letters.get(word) !== '') return [next];
    at = next;
  }
  return [];
}

/** Finds the first word below the label in each of the next lines. Returns the positions of these words. */
function placesBelow({ lines }: Sheet, { line }: Place, words: readonly Word[]): Place[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const label = boxAround(words.map(({ box }) => box));
  const places: Place[] = [];
  for (let next = line + 1; next < lines.length && places.length < 2; next++) {
    const below = lines[next];
    if (below === undefined || below.box.bottom - last.box.bottom > 2.2 * last.size) break;
    const start = firstRightOf(below.words, label.left - 2.5 * last.size);
    const found = below.words.slice(start, start + NEIGHBOURS).findIndex(({ box, size, text }, step) => {
      const before = below.words[start + step - 1]?.box.right ?? Number.NEGATIVE_INFINITY;
      if (box.left >= label.right || box.bottom - last.box.bottom <= 0.4 * size) return false;
      return box.left - before > 0.8 * size && plain(text) !== '';
    });
    if (found >= 0) places.push({ line: next, index: start + found });
  }
  return places;
}

export const firstLetterOf = (letters: string): string => CONFUSED[letters[0] ?? ''] ?? letters[0] ?? '';

export function isSame(letters: string, text: string, scanned: boolean): boolean {
  for (const [index, letter] of [...letters].entries()) {
    const wanted = text[index] ?? '';
    if (wanted === letter || (wanted === '#' && /\d/.test(letter))) continue;
    if (!scanned || (CONFUSED[letter] ?? letter) !== (CONFUSED[wanted] ?? wanted)) return false;
  }
  return true;
}

/** Letters that OCR confuses, mapped to one letter that represents their group. */
const CONFUSED: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  t: 'l',
  f: 'l',
  j: 'l',
  c: 'e',
  '5': 's',
  '8': 'b',
  '6': 'b',
  h: 'b',
  v: 'u',
  y: 'u',
};
