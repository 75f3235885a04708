// A cell of a printed form: a rectangle with a small label in its upper left corner and a typed value below it.
import type { Box, Canvas, Font } from './canvas.ts';

export type FormStyle = {
  label_font: Font;
  label_bold: Font;
  label_size: number;
  value_font: Font;
  value_size: number;
  /** The width of the rulings. If it is 0, no rulings are drawn. */
  ruling: number;
  /** The alignment of amounts in their cell. */
  amounts: 'left' | 'right' | 'center';
  /** If true, the dollar sign is part of the printed form, so it is not typed with the amount. */
  dollar_sign: boolean;
};

export type CellContent = {
  number?: string;
  label?: string;
  /** The typed lines, from top to bottom. */
  lines?: string[];
  amount?: string | null;
  shade?: string;
  /** If true, the box number is printed in bold, as on the official forms. */
  bold_label?: boolean;
};

export function drawCell(canvas: Canvas, box: Box, style: FormStyle, content: CellContent): void {
  if (content.shade !== undefined) canvas.rectangle(box, { line: style.ruling, fill: content.shade });
  else if (style.ruling > 0) canvas.rectangle(box, { line: style.ruling });
  const below = drawLabel(canvas, box, style, content);
  const size = style.value_size;
  const value = { font: style.value_font, size, fit: box.width - 6 };
  const lines = content.lines ?? [];
  if (lines.length === 1 && box.height < 32) {
    canvas.text(lines[0] ?? '', box.x + 4, Math.max(below - 1, box.y + box.height - size - 1), value);
    return;
  }
  const leading = Math.min(size * 1.15, lines.length > 0 ? (box.y + box.height - below) / lines.length : size);
  lines.forEach((line, index) => {
    canvas.text(line, box.x + 4, below + index * leading, { ...value, size: Math.min(size, leading) });
  });
  drawAmount(canvas, box, style, content.amount);
}

/** Draws the number and the label of a cell. Returns the y at which a value may start. */
function drawLabel(
  canvas: Canvas,
  box: Box,
  style: FormStyle,
  { number = '', label = '', bold_label }: CellContent,
): number {
  const size = style.label_size;
  const y = box.y + 1.5;
  let x = box.x + 2.5;
  if (number !== '') {
    canvas.text(number, x, y, { font: style.label_bold, size });
    x += canvas.widthOf(number, { font: style.label_bold, size }) + size * 0.5;
  }
  if (label === '') return y + size * 1.2;
  const font = bold_label ? style.label_bold : style.label_font;
  return canvas.paragraph(label, x, y, box.x + box.width - x - 1, { font, size, leading: size * 1.05 }) + 1.2;
}

function drawAmount(canvas: Canvas, box: Box, style: FormStyle, amount: string | null | undefined): void {
  const y = box.y + box.height - style.value_size - 0.5;
  if (style.dollar_sign && amount !== undefined)
    canvas.text('$', box.x + 3, y, { font: style.label_font, size: style.label_size + 1 });
  if (amount === undefined || amount === null) return;
  const left = style.dollar_sign ? box.x + 11 : box.x + 5;
  const x = { left, right: box.x + box.width - 5, center: box.x + box.width / 2 }[style.amounts];
  canvas.text(amount, x, y, {
    font: style.value_font,
    size: style.value_size,
    align: style.amounts,
    fit: box.x + box.width - left - 3,
  });
}
