// The output of the benchmarks: one row per figure. A row also contains the bound that the figure must meet and, if the
// run measured a baseline, the baseline.

export type Figure = { name: string; ours: string; baseline: string; ratio: string; bound: string; holds: boolean };

export function printTable(figures: readonly Figure[]): void {
  const heads = { name: 'what', ours: 'ours', baseline: 'baseline', ratio: 'figure', bound: 'bound', holds: '' };
  const rows = [heads, ...figures.map((figure) => ({ ...figure, holds: figure.holds ? 'holds' : 'DOES NOT HOLD' }))];
  const columns = ['name', 'ours', 'baseline', 'ratio', 'bound', 'holds'] as const;
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  console.log();
  for (const row of rows) console.log(columns.map((column, i) => row[column].padEnd(widths[i] ?? 0)).join('  '));
}

export const atLeast = (name: string, ours: number, baseline: number, bound: number, unit = '/s'): Figure => ({
  name,
  ours: `${Math.round(ours)}${unit}`,
  baseline: `${Math.round(baseline)}${unit}`,
  ratio: (ours / baseline).toFixed(2),
  bound: `≥ ${bound.toFixed(2)}`,
  holds: ours / baseline >= bound,
});

export const atMost = (name: string, value: number, bound: number, unit: string, baseline = ''): Figure => ({
  name,
  ours: `${value.toFixed(2)} ${unit}`,
  baseline,
  ratio: value.toFixed(2),
  bound: `≤ ${bound}`,
  holds: value <= bound,
});

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns a function that prints the progress of a slow part of a benchmark, at most every few seconds. */
export function progress(): (what: string) => void {
  const started = performance.now();
  let said = started;
  return (what) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    console.log(`  ${what} after ${Math.round((said - started) / 1000)} s`);
  };
}
const PROGRESS_MS = 5_000;
