// Building blocks of tax forms: a title with the year, and boxes with a number, a small label and a value.
import { latin, widthOf } from './latin.ts';
import { box, PAGE, type Paper, RIGHT, rule, write, writeLines } from './paper.ts';

export type Area = { x: number; y: number; width: number; height: number };
/** A box's label: its number or letter on the form, and its name. */
export type Label = readonly [number: string, words: string];

/** The `y` of the top edge of a form's boxes. */
export const FORM_TOP = 92;

const PADDING = 4;
const LABEL_SIZE = 6;
const VALUE_SIZE = 10;
const LINE_HEIGHT = 12;
/** The distance from a box's top to the baseline of its first line. */
const FIRST_LINE = 22;

export function drawFormTitle(paper: Paper, name: string, words: string, year: number): void {
  const style = { size: 18, face: 'bold', ink: 'accent' } as const;
  write(paper, name, PAGE.margin, 64, style);
  const after = PAGE.margin + widthOf(latin(name), style.face, style.size) + 12;
  write(paper, words, after, 64, { size: 12, ink: 'accent' });
  write(paper, String(year), RIGHT, 64, { ...style, size: 20, align: 'right' });
  rule(paper, PAGE.margin, RIGHT, 76, 1);
}

export function amountCell(paper: Paper, area: Area, label: Label, value = ''): void {
  drawOutline(paper, area, label);
  write(paper, value, area.x + area.width - PADDING, area.y + FIRST_LINE, {
    size: VALUE_SIZE,
    align: 'right',
    width_max: area.width - 2 * PADDING,
  });
}

/**
 * Draws the lines of a box. The first line (a name) may wrap if the box has spare lines. Lines that do not fit into the
 * box are omitted.
 */
export function textCell(paper: Paper, area: Area, label: Label, lines: readonly string[]): void {
  drawOutline(paper, area, label);
  const [x, width_max] = [area.x + PADDING, area.width - 2 * PADDING];
  const lines_max = Math.floor((area.height - FIRST_LINE - PADDING) / LINE_HEIGHT) + 1;
  const [first = '', ...rest] = lines.slice(0, lines_max);
  const style = { size: VALUE_SIZE, width_max, leading: LINE_HEIGHT, lines_max: lines_max - rest.length };
  let y = writeLines(paper, first, x, area.y + FIRST_LINE, style);
  for (const line of rest) {
    write(paper, line, x, y, { size: VALUE_SIZE, width_max });
    y += LINE_HEIGHT;
  }
}

function drawOutline(paper: Paper, area: Area, [number, words]: Label): void {
  box(paper, area, { outline: 0.6 });
  const [x, y] = [area.x + PADDING, area.y + LABEL_SIZE + 2.5];
  write(paper, number, x, y, { size: LABEL_SIZE, face: 'bold', ink: 'grey' });
  const after = number === '' ? 0 : widthOf(latin(number), 'bold', LABEL_SIZE) + 3;
  const width_max = area.width - 2 * PADDING - after;
  write(paper, words, x + after, y, { size: LABEL_SIZE, ink: 'grey', width_max });
}
