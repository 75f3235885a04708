import { describe, expect, test } from 'vitest';
import { isBusinessDay, toDate, toDay } from '#base/calendar.ts';
import type { Rhythm } from '#connectors/sandbox/lives/bank-life.ts';
import { businessDaysAfter, dayInMonth, monthOfDate, occasionsOf, rolled } from './bank-days.ts';

const dates = (rhythm: Rhythm, from: string, until: string) =>
  occasionsOf(rhythm, toDay(from), toDay(until), 'seed').map(({ nominal, day }) => `${toDate(nominal)} ${toDate(day)}`);

describe('rolled() moves a day to a business day', () => {
  test.each([
    ['2026-03-04', 'next', '2026-03-04'],
    ['2026-02-28', 'next', '2026-03-02'],
    ['2026-02-28', 'previous', '2026-02-27'],
    ['2025-12-25', 'next', '2025-12-26'],
    ['2026-02-14', 'next', '2026-02-17'],
  ] as const)('%s rolled to the %s business day is %s', (date, roll, expected) => {
    expect(toDate(rolled(toDay(date), roll))).toBe(expected);
  });
});

test('businessDaysAfter() skips weekends and holidays', () => {
  expect(toDate(businessDaysAfter(toDay('2026-02-12'), 1))).toBe('2026-02-13');
  expect(toDate(businessDaysAfter(toDay('2026-02-13'), 1))).toBe('2026-02-17');
  expect(toDate(businessDaysAfter(toDay('2026-02-13'), 2))).toBe('2026-02-18');
  expect(toDate(businessDaysAfter(toDay('2026-02-13'), 0))).toBe('2026-02-13');
});

test('dayInMonth() returns the last day of a month that is too short for the given day', () => {
  expect(toDate(dayInMonth(monthOfDate('2026-02-10'), 31))).toBe('2026-02-28');
  expect(toDate(dayInMonth(monthOfDate('2024-02-10'), 31))).toBe('2024-02-29');
  expect(toDate(dayInMonth(monthOfDate('2025-12-10'), 31))).toBe('2025-12-31');
});

describe('occasionsOf() returns the days of a schedule', () => {
  test('a scheduled day of the month is moved to a business day, even into the next month; the date range applies to the moved day', () => {
    const rhythm: Rhythm = { every: 'month', day: 31, roll: 'next' };
    expect(dates(rhythm, '2026-01-01', '2026-04-01')).toEqual(
      ['2025-12-31 2025-12-31', '2026-01-31 2026-02-02', '2026-02-28 2026-03-02', '2026-03-31 2026-03-31'].slice(1),
    );
    expect(dates(rhythm, '2026-02-03', '2026-03-01')).toEqual([]);
  });

  test('a day such as the second Wednesday of each month is moved to a business day if banks are closed on it', () => {
    const rhythm: Rhythm = { every: 'month', nth: 2, weekday: 3, roll: 'previous' };
    expect(dates(rhythm, '2026-10-01', '2026-11-30')).toEqual(['2026-10-14 2026-10-14', '2026-11-11 2026-11-10']);
  });

  test('a schedule of every n weeks or every n days has occasions both before and after its anchor day', () => {
    const weeks: Rhythm = { every: 'weeks', weeks: 2, anchor: '2026-03-06', roll: 'next' };
    expect(dates(weeks, '2026-02-19', '2026-03-20').map((text) => text.slice(11))).toEqual([
      '2026-02-20',
      '2026-03-06',
      '2026-03-20',
    ]);
    const days: Rhythm = { every: 'days', days: 91, anchor: '2026-03-06', roll: 'next' };
    expect(dates(days, '2025-12-01', '2026-06-30').map((text) => text.slice(0, 10))).toEqual([
      '2025-12-05',
      '2026-03-06',
      '2026-06-05',
    ]);
  });

  test('a yearly schedule for 29 February uses 28 February in common years', () => {
    const rhythm: Rhythm = { every: 'year', month: 2, day: 29, roll: 'previous' };
    expect(dates(rhythm, '2024-01-01', '2025-12-31')).toEqual(['2024-02-29 2024-02-29', '2025-02-28 2025-02-28']);
  });

  test('a random schedule of 100 percent contains every business day, and no weekend or holiday', () => {
    const rhythm: Rhythm = { every: 'so often', percent: 100 };
    expect(dates(rhythm, '2025-12-24', '2026-01-05').map((text) => text.slice(11))).toEqual([
      '2025-12-24',
      '2025-12-26',
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-02',
      '2026-01-05',
    ]);
  });

  test('a random schedule contains about the given percentage of the business days and no other days; its days do not depend on the requested date range', () => {
    const rhythm: Rhythm = { every: 'so often', percent: 20 };
    const drawn = dates(rhythm, '2024-01-01', '2027-12-31');
    expect(drawn.length).toBeGreaterThan(150);
    expect(drawn.length).toBeLessThan(250);
    expect(drawn.filter((text) => !isBusinessDay(text.slice(11)))).toEqual([]);
    expect(dates(rhythm, '2025-01-01', '2025-12-31')).toEqual(drawn.filter((text) => text.startsWith('2025')));
  });
});
