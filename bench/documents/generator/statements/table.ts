// Tables that may continue on further pages. Every page repeats the head, and long cells wrap.
import type { Sheet, Style } from './sheet.ts';

export type Flow = {
  sheet: Sheet;
  /** The baseline of the next line. */
  y: number;
  /** The lowest baseline that a page may have. */
  bottom: number;
  /** Starts a page and returns the first baseline below the repeated header. */
  startPage: () => number;
};

/** For a left-aligned column, `x` is the left edge. For a right-aligned column, it is the right edge. */
export type Column = { head: string; x: number; align?: 'left' | 'right' | 'center'; wrap?: number };

export type TableLook = {
  head: Style & { fill?: string; rule?: string };
  body: Style;
  left: number;
  right: number;
  leading?: number;
  /** The extra space between two rows, in addition to the leading. */
  gap?: number;
  zebra?: string;
  /** The colour of the line below every row. Undefined if no line is drawn. */
  rules?: string;
  /** The x of each vertical line. If given, the table also has a frame. */
  grid?: readonly number[];
  /** With `last`, amounts are beside the last line of a text that wraps. */
  amounts_at?: 'first' | 'last';
};

export type Row = { cells: readonly string[]; bold?: boolean };

/** The rows that are printed before and after a page break within a table, for instance a balance carried forward. */
type Carry = (next_row: number) => { foot: Row; top: Row };

export function need(flow: Flow, height: number): boolean {
  if (flow.y + height <= flow.bottom) return false;
  flow.y = flow.startPage();
  return true;
}

/** Prints the table. Returns, for each row, the page on which it is printed. */
export function printTable(
  flow: Flow,
  columns: readonly Column[],
  rows: readonly Row[],
  look: TableLook,
  options: { continued?: { text: string; style: Style }; carry?: Carry } = {},
): number[] {
  const { sheet } = flow;
  const leading = look.leading ?? look.body.size * 1.2;
  const gap = look.gap ?? look.body.size * 0.45;
  const foot_room = options.carry === undefined ? 0 : leading + gap;
  const bold = look.body.font.replace(/^Times-Roman$/, 'Times').concat('-Bold');

  const linesIn = (row: Row): string[][] =>
    row.cells.map((cell, at) => {
      const wrap = columns[at]?.wrap;
      return wrap === undefined ? [cell] : sheet.wrap(cell, wrap, look.body);
    });
  const frame = (top: number): void => {
    if (look.grid === undefined) return;
    const bottom = flow.y - look.body.size - gap / 2 + 1;
    sheet.box(look.left, top, look.right - look.left, bottom - top, { stroke: '#555555' });
    for (const x of look.grid) sheet.upright(x, top, bottom, { color: '#555555' });
  };
  const printRow = (row: Row, at: number): void => {
    const cells = linesIn(row);
    const high = Math.max(...cells.map((lines) => lines.length));
    const top = flow.y - look.body.size - gap / 2 + 1;
    if (look.zebra !== undefined && at % 2 === 1)
      sheet.box(look.left, top, look.right - look.left, high * leading + gap, { fill: look.zebra });
    cells.forEach((lines, column) => {
      const { x = 0, align = 'left', wrap } = columns[column] ?? {};
      const down = wrap === undefined && look.amounts_at === 'last' && align === 'right' ? high - 1 : 0;
      const style = { ...look.body, align, ...(row.bold === true ? { font: bold } : {}) };
      sheet.lines(x, flow.y + down * leading, lines, style, leading);
    });
    flow.y += high * leading + gap;
    if (look.rules !== undefined)
      sheet.rule(look.left, flow.y - look.body.size - gap / 2 + 1, look.right, { width: 0.4, color: look.rules });
  };

  need(flow, 4 * (leading + gap) + look.head.size * 2);
  let top = flow.y - look.head.size - 2;
  printHead(flow, columns, look);
  const pages: number[] = [];
  rows.forEach((row, at) => {
    const high = Math.max(...linesIn(row).map((lines) => lines.length)) * leading;
    if (flow.y + high - leading + foot_room > flow.bottom) {
      const carried = options.carry?.(at);
      if (carried !== undefined) printRow({ bold: true, ...carried.foot }, 0);
      frame(top);
      flow.y = flow.startPage();
      if (options.continued !== undefined) {
        sheet.text(look.left, flow.y, options.continued.text, options.continued.style);
        flow.y += options.continued.style.size * 1.9;
      }
      top = flow.y - look.head.size - 2;
      printHead(flow, columns, look);
      if (carried !== undefined) printRow({ bold: true, ...carried.top }, 0);
    }
    pages.push(sheet.page());
    printRow(row, at);
  });
  frame(top);
  return pages;
}

function printHead(flow: Flow, columns: readonly Column[], look: TableLook): void {
  const { sheet } = flow;
  const { fill, rule, ...style } = look.head;
  const heads = columns.map(({ head }) => head.split('\n'));
  const high = Math.max(...heads.map((lines) => lines.length));
  const top = flow.y - style.size - 2;
  const height = high * style.size * 1.15 + 5;
  if (fill !== undefined) sheet.box(look.left, top, look.right - look.left, height, { fill });
  columns.forEach(({ x, align = 'left' }, at) => {
    const lines = heads[at] ?? [];
    // A column head with fewer lines than the others is aligned to the bottom of the head row.
    const down = (high - lines.length) * style.size * 1.15;
    sheet.lines(x, flow.y + down, lines, { ...style, align }, style.size * 1.15);
  });
  if (rule !== undefined) sheet.rule(look.left, top + height, look.right, { width: 0.8, color: rule });
  flow.y += height + look.body.size - style.size + 4;
}
