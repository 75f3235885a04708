// Narrow stubs print the description of a row in a line of its own, above the line with its figures.
import type { Line } from '#analysis/documents/geometry/lines.ts';
import { cellsOfLine } from './cells.ts';
import type { Header } from './headers.ts';

/** Figures are at most this many font heights below their description. */
const BELOW_MAX = 1.9;
/** The first lines of a table show how its rows are arranged. */
const LINES_TO_MEASURE = 12;

/**
 * Whether descriptions stand above their figures: the first figures of the table have theirs above them, and more
 * figures are arranged like this than not.
 */
export function hasNamesAbove(lines: readonly Line[], header: Header): boolean {
  const cells = lines.slice(0, LINES_TO_MEASURE).map((line) => cellsOfLine(line, header));
  const first = cells.findIndex(({ has_entries }) => has_entries);
  if (first < 1 || !isNameAbove(lines, first - 1, header)) return false;
  const entries = cells.filter(({ has_entries }) => has_entries).length;
  const pairs = cells.filter((_, index) => isNameAbove(lines, index, header)).length;
  return 2 * pairs > entries;
}

/** Whether the line is a text and the next one has figures without a description. */
export function isNameAbove(lines: readonly Line[], index: number, header: Header): boolean {
  const [name, figures] = [lines[index], lines[index + 1]];
  if (name === undefined || figures === undefined || cellsOfLine(name, header).has_entries) return false;
  const { has_entries, description, misses_columns } = cellsOfLine(figures, header);
  const distance = figures.box.bottom - name.box.bottom;
  return (
    has_entries &&
    !misses_columns &&
    description === undefined &&
    distance <= BELOW_MAX * (figures.words[0]?.size ?? 10)
  );
}
