// Finds labels and their values. The value is after its label, in the next segment of the line, or below, above or
// before the label.

import { type Line, linesOf, type Segment, segmentOf, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { beginsLabel, isOtherLabel, LABEL_WORDS_MAX, type LabelName, labelName } from './label-words.ts';
import { sectionOf, totalOf } from './section-words.ts';

export type Labelled = {
  name: LabelName;
  label: Segment;
  colon: boolean;
  page: number;
  /** The segments that may be the value, with the most likely one first. */
  candidates: Segment[];
};
/** A part of a line. Segments are split where labels begin and end. */
export type Piece = Segment & { label: { name: LabelName; weak: boolean } | undefined };

/** The maximum distance between a label and the value below it, in font heights. */
const BELOW_MAX = 2.4;
/** A line with more words than this is not part of a form; the limit bounds the work on damaged pages. */
export const LINE_WORDS_MAX = 150;
/** The maximum distance between a label and the value to the right of it in the same line, in points. */
const RIGHT_MAX = 430;

export function labelledValues(page: Page): Labelled[] {
  const isDivided = dividedBy(page.rulings);
  const lines = linesOf(page.words.flatMap(splitWord)).map((line) => piecesOf(line, isDivided));
  return lines.flatMap((pieces, index) =>
    pieces.flatMap((piece, at): Labelled[] => {
      if (piece.label === undefined) return [];
      const colon = piece.text.endsWith(':') || pieces[at + 1]?.text === ':';
      const right = rightOf(piece, pieces.slice(at + 1));
      const below =
        belowOf(piece, lines.slice(index + 1, index + 4), pieces) ??
        (at === pieces.length - 1 ? lastBelow(pieces, lines[index + 1] ?? []) : undefined);
      const over = lines.slice(Math.max(0, index - 2), index).toReversed();
      const above = colon ? undefined : belowOf(piece, over, pieces);
      const before = right.length === 0 && !colon ? pieces[at - 1] : undefined;
      const left = before?.label === undefined ? before : undefined;
      const is_above =
        right.length === 0 && above !== undefined && isNearerAbove(piece, above, below) && areAllAbove(pieces, over);
      const ordered_values = inOrder(piece, colon, right, below);
      const candidates = [...(is_above ? [above] : []), ...ordered_values, above, left].filter(
        (one) => one !== undefined,
      );
      return [{ name: piece.label.name, label: piece, colon, page: page.number, candidates }];
    }),
  );
}

/**
 * Orders the candidates. In a grid the value is below its label, and the text on the right is the next label, which has
 * no digits.
 */
function inOrder(label: Piece, colon: boolean, right: readonly Segment[], below: Segment | undefined): Segment[] {
  if (below === undefined) return [...right];
  const [first] = right;
  const gap = first === undefined ? 0 : first.box.left - label.box.right;
  const is_value = first !== undefined && /\d/.test(first.text) && gap < 12 * sizeOf(label);
  const is_beside = colon || is_value || gap < 1.2 * sizeOf(label) || !isBelowLabel(label, below);
  return is_beside ? [...right, below] : [below, ...right];
}

/** Whether the text above the label is aligned with the label, and less than half as far from it as the text below. */
const isNearerAbove = (label: Piece, above: Segment, below: Segment | undefined): boolean =>
  isBelowLabel(label, above) &&
  (below === undefined || 2 * (label.box.top - above.box.bottom) < below.box.top - label.box.bottom);

/** Whether the line has several labels, and each has a value above it. */
function areAllAbove(pieces: readonly Piece[], over: readonly Piece[][]): boolean {
  const labels = pieces.filter(({ label }) => label !== undefined);
  return labels.length > 1 && labels.every((label) => belowOf(label, over) !== undefined);
}

const sizeOf = ({ words }: Segment): number => words[0]?.size ?? 10;

/** Splits `Date:01/02/2026` into two words. */
export function splitWord(word: Word): Word[] {
  const match = /^([A-Za-z][A-Za-z#./]*:)(\S+)$/.exec(word.text);
  if (match?.[1] === undefined || match[2] === undefined) return [word];
  const middle = word.box.left + ((word.box.right - word.box.left) * match[1].length) / word.text.length;
  return [
    { ...word, text: match[1], box: { ...word.box, right: middle } },
    { ...word, text: match[2], box: { ...word.box, left: middle } },
  ];
}

export function piecesOf(line: Line, isDivided: ReturnType<typeof dividedBy>): Piece[] {
  if (line.words.length > LINE_WORDS_MAX) return [];
  return segmentsOf(line, isDivided).flatMap(({ words }) => {
    const pieces: Piece[] = [];
    let rest: Word[] = [];
    const flush = () => {
      if (rest.length > 0) pieces.push({ ...segmentOf(rest), label: undefined });
      rest = [];
    };
    for (let index = 0; index < words.length; ) {
      const found = labelAt(words, index);
      if (found === undefined) {
        const word = words[index];
        if (word !== undefined) rest.push(word);
        index++;
        continue;
      }
      flush();
      pieces.push(found);
      index += found.words.length;
    }
    flush();
    return pieces;
  });
}

function labelAt(words: readonly Word[], start: number): Piece | undefined {
  if (!beginsLabel(words.slice(start, start + 3).map(({ text }) => text))) return undefined;
  for (let count = Math.min(LABEL_WORDS_MAX, words.length - start); count > 0; count--) {
    const segment = segmentOf(words.slice(start, start + count));
    const next = words[start + count]?.text ?? '';
    // `Employee #123` is the label of a number, although `Employee` alone is the label of a person.
    const label =
      (/^#\d|^[A-Z]{0,3}-?\d{3,}$/.test(next) ? labelName(`${segment.text} #`) : undefined) ?? labelName(segment.text);
    if (label === undefined) continue;
    const begins = start === 0 || (start === 1 && /^\(?\d{1,2}[.)]$/.test(words[0]?.text ?? ''));
    const is_alone = begins && start + count === words.length;
    const colon = segment.text.endsWith(':') || next === ':';
    const before_number = begins && (/^[#*Xx]*\d/.test(next) || beginsDate(words.slice(start + count)));
    const before_name = begins && isNameBefore(segment, words.slice(start + count));
    if (label.weak && !is_alone && !colon && !before_number && !before_name) continue;
    // `Paid by check no. 4711` is a sentence, but it contains the label of a number.
    const numbered =
      label.name === 'check_number' && /[#.]$|\b(?:number|no)$/i.test(segment.text) && /^#?\d{3,}/.test(next);
    const ends_segment = start + count === words.length && !label.weak;
    if (!begins && !colon && !ends_segment && !numbered && !/[\d:]/.test(words[start - 1]?.text ?? '')) continue;
    return { ...segment, label };
  }
  return undefined;
}

/** Whether the words after the label of a person may be a name: `NAME DOE, JANE`, `Team member Jane Doe`. */
function isNameBefore({ text }: Segment, words: readonly Word[]): boolean {
  if (labelName(text)?.name !== 'employee_name' || words.length < 2 || words.length > 5) return false;
  if (/^name$/i.test(text)) return words.every((word) => /^[A-Za-z.,'’-]+$/.test(word.text));
  const rest = words.map((word) => word.text).join(' ');
  const is_word = sectionOf(rest) !== undefined || totalOf(rest, true) !== undefined || labelName(rest) !== undefined;
  return !is_word && words.every((word) => /^(?:[A-Z][A-Za-z.'’-]*,?|de|la|del|van|von|der)$/.test(word.text));
}

/** Whether the words begin with a date in which the month is a word: `Mar 3, 2023`. */
const beginsDate = (words: readonly Word[]): boolean =>
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?$/i.test(words[0]?.text ?? '') &&
  /^\d{1,2},?$/.test(words[1]?.text ?? '');

/**
 * Returns the text after the label, up to the next label. A value may contain a gap, so the first two segments joined
 * are also returned.
 */
function rightOf(label: Piece, pieces: readonly Piece[]): Segment[] {
  const own: Piece[] = [];
  for (const piece of pieces) {
    if (piece.label !== undefined || piece.box.left - label.box.right > RIGHT_MAX) break;
    if (isOtherLabel(piece.text) || (piece.text.endsWith(':') && piece.text.length > 1)) break;
    if (piece.text !== ':') own.push(piece);
    if (own.length === 2) break;
  }
  const [first, second] = own;
  if (first === undefined) return [];
  return second === undefined ? [first] : [first, segmentOf([...first.words, ...second.words])];
}

/** Returns the text in the nearest of the given lines, which are below the label or above it. */
function belowOf(label: Piece, lines: readonly Piece[][], beside: readonly Piece[] = []): Segment | undefined {
  const size = sizeOf(label);
  for (const pieces of lines) {
    const first = pieces[0];
    const distance = first === undefined ? 0 : Math.abs(first.box.bottom - label.box.bottom);
    if (first !== undefined && distance > BELOW_MAX * Math.max(size, sizeOf(first))) break;
    const under = pieces.filter(({ box }) => box.left < label.box.right + size && box.right > label.box.left - size);
    if (under.length === 0) continue;
    const own = under
      .filter(({ label: other, text }) => other === undefined && !text.endsWith(':'))
      .map((piece) => partOf(piece, label, beside));
    return own.toSorted((a, b) => Math.abs(a.box.left - label.box.left) - Math.abs(b.box.left - label.box.left))[0];
  }
  return undefined;
}

/**
 * The values of a grid may be so close together that they look like one text. So if the text of a value extends beyond
 * the column of its label, returns only the words from the left edge of this label to the next label.
 */
function partOf(value: Piece, label: Piece, beside: readonly Piece[]): Segment {
  const next = beside.find(({ box }) => box.left > label.box.right && box.left < value.box.right);
  const is_shared =
    next !== undefined || beside.some(({ box }) => box.right < label.box.left && box.right > value.box.left);
  const starts = value.words.some(({ box }) => Math.abs(box.left - label.box.left) < 1);
  if (!is_shared || !starts) return value;
  const right = next?.box.left ?? Number.POSITIVE_INFINITY;
  const words = value.words.filter(({ box }) => box.left > label.box.left - 1 && box.left < right - 1);
  return words.length === 0 ? value : segmentOf(words);
}

/**
 * Returns the last value of a row of values below a row of labels. The rows are not always aligned, but the last value
 * belongs to the last label.
 */
function lastBelow(labels: readonly Piece[], values: readonly Piece[]): Segment | undefined {
  const [first, last, value] = [labels[0], values[0], values.at(-1)];
  if (first === undefined || last === undefined || value === undefined || value.label !== undefined) return undefined;
  if (first === labels.at(-1) || values.length < 2) return undefined;
  const near = last.box.bottom - first.box.bottom <= 1.6 * Math.max(sizeOf(first), sizeOf(last));
  return near && Math.abs(first.box.left - last.box.left) <= sizeOf(first) ? value : undefined;
}

/** Whether the text is below the label like a value in a grid, with the same left edge, right edge or centre. */
function isBelowLabel({ box }: Segment, below: Segment): boolean {
  const centers = Math.abs(box.left + box.right - below.box.left - below.box.right) / 2;
  const tolerance = 0.5 * sizeOf(below);
  return (
    Math.abs(box.left - below.box.left) <= tolerance ||
    centers <= tolerance ||
    Math.abs(box.right - below.box.right) <= tolerance
  );
}
