import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  federalReserveHolidays,
  isBusinessDay,
  isDate,
  isWeekend,
  lastDayOfMonth,
  monthOf,
  nextBusinessDay,
  previousBusinessDay,
  SUNDAY,
  toDate,
  toDay,
  weekdayOf,
  weekdayOnOrBefore,
  weekdaysBetween,
} from './calendar.ts';

const date = fc.integer({ min: toDay('1990-01-01'), max: toDay('2060-12-31') }).map(toDate);
const days = fc.integer({ min: -20_000, max: 20_000 });

describe('calendar days', () => {
  test.each(['2024-02-29', '1970-01-01', '0001-01-01', '9999-12-31'])('%s is a valid day', (text) => {
    expect(isDate(text)).toBe(true);
    expect(toDate(toDay(text))).toBe(text);
  });

  test.each([
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '2024-01-01T00:00:00Z',
    '',
    '0000-01-01',
    '2024-00-10',
    '2024-10-00',
    '2024-04-31',
    '20x4-01-01',
  ])('"%s" is not a valid day', (text) => {
    expect(isDate(text)).toBe(false);
    expect(() => toDay(text)).toThrow(RangeError);
  });

  test('toDate() and toDay() agree with JavaScript’s `Date` for the years 1 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: toDay('0001-01-01'), max: toDay('9999-12-31') }), (day) => {
        const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
        expect(toDate(day)).toBe(expected);
        expect(toDay(expected)).toBe(day);
      }),
      { numRuns: 2_000 },
    );
  });

  test('subtracting a number of days undoes adding the same number, and daysBetween() returns that number', () => {
    fc.assert(
      fc.property(date, days, (from, n) => {
        expect(addDays(addDays(from, n), -n)).toBe(from);
        expect(daysBetween(from, addDays(from, n))).toBe(n);
      }),
    );
  });

  test('weekdays repeat every seven days', () => {
    expect(weekdayOf('2026-03-01')).toBe(SUNDAY);
    expect(weekdayOf('1969-12-28')).toBe(SUNDAY);
    fc.assert(
      fc.property(date, (from) => {
        expect(weekdayOf(addDays(from, 1))).toBe((weekdayOf(from) + 1) % 7);
      }),
    );
  });

  test('weekdaysBetween() returns the same number as counting day by day', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -3, max: 40 }), (from, length) => {
        const walked = Array.from({ length: Math.max(length + 1, 0) }, (_, at) => addDays(from, at));
        expect(weekdaysBetween(from, addDays(from, length))).toBe(walked.filter((day) => !isWeekend(day)).length);
      }),
    );
  });

  test('weekdayOnOrBefore() goes back at most six days', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 6 }), (from, weekday) => {
        const found = weekdayOnOrBefore(from, weekday);
        expect(weekdayOf(found)).toBe(weekday);
        expect(daysBetween(found, from)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(found, from)).toBeLessThan(7);
      }),
    );
  });
});

describe('months', () => {
  test.each([
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', -24, '2022-02-28'],
    ['2024-12-15', 1, '2025-01-15'],
    ['2024-01-15', -1, '2023-12-15'],
    ['2024-01-15', -13, '2022-12-15'],
    ['2024-05-31', 0, '2024-05-31'],
  ])('the date %s plus %d months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
  });

  test('addMonths() returns the same day of the expected month, or that month’s last day if the month is too short', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -240, max: 240 }), (from, months) => {
        const to = addMonths(from, months);
        expect((((monthOf(from) - 1 + months) % 12) + 12) % 12).toBe(monthOf(to) - 1);
        expect([dayOfMonth(from), dayOfMonth(lastDayOfMonth(to))]).toContain(dayOfMonth(to));
      }),
    );
  });

  test('the day after lastDayOfMonth() is the first of a month', () => {
    fc.assert(
      fc.property(date, (from) => {
        expect(dayOfMonth(addDays(lastDayOfMonth(from), 1))).toBe(1);
      }),
    );
  });
});

describe('Federal Reserve holidays', () => {
  test.each([
    [2024, '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'],
    [2025, '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'],
    // Independence Day 2026 is a Saturday, so banks stay open on Friday.
    [2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
    // In 2027, Independence Day is a Sunday; Juneteenth and Christmas are Saturdays.
    [2027, '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25'],
  ])('the Federal Reserve holidays in %d are on the expected dates', (year, expected) => {
    expect(federalReserveHolidays(year).map((holiday) => holiday.date.slice(5))).toEqual(expected.split(' '));
  });

  test('there are eleven holidays per year; before 2021, when Juneteenth was added, there were ten', () => {
    expect(federalReserveHolidays(2021)).toHaveLength(11);
    expect(federalReserveHolidays(2020)).toHaveLength(10);
  });

  test('a holiday on a Sunday is observed on Monday; a holiday on a Saturday is not observed', () => {
    expect(isBusinessDay('2023-01-02')).toBe(false);
    expect(isBusinessDay('2021-12-31')).toBe(true);
    expect(isBusinessDay('2026-07-03')).toBe(true);
  });
});

describe('business days', () => {
  test.each([
    ['2026-07-04', '2026-07-03', '2026-07-06'],
    ['2025-01-01', '2024-12-31', '2025-01-02'],
    ['2026-11-26', '2026-11-25', '2026-11-27'],
    ['2026-03-04', '2026-03-04', '2026-03-04'],
  ])('for %s, the previous business day is %s and the next business day is %s', (day, before, after) => {
    expect(previousBusinessDay(day)).toBe(before);
    expect(nextBusinessDay(day)).toBe(after);
  });

  test('the previous and the next business day are at most four days away, and no business day is skipped', () => {
    fc.assert(
      fc.property(date, (day) => {
        const [before, after] = [previousBusinessDay(day), nextBusinessDay(day)];
        expect(isBusinessDay(before) && isBusinessDay(after)).toBe(true);
        expect(daysBetween(before, day)).toBeLessThanOrEqual(4);
        expect(daysBetween(day, after)).toBeLessThanOrEqual(4);
        for (let open = addDays(before, 1); open < after && open !== day; open = addDays(open, 1)) {
          expect(isBusinessDay(open)).toBe(false);
        }
      }),
    );
  });
});
