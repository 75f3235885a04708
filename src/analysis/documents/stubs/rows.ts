// Reads the rows below the header of one table, up to its end: the next header, a wide gap, or text that is not a row.
import { type Line, linesOf, type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import type { Box, Page, Word } from '#domain/documents/pages.ts';
import { cellsOfLine, type LineCells, type Numbers } from './cells.ts';
import { columnKind } from './column-words.ts';
import type { Header } from './headers.ts';
import { beginsOther, headingOf, isInColumns, isLeave, statesNumber, totalNameOf } from './line-roles.ts';
import { isProduct } from './lists/number-kinds.ts';
import { entriesOf } from './lists/row-phrases.ts';
import { rowSection } from './lists/row-words.ts';
import { parseQuantity } from './quantities.ts';
import { isNameLost } from './scans/lost-names.ts';
import { isAccount, isMixed, type Section, sectionOf, type TotalName, totalOf } from './section-words.ts';
import { hasNamesAbove, isNameAbove, nameAbove } from './two-line-rows.ts';

export type Row = {
  page: number;
  section: Section | undefined;
  /**
   * Whether the section contains both taxes and deductions, or has no name. In both cases the section of the row
   * follows from its description.
   */
  mixed: boolean;
  description: Segment | undefined;
  account: Segment | undefined;
  numbers: Numbers;
  total: TotalName | undefined;
};
export type StubTable = { header: Header; rows: Row[]; words: Set<Word> };

/**
 * Returns the rows of one table. `headers` are all headers of the page. `before` is a table of an earlier page, if this
 * table continues it.
 */
export function tableOf(
  page: Page,
  header: Header,
  headers: readonly Header[],
  before: StubTable | undefined,
): StubTable {
  const end = Math.min(...headers.filter((other) => isBelow(other, header)).map(({ box }) => box.top), page.height + 1);
  const words = page.words.filter(({ box }) => {
    const center = (box.left + box.right) / 2;
    return box.bottom > header.box.bottom + 1 && box.bottom <= end + 1 && center > header.left && center < header.right;
  });
  const table = walk(page.number, header, linesOf(words), before?.rows.at(-1));
  for (const word of page.words) if (isInside(word.box, header.box)) table.words.add(word);
  return table;
}

const isInside = (a: Box, b: Box): boolean =>
  a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;

const isBelow = (other: Header, header: Header): boolean =>
  other.box.top > header.box.top + 1 &&
  header.columns.some(({ box }) =>
    other.columns.some((column) => column.box.left < box.right && column.box.right > box.left),
  );

/** The state while the rows of a table are read: the section of the next row, and the rows read so far. */
type State = {
  section: Section | undefined;
  mixed: boolean;
  /** Whether a total ended the section. If so, rows that are not totals are read only after a heading. */
  closed: boolean;
  /** Whether net pay was read. Some programs list the bank accounts below it. */
  after_net: boolean;
  /** Whether descriptions are above their figures. */
  names_above: boolean;
  /** The number of lines of text since the last row. */
  notes: number;
  bottom: number;
  /** The usual distance between two rows. */
  pitch: number;
  rows: Row[];
  words: Set<Word>;
};

/**
 * The table ends at a large gap, unless a heading or a total follows. This is the smallest such gap, as a multiple of
 * the usual distance between two rows.
 */
const GAP_MAX = 2.3;
/** The maximum distance between the header and the first row, in font heights. */
const FIRST_GAP = 4;
/** The table ends if more lines than this are neither rows nor headings. */
const NOTES_MAX = 1;

function walk(page: number, header: Header, lines: readonly Line[], before: Row | undefined): StubTable {
  const state: State = {
    ...startOf(header, before),
    closed: false,
    after_net: false,
    names_above: hasNamesAbove(lines, header),
    notes: 0,
    bottom: header.box.bottom,
    pitch: evenPitch(lines),
    rows: [],
    words: new Set(),
  };
  let name: Line | undefined;
  for (const [index, line] of lines.entries()) {
    if (state.names_above && isNameAbove(lines, index, header)) {
      name = line;
      continue;
    }
    if (addQuantities(state, line)) continue;
    const cells = cellsOfLine(line, header);
    if (beginsOther(line, cells)) break;
    if (name !== undefined) {
      const { description, numbers } = nameAbove(name);
      Object.assign(cells, { description, numbers: { ...numbers, ...cells.numbers } });
      for (const word of name.words) state.words.add(word);
      name = undefined;
    }
    const next_gap = (lines[index + 1]?.box.bottom ?? Number.POSITIVE_INFINITY) - line.box.bottom;
    if (isNameLost(lines, index, cells, header)) {
      state.bottom = line.box.bottom;
      continue;
    }
    const goes_on = cells.has_entries
      ? addRow(state, page, line, cells, header)
      : addText(state, line, cells, header, next_gap);
    if (!goes_on) break;
    state.bottom = line.box.bottom;
  }
  return { header, rows: withYear(state.rows, header), words: state.words };
}

/**
 * A column with an unknown name, after the column of the current amounts, is the year to date if none of its amounts is
 * smaller than the current amount of the same row. The signs of the amounts do not matter.
 */
function withYear(rows: readonly Row[], { columns }: Header): Row[] {
  const named = columns.find(({ kind }) => kind === 'number');
  const is_open = !columns.some(({ kind }) => kind === 'ytd') && columns.some(({ kind }) => kind === 'current');
  const cents = (word: Word | undefined) => parseQuantity(word?.text ?? '') ?? 0n;
  const size = (value: bigint) => (value < 0n ? -value : value);
  const fits = rows.every(({ numbers: { number, current } }) => size(cents(number)) >= size(cents(current)));
  const is_year = is_open && named !== undefined && columnKind(named.text) === undefined && fits;
  const is_behind = columns.findIndex(({ kind }) => kind === 'current') < columns.findIndex((one) => one === named);
  if (!is_year || !is_behind || rows.length === 0) return [...rows];
  return rows.map(({ numbers: { number, ...numbers }, ...row }) => ({
    ...row,
    numbers: number === undefined ? numbers : { ...numbers, ytd: number },
  }));
}

/**
 * Returns the distance between the first two lines if several of the next distances are about equal to it. Otherwise
 * returns 0, which means unknown.
 */
function evenPitch(lines: readonly Line[]): number {
  const gaps = lines.slice(0, 6).flatMap(({ box }, index) => {
    const next = lines[index + 1];
    return next === undefined ? [] : [next.box.bottom - box.bottom];
  });
  const [first = 0] = gaps;
  const even = gaps.filter((gap) => Math.abs(gap - first) <= 0.1 * first).length;
  const [line] = lines;
  return even >= EVEN_GAPS_MIN && line !== undefined && first <= PITCH_MAX * sizeOf(line) ? first : 0;
}

const EVEN_GAPS_MIN = 4;
/** The maximum distance between two rows, in font heights. */
const PITCH_MAX = 5;

/** Adds hours and rate from a line such as `40.00 hours × $37.60` to the row above it. */
function addQuantities(state: State, line: Line): boolean {
  const last = state.rows.at(-1);
  if (last === undefined || line.words.length > 8 || line.box.bottom - state.bottom > 1.6 * sizeOf(line)) return false;
  const [entry, ...others] = entriesOf(line);
  if (entry === undefined || others.length > 0 || entry.texts.length > 0 || entry.numbers.length === 0) return false;
  if (!entry.numbers.every(({ said }) => said === 'hours' || said === 'rate')) return false;
  for (const { word, said } of entry.numbers) if (said !== undefined) last.numbers[said] ??= word;
  for (const word of line.words) state.words.add(word);
  state.bottom = line.box.bottom;
  return true;
}

function startOf({ headings, columns }: Header, before: Row | undefined): Pick<State, 'section' | 'mixed'> {
  // If the table has columns for the employer’s share, a text that names the employer is the heading of these columns
  // and not of the table.
  const has_share = columns.some(({ kind }) => kind === 'employer_current' || kind === 'employer_ytd');
  const heading = headings.find((text) => {
    const section = sectionOf(text);
    return section !== undefined && !(has_share && section === 'employer_contributions');
  });
  const has_hours = columns.some(({ kind }) => kind === 'hours' || kind === 'rate');
  const section = heading === undefined ? undefined : sectionOf(heading);
  // `Payments to you` with hours is a table of earnings and not of deposits.
  if (section === 'distributions' && has_hours) return { section: 'earnings', mixed: false };
  if (isLeave(columns)) return { section: 'other', mixed: false };
  if (heading !== undefined) return { section, mixed: isMixed(heading) };
  if (before !== undefined) return { section: before.section, mixed: before.mixed };
  // Only deposits have a column of account numbers.
  if (columns.some(({ kind }) => kind === 'account')) return { section: 'distributions', mixed: false };
  return { section: has_hours ? 'earnings' : undefined, mixed: !has_hours };
}

/** `* estimated` is a footnote, `*TAXES*` is a heading. */
const isFootnote = ({ words }: Line): boolean =>
  words[0]?.text.startsWith('*') === true && words.at(-1)?.text.endsWith('*') !== true;

const sizeOf = (line: Line): number => line.words[0]?.size ?? 10;

function isFar({ rows, pitch, bottom }: State, line: Line): boolean {
  const usual = rows.length === 0 ? FIRST_GAP * sizeOf(line) : GAP_MAX * Math.max(pitch, 1.2 * sizeOf(line));
  return line.box.bottom - bottom > usual;
}

/**
 * Handles a line without numbers: a heading, the rest of a long description, or a note. Returns false if the table
 * ends.
 */
function addText(state: State, line: Line, cells: LineCells, header: Header, next_gap: number): boolean {
  const { description } = cells;
  const heading = headingOf(cells, header);
  // A text such as `Gross earnings` that is far below the rows is treated as the label of a total and not as the
  // heading of a section.
  const is_label = description !== undefined && totalOf(description.text, false) !== undefined;
  if ((heading === undefined || is_label) && isFar(state, line)) return false;
  if (description === undefined || isFootnote(line)) return true;
  const gap = line.box.bottom - state.bottom;
  const previous = state.rows.at(-1);
  // The rest of a description is nearer to its row than to the next row.
  const wraps =
    !state.names_above && state.notes === 0 && gap < 1.45 * sizeOf(line) && gap < next_gap - 0.15 * sizeOf(line);
  const is_rest = wraps && totalOf(description.text, false) === undefined && !statesNumber(description);
  if (is_rest && previous?.description !== undefined) {
    previous.description = segmentOf([...previous.description.words, ...description.words]);
  } else if (heading !== undefined) {
    state.section = heading;
    state.mixed = isMixed(description.text);
    state.closed = false;
  } else {
    state.notes++;
    return state.notes <= NOTES_MAX;
  }
  addWords(state.words, line, cells);
  return true;
}

/** Handles a line with numbers: a row or a total. Returns false if the table ends. */
function addRow(state: State, page: number, line: Line, cells: LineCells, header: Header): boolean {
  const { rows } = state;
  // After a total or a wide gap, a line without a description is not a row of the table.
  const is_apart = state.pitch > 0 && line.box.bottom - state.bottom > 1.6 * state.pitch;
  const has_total = rows.some(({ total: name }) => name !== undefined && name !== 'subtotal');
  if (cells.description === undefined && (has_total || is_apart)) return false;
  const total = totalNameOf(cells, state.section, header) ?? sumName(rows, cells);
  const gap = line.box.bottom - state.bottom;
  const far = isFar(state, line) || (total === 'net_pay' && rows.length > 0 && gap > 1.5 * state.pitch);
  const is_own_total = total !== undefined && cells.description !== undefined && rows.length > 0;
  if (far && !(is_own_total && isInColumns(cells, header, 0.5 * sizeOf(line)))) return false;
  if (rows.length > 0 && state.notes === 0) state.pitch = state.pitch === 0 ? gap : Math.min(gap, state.pitch);
  state.notes = 0;
  if (total === 'total_taxes') classifyRun(rows);
  const named = cells.lead === undefined ? undefined : sectionOf(cells.lead.text);
  if (named !== undefined) Object.assign(state, { section: named, mixed: false, closed: false });
  // Only pay is computed as hours times a rate, so the row belongs to the earnings, even if a text above it looked like
  // the heading of another section.
  const is_doubtful = state.section === 'distributions' || state.section === 'other';
  if (total === undefined && is_doubtful && isHourly(cells.numbers))
    Object.assign(state, { section: 'earnings', mixed: false });
  const { description, account, numbers } = cells;
  const row: Row = { page, section: state.section, mixed: state.mixed, total, description, account, numbers };
  Object.assign(state, afterRow(state, row));
  if (state.closed && total === undefined) return true;
  rows.push(row);
  addWords(state.words, line, cells);
  for (const word of named === undefined ? [] : (cells.lead?.words ?? [])) state.words.add(word);
  return true;
}

/** Whether the row has hours and a rate, and their product is its amount. */
function isHourly({ hours, rate, current }: Numbers): boolean {
  const [time, price, amount] = [hours, rate, current].map((word) => word && parseQuantity(word.text));
  return (
    time !== undefined && price !== undefined && amount !== undefined && time > 0n && isProduct(time, price, amount)
  );
}

/** Recognises a total without a known word, such as `Taken out`: it is the sum of the rows above it. */
function sumName(rows: readonly Row[], { description, numbers }: LineCells): TotalName | undefined {
  const parts = rows.slice(rows.findLastIndex(({ total }) => total !== undefined) + 1);
  const cents = (word: Word | undefined) => (word === undefined ? 0n : (parseQuantity(word.text) ?? 0n));
  const sum = parts.reduce((all, part) => all + cents(part.numbers.current), 0n);
  const is_sum = parts.length > 1 && sum !== 0n && cents(numbers.current) === sum;
  return is_sum && rowSection(description?.text ?? '') === undefined ? 'section' : undefined;
}

/** In a table of taxes and deductions, marks the rows above the total of the taxes as taxes. */
function classifyRun(rows: readonly Row[]): void {
  for (const row of rows.toReversed()) {
    if (row.total !== undefined || !row.mixed) return;
    row.section = 'taxes';
    row.mixed = false;
  }
}

/** Returns the parts of the state that change after a row. */
function afterRow({ rows, mixed, after_net }: State, { total, section, description }: Row): Partial<State> {
  if (after_net && section === 'distributions' && total === undefined)
    return { closed: !isAccount(description?.text ?? '') };
  if (total === undefined || total === 'subtotal' || section === 'summary' || rows.length === 0) return {};
  if (total === 'net_pay') return { section: 'distributions', mixed: false, closed: false, after_net: true };
  // The rows below gross pay are taxes and deductions if they have no heading.
  if (total === 'gross_pay' && section === 'earnings') return { section: undefined, mixed: true, closed: false };
  if (total === 'total_taxes' && (mixed || section === undefined)) return { section: 'deductions', mixed: false };
  return { closed: true };
}

/**
 * Adds the words of the description and all words to the right of it. Words to the left of the description may belong
 * to something else.
 */
function addWords(words: Set<Word>, line: Line, { description }: LineCells): void {
  for (const word of line.words)
    if (description === undefined || word.box.left >= description.box.left) words.add(word);
}
