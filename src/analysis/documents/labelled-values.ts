// Finds the value that belongs to a printed label: after the label in the same segment, to the right of it, or below
// it.
import { sharedWidth, type Word } from '#domain/documents/pages.ts';
import { plain } from './phrases.ts';
import type { TextRow } from './text-rows.ts';

/**
 * A value found for a label, with its words. `rank` is smaller if the label is earlier in the list of labels, and if
 * the value is nearer to its label.
 */
export type Labelled<V> = { value: V; words: Word[]; page: number; rank: number; label: Word[] };

/**
 * Returns the value in the words, with the words that it was read from; undefined if the words are not a value of the
 * wanted kind.
 */
export type Accept<V> = (words: Word[], place: Place) => { value: V; words: Word[] } | undefined;
export type Place = 'same' | 'right' | 'under';

/** The maximum distance between a label and the beginning of the value below it, in letter heights. */
const UNDER_HEIGHTS = 3.2;
/**
 * The number of segments to the right of the label in which the value is searched for. The first segment may be a
 * qualifier, such as `as of 01/31/2026`.
 */
const RIGHT_SEGMENTS = 2;

/**
 * Returns all accepted values of the labels, best first: by the order of the labels, then by place (same segment, to
 * the right, below), then from top to bottom.
 */
export function labelledValues<V>(
  rows: readonly TextRow[],
  labels: readonly string[],
  accept: Accept<V>,
  places: readonly Place[] = ['same', 'right', 'under'],
): Labelled<V>[] {
  const phrases = byFirstWord(labels);
  const found: Labelled<V>[] = [];
  for (const [index, row] of rows.entries()) {
    for (const match of labelsIn(row, phrases)) {
      const label = row.words.slice(match.start, match.end);
      for (const [step, place] of places.entries()) {
        const hit = firstAccepted(candidatesAt(rows, index, match, place, label), place, accept);
        if (hit === undefined) continue;
        found.push({ ...hit, page: row.page, rank: match.order * 10 + step, label });
        break;
      }
    }
  }
  return found.toSorted((a, b) => a.rank - b.rank);
}

function firstAccepted<V>(candidates: readonly Word[][], place: Place, accept: Accept<V>) {
  for (const words of candidates) {
    const accepted = words.length === 0 ? undefined : accept(words, place);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

export const firstLabelled = <V>(
  rows: readonly TextRow[],
  labels: readonly string[],
  accept: Accept<V>,
  places?: readonly Place[],
): Labelled<V> | undefined => labelledValues(rows, labels, accept, places)[0];

type Phrase = { order: number; words: string[] };
/**
 * The position of a label: it consists of the words `start` to `end - 1` of the row, and begins in the segment with the
 * index `segment`.
 */
type LabelMatch = { order: number; segment: number; start: number; end: number };

function byFirstWord(labels: readonly string[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const [order, label] of labels.entries()) {
    const words = label.split(' ').map(plain);
    const first = words[0] ?? '';
    phrases.set(first, [...(phrases.get(first) ?? []), { order, words }]);
  }
  return phrases;
}

/** Finds the labels that begin a segment or follow the value of another label in the same segment. */
function labelsIn(row: TextRow, phrases: ReadonlyMap<string, Phrase[]>): LabelMatch[] {
  const found: LabelMatch[] = [];
  let offset = 0;
  for (const [segment, { words }] of row.segments.entries()) {
    for (const [index, word] of words.entries()) {
      const before = words[index - 1]?.text ?? ':';
      if (index > 0 && !/[:|•·,]$|\d$|^your$/i.test(before)) continue;
      for (const phrase of phrases.get(plain(word.text)) ?? []) {
        const start = offset + index;
        const end = endOfPhrase(row.words, start, phrase.words);
        if (end !== undefined) found.push({ order: phrase.order, segment, start, end });
      }
    }
    offset += words.length;
  }
  return found.toSorted((a, b) => a.order - b.order);
}

/**
 * Returns the position after the phrase if the phrase begins at `start`. Words that are only punctuation, such as `&`,
 * are skipped.
 */
function endOfPhrase(words: readonly Word[], start: number, phrase: readonly string[]): number | undefined {
  let position = start;
  for (const [index, wanted] of phrase.entries()) {
    while (index > 0 && position < words.length && plain(words[position]?.text ?? '') === '') position++;
    const word = words[position];
    if (word === undefined || plain(word.text) !== wanted) return undefined;
    position++;
  }
  return position;
}

function candidatesAt(
  rows: readonly TextRow[],
  index: number,
  { segment, end }: LabelMatch,
  place: Place,
  label: readonly Word[],
): Word[][] {
  const row = rows[index];
  if (row === undefined) return [];
  // A label may continue into the next segment, so the segment of its last word is used.
  let last = segment;
  let last_end = row.segments.slice(0, segment + 1).reduce((sum, { words }) => sum + words.length, 0);
  while (last_end < end && last + 1 < row.segments.length) {
    last++;
    last_end += row.segments[last]?.words.length ?? 0;
  }
  if (place === 'same') return [row.words.slice(end, last_end)];
  if (place === 'right') {
    const right = row.segments.slice(last + 1, last + 1 + RIGHT_SEGMENTS).map(({ words }) => words);
    return [...right, right.flat()];
  }
  return segmentsUnder(rows, index, label);
}

/** Returns the nearest segments in the rows below that overlap the label horizontally. */
function segmentsUnder(rows: readonly TextRow[], index: number, label: readonly Word[]): Word[][] {
  const [row, first] = [rows[index], label[0]];
  if (row === undefined || first === undefined) return [];
  const box = { ...row.box, left: first.box.left, right: Math.max(...label.map((word) => word.box.right)) };
  const found: Word[][] = [];
  for (const below of rows.slice(index + 1, index + 6)) {
    const distance = below.box.bottom - row.box.bottom;
    if (below.page !== row.page || distance > UNDER_HEIGHTS * Math.max(row.size, below.size)) break;
    for (const { words, box: other } of below.segments) if (sharedWidth(box, other) > 0) found.push(words);
    if (found.length > 0) break;
  }
  return found;
}
