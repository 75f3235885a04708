// Tables with a heading, a header row and rows. Rows that do not fit continue on a new page under the same header row.
import { type Face, latin, widthOf } from './latin.ts';
import { addPage, BOTTOM, box, type Ink, PAGE, type Paper, RIGHT, rule, write } from './paper.ts';

/** The columns of a table. The first column starts at the left margin. Columns of amounts are aligned `right`. */
export type Column = { title: string; width: number; align?: 'right'; ink?: Ink };
export type Row = { cells: readonly string[]; is_total?: true };
export type Table = { title: string; columns: readonly Column[]; rows: readonly Row[]; row_height?: number };

/** The `y` at which the next element may start on the last page. */
export type Cursor = number;

/** The default height of a row and the height of a heading. */
export const ROW_HEIGHT = 14;
export const HEADING_HEIGHT = 14;
export const CELL_PADDING = 5;
/** Font sizes and baseline as fractions of the row height. */
const ROW_TEXT = 0.62;
const TITLE_TEXT = 0.52;
const BASELINE = 0.69;
/**
 * The smallest scale of a column's font. The font is scaled down so that the column's longest text fits, but never
 * below this scale.
 */
const SCALE_LEAST = 0.8;

export function drawTable(paper: Paper, y: Cursor, { title, columns, rows, row_height = ROW_HEIGHT }: Table): Cursor {
  // A table's heading stays on the same page as the table's header row and at least one more row.
  const start = roomFor(paper, y, HEADING_HEIGHT + 2 * row_height);
  write(paper, title, PAGE.margin, start + 9, { size: 9.5, face: 'bold', ink: 'accent' });
  const scales = columns.map((column, at) => scaleOf(column, at, rows, row_height));
  let top = drawTitles(paper, start + HEADING_HEIGHT, columns, row_height);
  for (const row of rows) {
    if (top + row_height > BOTTOM) {
      addPage(paper);
      top = drawTitles(paper, PAGE.margin, columns, row_height);
    }
    drawRow(paper, top, { columns, row_height, scales }, row);
    top += row_height;
  }
  return top;
}

type Plan = { columns: readonly Column[]; row_height: number; scales: readonly number[] };

/** Returns `y` if `height` fits on the page below `y`. Otherwise adds a page and returns the `y` of its top. */
export function roomFor(paper: Paper, y: Cursor, height: number): Cursor {
  if (y + height <= BOTTOM) return y;
  addPage(paper);
  return PAGE.margin;
}

function drawTitles(paper: Paper, y: number, columns: readonly Column[], row_height: number): number {
  box(paper, { x: PAGE.margin, y, width: RIGHT - PAGE.margin, height: row_height }, { fill: 'tint' });
  let left = PAGE.margin;
  for (const { title, width, align = 'left' } of columns) {
    drawCell(paper, title, { left, width, align }, y + row_height * BASELINE, row_height * TITLE_TEXT, 'bold', 'grey');
    left += width;
  }
  return y + row_height;
}

function drawRow(paper: Paper, y: number, { columns, row_height, scales }: Plan, { cells, is_total }: Row): void {
  let left = PAGE.margin;
  for (const [at, { width, align = 'left', ink = 'black' }] of columns.entries()) {
    const size = row_height * ROW_TEXT * (scales[at] ?? 1);
    const face = is_total ? 'bold' : 'plain';
    drawCell(paper, cells[at] ?? '', { left, width, align }, y + row_height * BASELINE, size, face, ink);
    left += width;
  }
  rule(paper, PAGE.margin, RIGHT, y + row_height, 0.4);
}

type Slot = { left: number; width: number; align: 'left' | 'right' };

function drawCell(paper: Paper, text: string, slot: Slot, y: number, size: number, face: Face, ink: Ink): void {
  const { left, width, align } = slot;
  const x = align === 'right' ? left + width - CELL_PADDING : left + CELL_PADDING;
  // An amount that is too wide is drawn in a smaller font (at least 60 % of the size), so that it is not truncated.
  const size_min = align === 'right' ? size * 0.6 : size;
  write(paper, text, x, y, { size, size_min, face, ink, align, width_max: width - 2 * CELL_PADDING });
}

/**
 * Returns the font scale for a whole column. All cells of a column have the same scale, so that a cell with a long text
 * does not look smaller than the other cells.
 */
function scaleOf({ width, align }: Column, at: number, rows: readonly Row[], row_height: number): number {
  if (align === 'right') return 1;
  let widest = 1;
  for (const { cells } of rows) {
    widest = Math.max(widest, widthOf(latin(cells[at] ?? ''), 'plain', row_height * ROW_TEXT));
  }
  return Math.min(1, Math.max(SCALE_LEAST, (width - 2 * CELL_PADDING) / widest));
}
