// The parts that Schedules C and E have in common: the head of the page and the cells of the amounts.
import type { Canvas } from './canvas.ts';
import type { Lines } from './f1040-data.ts';
import type { Typing } from './typing.ts';

export type Pen = {
  /** Draws the number cell and the amount cell of one line. */
  amount: (
    lines: Lines,
    number: string,
    x: number,
    y: number,
    width: number,
    height: number,
    parentheses?: boolean,
  ) => void;
};

export function penOf(canvas: Canvas, typing: Typing): Pen {
  return {
    amount(lines, number, x, y, width, height, parentheses = false) {
      canvas.rectangle({ x: x - 18, y, width: 18, height }, { line: 0.5 });
      canvas.text(number, x - 9, y + height / 2 - 3, { font: 'Helvetica-Bold', size: 6.5, align: 'center' });
      drawDollars(canvas, typing, lines.get(number), x, y, width, height, parentheses);
    },
  };
}

/** Draws an amount. Some lines of the form have printed parentheses; a loss is typed inside them without a sign. */
export function drawDollars(
  canvas: Canvas,
  typing: Typing,
  dollars: number | undefined,
  x: number,
  y: number,
  width: number,
  height: number,
  parentheses: boolean,
): void {
  canvas.rectangle({ x, y, width, height }, { line: 0.5 });
  const base = y + (height - typing.size) / 2 + 0.8;
  if (parentheses) {
    canvas.text('(', x + 4, base, { size: 8.5 });
    canvas.text(')', x + width - 2.5, base, { size: 8.5, align: 'right' });
  }
  if (dollars === undefined) return;
  canvas.text(typing.dollars(dollars), x + width - (parentheses ? 7 : 3), base, {
    font: typing.font,
    size: typing.size,
    align: 'right',
    fit: width - (parentheses ? 14 : 5),
  });
}

export function drawHeader(
  canvas: Canvas,
  letter: string,
  title: string,
  under: string,
  year: number,
  sequence: string,
): void {
  canvas.text(`SCHEDULE ${letter}`, 36, 36, { font: 'Helvetica-Bold', size: 11 });
  canvas.text('(Form 1040)', 36, 49, { font: 'Helvetica-Bold', size: 8 });
  canvas.text('Department of the Treasury', 36, 62, { size: 6 });
  canvas.text('Internal Revenue Service', 36, 69, { size: 6 });
  canvas.text(title, 290, 36, { font: 'Helvetica-Bold', size: 13.5, align: 'center' });
  canvas.text(under, 290, 51, { size: 7.5, align: 'center', fit: 330 });
  canvas.text(`Go to www.irs.gov/Schedule${letter} for instructions and the latest information.`, 290, 65, {
    size: 7,
    align: 'center',
  });
  canvas.text('OMB No. 1545-0074', 576, 36, { size: 7, align: 'right' });
  canvas.text(String(year), 562, 44, { font: 'Helvetica-Bold', size: 19, align: 'right' });
  canvas.text('Attachment Sequence No.', 556, 66, { size: 6, align: 'right' });
  canvas.text(sequence, 576, 64, { font: 'Helvetica-Bold', size: 8, align: 'right' });
  canvas.line(36, 76, 576, 76, { width: 1 });
}
