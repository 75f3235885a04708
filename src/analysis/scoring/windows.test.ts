import { describe, expect, test } from 'vitest';
import { toDate, toDay } from '#base/calendar.ts';
import { knownByDay, monthsIn, type Period, spanOf } from './windows.ts';

const cutoff = toDay('2026-03-01');
const dates = ({ from, until }: { from: number; until: number }) => [toDate(from), toDate(until)];

describe('a span of days', () => {
  test.each<[Period, string, string]>([
    ['0m_l0', '2026-03-01', '2026-03-01'],
    ['1m_l0', '2026-01-31', '2026-03-01'],
    ['2m_l0', '2026-01-01', '2026-03-01'],
    ['3m_l0', '2025-12-02', '2026-03-01'],
    ['3m_l3', '2025-09-03', '2025-12-01'],
    ['6m_l0', '2025-09-03', '2026-03-01'],
    ['12m_l0', '2025-03-02', '2026-03-01'],
  ])(
    'the span of days for the period %s starts on %s and ends on %s, and includes both days',
    (period, from, until) => {
      expect(dates(spanOf(period, cutoff))).toEqual([from, until]);
    },
  );

  test('a span of days counts as known even if the data of its first tenth is missing', () => {
    expect(toDate(knownByDay('1m_l0', cutoff))).toBe('2026-02-03');
    expect(toDate(knownByDay('12m_l0', cutoff))).toBe('2025-04-07');
  });

  test('a span is divided into months of thirty days; the last month ends on the last day of the span', () => {
    expect(monthsIn('3m_l3', cutoff).map(dates)).toEqual([
      ['2025-09-03', '2025-10-02'],
      ['2025-10-03', '2025-11-01'],
      ['2025-11-02', '2025-12-01'],
    ]);
    expect(monthsIn('12m_l0', cutoff)).toHaveLength(12);
  });
});
