// Finds the nearest words before and after a word of a line. In a scan, the words of one printed line may be in two
// neighbouring lines.
import type { Word } from '#domain/documents/pages.ts';
import type { Sheet } from './sheet.ts';

/** The position of a word: the index of its line, and its index in the line. */
export type Place = { line: number; index: number };

/** Returns the word at a position; undefined if there is none. */
export const wordAt = ({ lines }: Sheet, { line, index }: Place): Word | undefined => lines[line]?.words[index];

export const placeAfter = (sheet: Sheet, place: Place) =>
  nearestPlace(sheet, place, (word, next) => next.box.left - word.box.right);
export const placeBefore = (sheet: Sheet, place: Place) =>
  nearestPlace(sheet, place, (word, next) => word.box.left - next.box.right);

function nearestPlace(sheet: Sheet, place: Place, gapOf: (word: Word, next: Word) => number): Place | undefined {
  const word = wordAt(sheet, place);
  if (word === undefined) return undefined;
  let nearest: { place: Place; gap: number } | undefined;
  for (const line of [place.line - 1, place.line, place.line + 1]) {
    const words = sheet.lines[line]?.words ?? [];
    if (Math.abs((words[0]?.box.bottom ?? 0) - word.box.bottom) > word.size) continue;
    const middle = line === place.line ? place.index : firstRightOf(words, word.box.left);
    for (let index = Math.max(0, middle - NEIGHBOURS); index < Math.min(words.length, middle + NEIGHBOURS); index++) {
      const next = words[index];
      if (next === undefined || next === word) continue;
      const gap = gapOf(word, next);
      if (gap < -0.3 * word.size || (nearest !== undefined && gap >= nearest.gap)) continue;
      if (Math.abs(next.box.bottom - word.box.bottom) > 0.35 * Math.min(word.size, next.size)) continue;
      nearest = { place: { line, index }, gap };
    }
  }
  return nearest?.place;
}

/** The number of words on each side among which the nearest word is searched for. */
export const NEIGHBOURS = 6;

/** Returns the index of the first word whose left edge is at `left` or further to the right. */
export function firstRightOf(words: readonly Word[], left: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.box.left ?? 0) < left) low = middle + 1;
    else high = middle;
  }
  return low;
}
