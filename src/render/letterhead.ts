// The head of a page: the sender on the left, the title and key facts on the right, and a horizontal line below.
import { PAGE, type Paper, RIGHT, rule, write, writeLines } from './paper.ts';
import type { Cursor } from './table.ts';

export type Letterhead = {
  name: string;
  /** The lines below the name. They are an address or the recipient. */
  lines: readonly string[];
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
};

const HALF = 300;
const FACTS_LEFT = 364;
const LINE = 11.5;

export function drawLetterhead(paper: Paper, { name, lines, title, facts }: Letterhead): Cursor {
  const top = PAGE.margin + 12;
  const style = { size: 15, face: 'bold', ink: 'accent', width_max: HALF, leading: 17, lines_max: 3 } as const;
  let left = writeLines(paper, name, PAGE.margin, top, style);
  for (const line of lines) {
    write(paper, line, PAGE.margin, left, { size: 9, width_max: HALF });
    left += LINE;
  }
  write(paper, title, RIGHT, top, { size: 11, face: 'bold', align: 'right' });
  let right = top + 16;
  for (const [label, value] of facts) {
    write(paper, label, FACTS_LEFT, right, { size: 8.5, ink: 'grey' });
    write(paper, value, RIGHT, right, { size: 8.5, face: 'bold', align: 'right', width_max: 130 });
    right += LINE;
  }
  const bottom = Math.max(left, right) - 4;
  rule(paper, PAGE.margin, RIGHT, bottom, 1);
  return bottom;
}
