// Groups the words of a page into lines by their baselines, and a line into segments by the gaps between words. A
// segment is text that belongs together: a label, a cell of a table, a name.
import { type Box, boxAround, type Word } from '#domain/documents/pages.ts';

export type Line = { words: Word[]; box: Box };
export type Segment = { words: Word[]; text: string; box: Box };

/** Returns the lines from top to bottom, with the words of each line from left to right. */
export function linesOf(words: readonly Word[]): Line[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.box.bottom - b.box.bottom)) {
    const line = lines.at(-1);
    const first = line?.[0];
    // The baselines of the words in one line of a scan differ by a few tenths of the font height.
    const tolerance = 0.3 * Math.min(word.size, first?.size ?? word.size);
    if (line !== undefined && first !== undefined && word.box.bottom - first.box.bottom <= tolerance) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => {
    const sorted = line.toSorted((a, b) => a.box.left - b.box.left);
    return { words: sorted, box: boxAround(sorted.map(({ box }) => box)) };
  });
}

/** The minimum gap between two segments, in font heights. A space is about a quarter of the height. */
const SEGMENT_GAP = 0.9;

/**
 * In a typewriter font, a point or comma is in the middle of its cell, but OCR ends the box of a word at the point or
 * comma itself. `MARK_GAP` is the resulting increase of the gap after such a word, in font heights.
 */
const MARK_GAP = 0.3;

/** Returns the segments of one line. A vertical ruling between two words also separates them. */
export function segmentsOf(line: Line, isDivided: (left: Box, right: Box) => boolean = () => false): Segment[] {
  const segments: Word[][] = [];
  for (const word of line.words) {
    const segment = segments.at(-1);
    const last = segment?.at(-1);
    const near =
      last !== undefined &&
      word.box.left - last.box.right <= gapMax(last) * Math.max(last.size, word.size) &&
      !isDivided(last.box, word.box);
    if (segment !== undefined && near) segment.push(word);
    else segments.push([word]);
  }
  return segments.map(segmentOf);
}

const gapMax = ({ text, confidence }: Word): number =>
  confidence < 1 && /[A-Za-z][.,]$/.test(text) ? SEGMENT_GAP + MARK_GAP : SEGMENT_GAP;

export const segmentOf = (words: Word[]): Segment => ({
  words,
  text: words.map(({ text }) => text).join(' '),
  box: boxAround(words.map(({ box }) => box)),
});
