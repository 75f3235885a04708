import { describe, expect, test } from 'vitest';
import { toDate, toDay } from '#base/calendar.ts';
import { anchorOf, type Calendar, LAST, LAST_DAY, payDays } from './calendars.ts';

const from = (calendar: Calendar, first: string, last: string) =>
  payDays(calendar, toDay(first), toDay(last)).map(toDate);
const FRIDAY = toDay('2025-12-12');

describe('payDays', () => {
  test.each<[string, Calendar, string, string, string[]]>([
    [
      'weekly pay days; a Friday that is Juneteenth moves to Thursday',
      { model: 'weekly', phase: FRIDAY, roll: 'previous' },
      '2026-06-10',
      '2026-06-30',
      ['2026-06-12', '2026-06-18', '2026-06-26'],
    ],
    [
      'biweekly pay days before and after the anchor',
      { model: 'biweekly', phase: FRIDAY, roll: 'previous' },
      '2025-11-01',
      '2025-12-31',
      ['2025-11-14', '2025-11-28', '2025-12-12', '2025-12-26'],
    ],
    [
      'pay days every four weeks',
      { model: 'four_weekly', phase: FRIDAY, roll: 'next' },
      '2025-12-12',
      '2026-02-10',
      ['2025-12-12', '2026-01-09', '2026-02-06'],
    ],
    [
      'the 15th and the last day of the month, moved before weekends',
      { model: 'semi_monthly', days: [15, LAST_DAY], roll: 'previous' },
      '2026-01-01',
      '2026-03-20',
      ['2026-01-15', '2026-01-30', '2026-02-13', '2026-02-27', '2026-03-13'],
    ],
    [
      'the first of the month, moved after weekends and New Year',
      { model: 'monthly', day: 1, roll: 'next' },
      '2026-01-01',
      '2026-03-31',
      ['2026-01-02', '2026-02-02', '2026-03-02'],
    ],
    [
      'the first of the month, not moved if banks are closed',
      { model: 'monthly', day: 1, roll: 'none' },
      '2026-01-01',
      '2026-03-31',
      ['2026-01-01', '2026-02-01', '2026-03-01'],
    ],
    [
      'the first of the month, moved into the month before',
      { model: 'monthly', day: 1, roll: 'previous' },
      '2026-01-20',
      '2026-02-28',
      ['2026-01-30', '2026-02-27'],
    ],
    [
      'second Wednesdays; a Wednesday that is Veterans Day moves to Tuesday',
      { model: 'monthly_weekday', nth: 2, weekday: 3, roll: 'previous' },
      '2026-10-01',
      '2026-12-31',
      ['2026-10-14', '2026-11-10', '2026-12-09'],
    ],
    [
      'last Fridays of the month',
      { model: 'monthly_weekday', nth: LAST, weekday: 5, roll: 'none' },
      '2026-01-01',
      '2026-02-28',
      ['2026-01-30', '2026-02-27'],
    ],
    [
      'all business days for daily pay',
      { model: 'daily', roll: 'none' },
      '2026-01-15',
      '2026-01-20',
      ['2026-01-15', '2026-01-16', '2026-01-20'],
    ],
    [
      'quarterly pay days',
      { model: 'quarterly', month: 2, day: 22, roll: 'none' },
      '2026-01-01',
      '2026-12-31',
      ['2026-03-22', '2026-06-22', '2026-09-22', '2026-12-22'],
    ],
    [
      'semi-annual pay days',
      { model: 'semi_annual', month: 5, day: 30, roll: 'none' },
      '2026-01-01',
      '2026-12-31',
      ['2026-06-30', '2026-12-30'],
    ],
    [
      'annual pay days',
      { model: 'annual', month: 2, day: 21, roll: 'next' },
      '2026-01-01',
      '2027-12-31',
      ['2026-03-23', '2027-03-22'],
    ],
  ])('payDays() returns %s', (_, calendar, first, last, expected) =>
    expect(from(calendar, first, last)).toEqual(expected),
  );

  test('payDays() includes both ends of the range', () => {
    const calendar: Calendar = { model: 'monthly', day: 10, roll: 'none' };
    expect(from(calendar, '2026-01-10', '2026-02-10')).toHaveLength(2);
    expect(from(calendar, '2026-01-11', '2026-02-09')).toHaveLength(0);
  });
});

test.each<[Calendar, string]>([
  [{ model: 'daily', roll: 'none' }, 'every business day'],
  [{ model: 'biweekly', phase: FRIDAY, roll: 'previous' }, 'Friday 2025-12-12'],
  [{ model: 'semi_monthly', days: [15, LAST_DAY], roll: 'previous' }, 'day 15 and last day'],
  [{ model: 'monthly', day: LAST_DAY, roll: 'previous' }, 'last business day'],
  [{ model: 'monthly', day: LAST_DAY, roll: 'none' }, 'last day'],
  [{ model: 'monthly_weekday', nth: 2, weekday: 3, roll: 'previous' }, '2. Wednesday'],
  [{ model: 'monthly_weekday', nth: LAST, weekday: 5, roll: 'previous' }, 'last Friday'],
  [{ model: 'annual', month: 2, day: 21, roll: 'none' }, 'day 21 of March'],
])('the pay calendar %j is described by the anchor "%s"', (calendar, anchor) =>
  expect(anchorOf(calendar)).toBe(anchor),
);
