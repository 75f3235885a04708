import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isBusinessDay, toDate, toDay } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import { directoryOn, payrollEntries } from './admin.ts';

const anyDay = fc.integer({ min: toDay('2019-01-01'), max: toDay('2036-12-31') }).map(toDate);

describe('the company of the `admin` product', () => {
  test('the company has five employees, whose ids differ from each other and between links; every manager is one of the five', () => {
    const directory = directoryOn('2026-03-04', 'link');
    expect(directory).toHaveLength(5);
    expect(new Set(directory.map(({ id }) => id)).size).toBe(5);
    const names = new Set(directory.map(({ full_name }) => full_name));
    expect(directory.every(({ manager_name }) => manager_name === null || names.has(manager_name))).toBe(true);
    expect(directoryOn('2026-03-04', 'other link')[0]?.id).not.toBe(directory[0]?.id);
  });

  test('the company has five payroll entries every two weeks in any date range, and the amounts of each entry add up', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 13, max: 365 }), (start_date, days) => {
        const end_date = addDays(start_date, days);
        const entries = payrollEntries(start_date, end_date, '2040-01-01', 'link');
        const pay_dates = new Set(entries.map(({ pay_date }) => pay_date));
        expect(entries.length).toBe(pay_dates.size * 5);
        expect(Math.abs(pay_dates.size - (days + 1) / 14)).toBeLessThan(1.2);
        for (const entry of entries) {
          expect(isBusinessDay(entry.pay_date)).toBe(true);
          expect(entry.pay_date >= start_date && entry.pay_date <= end_date).toBe(true);
          expect(sum(entry.earnings.map(({ amount }) => amount))).toBe(entry.gross_pay);
          expect(entry.gross_pay - sum(entry.deductions.map(({ amount }) => amount))).toBe(entry.net_pay);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('the company has no payroll entries after today', () => {
    expect(payrollEntries('2026-03-05', '2026-12-31', '2026-03-04', 'link')).toEqual([]);
  });
});
