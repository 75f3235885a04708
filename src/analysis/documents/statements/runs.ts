// Splits a statement into runs: the rows below one table header, each with its section.

import type { TextRow } from '#analysis/documents/text-rows.ts';
import { amountsIn } from './amounts.ts';
import type { Column, Header } from './columns.ts';
import { headerAt } from './columns.ts';
import { isBalanceLine, type Section, sectionOf } from './sections.ts';
import { dateAt } from './table-rows.ts';

/** The rows below one header. Without a header, `groups` has one group without columns. */
export type Run = { groups: Column[][]; rows: { row: TextRow; section: Section }[] };

/** The maximum number of rows between a header and the heading that belongs to it. */
const HEADING_DISTANCE = 3;

type State = {
  runs: Run[];
  section: Section;
  /**
   * The number of rows since the last heading; infinite if there is no heading yet, or if a table header follows the
   * heading.
   */
  since_heading: number;
  header: Header | undefined;
  header_page: number;
  /**
   * Whether a line with only a date was found. If so, later lines with amounts are treated as transactions and not as
   * headings.
   */
  by_day: boolean;
};

export function runsOf(rows: readonly TextRow[]): Run[] {
  const state: State = {
    runs: [],
    section: 'mixed',
    since_heading: Infinity,
    header: undefined,
    header_page: 0,
    by_day: false,
  };
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined) break;
    const header = headerAt(rows, index);
    if (header !== undefined) {
      startRun(state, isScanned(row) ? withLostColumns(header, state.header) : header, row.page);
      index += header.rows - 1;
      continue;
    }
    if (isDayLine(row)) state.by_day = true;
    const is_row = state.by_day && amountsIn(row.words).length > 0;
    const section = is_row ? undefined : headingAt(rows, index, state.runs.at(-1));
    if (section !== undefined) {
      state.section = section;
      state.since_heading = 0;
    } else state.since_heading++;
    if (state.runs.length === 0) state.runs.push({ groups: [[]], rows: [] });
    state.runs.at(-1)?.rows.push({ row, section: section === undefined ? state.section : 'none' });
  }
  return state.runs;
}

const isScanned = ({ words }: TextRow): boolean => words.some(({ confidence }) => confidence < 1);

/**
 * Adds columns to the header of a later page if OCR lost their names there. The header of the previous page must begin
 * with the same columns. The other columns of the previous header are added, at the same distance from the last common
 * column.
 */
function withLostColumns(header: Header, before: Header | undefined): Header {
  const [columns = [], known = []] = [header.groups[0], before?.groups[0]];
  const last = columns.at(-1);
  if (header.groups.length > 1 || before?.groups.length !== 1 || known.length <= columns.length) return header;
  if (last === undefined || !columns.every(({ kind, text }, index) => isLike(known[index], kind, text))) return header;
  const right = (known[columns.length - 1]?.box.right ?? 0) - last.box.right;
  const lost = known.slice(columns.length).map((column) => ({
    ...column,
    box: { ...column.box, left: column.box.left - right, right: column.box.right - right },
  }));
  return { ...header, groups: [[...columns, ...lost]] };
}

const isLike = (column: Column | undefined, kind: Column['kind'], text: string): boolean =>
  column?.kind === kind && column.text.toLowerCase() === text.toLowerCase();

/** Whether the row consists of a date only. */
const isDayLine = ({ words }: TextRow): boolean => words.length <= 4 && dateAt(words, 0)?.words.length === words.length;

function startRun(state: State, header: Header, page: number): void {
  const continues = state.header_page !== page && kindsOf(state.header) === kindsOf(header);
  const headed = state.since_heading <= HEADING_DISTANCE;
  if (!headed && !continues) state.section = 'mixed';
  const columns = header.groups[0] ?? [];
  const has = (kind: Column['kind']) => columns.some((column) => column.kind === kind);
  const amounts = has('amount') || has('debit') || has('credit');
  // The heading `Transaction summary` means a section without transactions, but it may also be above a complete table
  // of transactions. A table is complete if it has dates, descriptions and amounts; a table of only dates and balances
  // has no transactions.
  if (state.section === 'none' && headed && has('description') && amounts && has('date')) state.section = 'mixed';
  const is_loan = columns.some(({ text }) => /\b(?:loan|principal|escrow)\b/i.test(text));
  if (!amounts || is_loan) state.section = 'none';
  state.runs.push({ groups: header.groups, rows: [] });
  state.by_day = false;
  state.header = header;
  state.header_page = page;
  state.since_heading = Infinity;
}

const kindsOf = (header: Header | undefined): string =>
  header?.groups
    .flat()
    .map(({ kind }) => kind)
    .join(' ') ?? '';

/**
 * Returns the section that begins at the row. Returns undefined for a line of a summary, which looks like a heading
 * with an amount: no table follows such a line.
 */
function headingAt(rows: readonly TextRow[], index: number, run: Run | undefined): Section | undefined {
  const row = rows[index];
  if (row === undefined || row.segments.length > 2 || dateAt(row.words, 0) !== undefined) return undefined;
  const section = sectionOf(row.text);
  if (section === undefined || isContinuation(row, run) || isBesideTable(row, run)) return undefined;
  if (amountsIn(row.words).length === 0) return row.segments.length === 1 || section === 'none' ? section : undefined;
  for (const [offset, next] of rows.slice(index + 1, index + 1 + HEADING_DISTANCE).entries()) {
    if (headerAt(rows, index + 1 + offset) !== undefined || dateAt(next.words, 0) !== undefined) return section;
    if (sectionOf(next.text) !== undefined || isBalanceLine(next.text)) return undefined;
  }
  return undefined;
}

/** Whether the row is left or right of the columns of the table, like text in a margin. */
function isBesideTable({ box, page }: TextRow, run: Run | undefined): boolean {
  const columns = run?.groups.flat() ?? [];
  const last = run?.rows.at(-1)?.row;
  if (columns.length === 0 || (last !== undefined && last.page !== page)) return false;
  const left = Math.min(...columns.map((column) => column.box.left));
  const right = Math.max(...columns.map((column) => column.box.right));
  return box.right < left - MARGIN_GAP || box.left > right + MARGIN_GAP;
}

/** The minimum distance between the table and a text in a margin, in points. */
const MARGIN_GAP = 8;

/**
 * Whether the row may continue the description above it: the row starts below a description and has the same font size
 * as the description.
 */
function isContinuation(row: TextRow, run: Run | undefined): boolean {
  const description = run?.groups[0]?.find(({ kind }) => kind === 'description');
  const date = run?.groups[0]?.find(({ kind }) => kind === 'date');
  const last = run?.rows.at(-1)?.row;
  if (description === undefined || date === undefined || last === undefined || last.page !== row.page) return false;
  const left = row.box.left;
  const apart = description.box.left < date.box.left || left > date.box.left + 8;
  const inside = apart && left >= description.box.left - 4 && left <= description.box.left + 24;
  return inside && row.size <= 1.15 * last.size && row.box.bottom - last.box.bottom <= 1.7 * row.size;
}
