// Prints labels with their values, and columns of amounts, for the layouts of the second set.
import { money, NOTHING, type Shown, hours as timed, unlessZero } from '../formats.ts';
import type { Column, newSheet, Style } from '../sheet.ts';

export type Paper = ReturnType<typeof newSheet>;
export type Named = { name: string; current: number; ytd: number };
export type Timed = Named & { hours: number | null; rate: number | null };

/** Prints a value. If the name is empty, the text is not recorded as a field. */
export function put(sheet: Paper, name: string, shown: Shown, x: number, y: number, style: Style = {}): number {
  return name === '' ? sheet.text(shown.text, x, y, style) : sheet.field(name, shown, x, y, style);
}

export type Fact = readonly [label: string, name: string, shown: Shown];

/** Prints a label and its value on one line. The value follows its label, begins at `at`, or ends at `edge`. */
export function beside(
  sheet: Paper,
  [label, name, shown]: Fact,
  x: number,
  y: number,
  look: { label?: Style; value?: Style; at?: number; edge?: number; gap?: number } = {},
): void {
  if (shown.text === '') return;
  const after = sheet.text(label, x, y, look.label) + (look.gap ?? 4);
  if (look.edge !== undefined) put(sheet, name, shown, look.edge, y, { ...look.value, align: 'right' });
  else put(sheet, name, shown, look.at ?? after, y, look.value);
}

/**
 * Prints the value below its label, at a distance of `drop` points. If `drop` is negative, the value is above the
 * label.
 */
export function stacked(
  sheet: Paper,
  [label, name, shown]: Fact,
  x: number,
  y: number,
  look: { label?: Style; value?: Style; drop?: number } = {},
): void {
  if (shown.text === '') return;
  sheet.text(label, x, y, { size: 7, ...look.label });
  put(sheet, name, shown, x, y + (look.drop ?? 10), look.value);
}

/** A column of right-aligned amounts. If `blank` is set, the cell of a zero amount is empty. */
export const amounts = <Row extends Named>(
  key: 'current' | 'ytd',
  title: string,
  x: number,
  width: number,
  show: (cents: number) => Shown = (cents) => money(cents),
  blank = false,
): Column<Row> => ({
  key,
  title,
  x,
  width,
  align: 'right',
  of: (row) => (blank ? unlessZero(row[key], show) : show(row[key])),
});

/** A column of right-aligned hours. The cell is empty in a row without hours. */
export const workedHours = (title: string, x: number, width: number): Column<Timed> => ({
  key: 'hours',
  title,
  x,
  width,
  align: 'right',
  of: (row) => (row.hours ? timed(row.hours) : NOTHING),
});

/** A column of right-aligned rates. */
export const rates = (
  title: string,
  x: number,
  width: number,
  show: (cents: number) => Shown = (cents) => timed(cents, 4),
): Column<Timed> => ({
  key: 'rate',
  title,
  x,
  width,
  align: 'right',
  of: ({ rate }) => (rate ? show(rate) : NOTHING),
});

export const names = <Row extends { name: string }>(title: string, x: number, width: number): Column<Row> => ({
  key: 'description',
  title,
  x,
  width,
  of: ({ name }) => name,
});

/** Puts the lines with a current amount before the lines that have only a year-to-date amount. */
export const currentFirst = <Row extends { current: number }>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ current }) => current !== 0),
  ...rows.filter(({ current }) => current === 0),
];

export const sumOf = (rows: readonly { current: number; ytd: number }[]): { current: number; ytd: number } =>
  rows.reduce<{ current: number; ytd: number }>(
    (all, row) => ({ current: all.current + row.current, ytd: all.ytd + row.ytd }),
    { current: 0, ytd: 0 },
  );

/** Breaks a text into lines of at most `letters` letters. */
export function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
