// Finds the tables that contain year-to-date amounts. Some stubs have one table for the pay period and another for the
// year to date. The columns of both tables have the same names, and only the heading above a table says whether the
// table is for the period or for the year to date.
import { type Line, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import type { Box } from '#domain/documents/pages.ts';
import type { ColumnKind } from './column-words.ts';
import type { Header } from './headers.ts';
import { isPriced, parseQuantity } from './quantities.ts';
import { isPeriodLabel, isYearLabel, totalOf } from './section-words.ts';

/** The maximum number of words in a heading that names the year to date or the pay period. */
const HEADING_WORDS_MAX = 4;

const IN_YEAR: Partial<Record<ColumnKind, ColumnKind>> = {
  current: 'ytd',
  hours: 'ytd_hours',
  employer_current: 'employer_ytd',
};

/**
 * Turns the columns of a header into year-to-date columns if the nearest heading above the header names the year to
 * date.
 */
export function withYears(headers: readonly Header[], lines: readonly Line[]): Header[] {
  const headings = lines.flatMap((line) => headingsIn(line, headers));
  return headers.map((header) => {
    const { columns, box } = header;
    const is_open = columns.some(({ kind }) => kind === 'current') && !columns.some(({ kind }) => kind === 'ytd');
    const nearest = headings.findLast((one) => one.box.bottom < box.top && overlaps(one.box, box));
    if (!is_open || nearest === undefined || !nearest.year) return header;
    return { ...header, columns: columns.map((column) => ({ ...column, kind: IN_YEAR[column.kind] ?? column.kind })) };
  });
}

type YearHeading = { box: Box; year: boolean };

/**
 * Returns the headings in a line that name the year to date or the pay period. Names of columns and labels before
 * amounts are not headings.
 */
function headingsIn(line: Line, headers: readonly Header[]): YearHeading[] {
  const has_numbers = line.words.some(({ text }) => isPriced(text) && parseQuantity(text) !== undefined);
  if (has_numbers || headers.some(({ box }) => box.top < line.box.bottom && box.bottom > line.box.top)) return [];
  return segmentsOf(line).flatMap((segment): YearHeading[] => {
    const year = yearOf(segment);
    return year === undefined ? [] : [{ box: segment.box, year }];
  });
}

/**
 * Returns true if the text names the year to date, false if it names the pay period, and undefined if it names neither.
 */
function yearOf({ text }: Segment): boolean | undefined {
  const name = text.replace(/\([^)]*\)/g, ' ').trim();
  if (name.split(/\s+/).length > HEADING_WORDS_MAX || totalOf(name, true) !== undefined) return undefined;
  if (isYearLabel(name)) return true;
  return isPeriodLabel(name) ? false : undefined;
}

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left;
