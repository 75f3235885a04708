import { describe, expect, test } from 'vitest';
import { newPaper } from '#render/paper.ts';
import { drawIncomeChart, incomeByMonth } from './income-chart.ts';

const month = (start_date: string, total_amount: `${string}.${string}`) => ({
  start_date,
  end_date: start_date,
  total_amount,
  iso_currency_code: 'USD',
  transactions: [],
});
const source = (...months: ReturnType<typeof month>[]) => ({ historical_summary: months });

describe('income by month', () => {
  test('income by month is the total of all sources for each month, oldest month first, including months without income', () => {
    expect(
      incomeByMonth([
        source(month('2025-12-02', '100.10'), month('2026-01-01', '0.00')),
        source(month('2025-12-02', '0.05'), month('2026-02-01', '7.00')),
      ]),
    ).toEqual([
      { month: '2025-12', cents: 10_015n },
      { month: '2026-01', cents: 0n },
      { month: '2026-02', cents: 700n },
    ]);
    expect(incomeByMonth([])).toEqual([]);
  });

  test('income by month covers at most 24 months', () => {
    const from = (first: string) => incomeByMonth([source(month(first, '1.00'), month('2026-02-01', '2.00'))]);
    expect(from('2024-03-01')).toHaveLength(24);
    expect(from('2024-02-01')).toHaveLength(24);
    expect(from('2024-02-01')[0]).toEqual({ month: '2024-03', cents: 0n });
  });
});

describe('the income chart', () => {
  const drawn = (cents: bigint[], forecast: bigint) => {
    const paper = newPaper();
    const months = cents.map((one, at) => ({ month: `2026-0${at + 1}`, cents: one }));
    const bottom = drawIncomeChart(paper, 100, { title: 'Income', months, forecast });
    const bars = (paper.pages[0] ?? []).filter((operator) => operator.endsWith('re f'));
    // The first two boxes belong to the legend and are not bars.
    return { bottom, heights: bars.slice(2).map((operator) => Number(operator.split(' ').at(-3))), paper };
  };

  test('the income chart has a bar for each month with income and a bar for the forecast; the heights of the bars are proportional to the amounts', () => {
    const { heights } = drawn([100_00n, 0n, 50_00n], 25_00n);
    expect(heights).toHaveLength(3);
    const [january = 0, march = 0, forecast = 0] = heights;
    expect(march / january).toBeCloseTo(0.5);
    expect(forecast / january).toBeCloseTo(0.25);
  });

  test('the income chart is not drawn if all amounts are zero, and has no bar for a forecast of zero', () => {
    expect(drawn([0n], 0n).bottom).toBe(100);
    expect(drawn([100_00n], 0n).heights).toHaveLength(1);
    expect(drawn([], 100_00n).heights).toHaveLength(1);
  });
});
