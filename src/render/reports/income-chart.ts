// A bar chart of income per month, with a bar for the forecast monthly income.
import { parseMoney } from '#base/money.ts';
import type { BankIncomeSource } from '#domain/reports/income-insights.ts';
import { box, PAGE, type Paper, write } from '#render/paper.ts';
import { type Cursor, HEADING_HEIGHT, roomFor } from '#render/table.ts';
import {
  centre,
  drawLegend,
  drawScale,
  LABELS_HEIGHT,
  labelMonth,
  monthOf,
  monthsOf,
  PLOT,
  PLOT_WIDTH,
  SLOTS_MIN,
} from './bars.ts';

/** `month` is in the form `YYYY-MM`. */
export type MonthOfIncome = { month: string; cents: bigint };

const LEGEND = [
  ['Monthly forecast', 'pale'],
  ['Received', 'deep'],
] as const;
export const CHART_HEIGHT = HEADING_HEIGHT + 4 + PLOT.height + LABELS_HEIGHT;

type Dated = Pick<BankIncomeSource, 'historical_summary'>;

/**
 * The total income of all sources for each month, from the first to the last month with income. If there are more than
 * 24 months, only the newest 24 are returned.
 */
export function incomeByMonth(sources: readonly Dated[]): MonthOfIncome[] {
  const sums = new Map<number, bigint>();
  for (const { start_date, total_amount } of sources.flatMap(({ historical_summary }) => historical_summary)) {
    const month = monthOf(start_date);
    sums.set(month, (sums.get(month) ?? 0n) + (parseMoney(total_amount) ?? 0n));
  }
  return monthsOf(sums).map(({ month, sum = 0n }) => ({ month, cents: sum }));
}

type Chart = { title: string; months: readonly MonthOfIncome[]; forecast: bigint };

/** Draws the chart, or nothing if no amount is above zero. */
export function drawIncomeChart(paper: Paper, y: Cursor, { title, months, forecast }: Chart): Cursor {
  const most = Math.max(Number(forecast), ...months.map(({ cents }) => Number(cents)));
  if (most <= 0) return y;
  const top = roomFor(paper, y, CHART_HEIGHT);
  write(paper, title, PAGE.margin, top + 9, { size: 9.5, face: 'bold', ink: 'accent', width_max: 380 });
  drawLegend(paper, top + 9, LEGEND);
  const base = top + HEADING_HEIGHT + 4 + PLOT.height;
  const scale = drawScale(paper, base, most);
  const slot = PLOT_WIDTH / Math.max(SLOTS_MIN, months.length + 1);
  const width = Math.min(20, slot * 0.7);
  const middleOf = (at: number): number => PLOT.left + (at + 0.5) * slot;
  const bar = (at: number, cents: bigint, fill: 'deep' | 'pale'): void => {
    const height = Number(cents) * scale;
    if (height > 0) box(paper, { x: middleOf(at) - width / 2, y: base - height, width, height }, { fill });
  };
  for (const [at, { month, cents }] of months.entries()) {
    bar(at, cents, 'deep');
    labelMonth(paper, base, middleOf(at), month, at === 0);
  }
  bar(months.length, forecast, 'pale');
  centre(paper, 'Next', middleOf(months.length), base + 8);
  return base + LABELS_HEIGHT;
}
