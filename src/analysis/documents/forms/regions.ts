// Finds the area of the page that belongs to a label of a form: its cell if lines are drawn, otherwise the area up to
// the neighbouring labels on the right and below.

import { type Line, linesOf } from '#analysis/documents/geometry/lines.ts';
import { type Box, boxAround, heightOf, type Word } from '#domain/documents/pages.ts';
import { type Label, WEIGHT_MIN } from './labels.ts';
import type { Sheet } from './sheet.ts';

/** One copy of a form: its words, and the labels found among them. */
export type Form = {
  sheet: Sheet;
  area: Box;
  labels: readonly Label[];
  label_words: ReadonlySet<Word>;
};

export function formOf(sheet: Sheet, labels: readonly Label[], area: Box): Form {
  const strong = labels.filter(({ weight }) => weight >= WEIGHT_MIN);
  return { sheet, area, labels: strong, label_words: new Set(strong.flatMap(({ words }) => words)) };
}

type RegionOptions = {
  /** Keys of labels that do not limit the region. */
  through?: readonly string[];
  /** Directions of drawn lines that do not limit the region. */
  across?: readonly ('horizontal' | 'vertical')[];
  /**
   * The maximum distance, in line heights, by which values may begin to the left of their label. It applies if no line
   * is drawn.
   */
  slack?: number;
};

/**
 * The area of a label. `beside` has the rectangles of other labels in this area. Words to the right of such a
 * rectangle, or below it, belong to the other label.
 */
type Region = Box & { beside: readonly Box[] };

export function regionOf(
  form: Form,
  label: Label,
  { through = [], across = [], slack = 3 }: RegionOptions = {},
): Region {
  const ruled = ruledCell(form, label, across);
  const others = form.labels.filter((other) => other !== label && !through.includes(other.key));
  const row = others.filter((other) => isSameRow(other.box, label.box));
  const left = leftOf(label, ruled, row, slack);
  const after = row.map(({ box }) => box.left - 1).filter((at) => at > label.box.right - 3);
  const right = Math.min(ruled.right, form.area.right, ...after);
  const below = others.filter(
    ({ box }) => box.top > label.box.bottom - 2 && box.left < label.box.right && box.right > left + 2,
  );
  const bottom = Math.min(ruled.bottom, form.area.bottom, ...below.map(({ box }) => box.top));
  // Labels to the right limit the region even if they are a little higher than the given label, because the values
  // below both labels are then still side by side.
  const highest = Math.max(ruled.top, label.box.top - 2.5 * lineHeightOf(label));
  const beside = others
    .filter(({ empty, box }) => !empty || box.top > label.box.top)
    .map(({ box }) => box)
    .filter((box) => box.top > highest && box.top < bottom && box.left > label.box.right - 3 && box.left < right);
  return { left, top: label.box.top, right, bottom, beside };
}

/**
 * Returns the area between the drawn lines around the label. A vertical line limits the area only if it crosses the
 * first line of the label's text.
 */
function ruledCell({ sheet, area }: Form, label: Label, across: RegionOptions['across'] = []): Box {
  const x = (label.box.left + label.box.right) / 2;
  const y = (label.words[0]?.box ?? label.box).bottom - 0.3 * lineHeightOf(label);
  const cell = { ...area, left: Math.max(0, area.left) };
  for (const { direction, at, from, to } of sheet.page.rulings) {
    if (across.includes(direction)) continue;
    const [place, along] = direction === 'horizontal' ? [y, x] : [x, y];
    if (along < from - 1 || along > to + 1) continue;
    const [before, after] = direction === 'horizontal' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
    if (at <= place) cell[before] = Math.max(cell[before], at);
    else cell[after] = Math.min(cell[after], at);
  }
  return cell;
}

/**
 * The maximum distance, in points, from a label to the border of its cell on the left. A drawn line further left is the
 * frame of the form.
 */
const CELL_INDENT_MAX = 60;

function leftOf(label: Label, ruled: Box, row: readonly Label[], slack: number): number {
  const beside = row.map(({ box }) => box.right).filter((at) => at < label.box.left + 2);
  const indent = label.box.left - ruled.left;
  const border = indent <= CELL_INDENT_MAX ? ruled.left : label.box.left - slack * lineHeightOf(label);
  return Math.max(border, ...beside);
}

export const lineHeightOf = ({ words, box }: Label): number => words[0]?.size ?? heightOf(box);

export function isSameRow(a: Box, b: Box): boolean {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common >= 0.5 * Math.min(heightOf(a), heightOf(b));
}

