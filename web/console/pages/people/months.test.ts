import { expect, test } from 'vitest';
import { balancePerDay, monthsBetween, shortDollars, sumsPerMonth } from './months.ts';

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

test('balancePerDay computes the balance of each day from the newest balance and the transactions after that day', () => {
  const transactions = [
    { amount: '5.00', type: 'DEBIT' as const, transacted_at: '2026-03-03T10:00:00Z' },
    { amount: '100.00', type: 'CREDIT' as const, transacted_at: '2026-03-02T10:00:00Z' },
    { amount: '1.00', type: 'DEBIT' as const, transacted_at: '2026-03-02T09:00:00Z' },
    { amount: '7.00', type: 'DEBIT' as const, transacted_at: '2026-03-01T09:00:00Z' },
  ];
  expect(balancePerDay('200.00', transactions)).toEqual([
    { day: '2026-03-01', cents: 10_600 },
    { day: '2026-03-02', cents: 20_500 },
    { day: '2026-03-03', cents: 20_000 },
  ]);
});

test('shortDollars returns short amounts for the axis of a chart', () => {
  expect([95_000, 123_456, 1_234_500, -500_000].map(shortDollars)).toEqual(['$950', '$1.2k', '$12k', '-$5.0k']);
});
