import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCalendarDay, isDate } from './calendar.ts';
import { parseTimestamp, toTimestamp } from './timestamps.ts';

/**
 * Moments in the years 1 to 9999, the range that we can format. The first and the last day of this range are left out,
 * so that a UTC offset cannot move a moment out of the range.
 */
const moments = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T23:59:59.999Z'),
  noInvalidDate: true,
});

const pad = (value: number) => String(value).padStart(2, '0');

describe('toTimestamp', () => {
  test('always returns YYYY-MM-DDTHH:MM:SSZ, truncated to the second, and parsing the result returns that second', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const text = toTimestamp(moment);
        expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
        expect(parseTimestamp(text)?.getTime()).toBe(Math.floor(moment.getTime() / 1000) * 1000);
      }),
    );
  });
});

describe('parseTimestamp', () => {
  test('returns the same moment, whatever UTC offset the text has', () => {
    const offsets = fc.record({
      sign: fc.constantFrom('+', '-'),
      hours: fc.nat({ max: 23 }),
      minutes: fc.nat({ max: 59 }),
      colon: fc.constantFrom(':', ''),
    });
    fc.assert(
      fc.property(moments, offsets, (moment, { sign, hours, minutes, colon }) => {
        const shift = (hours * 60 + minutes) * (sign === '-' ? -60_000 : 60_000);
        const local = new Date(moment.getTime() + shift).toISOString().replace('Z', '');
        const parsed = parseTimestamp(`${local}${sign}${pad(hours)}${colon}${pad(minutes)}`);
        expect(parsed?.getTime()).toBe(moment.getTime());
      }),
    );
  });

  test('parses every millisecond exactly', () => {
    for (let ms = 0; ms < 1000; ms++) {
      const fraction = String(ms).padStart(3, '0');
      expect(parseTimestamp(`2026-03-01T12:00:00.${fraction}Z`)?.getUTCMilliseconds()).toBe(ms);
    }
  });

  test.each([
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01t12:00:00z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T12:00:00,5Z', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01T12:00:00.123456789Z', '2026-03-01T12:00:00.123Z'],
    ['2024-02-29T23:59:59-00:30', '2024-03-01T00:29:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0026-03-01', '0026-03-01T00:00:00.000Z'],
  ])('parseTimestamp reads %s as %s', (text, moment) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(moment);
  });

  test.each([
    '',
    'now',
    '2026',
    '2026-03',
    '2026-3-1',
    '20260301',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '0000-01-01',
    '2026-03-01T',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:60:00Z',
    '2026-03-01T12:00:60Z',
    '2026-03-01T12:00:00+24:00',
    '2026-03-01T12:00:00+01:60',
    '2026-03-01T12:00:00 Z',
    '2026-03-01T12:00:00ZZ',
    ' 2026-03-01',
    '2026-03-01\n',
    '+002026-03-01',
    '-2026-03-01',
    '٢٠٢٦-٠٣-٠١',
  ])('parseTimestamp returns undefined for %j, which is not a timestamp', (text) => {
    expect(parseTimestamp(text)).toBe(undefined);
  });

  test('returns a valid date or undefined for any string', () => {
    const almost = fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d)?(Z|[+-][0-2]\d:?[0-6]\d)?$/);
    fc.assert(
      fc.property(fc.oneof(almost, fc.string({ unit: 'binary' })), (text) => {
        const parsed = parseTimestamp(text);
        expect(parsed === undefined || !Number.isNaN(parsed.getTime())).toBe(true);
      }),
    );
  });
});

describe('isCalendarDay', () => {
  test('agrees with the calendar of JavaScript’s Date', () => {
    const day = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
    );
    fc.assert(
      fc.property(day, ([year, month, day]) => {
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        expect(isCalendarDay(year, month, day)).toBe(date.getUTCMonth() === month - 1);
      }),
    );
  });
});

test.each([
  ['2026-03-01', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-3-1', false],
  ['2026-03-01T00:00:00Z', false],
  ['', false],
])('isDate(%j) is %s', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});