/** Returns the words in the region that belong to no label, line by line. */
export function linesIn(form: Form, region: Region, label: Label): Line[] {
  const first_center = label.box.top + 0.5 * lineHeightOf(label);
  const tail = tailOf(form, label);
  const words = form.sheet.words.filter((word) => {
    if (tail.has(word)) return false;
    const { left, right, top, bottom } = word.box;
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    if (x < region.left || x >= region.right || bottom <= first_center || y >= region.bottom) return false;
    return !form.label_words.has(word) && !region.beside.some((box) => x > box.left - 1 && bottom > box.top + 1);
  });
  return withRaisedWords(linesOf(words));
}

/** The maximum distance between two words of a label, in font heights. */
const TAIL_GAP = 1.2;

/**
 * Returns the words that OCR misspelt at the end of a label: the lower-case words directly after the recognised words.
 */
function tailOf({ sheet, label_words }: Form, { words, box }: Label): Set<Word> {
  const tail = new Set<Word>();
  let last = words.findLast((word) => word.box.bottom > box.bottom - 0.5 * word.size);
  if (last === undefined || last.confidence === 1) return tail;
  const { bottom, size } = { bottom: last.box.bottom, size: last.size };
  const beside = sheet.words
    .filter((word) => !label_words.has(word) && Math.abs(word.box.bottom - bottom) <= 0.4 * size)
    .toSorted((a, b) => a.box.left - b.box.left);
  for (const word of beside) {
    const gap = word.box.left - last.box.right;
    if (gap < -1) continue;
    if (gap > TAIL_GAP * size || !/^(?:[a-z][a-z.,:]*|ZIP)$/.test(word.text)) break;
    tail.add(word);
    last = word;
  }
  return tail;
}

/** The minimum gap between the texts of two columns, in font heights. */
const COLUMN_GAP = 3;
/** The maximum distance between two lines in a block of text, in font heights. */
const BLOCK_GAP = 2.6;

/**
 * The maximum distance, in line heights, between a label and the first line of the block of text that belongs to the
 * label.
 */
const FIRST_GAP = 8;

/**
 * Lines that begin less than this many points to the right of the label belong to its column. Lines that begin further
 * right are used only if no other line begins nearer.
 */
const NEAR = 60;

/** Returns the lines of a name or address: the left column of the region, down to the first gap. */
export function blockIn(form: Form, region: Region, label: Label, columns: 'one' | 'many' = 'one'): Word[][] {
  const rows = linesIn(form, region, label)
    .map(({ words }) => firstColumn(words, columns))
    .filter((words) => words.length > 0);
  const near = rows.filter((words) => (words[0]?.box.left ?? 0) < label.box.right + NEAR);
  const block: Word[][] = [];
  let bottom = label.box.bottom + (FIRST_GAP - BLOCK_GAP) * lineHeightOf(label);
  for (const words of near.length > 0 ? near : rows) {
    const baseline = Math.max(...words.map(({ box }) => box.bottom));
    if (baseline - bottom > BLOCK_GAP * (words[0]?.size ?? 0)) break;
    block.push(words);
    bottom = baseline;
  }
  return block;
}

function firstColumn(words: readonly Word[], columns: 'one' | 'many'): Word[] {
  const all = words.filter(({ text }) => /[^\s$.…_|]/.test(text));
  const end = all.findIndex((word, index) => {
    const before = all[index - 1];
    return before !== undefined && word.box.left - before.box.right > COLUMN_GAP * word.size;
  });
  return columns === 'many' || end < 0 ? all : all.slice(0, end);
}

/**
 * Joins lines at nearly the same height whose words are side by side, because cells of one row may have different
 * fonts.
 */
function withRaisedWords(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const size = Math.max(line.words[0]?.size ?? 0, last?.words[0]?.size ?? 0);
    const near = last !== undefined && line.box.bottom - last.box.bottom < 0.6 * size;
    const words = [...(last?.words ?? []), ...line.words].toSorted((a, b) => a.box.left - b.box.left);
    if (near && words.every(({ box }, index) => box.right <= (words[index + 1]?.box.left ?? Infinity) + 1)) {
      joined[joined.length - 1] = { words, box: boxAround(words.map(({ box }) => box)) };
    } else joined.push(line);
  }
  return joined;
}

/** Returns the words to the right of the label in its rows, up to the next label, across any drawn lines. */
export function wordsBeside(form: Form, label: Label): Word[] {
  const row = form.labels.filter((other) => other !== label && isSameRow(other.box, label.box));
  const right = Math.min(form.area.right, ...row.map(({ box }) => box.left).filter((at) => at > label.box.right - 2));
  return form.sheet.words
    .filter((word) => {
      const { box } = word;
      return box.left > label.box.right - 1 && box.right <= right + 1 && isSameRow(box, label.box);
    })
    .filter((word) => !form.label_words.has(word))
    .toSorted((a, b) => a.box.left - b.box.left);
}
