// Splits one line of a table into its cells: the description, other texts, and one number per column.

import { type Line, type Segment, segmentOf, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { type Box, boxAround, type Word } from '#domain/documents/pages.ts';
import { assignColumns, misalignment } from './alignment.ts';
import { type ColumnKind } from './column-words.ts';
import type { Column, Header } from './headers.ts';
import { entriesOf } from './lists/row-phrases.ts';
import { isPriced, parseQuantity, withoutSymbols } from './quantities.ts';

export type Numbers = Partial<Record<ColumnKind, Word>>;
export type LineCells = {
  numbers: Numbers;
  description: Segment | undefined;
  account: Segment | undefined;
  /** The text in a column before the descriptions, which may name the section: `Tax`. */
  lead: Segment | undefined;
  /** Whether the line has an entry in the columns of numbers, even if it is only a dash. */
  has_entries: boolean;
  /** Whether the line has numbers outside the columns, so that it is not a row of this table. */
  misses_columns: boolean;
};

const TEXT_KINDS = new Set<ColumnKind>(['description', 'text', 'account']);
const AMOUNT_KINDS = new Set<ColumnKind>(['current', 'ytd', 'employer_current', 'employer_ytd']);
const isTextColumn = ({ kind }: Column): boolean => TEXT_KINDS.has(kind);

/**
 * The maximum distance between a header and its numbers, in font heights, if no other column is nearer to the number.
 */
const MISALIGNMENT_MAX = 5;

export function cellsOfLine(line: Line, { columns }: Header): LineCells {
  const text_columns = columns.filter(isTextColumn);
  const number_columns = columns.filter((column) => !isTextColumn(column));
  const { words, said } = withoutSaid(withoutSymbols(line.words), number_columns);
  const found = words.filter(
    (word) => isNumberOf(word, number_columns, text_columns) && !isInDescription(word, columns, number_columns),
  );
  const size = line.words[0]?.size ?? 10;
  const places = assignColumns(
    found.map(({ box }) => box),
    number_columns.map(({ box }) => box),
    MISALIGNMENT_MAX * size,
  );
  const numbers: Numbers = { ...said };
  for (const [index, word] of found.entries()) {
    const column = number_columns[places[index] ?? -1];
    if (column !== undefined) numbers[column.kind] = word;
  }
  const numbered = new Set(found);
  const first_number = Math.min(...number_columns.map(({ box }) => box.left));
  const texts = textsOf(
    words.filter((word) => !numbered.has(word)),
    size,
  ).flatMap((text) => splitAt(text, text_columns));
  // A description ends where the numbers after it begin. Numbers before the description do not end it.
  const from = columns.find(({ kind }) => kind === 'description')?.box.left ?? Number.NEGATIVE_INFINITY;
  const is_behind = number_columns.some(({ box }) => box.right < from);
  const end = Math.min(
    ...[...number_columns, ...found].map(({ box }) => box.left).filter((left) => !is_behind || left > from),
  );
  const described = assignTexts(texts, text_columns, end);
  // `MEDI 74.59 NET 4,190.48` is a line of labels and values, not a row.
  const has_amount = described.description?.words.some(isAmount) === true;
  return {
    numbers,
    ...described,
    misses_columns:
      has_amount ||
      texts.some((text) => isBetween(text, found, text_columns)) ||
      (found.length > 0 && places.every((place) => place === undefined)),
    has_entries:
      found.length > 0 || line.words.some(({ text, box }) => /^[-–—$]+$/.test(text) && box.right >= first_number),
  };
}

/**
 * Reads hours and rate from a text such as `80.00 x 27.50` before the amounts, if the table has no columns for hours
 * and rate.
 */
function withoutSaid(words: Word[], columns: readonly Column[]): { words: Word[]; said: Numbers } {
  if (columns.some(({ kind }) => kind === 'hours' || kind === 'rate')) return { words, said: {} };
  const times = words.findIndex(({ text }) => /^(?:x|×|@|at)$/i.test(text));
  const first = Math.min(...columns.map(({ box }) => box.left));
  const entry = times < 1 ? undefined : entriesOf({ words, box: boxAround(words.map(({ box }) => box)) })[0];
  const hours = entry?.numbers.find(({ said }) => said === 'hours')?.word;
  const rate = entry?.numbers.find(({ said }) => said === 'rate')?.word;
  if (hours === undefined || rate === undefined || rate.box.left > first) return { words, said: {} };
  const kept = words.filter(({ box }) => box.right < hours.box.left || box.left > first - 1 || isBehind(box, rate.box));
  const isUnit = ({ text, box }: Word) => box.left > hours.box.left && /^(?:\/|per|an|a|hrs?|hours?|h)$/i.test(text);
  return { words: kept.filter((word) => !isUnit(word)), said: { hours, rate } };
}

const isBehind = (box: Box, before: Box): boolean => box.left > before.right;

/**
 * Whether a text stands between two numbers, at a place where the table has no column of texts. Such a text begins a
 * second list beside the first.
 */
const isBetween = ({ text, box }: Segment, numbers: readonly Word[], columns: readonly Column[]): boolean =>
  /[a-z]{3}/i.test(text) &&
  numbers.some((word) => word.box.right < box.left) &&
  numbers.some((word) => word.box.left > box.right) &&
  !columns.some((column) => overlaps(column.box, box));

const isAmount = ({ text }: Word): boolean => /\d\.\d\d$/.test(text) && parseQuantity(text) !== undefined;

function isNumberOf(word: Word, columns: readonly Column[], text_columns: readonly Column[]): boolean {
  if (parseQuantity(word.text) === undefined) return false;
  const distance = nearest(word.box, columns);
  const first = Math.min(...columns.map(({ box }) => box.left));
  if (word.box.right < first - word.size) return false;
  if (isPriced(word.text) || /^\d{1,3}:\d\d$/.test(word.text)) return true;
  if (!/^\d{1,4}$/.test(word.text) || text_columns.some(({ box }) => overlaps(word.box, box))) return false;
  // A number without decimals is usually a number of hours. So in a column of amounts it is accepted only if it is
  // exactly aligned with the header.
  const column = columns.find(({ box }) => misalignment(word.box, box) === distance);
  const is_amount = column !== undefined && AMOUNT_KINDS.has(column.kind);
  return distance < (is_amount ? 0.3 : 2) * word.size;
}

/**
 * Whether the number is part of a description between columns of numbers, as in `Overtime @ 1.5`. Such a number is
 * right of the position where the descriptions begin, and far from the columns of numbers.
 */
function isInDescription({ box, size }: Word, columns: readonly Column[], number_columns: readonly Column[]): boolean {
  const description = columns.find(({ kind }) => kind === 'description');
  if (description === undefined || !number_columns.some((column) => column.box.right < description.box.left))
    return false;
  return box.left > description.box.left && nearest(box, number_columns) > 2 * size;
}

const nearest = (box: Box, columns: readonly Column[]): number =>
  Math.min(...columns.map((column) => misalignment(box, column.box)));

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left;

const textsOf = (words: Word[], size: number): Segment[] =>
  words.length === 0 ? [] : segmentsOf({ words, box: { left: 0, top: 0, right: 0, bottom: size } });

/**
 * A long description may reach up to the next column of texts. Splits the text where a word begins at the left edge of
 * such a column.
 */
function splitAt(text: Segment, columns: readonly Column[]): Segment[] {
  const at = text.words.findIndex(
    (word, index) => index > 0 && columns.some(({ box }) => Math.abs(word.box.left - box.left) < EDGE_SPREAD),
  );
  return at < 0 ? [text] : [segmentOf(text.words.slice(0, at)), segmentOf(text.words.slice(at))];
}

/** The maximum difference between the left edges of cells in the same column, in points. */
const EDGE_SPREAD = 0.8;

/**
 * Assigns each text to the nearest column of texts. Without a column of descriptions, the text before the numbers is
 * the description.
 */
function assignTexts(
  texts: readonly Segment[],
  columns: readonly Column[],
  end: number,
): Pick<LineCells, 'description' | 'account' | 'lead'> {
  const before = texts.filter(({ box }) => box.left < end);
  const account = accountOf(texts, columns);
  const column = columns.find(({ kind }) => kind === 'description');
  if (column === undefined) {
    const free = before.filter(
      ({ box }) => !columns.some((other) => other.kind === 'text' && overlaps(other.box, box)),
    );
    const [first, second] = free.length > 0 ? free : before;
    const last = free.at(-1) ?? before.at(-1);
    // `Savings   ****1234` is the description of a deposit.
    const name = last !== undefined && /^[x*.#…•-]+\d{2,6}$/i.test(last.text) ? before.at(-2) : undefined;
    if (last !== undefined && name !== undefined)
      return { description: segmentOf([...name.words, ...last.words]), account, lead: undefined };
    return { description: last, account, lead: second === undefined ? undefined : first };
  }
  const lead = before.find(({ box }) => {
    const owner = ownerOf(box, columns);
    return owner?.kind === 'text' && owner.box.left < column.box.left;
  });
  const own = before.filter(({ box }) => ownerOf(box, columns) === column);
  const near = own.filter(({ box }) => box.right > column.box.left - 2);
  const chosen = near.length > 0 ? near : own.slice(-1);
  return {
    description: chosen.length > 0 ? segmentOf(chosen.flatMap(({ words }) => words)) : undefined,
    account,
    lead,
  };
}

function accountOf(texts: readonly Segment[], columns: readonly Column[]): Segment | undefined {
  const own = texts.filter(({ box }) => ownerOf(box, columns)?.kind === 'account');
  return own.length > 0 ? segmentOf(own.flatMap(({ words }) => words)) : undefined;
}

/** Returns the column of texts with which the text is best aligned: at the left edge, the centre or the right edge. */
function ownerOf(box: Box, columns: readonly Column[]): Column | undefined {
  let best: { column: Column; distance: number } | undefined;
  for (const column of columns) {
    const distance = misalignment(box, column.box);
    if (best === undefined || distance < best.distance) best = { column, distance };
  }
  return best?.column;
}
