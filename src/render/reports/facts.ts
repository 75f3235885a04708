// Draws section headings, and facts in four columns, each value below its label.
import { latin, widthOf, wrapped } from '#render/latin.ts';
import { box, PAGE, type Paper, RIGHT, rule, write, writeLines } from '#render/paper.ts';
import { type Cursor, roomFor } from '#render/table.ts';

/** `span` is the number of columns that the fact occupies. The default is one. */
export type Fact = { label: string; value: string; span?: number };

const COLUMNS = 4;
const WIDTH = (RIGHT - PAGE.margin) / COLUMNS;
const GUTTER = 8;
const VALUE_SIZE = 9;
/** The smallest font size of a value. A value that fits on one line at this size is shrunk rather than wrapped. */
const VALUE_SIZE_LEAST = 7.2;
const LEADING = 10.5;
/**
 * The maximum number of lines of a value. Longer values are truncated. The values contain names that we do not control,
 * and these names must not push other content off the page.
 */
const LINES_MAX = 2;
const LABEL_SIZE = 6.5;
/** The height of a row without the lines of its values: the height of the label plus the gap below the last line. */
const ROW_REST = 14;

export function drawHeading(paper: Paper, y: Cursor, text: string): Cursor {
  const style = { size: 10.5, face: 'bold', ink: 'accent', width_max: RIGHT - PAGE.margin } as const;
  write(paper, text, PAGE.margin, y + 10, style);
  rule(paper, PAGE.margin, RIGHT, y + 14, 0.8);
  return y + 18;
}

export function drawFacts(paper: Paper, y: Cursor, facts: readonly Fact[]): Cursor {
  let top = y;
  for (const row of inRows(facts)) {
    const lines = Math.max(...row.map(linesOf));
    top = roomFor(paper, top, ROW_REST + lines * LEADING);
    let column = 0;
    for (const { label, value, span = 1 } of row) {
      const x = PAGE.margin + column * WIDTH;
      const width_max = roomOf(span);
      write(paper, label, x, top + LABEL_SIZE, { size: LABEL_SIZE, ink: 'grey', width_max });
      const lines_max = fitsOneLine(value, span) ? 1 : LINES_MAX;
      const style = { size: VALUE_SIZE, size_min: VALUE_SIZE_LEAST, width_max, leading: LEADING, lines_max };
      writeLines(paper, value, x, top + LABEL_SIZE + LEADING, style);
      column += span;
    }
    top += ROW_REST + lines * LEADING;
  }
  return top;
}

/** Draws the few most important values in large type on a tinted band. */
export function drawKeyFigures(paper: Paper, y: Cursor, facts: readonly Fact[]): Cursor {
  const height = 36;
  const top = roomFor(paper, y, height);
  box(paper, { x: PAGE.margin, y: top, width: RIGHT - PAGE.margin, height }, { fill: 'tint' });
  for (const [at, { label, value }] of facts.entries()) {
    const [x, width_max] = [PAGE.margin + at * WIDTH + GUTTER, WIDTH - 2 * GUTTER];
    write(paper, label, x, top + 13, { size: LABEL_SIZE, ink: 'grey', width_max });
    write(paper, value, x, top + 27, { size: 11, face: 'bold', ink: 'accent', width_max, size_min: 6 });
  }
  return top + height;
}

const roomOf = (span: number): number => span * WIDTH - GUTTER;

const fitsOneLine = (value: string, span: number): boolean =>
  widthOf(latin(value), 'plain', VALUE_SIZE_LEAST) <= roomOf(span);

const linesOf = ({ value, span = 1 }: Fact): number =>
  fitsOneLine(value, span) ? 1 : wrapped(latin(value), 'plain', VALUE_SIZE, roomOf(span), LINES_MAX).length;

function inRows(facts: readonly Fact[]): Fact[][] {
  const rows: Fact[][] = [];
  let free = 0;
  for (const fact of facts) {
    const { span = 1 } = fact;
    const row = rows.at(-1);
    if (row === undefined || span > free) {
      rows.push([fact]);
      free = COLUMNS - span;
    } else {
      row.push(fact);
      free -= span;
    }
  }
  return rows;
}
