// Draws a note in small print, on at most three lines.
import { latin, wrapped } from '#render/latin.ts';
import { PAGE, type Paper, RIGHT, writeLines } from '#render/paper.ts';
import { type Cursor, roomFor } from '#render/table.ts';

const STYLE = { size: 7.5, ink: 'grey', width_max: RIGHT - PAGE.margin, leading: 9, lines_max: 3 } as const;
const ABOVE = 4;

export function drawNote(paper: Paper, y: Cursor, text: string): Cursor {
  const top = roomFor(paper, y, noteHeight(text));
  writeLines(paper, text, PAGE.margin, top + ABOVE + STYLE.size, STYLE);
  return top + noteHeight(text);
}

export const noteHeight = (text: string): number =>
  ABOVE + STYLE.leading * wrapped(latin(text), 'plain', STYLE.size, STYLE.width_max, STYLE.lines_max).length;
