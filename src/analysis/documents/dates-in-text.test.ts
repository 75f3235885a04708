import { describe, expect, test } from 'vitest';
import { datesIn, fullDateIn, periodIn } from './dates-in-text.ts';

describe('datesIn', () => {
  test.each([
    ['paid 01/31/2026 in full', '2026-01-31'],
    ['1-31-26', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
    ['31 Jan 2026', '2026-01-31'],
    ['31-JAN-26', '2026-01-31'],
    ['Sept. 3rd, 2026', '2026-09-03'],
    ["Jan 31 '26", '2026-01-31'],
    ['02/29/2024', '2024-02-29'],
  ])('in "%s", datesIn finds the date %s', (text, date) => {
    expect(fullDateIn(text)).toBe(date);
  });

  test.each([['10.25'], ['$12/15'], ['1/2/3/4'], ['13/45'], ['02/30'], ['Market 12'], ['12,345.67'], ['']])(
    'in "%s", datesIn finds no date',
    (text) => {
      expect(datesIn(text)).toEqual([]);
    },
  );

  test('returns a date without a year even if a number that is not a year follows the date', () => {
    expect(datesIn('Jan 15 24 HOUR GYM')[0]).toMatchObject({ year: undefined, month: 1, day: 15 });
  });
});

describe('periodIn', () => {
  test.each([
    ['01/01/2026 - 01/31/2026', '2026-01-01', '2026-01-31'],
    ['01/01/26-01/31/26', '2026-01-01', '2026-01-31'],
    ['January 1 - 31, 2026', '2026-01-01', '2026-01-31'],
    ['Dec 16 through Jan 15, 2026', '2025-12-16', '2026-01-15'],
    ['from December 16, 2025 to January 15, 2026', '2025-12-16', '2026-01-15'],
    ['01/15/2026 12:01 AM to 01/15/2027 12:01 AM', '2026-01-15', '2027-01-15'],
  ])('periodIn finds in the text "%s" the period from %s to %s', (text, start, end) => {
    expect(periodIn(text)).toEqual({ start, end });
  });

  test.each([['01/31/2026 - 01/01/2026'], ['01/01/2026 01/31/2026'], ['01/01 - 01/31'], ['January 31 - 1, 2026']])(
    'periodIn finds no period in the text "%s"',
    (text) => {
      expect(periodIn(text)).toBeUndefined();
    },
  );
});
