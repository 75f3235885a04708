// Shared parts of monthly bar charts: months, position, legend, a scale with round amounts, and month labels below the
// bars.
import { amount } from '#render/figures.ts';
import { latin, widthOf } from '#render/latin.ts';
import { box, PAGE, type Paper, RIGHT, rule, write } from '#render/paper.ts';

export const PLOT = { left: PAGE.margin + 44, height: 72 };
export const PLOT_WIDTH = RIGHT - PLOT.left;
export const LABELS_HEIGHT = 20;
const LABEL = { size: 6.5, ink: 'grey' } as const;
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MONTHS_MAX = 24;
/**
 * The minimum number of months that is used to compute the width of the bars. The bars of a chart with fewer months are
 * as wide as if the chart had the minimum number of months.
 */
export const SLOTS_MIN = 12;

/** Returns the number of months from January of the year 0 to the month of the date. */
export const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/**
 * Returns every month (`YYYY-MM`) from the first to the last, each with its sum if there is one. The keys of `sums` are
 * month numbers (`monthOf`). If there are more than 24 months, only the newest 24 are returned.
 */
export function monthsOf<T>(sums: ReadonlyMap<number, T>): { month: string; sum: T | undefined }[] {
  if (sums.size === 0) return [];
  const last = Math.max(...sums.keys());
  const first = Math.max(Math.min(...sums.keys()), last - MONTHS_MAX + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const month = first + at;
    const name = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
    return { month: name, sum: sums.get(month) };
  });
}

/** Draws the legend: the names of the bars with their fills, from right to left. */
export function drawLegend(
  paper: Paper,
  baseline: number,
  names: readonly (readonly [name: string, fill: 'deep' | 'pale'])[],
): void {
  let right = RIGHT;
  for (const [name, fill] of names) {
    write(paper, name, right, baseline, { ...LABEL, align: 'right' });
    right -= widthOf(latin(name), 'plain', LABEL.size) + 10;
    box(paper, { x: right, y: baseline - 6, width: 7, height: 7 }, { fill });
    right -= 12;
  }
}

/** Draws horizontal lines at round amounts. Returns the height of one cent in points. */
export function drawScale(paper: Paper, base: number, most: number): number {
  const step = roundStep(most);
  const top = Math.ceil(most / step) * step;
  const scale = PLOT.height / top;
  for (let cents = 0; cents <= top; cents += step) {
    const y = base - cents * scale;
    rule(paper, PLOT.left, RIGHT, y, cents === 0 ? 0.8 : 0.3);
    write(paper, amount(BigInt(cents)).replace(/\.00$/, ''), PLOT.left - 5, y + 2, {
      ...LABEL,
      align: 'right',
      width_max: PLOT.left - PAGE.margin - 5,
      size_min: 4,
    });
  }
  return scale;
}

/**
 * The difference between the amounts of two neighbouring grid lines of a chart. It is 1, 2 or 5 times a power of ten,
 * chosen so that the chart has at most six grid lines.
 */
function roundStep(most: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(most / 3)));
  return [1, 2, 5].map((times) => times * power).find((step) => most / step <= 5) ?? 10 * power;
}

/**
 * Writes the label of a month given as `YYYY-MM`. Under the first month and under each January, the label also shows
 * the year.
 */
export function labelMonth(paper: Paper, base: number, middle: number, month: string, is_first: boolean): void {
  centre(paper, MONTH_NAMES[Number(month.slice(5)) - 1] ?? '', middle, base + 8);
  if (is_first || month.endsWith('-01')) centre(paper, month.slice(0, 4), middle, base + 16);
}

export function centre(paper: Paper, text: string, middle: number, y: number): void {
  write(paper, text, middle - widthOf(latin(text), 'plain', LABEL.size) / 2, y, LABEL);
}
