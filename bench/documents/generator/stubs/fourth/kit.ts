// Figures and small drawings that several layouts of the fourth set share.
import { decimal } from '../../sample.ts';
import { hours, NOTHING, type Shown } from '../formats.ts';
import { type Fact, type Paper, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';

export type Sum = { current: number; ytd: number };

/**
 * Prints hundredths of an hour as hours and minutes, for example `80:00`. The expected value is computed from the
 * rounded minutes, again in hundredths of an hour.
 */
export function clock(value: number): Shown {
  const minutes = Math.round((value * 60) / 100);
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return { text, truth: decimal(Math.round((minutes * 100) / 60)) };
}

/** Shows the hours of a line, or nothing if the line has no hours in this period. */
export const timeOf = (value: number | null, show: (value: number) => Shown = (own) => hours(own)): Shown =>
  value ? show(value) : NOTHING;

/** Prints a total and its year-to-date amount, and records both. Their right edges are at the given positions. */
export function totals(
  sheet: Paper,
  name: string,
  sum: Sum,
  edges: { current: number; ytd: number },
  y: number,
  show: (cents: number) => Shown,
  style: Style = {},
): void {
  put(sheet, name, show(sum.current), edges.current, y, { ...style, align: 'right' });
  put(sheet, name && `${name}_ytd`, show(sum.ytd), edges.ytd, y, { ...style, align: 'right' });
}

/** Draws a cell with a small label at the top and its value below. */
export function cell(
  sheet: Paper,
  [label, name, shown]: Fact,
  box: { x: number; y: number; width: number; height: number },
  look: { label?: Style; value?: Style; stroke?: string } = {},
): void {
  sheet.box(box.x, box.y, box.width, box.height, { stroke: look.stroke ?? '#000000' });
  sheet.text(label, box.x + 4, box.y + 3, { size: 6.5, width: box.width - 8, ...look.label });
  put(sheet, name, shown, box.x + 4, box.y + 13, { size: 9, width: box.width - 8, ...look.value });
}
