import { expect, test } from 'vitest';
import { daysFrom, monthsBetween, shortDollars, sumsPerMonth } from './months.ts';

test('monthsBetween returns all months without gaps, even across the end of a year', () => {
  expect(monthsBetween(['2026-02-03', '2025-11-30'])).toEqual(['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']);
  expect(monthsBetween([])).toEqual([]);
});

test('sumsPerMonth returns exact sums, and null for a month without amounts', () => {
  const entries = [
    { date: '2026-01-05', amount: '0.10' },
    { date: '2026-01-19', amount: '0.20' },
    { date: '2026-03-01', amount: null },
  ];
  expect(sumsPerMonth(['2026-01-01', '2026-02-01', '2026-03-01'], entries)).toEqual([30, null, null]);
});

test('daysFrom returns consecutive dates, even across the change to summer time', () => {
  expect(daysFrom('2026-03-07', 3)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
  expect(daysFrom('2026-03-07', 0)).toEqual([]);
});

test('shortDollars returns short amounts for the axis of a chart', () => {
  expect([95_000, 123_456, 1_234_500, -500_000].map(shortDollars)).toEqual(['$950', '$1.2k', '$12k', '-$5.0k']);
});
