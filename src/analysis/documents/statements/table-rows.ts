// Reads one row of a table of transactions: the date, the description and the amount of each column.

import { datesIn, type FoundDate } from '#analysis/documents/dates-in-text.ts';
import { textOf } from '#analysis/documents/text-rows.ts';
import { type Box, sharedWidth, type Word } from '#domain/documents/pages.ts';
import { type Amount, amountsIn } from './amounts.ts';
import { type Column, isMoney } from './columns.ts';

export type Cell = { column: Column | undefined; amount: Amount };
export type Row = {
  page: number;
  words: Word[];
  box: Box;
  size: number;
  date: { found: FoundDate; words: Word[] } | undefined;
  cells: Cell[];
  /** The check number, from a separate column. */
  check: Word | undefined;
  /** The text in the columns of types and references. */
  type: string;
  description: Word[];
};

/**
 * The maximum distance, in points, from the left edge of a header to the start of a date that does not overlap the
 * header.
 */
const DATE_OFFSET = 30;

/** Most words cannot begin a date; this quick test avoids the search for a date. */
const MAY_BEGIN_DATE = /^\d{1,4}(?:$|[/.-])|^\d{0,2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?[.,]?$/i;

/** Returns the date that begins at this word: one to three words, with an optional day of the week before them. */
export function dateAt(words: readonly Word[], start: number): { found: FoundDate; words: Word[] } | undefined {
  const first = words[start];
  if (first !== undefined && WEEKDAY.test(first.text)) {
    const date = dateAt(words, start + 1);
    return date === undefined ? undefined : { ...date, words: [first, ...date.words] };
  }
  if (!MAY_BEGIN_DATE.test(first?.text ?? '')) return undefined;
  for (const count of [3, 2, 1]) {
    const taken = words.slice(start, start + count);
    if (taken.length < count) continue;
    const text = textOf(taken);
    const found = datesIn(text)[0];
    if (found !== undefined && found.index === 0 && /^[,.]?$/.test(text.slice(found.end)))
      return { found, words: taken };
  }
  return undefined;
}

type EdgeKind = 'left' | 'right' | 'center';
/** The positions of the columns of amounts, learned from the amounts below a header. */
export type Edges = { kind: EdgeKind; at: number; column: Column }[];

/**
 * Learns the alignment of the columns. The amounts of a column are aligned at their right edges, left edges or centres.
 * If the amounts have as many different edge positions as there are columns of amounts, the first position belongs to
 * the first column, the second to the second, and so on. In this case, the position of the header does not matter.
 */
export function learnEdges(rows: readonly (readonly Word[])[], columns: readonly Column[]): Edges {
  const money = columns.filter(isMoney);
  const boxes = rows
    .flatMap((words) => amountsIn(words).filter((amount) => !isInText(words, amount)))
    .map(({ box }) => box);
  const kinds: readonly EdgeKind[] = ['right', 'left', 'center'];
  const found = kinds
    .map((kind) => ({ kind, places: clusters(boxes.map((box) => edgeOf(box, kind))) }))
    .toSorted((a, b) => a.places.length - b.places.length)[0];
  if (found === undefined || found.places.length !== money.length || boxes.length < 2 * money.length) return [];
  return money.flatMap((column, index) => {
    const at = found.places[index];
    return at === undefined ? [] : [{ kind: found.kind, at, column }];
  });
}

/** The maximum difference between the edges of the amounts in one column of a scan, in points. */
const EDGE_SPREAD = 5;

function clusters(places: readonly number[]): number[] {
  const found: { at: number; last: number }[] = [];
  for (const at of places.toSorted((a, b) => a - b)) {
    const cluster = found.at(-1);
    if (cluster !== undefined && at - cluster.last <= EDGE_SPREAD) cluster.last = at;
    else found.push({ at, last: at });
  }
  return found.map(({ at, last }) => (at + last) / 2);
}

const edgeOf = (box: Box, kind: EdgeKind): number => (kind === 'center' ? (box.left + box.right) / 2 : box[kind]);

/**
 * Whether there are words on both sides of the amount, separated from it only by a space, as in `REFUND 12.50 OF JUNE`.
 */
function isInText(words: readonly Word[], { from, to, box }: Amount): boolean {
  const [before, after] = [words[from - 1], words[to]];
  if (after === undefined || before === undefined) return false;
  return after.box.left - box.right < 0.6 * after.size && box.left - before.box.right < 0.6 * before.size;
}

/** Reads the words of one row. `columns` is empty if the table has no header. */
export function readRow(page: number, words: Word[], box: Box, size: number, columns: Column[], edges: Edges): Row {
  const date = columns.length === 0 ? dateAt(words, 0) : dateUnder(words, columns);
  const cells = cellsOf(words, columns, edges);
  const taken = new Set<Word>([...(date?.words ?? []), ...cells.flatMap(({ amount }) => amount.words)]);
  for (const word of secondDates(words, columns, date?.words)) taken.add(word);
  const rest = words.filter((word) => !taken.has(word));
  const check = rest.find((word) => isCheckNumber(word) && isUnder(word.box, 'check', columns));
  const aside = new Set(rest.filter((word) => word === check || isAside(word, columns)));
  const described = rest.filter((word) => !aside.has(word));
  return {
    page,
    words,
    box,
    size,
    date,
    cells,
    check,
    type: textOf([...aside].filter((word) => word !== check)),
    description: described[0] !== undefined && isPicture(described[0]) ? described.slice(1) : described,
  };
}

/** Some apps show a round picture before each transaction. OCR reads the picture as one of these characters. */
const isPicture = ({ text, confidence }: Word): boolean => confidence < 1 && /^[@®©°•●○]+$/.test(text);

/** A star marks a gap in the sequence of checks. OCR may read the star as a different character. */
const isCheckNumber = ({ text, confidence }: Word): boolean =>
  (confidence < 1 ? /^#?\d{1,10}[^\w\s]?$/ : /^#?\d{1,10}\*?$/).test(text);

/**
 * Returns the date of the row. If there are two columns of dates, returns the posting date, because the balances follow
 * the posting dates. Otherwise returns the first date.
 */
export function dateUnder(words: readonly Word[], columns: readonly Column[]) {
  const dates = columns.filter(({ kind }) => kind === 'date');
  const text = columns.find(({ kind }) => kind === 'description');
  for (const column of dates.toSorted((a, b) => Number(isPosting(b)) - Number(isPosting(a)))) {
    for (const [index, word] of words.entries()) {
      const offset = Math.abs(word.box.left - column.box.left);
      const is_text = text !== undefined && Math.abs(word.box.left - text.box.left) < offset;
      const near = (offset <= DATE_OFFSET && !is_text) || sharedWidth(word.box, column.box) > 0;
      const date = near ? dateAt(words, index) : undefined;
      if (date !== undefined) return date;
    }
  }
  return undefined;
}

const isPosting = ({ text }: Column): boolean => /\bpost/i.test(text);

/** Returns the words of the dates that are in columns of dates but are not the date of the row. */
function secondDates(words: readonly Word[], columns: readonly Column[], date: readonly Word[] | undefined): Word[] {
  const dates = columns.filter(({ kind }) => kind === 'date');
  if (dates.length < 2 || date === undefined) return [];
  return dates.flatMap((column) => {
    const near = (word: Word) =>
      Math.abs(word.box.left - column.box.left) <= DATE_OFFSET || sharedWidth(word.box, column.box) > 0;
    const index = words.findIndex((word, at) => !date.includes(word) && near(word) && dateAt(words, at) !== undefined);
    return index < 0 ? [] : (dateAt(words, index)?.words ?? []);
  });
}

const isUnder = (box: Box, kind: Column['kind'], columns: readonly Column[]): boolean =>
  columns.some((column) => column.kind === kind && sharedWidth(box, column.box) > 0);

/** Whether the word is in a column of types or references. Columns of text are aligned at their left edges. */
function isAside(word: Word, columns: readonly Column[]): boolean {
  const texts = columns.filter((column) => !isMoney(column) && column.kind !== 'date');
  const own = texts.findLast(({ box }) => box.left - 4 <= word.box.left);
  return own !== undefined && texts.some(({ kind }) => kind === 'description') && /^(?:type|reference)$/.test(own.kind);
}

function cellsOf(words: readonly Word[], columns: readonly Column[], edges: Edges): Cell[] {
  const amounts = amountsIn(words);
  if (columns.length === 0) return trailing(words, amounts).map((amount) => ({ column: undefined, amount }));
  const cells: Cell[] = [];
  for (const amount of amounts) {
    const column = columnOf(amount, words, columns, edges);
    if (column !== undefined && !cells.some((cell) => cell.column === column)) cells.push({ column, amount });
  }
  return [...cells, ...withoutPoint(words, cells, edges)];
}

/**
 * The maximum distance, in points, from the edge of a column to the edge of a number that is treated as an amount
 * although it has no decimal point.
 */
const POINT_LOST_DISTANCE = 2.5;

/** Returns the amounts whose decimal point OCR lost: whole numbers at the edge of a column that has no amount yet. */
function withoutPoint(words: readonly Word[], cells: readonly Cell[], edges: Edges): Cell[] {
  return words.flatMap((word, index): Cell[] => {
    const { text, box, confidence } = word;
    if (confidence === 1 || !/^-?\d{1,3}(?:,?\d{3})*\d{2}$/.test(text) || !/\d{3}/.test(text)) return [];
    const edge = edges.find(
      ({ kind, at }) => kind === 'right' && Math.abs(edgeOf(box, kind) - at) <= POINT_LOST_DISTANCE,
    );
    if (edge === undefined || cells.some(({ column }) => column === edge.column)) return [];
    const cents = BigInt(text.replace(/\D/g, ''));
    const sign = text.startsWith('-') ? '-' : '';
    return [{ column: edge.column, amount: { cents, sign, words: [word], box, from: index, to: index + 1 } }];
  });
}

/** Returns the amounts at the end of the row, at most two: the amount and the balance. */
function trailing(words: readonly Word[], amounts: readonly Amount[]): Amount[] {
  const last = amounts.at(-1);
  if (last === undefined || last.to !== words.length) return [];
  const before = amounts.at(-2);
  return before !== undefined && before.to === last.from ? [before, last] : [last];
}

/** The maximum distance between a learned edge and the amounts of its column, in points. */
const EDGE_DISTANCE = 8;
/**
 * The maximum distance, in points, from a header to an amount that is not directly below it but further left or right.
 */
const BESIDE_MAX = 60;

function columnOf({ box, ...amount }: Amount, words: readonly Word[], columns: readonly Column[], edges: Edges) {
  const near = edges
    .map(({ kind, at, column }) => ({ column, distance: Math.abs(edgeOf(box, kind) - at) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  if (near !== undefined && near.distance <= EDGE_DISTANCE) return near.column;
  const scored = columns
    .filter(isMoney)
    .map((column) => ({ column, distance: distanceTo(box, column.box), shared: sharedWidth(box, column.box) }))
    .toSorted((a, b) => b.shared - a.shared || a.distance - b.distance);
  const best = scored[0];
  if (best === undefined) return undefined;
  if (best.shared > 0) return best.column;
  const inside = isInText(words, { ...amount, box }) || (edges.length > 0 && amount.to < words.length);
  return !inside && best.distance <= BESIDE_MAX ? best.column : undefined;
}

const distanceTo = (a: Box, b: Box): number =>
  Math.min(Math.abs(a.right - b.right), Math.abs(a.left - b.left), Math.abs(a.left + a.right - b.left - b.right) / 2);
