// Finds the header rows of the tables on a page. Tables side by side have their headers in one line, so a header row is
// split into one header per table.

import { type Line, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import { plain } from '#analysis/documents/phrases.ts';
import { type Box, boxAround, type Page, type Word } from '#domain/documents/pages.ts';
import { hasCodesBelow, hasNumbersBelow } from './column-contents.ts';
import { type ColumnKind, isWeakColumn } from './column-words.ts';
import { AMOUNTS, type Cell, cellGroups, isTextKind } from './header-cells.ts';
import { labelName } from './label-words.ts';
import { isPriced, parseQuantity } from './quantities.ts';
import { totalOf } from './section-words.ts';

export type Column = { kind: ColumnKind; box: Box; text: string };
export type Header = {
  columns: Column[];
  /** The texts that may name the section, with the most likely one first. */
  headings: string[];
  box: Box;
  /** Words outside these bounds belong to other tables. */
  left: number;
  right: number;
};

/** The widest header rows have three tables with six columns of up to three words. */
const HEADER_WORDS_MAX = 60;

export function headersOf(page: Page, lines: readonly Line[]): Header[] {
  const isDivided = dividedBy(page.rulings);
  const segments = lines.map((line) => (line.words.length > HEADER_WORDS_MAX ? [] : segmentsOf(line, isDivided)));
  return lines.flatMap((_, index) => {
    const above = segments
      .slice(Math.max(0, index - 3), index)
      .flat()
      .filter(({ text }) => /[a-z0-9]/i.test(text));
    const below = lines.slice(index + 1, index + 1 + ROWS_TO_MEASURE);
    const groups = cellGroups(withCentred(segments, lines, index), above, below);
    const headers = groups.flatMap((group, at) => headerOf(group, groups[at - 1], groups[at + 1], above, below));
    return headers.length === 0 ? [] : bounded(headers, groups, below, page);
  });
}

/**
 * Returns the texts of a line. If the names of the columns are printed on two lines, the heading of the table may be at
 * half height between them, where it looks like a separate line. Such a heading is added to the lower line of the
 * names.
 */
function withCentred(segments: readonly Segment[][], lines: readonly Line[], index: number): Segment[] {
  const own = segments[index] ?? [];
  const [line, middle, upper] = [lines[index], lines[index - 1], lines[index - 2]];
  if (line === undefined || middle === undefined || upper === undefined || own.length < 2) return own;
  const size = line.words[0]?.size ?? 10;
  const is_between =
    line.box.bottom - middle.box.bottom < 0.75 * size &&
    line.box.bottom - upper.box.bottom < 1.7 * size &&
    [line, middle, upper].every(({ words }) => !words.some(isNumber));
  const overlaps = (a: Segment, b: Segment) => a.box.left < b.box.right && a.box.right > b.box.left;
  const are_stacked = own.some((one) => (segments[index - 2] ?? []).some((other) => overlaps(one, other)));
  if (!is_between || !are_stacked) return own;
  const centred = (segments[index - 1] ?? []).filter((one) => !own.some((other) => overlaps(one, other)));
  return [...own, ...centred].toSorted((a, b) => a.box.left - b.box.left);
}

const isNumber = ({ text }: Word): boolean => parseQuantity(text) !== undefined && isPriced(text);

function headerOf(
  group: readonly Cell[],
  before: readonly Cell[] | undefined,
  after: readonly Cell[] | undefined,
  above: readonly Segment[],
  below: readonly Line[],
): Header[] {
  if (group.length < 2 || !hasAmounts(group, below)) return [];
  if (group.some(({ words }) => words.some(isNumber)) || isRowOfLabels(group)) return [];
  if (isStripOfTotals(group) || isLabel(group)) return [];
  const box = boxAround(group.map((cell) => cell.box));
  const named = group.filter(({ kind }) => kind === undefined);
  const columns = columnsOf(group, below);
  const left = before?.at(-1)?.box.right ?? 0;
  const right = after?.[0]?.box.left ?? Number.POSITIVE_INFINITY;
  const headings = [
    ...named.map(({ text }) => text),
    ...headingsAbove(box, left, right, above),
    ...group.filter(({ kind }) => kind === 'description').map(({ text }) => text),
  ];
  return [{ columns, headings, box, left, right }];
}

/**
 * Whether the group has a column of amounts. A name such as `Period` or `Wages` may also be a label. Such a name is
 * treated as a column only if another column of numbers is beside it, and numbers are below both. For example,
 * `Employee` is a label if a name is below it, even if the columns of a leave table are beside it.
 */
function hasAmounts(group: readonly Cell[], below: readonly Line[]): boolean {
  const amounts = group.filter(({ kind }) => AMOUNTS.includes(kind));
  if (amounts.some(({ text }) => !isWeakColumn(text))) return true;
  const numbers = group.filter(({ kind }) => !isTextKind(kind));
  const filled = numbers.filter((cell) => hasNumbersBelow(cell, below));
  return filled.length > 1 && filled.some((cell) => amounts.includes(cell));
}

/**
 * Whether the cells are labels of single values, or the values themselves: `Employee no.  214713  SSN  ***-**-4462`.
 */
function isRowOfLabels(group: readonly Cell[]): boolean {
  const is_value = group.some(({ text }) => /\d{3}|\d[/.-]\d/.test(text));
  const labels = group.filter(
    ({ text }) => labelName(text) !== undefined && !['from', 'to', 'check'].includes(plain(text)),
  );
  return is_value || labels.length > 2 || (labels.length > 1 && 2 * labels.length >= group.length);
}

/** Whether the columns are totals: `Gross  Taxes  Net amount` is the header of one row of totals, not of a table. */
function isStripOfTotals(group: readonly Cell[]): boolean {
  const isTotal = (text: string) => !['section', 'subtotal', undefined].includes(totalOf(text, true));
  const named = group.filter(({ text }) => isTotal(text));
  const amounts = group.filter(({ kind }) => AMOUNTS.includes(kind));
  const is_table = group.some(({ kind }) => kind === 'description' || kind === 'hours' || kind === 'rate');
  const is_sure = named.some(({ text }) => totalOf(text, false) !== undefined);
  return !is_table && is_sure && named.length > 1 && amounts.every((cell) => named.includes(cell));
}

/** Whether the cells together are one text, such as `Federal tax YTD`. Such a text is the label of one value. */
function isLabel([first, second, ...others]: readonly Cell[]): boolean {
  if (first === undefined || second === undefined || others.length > 0) return false;
  const size = second.words[0]?.size ?? 10;
  return second.box.left - first.box.right < 0.7 * size && Math.abs(second.box.bottom - first.box.bottom) < 0.3 * size;
}

/**
 * Builds the columns. A heading before a column named `Description` is not a column. If there is no column with this
 * name, the descriptions are below the heading.
 */
function columnsOf(group: readonly Cell[], below: readonly Line[]): Column[] {
  const has_description = group.some(({ kind }) => kind === 'description');
  const unnamed = group.filter(({ kind }) => kind === undefined);
  // A column of codes or dates before the names is not a column of descriptions: `WT  Wage type text`.
  const first = unnamed.find((cell) => !hasCodesBelow(cell, below)) ?? unnamed[0];
  const [leading] = group;
  // A column named `Type` has the descriptions if no other column has them. The column `Type` may be after the columns
  // of hours and rate.
  const texts = group.findIndex(({ kind }) => kind === 'text');
  const is_behind = group.slice(0, Math.max(0, texts)).every(({ kind }) => kind === 'hours' || kind === 'rate');
  const accounts = group.filter(({ kind }) => kind === 'account');
  if (!has_description && first === undefined && accounts.length > 1)
    return group.map(({ kind, box, text }) => ({
      kind: box === accounts[0]?.box ? 'description' : (kind ?? 'text'),
      box,
      text,
    }));
  if (!has_description && first === undefined && (leading?.kind === 'text' || (texts > 0 && is_behind)))
    return group.map(({ kind, box, text }, at) => ({
      kind: at === texts ? 'description' : (kind ?? 'text'),
      box,
      text,
    }));
  return group.flatMap(({ kind, box, text }) => {
    if (kind !== undefined) return [{ kind, box, text }];
    if (has_description) return [];
    const is_first = text === first?.text;
    return [{ kind: is_first ? 'description' : 'text', box, text } satisfies Column];
  });
}

/** Returns the texts above the header, with the nearest one first. */
function headingsAbove(box: Box, left: number, right: number, above: readonly Segment[]): string[] {
  return above
    .filter(
      (segment) => segment.box.right > Math.max(left, box.left - 60) && segment.box.left < Math.min(right, box.right),
    )
    .filter(
      (segment) =>
        box.top - segment.box.bottom < 3 * Math.max(1, box.bottom - box.top) && segment.box.bottom < box.bottom,
    )
    .filter(
      (segment) =>
        !above.some((other) => isSameLine(segment, other) && other.box.left < box.right && other.words.some(isNumber)),
    )
    .filter(
      (segment) => segment.box.left >= left - 1 && !segment.words.some(isNumber) && !/(?<!^memo):/i.test(segment.text),
    )
    .toSorted((a, b) => b.box.bottom - a.box.bottom)
    .map(({ text }) => text);
}

const isSameLine = (a: Segment, b: Segment): boolean =>
  Math.abs(a.box.bottom - b.box.bottom) < 0.3 * Math.max(1, a.box.bottom - a.box.top);

/**
 * Sets the bounds of the tables. The bound between two tables is the position that is crossed by the fewest words of
 * the lines below.
 */
function bounded(headers: readonly Header[], groups: readonly Cell[][], below: readonly Line[], page: Page): Header[] {
  const rows = rowsBelow(below);
  const words = rows.flat();
  return headers.map((header) => {
    const previous = groups.findLast((group) => (group.at(-1)?.box.right ?? 0) <= header.box.left)?.at(-1);
    const next = groups.find((group) => (group[0]?.box.left ?? 0) >= header.box.right)?.[0];
    const left =
      previous === undefined
        ? leftOf(header, rows)
        : startsAt(header, words)
          ? header.box.left - 2
          : emptiest(previous.box.right, header.box.left, words, page, header.box);
    const right =
      next === undefined ? rightOf(header, rows) : emptiest(header.box.right, next.box.left, words, page, header.box);
    return { ...header, left, right };
  });
}

/** Whether several words below begin exactly where the header begins, and no word begins a little to the left of it. */
const startsAt = ({ box, columns: [first] }: Header, words: readonly Word[]): boolean =>
  first !== undefined &&
  isTextKind(first.kind) &&
  words.filter((word) => Math.abs(word.box.left - box.left) < 1).length > 1 &&
  !words.some((word) => word.box.left < box.left - 1 && word.box.right > box.left - 2);

/**
 * Returns the words of the lines below a header, up to the first line without numbers that follows a line with numbers.
 */
function rowsBelow(below: readonly Line[]): Word[][] {
  const rows: Word[][] = [];
  for (const { words } of below.slice(0, ROWS_TO_MEASURE)) {
    if (words.length > HEADER_WORDS_MAX * 2) break;
    if (rows.some((row) => row.some(isNumber)) && !words.some(isNumber)) break;
    rows.push(words.filter(({ text }) => /[a-z0-9]/i.test(text)));
  }
  return rows;
}

/** Returns the left edge of a table that has no table to its left. Descriptions may begin left of their header. */
function leftOf({ columns, box }: Header, rows: readonly Word[][]): number {
  const numbers = columns.filter(({ kind }) => !isTextKind(kind));
  const first = Math.min(...numbers.map((column) => column.box.left));
  const last = Math.max(...numbers.map((column) => column.box.right));
  const crossing = Math.min(box.left, ...segmentsAcross(rows, box.left).map((segment) => segment.left));
  const numbered = rows.filter((words) =>
    words.some((word) => isNumber(word) && word.box.right > first && word.box.left < last),
  );
  const described = numbered.filter((words) =>
    words.some((word) => word.box.right > crossing && word.box.left < first && !isNumber(word)),
  );
  return 2 * described.length >= numbered.length && columns.some(({ kind }) => kind === 'description')
    ? crossing - 1
    : 0;
}

const rightOf = ({ box }: Header, rows: readonly Word[][]): number =>
  Math.max(box.right, ...segmentsAcross(rows, box.right).map(({ right }) => right)) + 2;

/** Returns the boxes of the texts that extend across the position. */
const segmentsAcross = (rows: readonly Word[][], x: number): Box[] =>
  rows
    .filter((words) => words.length > 0)
    .flatMap((words) => segmentsOf({ words, box: boxAround(words.map(({ box }) => box)) }))
    .map(({ box }) => box)
    .filter(({ left, right }) => left < x && right > x);

const ROWS_TO_MEASURE = 12;

/**
 * Returns the position, from `from` to `to`, that is crossed by the fewest words. If several positions are crossed by
 * equally few words, returns the middle of the widest range of such positions. If a vertical line is drawn between
 * `from` and `to`, returns the position of this line instead.
 */
function emptiest(from: number, to: number, words: readonly Word[], page: Page, header: Box): number {
  const ruling = page.rulings.find(
    ({ direction, at, from: top, to: bottom }) =>
      direction === 'vertical' && at >= from - 2 && at <= to + 2 && top <= header.bottom && bottom >= header.bottom,
  );
  if (ruling !== undefined) return ruling.at;
  const steps = Math.max(1, Math.min(200, Math.round(to - from)));
  const places = Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps);
  const crossings = places.map((x) => words.filter(({ box }) => box.left < x + 1 && box.right > x - 1).length);
  const fewest = Math.min(...crossings);
  let [best, start] = [{ at: from, length: -1 }, -1];
  for (const [index, count] of [...crossings, Number.POSITIVE_INFINITY].entries()) {
    if (count === fewest && start < 0) start = index;
    if (count === fewest || start < 0) continue;
    const length = index - start;
    if (length > best.length) best = { at: places[Math.floor((start + index - 1) / 2)] ?? from, length };
    start = -1;
  }
  return best.at;
}
