// Formats tables for the terminal and for the published page from the same values.

export type Table = { title: string; heads: readonly string[]; rows: readonly (readonly string[])[]; note?: string };

/** A measured value and the bound that it must meet. The benchmark run fails if a value does not meet its bound. */
export type Bounded = { name: string; value: string; of: string; bound: string; holds: boolean };

export const percent = (value: number): string => (Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`);

export const atLeast = (name: string, value: number, of: number, bound: number): Bounded => ({
  name,
  value: percent(value),
  of: String(of),
  bound: `≥ ${percent(bound)}`,
  holds: value >= bound,
});

export const atMost = (name: string, value: number, of: number, bound: number): Bounded => ({
  name,
  value: percent(value),
  of: String(of),
  bound: `≤ ${percent(bound)}`,
  holds: value <= bound,
});

export const boundedTable = (title: string, figures: readonly Bounded[]): Table => ({
  title,
  heads: ['what', 'value', 'of', 'bound', ''],
  rows: figures.map(({ name, value, of, bound, holds }) => [name, value, of, bound, holds ? 'holds' : 'DOES NOT HOLD']),
});

export function printed({ title, heads, rows, note }: Table): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['', `▸ ${title}`, ...lines, ...(note === undefined ? [] : [note])].join('\n');
}

export function markdown({ title, heads, rows, note }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)];
  return [`## ${title}`, '', ...lines, ...(note === undefined ? [] : ['', note])].join('\n');
}
