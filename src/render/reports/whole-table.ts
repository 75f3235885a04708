// Tables in reports. All tables have the same row height. A table that fits on one page is never split.
import type { Paper } from '#render/paper.ts';
import { type Cursor, drawTable, HEADING_HEIGHT, roomFor, type Table } from '#render/table.ts';

export const ROW_HEIGHT = 12;
/** The vertical gap between two elements. */
export const GAP = 8;

/** The height of a table with its heading and header row. */
export const tableHeight = (rows: number): number => HEADING_HEIGHT + (rows + 1) * ROW_HEIGHT;

/** Draws a table, on a new page if it does not fit on this page. A table without rows is not drawn. */
export function drawWhole(paper: Paper, y: Cursor, table: Table): Cursor {
  if (table.rows.length === 0) return y;
  const start = roomFor(paper, y, tableHeight(table.rows.length));
  return drawTable(paper, start, { ...table, row_height: ROW_HEIGHT }) + GAP;
}
