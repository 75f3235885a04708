import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastDayOfMonth, monthOf, toDate, toDay, yearOf } from '#base/calendar.ts';
import { dayInMonth, dayOf, monthEnd, monthOfDay, monthStart } from './months.ts';

const any_day = fc.integer({ min: toDay('1970-01-01'), max: toDay('2100-12-31') });

test('monthOfDay, monthStart and monthEnd agree with base/calendar.ts', () => {
  fc.assert(
    fc.property(any_day, (day) => {
      const date = toDate(day);
      const month = monthOfDay(day);
      expect(month).toBe((yearOf(date) - 1970) * 12 + monthOf(date) - 1);
      expect(toDate(monthStart(month))).toBe(`${date.slice(0, 8)}01`);
      expect(toDate(monthEnd(month))).toBe(lastDayOfMonth(date));
    }),
  );
});

test('dayOf() agrees with toDay() of base/calendar.ts', () => {
  fc.assert(
    fc.property(any_day, (day) => {
      expect(dayOf(toDate(day))).toBe(day);
    }),
  );
});

test('dayInMonth returns the month’s last day if the month does not have the given day', () => {
  const february = monthOfDay(toDay('2026-02-10'));
  expect(toDate(dayInMonth(february, 28))).toBe('2026-02-28');
  expect(toDate(dayInMonth(february, 31))).toBe('2026-02-28');
  expect(toDate(dayInMonth(february + 1, 31))).toBe('2026-03-31');
});
