import { describe, expect, test } from 'vitest';
import type { StatementAnswer } from '#domain/reports/statements.ts';
import { newPaper } from '#render/paper.ts';
import { statementsEvery14Days } from '#test/reports.ts';
import { drawPayChart, type MonthOfPay, payByMonth } from './chart.ts';

const [STATEMENT] = statementsEvery14Days(1);
const paid = (
  pay_date: string | null,
  gross_pay: StatementAnswer['gross_pay'],
  net_pay: StatementAnswer['net_pay'],
) => {
  if (STATEMENT === undefined) throw new Error('no statement');
  return { ...STATEMENT, pay_date, gross_pay, net_pay };
};

describe('the pay totals by month', () => {
  test('the pay totals include every month, even a month without pay, oldest month first', () => {
    expect(
      payByMonth([
        paid('2026-02-27', '100.10', '80.05'),
        paid('2026-02-13', '100.20', '80.10'),
        paid('2025-12-31', '50.00', '40.00'),
      ]),
    ).toEqual([
      { month: '2025-12', gross: 5_000n, net: 4_000n },
      { month: '2026-01', gross: null, net: null },
      { month: '2026-02', gross: 20_030n, net: 16_015n },
    ]);
  });

  test('the pay totals cover at most 24 months', () => {
    const months = (from: string) => payByMonth([paid('2026-02-27', '1.00', '1.00'), paid(from, '2.00', '2.00')]);
    expect(months('2024-03-01')).toHaveLength(24);
    expect(months('2024-03-01')[0]).toEqual({ month: '2024-03', gross: 200n, net: 200n });
    expect(months('2024-02-29')).toHaveLength(24);
    expect(months('2024-02-29')[0]).toEqual({ month: '2024-03', gross: null, net: null });
  });

  test('the pay totals ignore statements without a date, and distinguish a missing amount from zero', () => {
    expect(payByMonth([paid(null, '1.00', '1.00')])).toEqual([]);
    expect(payByMonth([paid('2026-02-27', null, '0.00')])).toEqual([{ month: '2026-02', gross: null, net: 0n }]);
  });
});

/** Returns the height and colour of each bar. Every filled box is a bar, except the first two, which are the legend. */
function barsOf(months: readonly MonthOfPay[]): { height: number; color: string }[] {
  const paper = newPaper();
  drawPayChart(paper, 100, months);
  const boxes = paper.pages.flat().flatMap((operator) => {
    const [, color = '', height] = /^(\S+ \S+ \S+) rg \S+ \S+ \S+ (\S+) re f$/.exec(operator) ?? [];
    return height === undefined ? [] : [{ height: Number(height), color }];
  });
  return boxes.slice(2);
}

describe('the pay chart', () => {
  test('the pay chart has a bar for gross pay and a bar for net pay in each month, and the heights of the bars are proportional to the amounts', () => {
    const bars = barsOf([
      { month: '2026-01', gross: 400_000n, net: 300_000n },
      { month: '2026-02', gross: 200_000n, net: 100_000n },
    ]);
    const [first] = bars;
    expect(bars.map(({ height }) => height / (first?.height ?? 0))).toEqual([1, 0.75, 0.5, 0.25]);
    expect(new Set(bars.map(({ color }) => color)).size).toBe(2);
  });

  test('the pay chart has labels for the months, for the first year and each new year, and for round amounts', () => {
    const paper = newPaper();
    drawPayChart(paper, 100, [
      { month: '2025-12', gross: 640_000n, net: 1n },
      { month: '2026-01', gross: null, net: null },
    ]);
    expect(paper.placed.map(({ shown }) => shown)).toEqual([
      'Gross and net pay per month, 12/2025 to 01/2026',
      'Net',
      'Gross',
      '0',
      '2,000',
      '4,000',
      '6,000',
      '8,000',
      'Dec',
      '2025',
      'Jan',
      '2026',
    ]);
  });

  test.each([1n, 99n, 100n, 50_001n, 999_999_999_999n])(
    'the scale of the pay chart is divided into one to five steps, for %d cents of pay',
    (gross) => {
      const paper = newPaper();
      drawPayChart(paper, 100, [{ month: '2026-01', gross, net: null }]);
      const amounts = paper.placed.filter(({ shown }) => /^[\d,.]+$/.test(shown) && shown !== '2026');
      expect(amounts.length).toBeGreaterThanOrEqual(2);
      expect(amounts.length).toBeLessThanOrEqual(6);
    },
  );

  test('the pay chart has no bar for an amount that is missing, zero or negative', () => {
    expect(barsOf([{ month: '2026-01', gross: 100n, net: null }])).toHaveLength(1);
    expect(barsOf([{ month: '2026-01', gross: 100n, net: 0n }])).toHaveLength(1);
    expect(barsOf([{ month: '2026-01', gross: 100n, net: -100n }])).toHaveLength(1);
  });

  test.each<[string, MonthOfPay[]]>([
    ['no months', []],
    ['months without amounts', [{ month: '2026-01', gross: null, net: null }]],
    ['nothing above zero', [{ month: '2026-01', gross: 0n, net: -5n }]],
  ])('the pay chart is not drawn for %s', (_what, months) => {
    const paper = newPaper();
    expect(drawPayChart(paper, 100, months)).toBe(100);
    expect(paper.pages).toEqual([[]]);
  });
});
