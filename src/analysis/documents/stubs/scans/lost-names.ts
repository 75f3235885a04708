// Recognises a row whose name OCR did not read.
import type { Line } from '#analysis/documents/geometry/lines.ts';
import { cellsOfLine, type LineCells } from '#analysis/documents/stubs/cells.ts';
import type { Header } from '#analysis/documents/stubs/headers.ts';
import { totalOf } from '#analysis/documents/stubs/section-words.ts';

/** The maximum difference between the distances to the rows above and below, as a share. */
const PITCH_SPREAD = 0.2;

/**
 * Whether OCR lost the name of a row: a scanned line has numbers but no name, and is between two named rows at equal
 * distances. In a printed stub, a line without a name is the total of its section. But a total is the last line of its
 * section, so a line between two rows is not a total.
 */
export function isNameLost(lines: readonly Line[], index: number, cells: LineCells, header: Header): boolean {
  const [above, line, below] = [lines[index - 1], lines[index], lines[index + 1]];
  if (above === undefined || line === undefined || below === undefined) return false;
  if (cells.description !== undefined || !cells.has_entries) return false;
  if (line.words.every(({ confidence }) => confidence === 1)) return false;
  const [before, after] = [line.box.bottom - above.box.bottom, below.box.bottom - line.box.bottom];
  if (Math.abs(after - before) > PITCH_SPREAD * before) return false;
  return [above, below].every((other) => isNamedRow(cellsOfLine(other, header)));
}

const isNamedRow = ({ description, has_entries }: LineCells): boolean =>
  has_entries && description !== undefined && totalOf(description.text, false) === undefined;
