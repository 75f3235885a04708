// Divides a page into rows, and builds fields from the words of a row. A row is a line with its segments. The readers
// of statements and of policies use these functions.

import { type Box, boxAround, type Page, type Word } from '#domain/documents/pages.ts';
import type { Field, Method } from '#domain/documents/read-documents.ts';
import { type Line, linesOf, type Segment, segmentsOf } from './geometry/lines.ts';
import { dividedBy } from './geometry/rulings.ts';

export type TextRow = { page: number; words: Word[]; segments: Segment[]; text: string; box: Box; size: number };

/**
 * Returns the rows of one page from top to bottom. A word is ignored if the size of its box is not positive and finite.
 */
export function textRows(page: Page): TextRow[] {
  const isDivided = dividedBy(page.rulings);
  return joinedLines(linesOf(page.words.filter(isUsable))).map((line) => ({
    page: page.number,
    words: line.words,
    segments: segmentsOf(line, isDivided),
    text: textOf(line.words),
    box: line.box,
    size: Math.max(...line.words.map(({ size }) => size)),
  }));
}

/** The maximum difference between the baselines of the words in one line of a scan, as a share of the font height. */
const BASELINE_SPREAD = 0.35;

/**
 * Joins consecutive lines whose baselines are almost equal if their words are side by side. In a scan, the words of
 * one printed line are split into two lines if a text further left or right is printed a little higher.
 */
function joinedLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const above = joined.at(-1);
    const size = Math.min(...line.words.map((word) => word.size), ...(above?.words ?? []).map((word) => word.size));
    if (above !== undefined && baseline(line) - baseline(above) <= BASELINE_SPREAD * size && areBeside(above, line)) {
      const words = [...above.words, ...line.words].toSorted((a, b) => a.box.left - b.box.left);
      joined[joined.length - 1] = { words, box: boxAround(words.map(({ box }) => box)) };
    } else joined.push(line);
  }
  return joined;
}

const baseline = ({ words }: Line): number =>
  words.map(({ box }) => box.bottom).toSorted((a, b) => a - b)[Math.floor(words.length / 2)] ?? 0;

/** Whether the words of the two lines are side by side and do not overlap horizontally. */
function areBeside(a: Line, b: Line): boolean {
  const words = [...a.words, ...b.words].toSorted((one, other) => one.box.left - other.box.left);
  return words.every((word, index) => word.box.right <= (words[index + 1]?.box.left ?? Infinity) + 0.15 * word.size);
}

const isUsable = ({ text, box, size }: Word): boolean =>
  text.trim() !== '' &&
  [box.left, box.top, box.right, box.bottom].every(Number.isFinite) &&
  size > 0 &&
  box.right > box.left;

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

/**
 * Builds a field from these words; there must be at least one. `certainty` is below 1 if the rule that found them is a
 * guess.
 */
export function fieldOf(
  value: Field['value'],
  words: readonly Word[],
  page: number,
  method: Method,
  certainty = 1,
): Field {
  const confidence = certainty * Math.min(...words.map((word) => word.confidence));
  return { value, raw: textOf(words), page, box: boxAround(words.map(({ box }) => box)), method, confidence };
}
