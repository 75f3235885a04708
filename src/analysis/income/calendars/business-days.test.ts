import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBusinessDay, nextBusinessDay, previousBusinessDay, toDate, toDay } from '#base/calendar.ts';
import { isOpen, rolled } from './business-days.ts';

test('the tables of business days agree with base/calendar.ts, from 1970 to 2099', () => {
  const any_day = fc.integer({ min: toDay('1970-01-05'), max: toDay('2099-12-31') });
  fc.assert(
    fc.property(any_day, (day) => {
      const date = toDate(day);
      expect(isOpen(day)).toBe(isBusinessDay(date));
      expect(toDate(rolled(day, 'previous'))).toBe(previousBusinessDay(date));
      expect(toDate(rolled(day, 'next'))).toBe(nextBusinessDay(date));
      expect(rolled(day, 'none')).toBe(day);
    }),
  );
});
