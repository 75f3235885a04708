import { describe, expect, test } from 'vitest';
import { payFrequencyOf } from './pay-frequency.ts';

type Paid = Parameters<typeof payFrequencyOf>[0][number];

const REGULAR = { name: 'Regular', amount: 1n, category: 'regular', rate: null, units: null } as const;
const paid = (period_start: string | null, period_end: string | null, pay_date: string | null = null): Paid => ({
  pay_date,
  period_start,
  period_end,
  earnings: [REGULAR],
});

describe('a single pay period', () => {
  test.each([
    ['2026-02-02', '2026-02-08', 'W'],
    ['2026-02-01', '2026-02-14', 'BW'],
    ['2026-02-01', '2026-02-15', 'SM'],
    ['2026-02-16', '2026-02-28', 'SM'],
    ['2026-01-16', '2026-01-31', 'SM'],
    ['2026-02-01', '2026-02-28', 'M'],
    ['2026-01-11', '2026-02-10', 'M'],
    ['2026-01-01', '2026-06-30', 'SA'],
    ['2025-01-01', '2025-12-31', 'A'],
    ['2026-03-02', '2026-03-29', null],
    ['2026-02-01', '2026-02-10', null],
    ['2026-02-10', '2026-02-01', null],
  ])('a single pay period from %s to %s determines the pay frequency %s', (start, end, frequency) => {
    expect(payFrequencyOf([paid(start, end)])).toBe(frequency);
  });

  test('a pay period from 16 to 29 February determines no frequency, because two frequencies fit; a second period may decide between the two', () => {
    const february = paid('2028-02-16', '2028-02-29');
    expect(payFrequencyOf([february])).toBeNull();
    expect(payFrequencyOf([february, paid('2028-02-01', '2028-02-15')])).toBe('SM');
  });

  test('no pay frequency is determined if the pay period was not read; pay dates alone are not enough, because stubs between two pay dates may be missing', () => {
    expect(payFrequencyOf([paid(null, null, '2026-02-06'), paid(null, null, '2026-02-20')])).toBeNull();
    expect(payFrequencyOf([])).toBeNull();
  });
});

describe('a set of pay periods', () => {
  const biweekly = (...dates: string[]) => payFrequencyOf(dates.map((date) => paid('2026-02-01', '2026-02-14', date)));

  test('pay periods determine a frequency if the pay dates fit it, even if a holiday moves a pay date or stubs are missing', () => {
    expect(biweekly('2026-01-09', '2026-01-23')).toBe('BW');
    expect(biweekly('2026-01-09', '2026-01-22', '2026-02-19')).toBe('BW');
  });

  test('pay periods determine no frequency if the pay dates contradict the frequency of the periods', () => {
    expect(biweekly('2026-01-09', '2026-01-16')).toBeNull();
    expect(biweekly('2026-01-09', '2026-01-23', '2026-02-12')).toBeNull();
  });

  test('pay periods of different lengths determine no frequency', () => {
    expect(payFrequencyOf([paid('2026-02-01', '2026-02-14'), paid('2026-02-01', '2026-02-07')])).toBeNull();
  });

  test('pay periods of half months or months determine a frequency, although their lengths vary', () => {
    const halves = [paid('2026-01-16', '2026-01-31', '2026-01-30'), paid('2026-02-01', '2026-02-15', '2026-02-13')];
    expect(payFrequencyOf([...halves, paid('2026-02-16', '2026-02-28', '2026-02-27')])).toBe('SM');
    const months = [paid('2026-01-01', '2026-01-31', '2026-01-30'), paid('2026-02-01', '2026-02-28', '2026-02-27')];
    expect(payFrequencyOf(months)).toBe('M');
  });

  test('the pay frequency does not depend on a payment whose earnings contain no regular pay', () => {
    const bonus: Paid = { ...paid(null, null, '2026-01-12'), earnings: [{ ...REGULAR, category: 'bonus' }] };
    const regular = [paid('2026-02-01', '2026-02-14', '2026-01-09'), paid('2026-02-01', '2026-02-14', '2026-01-23')];
    expect(payFrequencyOf([...regular, bonus])).toBe('BW');
    expect(payFrequencyOf([...regular, { ...bonus, earnings: [] }])).toBeNull();
  });
});
