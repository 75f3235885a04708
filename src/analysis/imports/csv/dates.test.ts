import { describe, expect, test } from 'vitest';
import { commonFormats, dateReader, formatsOf, looksLikeDate } from './dates.ts';

describe('dateReader', () => {
  test.each<[string, string, string | undefined]>([
    ['YYYY-MM-DD', '2026-01-31', '2026-01-31'],
    ['YYYY-MM-DD', '2026-01-31T10:00:00Z', '2026-01-31'],
    ['YYYY-MM-DD', '2026-02-29', undefined],
    ['YYYY-MM-DD', '2024-02-29', '2024-02-29'],
    ['YYYYMMDD', '20260131', '2026-01-31'],
    ['MM/DD/YYYY', '1/31/2026', '2026-01-31'],
    ['MM/DD/YYYY', '01/31/2026 10:05 AM', '2026-01-31'],
    ['MM/DD/YYYY', '31/01/2026', undefined],
    ['MM/DD/YYYY', '01/31/26', undefined],
    ['mm/dd/yy', '01/31/69', '2069-01-31'],
    ['mm/dd/yy', '01/31/70', '1970-01-31'],
    ['DD.MM.YYYY', '31.01.2026', '2026-01-31'],
    ['DD.MM.YYYY', '31-01-2026', undefined],
    ['DD MMM YYYY', '31 Jan 2026', '2026-01-31'],
    ['DD MMM YYYY', '31 ene. 2026', '2026-01-31'],
    ['DD MMM YYYY', '1 März 2026', '2026-03-01'],
    ['DD MMM YYYY', '1 Foo 2026', undefined],
    ['DD MMM YYYY', '1 août 2026', '2026-08-01'],
    ['MMM DD, YYYY', 'January 31, 2026', '2026-01-31'],
    ['DD-MMM-YY', '31-Dez-25', '2025-12-31'],
  ])('dateReader with the format %s reads %s as %s', (format, text, expected) => {
    expect(dateReader(format)?.(text)).toBe(expected);
  });

  test.each(['DD/MM', 'YYYY', '', 'MM/DD/YYYY/DD', `YYYY-MM-DD${' '.repeat(21)}`])(
    'dateReader returns undefined for the format "%s"',
    (format) => {
      expect(dateReader(format)).toBeUndefined();
    },
  );
});

describe('the formats of dates', () => {
  test.each<[string, string[]]>([
    ['03/04/2026', ['MM/DD/YYYY', 'DD/MM/YYYY']],
    ['13/04/2026', ['DD/MM/YYYY']],
    ['03/13/26', ['MM/DD/YY']],
    ['03.04.2026', ['DD.MM.YYYY']],
    ['2026/03/04', ['YYYY/MM/DD']],
    ['20260304', ['YYYYMMDD']],
    ['Mar 4, 2026', ['MMM DD, YYYY']],
    ['04-Mar-2026', ['DD-MMM-YYYY']],
    ['2026115', []],
    ['99/99/2026', []],
    ['Total', []],
  ])('formatsOf(%s) returns the date formats %j', (text, expected) => {
    expect(formatsOf(text)).toEqual(expected);
  });

  test('commonFormats() returns the formats that all given dates follow', () => {
    expect(commonFormats(['03/04/2026', '13/04/2026'])).toEqual(['DD/MM/YYYY']);
    expect(commonFormats(['03/04/2026', '05/06/2026'])).toHaveLength(2);
    expect(commonFormats(['13/04/2026', '04/13/2026'])).toEqual([]);
    expect(commonFormats([])).toEqual([]);
  });

  test('looksLikeDate() accepts a day that does not exist', () => {
    expect(looksLikeDate('2026-02-30')).toBe(true);
    expect(looksLikeDate('Total 2026')).toBe(false);
  });
});
