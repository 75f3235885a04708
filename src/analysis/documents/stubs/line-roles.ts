// Finds the role of a line in a table: a row, a total, a heading, or the beginning of something else.
import { type Line, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { plain } from '#analysis/documents/phrases.ts';
import { misalignment } from './alignment.ts';
import type { LineCells } from './cells.ts';
import { columnKind } from './column-words.ts';
import type { Header } from './headers.ts';
import { isPriced } from './quantities.ts';
import { isPeriodLabel, type Section, sectionOf, type TotalName, totalOf } from './section-words.ts';

/**
 * Whether the table ends before this line because notes or a table of another type begin here. The distance between the
 * table and this line does not matter.
 */
export function beginsOther(line: Line, { description, misses_columns }: LineCells): boolean {
  const text = description?.text ?? '';
  return (
    misses_columns ||
    isPeriodLabel(text) ||
    /^(?:ytd|year to date)$/i.test(text) ||
    isNotes(line) ||
    isOtherHeader(line)
  );
}

const isNotes = ({ words }: Line): boolean => {
  const start = words
    .slice(0, 2)
    .map(({ text }) => text)
    .join(' ');
  return /^(?:important )?(?:notes?|messages?|remarks?|comments?)\b/i.test(start);
};

/**
 * Whether the line is the header of a table of another type: it has several names of totals or columns, and no numbers.
 */
function isOtherHeader(line: Line): boolean {
  if (line.words.length > 40 || line.words.some(({ text }) => isPriced(text))) return false;
  const names = segmentsOf(line).filter(
    ({ text }) => totalOf(text, true) !== undefined || columnKind(text) !== undefined,
  );
  return names.length > 1;
}

/** Returns the section named by a line without numbers. */
export function headingOf({ description }: LineCells, header: Header): Section | undefined {
  if (description === undefined || description.words.length > 5 || description.box.left > header.box.right)
    return undefined;
  const is_sentence = /[a-z] .*[.;]$/.test(description.text);
  return is_sentence || statesNumber(description) ? undefined : sectionOf(description.text);
}

/** Whether the text states a long number, as `Payment by check no. 87450` does. */
export const statesNumber = ({ words }: Segment): boolean => words.some(({ text }) => /^#?\d{4,}$/.test(text));

/**
 * Returns the total that a line with numbers states. A line without a description is treated as the total of its
 * section.
 */
export function totalNameOf(
  { description }: LineCells,
  section: Section | undefined,
  { headings }: Header,
): TotalName | undefined {
  if (description === undefined) return 'section';
  // Some programs use the name of a table also as the name of its total: `Employee Taxes`.
  const named = headings
    .slice(0, 2)
    .filter((heading) => sectionOf(heading) !== undefined)
    .map(plain);
  const total = named.includes(plain(description.text)) ? 'section' : totalOf(description.text, section === 'summary');
  // The total of a table of pre-tax deductions is not the total of all deductions.
  const heading = headings.find((text) => sectionOf(text) !== undefined) ?? '';
  return total === 'section' && section === 'deductions' && PART_OF_DEDUCTIONS.test(heading) ? 'subtotal' : total;
}

const PART_OF_DEDUCTIONS = /\b(?:pre|post|before|after)[ -]?tax\b|\bfrom gross\b|\b(?:from|to) net\b/i;

/** Whether all numbers are aligned with the headers of their columns. */
export const isInColumns = ({ numbers }: LineCells, { columns }: Header, distance_max: number): boolean =>
  columns.every(({ kind, box }) => {
    const word = numbers[kind];
    return word === undefined || misalignment(word.box, box) <= distance_max;
  });

const LEAVE_COLUMN =
  /\b(?:accrued|accruals?|used|taken|available|avail|remaining|balance|bal|carry ?over|carried|beginning|ending|forfeited)\b/i;

/**
 * Whether the columns are those of a table of leave, as in `Benefits  Accrued  Used  Available`. The heading of the
 * table does not matter.
 */
export const isLeave = (columns: Header['columns']): boolean =>
  columns.filter(({ text, kind }) => kind !== 'description' && LEAVE_COLUMN.test(text)).length > 1;
