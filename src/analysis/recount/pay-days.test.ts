import { describe, expect, test } from 'vitest';
import { payDaysOf } from './pay-days.ts';

const of = (model: string, anchor: string, roll: string, from: string, until: string) =>
  payDaysOf({ model, anchor, roll }, from, until);

describe('payDaysOf', () => {
  test.each([
    ['weekly', 'Friday 2026-01-02', 'none', ['2026-06-12', '2026-06-19', '2026-06-26']],
    // June 19 is a holiday.
    ['weekly', 'Friday 2026-01-02', 'previous', ['2026-06-12', '2026-06-18', '2026-06-26']],
    ['biweekly', 'Friday 2026-07-03', 'next', ['2026-06-22']],
    ['four_weekly', 'Friday 2026-01-02', 'previous', ['2026-06-18']],
    ['semi_monthly', 'day 15 and last day', 'previous', ['2026-06-15', '2026-06-30']],
    ['monthly', 'day 20', 'previous', ['2026-06-18']],
    ['monthly', 'last business day', 'previous', ['2026-06-30']],
    ['monthly_weekday', '2. Wednesday', 'none', ['2026-06-10']],
    ['monthly_weekday', 'last Friday', 'none', ['2026-06-26']],
    ['quarterly', 'day 15 of March', 'none', ['2026-06-15']],
    ['semi_annual', 'day 30 of December', 'none', ['2026-06-30']],
    ['annual', 'day 15 of March', 'none', []],
  ])(
    'payDaysOf returns the pay days of the calendar %s with anchor %s and roll %s',
    (model, anchor, roll, expected) => {
      expect(of(model, anchor, roll, '2026-06-08', '2026-06-30')).toEqual(expected);
    },
  );

  test('uses the last day of the month if the month does not have the pay day', () => {
    expect(of('monthly', 'day 30', 'none', '2026-02-01', '2026-02-28')).toEqual(['2026-02-28']);
    expect(of('monthly', 'day 30', 'none', '2026-03-01', '2026-03-31')).toEqual(['2026-03-30']);
  });

  test('includes the first and the last day of the range; a pay day that is moved because of a weekend is included only if its new day is in the range', () => {
    expect(of('daily', 'every business day', 'none', '2026-03-06', '2026-03-09')).toEqual(['2026-03-06', '2026-03-09']);
    // March 1, 2026 is a Sunday, so the pay day is moved to Friday, February 27.
    expect(of('monthly', 'day 1', 'previous', '2026-03-01', '2026-03-31')).toEqual([]);
    expect(of('monthly', 'day 1', 'previous', '2026-02-27', '2026-02-28')).toEqual(['2026-02-27']);
  });

  test('throws for an unknown calendar', () => {
    expect(() => of('lunar', 'full moon', 'none', '2026-03-01', '2026-03-31')).toThrow('no such calendar: lunar');
  });
});
