// A bar chart of pay per month. Each month has a bar for gross pay next to a bar for net pay. Only the newest months
// are shown. The scale shows round amounts.
import { parseMoney } from '#base/money.ts';
import type { StatementAnswer } from '#domain/reports/statements.ts';
import { box, PAGE, type Paper, write } from '#render/paper.ts';
import { type Cursor, HEADING_HEIGHT, roomFor } from '#render/table.ts';
import {
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

/** `month` is in the form `YYYY-MM`; an unknown amount is null. */
export type MonthOfPay = { month: string } & Pay;
type Pay = { gross: bigint | null; net: bigint | null };

const LEGEND = [
  ['Net', 'deep'],
  ['Gross', 'pale'],
] as const;

/**
 * Returns the pay of every month from the first pay date to the last pay date, oldest month first. If there are more
 * than 24 months, only the newest 24 are returned.
 */
export function payByMonth(statements: readonly StatementAnswer[]): MonthOfPay[] {
  const sums = new Map<number, Pay>();
  for (const { pay_date, gross_pay, net_pay } of statements) {
    if (pay_date === null) continue;
    const month = monthOf(pay_date);
    const { gross, net } = sums.get(month) ?? NO_PAY;
    sums.set(month, { gross: plus(gross, gross_pay), net: plus(net, net_pay) });
  }
  return monthsOf(sums).map(({ month, sum = NO_PAY }) => ({ month, ...sum }));
}

const NO_PAY: Pay = { gross: null, net: null };

/** Draws the chart, or nothing if no amount is above zero. */
export function drawPayChart(paper: Paper, y: Cursor, months: readonly MonthOfPay[]): Cursor {
  const most = Math.max(0, ...months.flatMap(({ gross, net }) => [Number(gross ?? 0n), Number(net ?? 0n)]));
  const [first, last] = [months[0], months.at(-1)];
  if (most === 0 || first === undefined || last === undefined) return y;
  const top = roomFor(paper, y, HEADING_HEIGHT + PLOT.height + LABELS_HEIGHT);
  const title = `Gross and net pay per month, ${slashed(first.month)} to ${slashed(last.month)}`;
  write(paper, title, PAGE.margin, top + 9, { size: 9.5, face: 'bold', ink: 'accent' });
  drawLegend(paper, top + 9, LEGEND);
  const base = top + HEADING_HEIGHT + 4 + PLOT.height;
  const scale = drawScale(paper, base, most);
  const slot = PLOT_WIDTH / Math.max(SLOTS_MIN, months.length);
  for (const [at, month] of months.entries()) drawMonth(paper, base, { at, slot, scale }, month);
  return base + LABELS_HEIGHT;
}

const plus = (sum: bigint | null, text: string | null): bigint | null => {
  const more = parseMoney(text);
  return more === undefined ? sum : (sum ?? 0n) + more;
};

const slashed = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

type Slot = { at: number; slot: number; scale: number };

function drawMonth(paper: Paper, base: number, { at, slot, scale }: Slot, { month, gross, net }: MonthOfPay): void {
  const middle = PLOT.left + (at + 0.5) * slot;
  const width = Math.min(10, slot * 0.38);
  for (const [cents, x, fill] of [
    [gross, middle - width, 'pale'],
    [net, middle, 'deep'],
  ] as const) {
    const height = Number(cents ?? 0n) * scale;
    if (height > 0) box(paper, { x, y: base - height, width, height }, { fill });
  }
  labelMonth(paper, base, middle, month, at === 0);
}
