import { describe, expect, test } from 'vitest';
import { isEin, isSsn, parseAmount, parseDate, parseExactAmount } from './values.ts';

describe('parseAmount', () => {
  test.each([
    ['1,234.56', 123_456n],
    ['$1,234.56', 123_456n],
    ['$ 12.00', 1_200n],
    ['1234.56', 123_456n],
    ['.50', 50n],
    ['1,234', 123_400n],
    ['0.00', 0n],
    ['-12.00', -1_200n],
    ['-$12.00', -1_200n],
    ['$-12.00', -1_200n],
    ['12.00-', -1_200n],
    ['(12.00)', -1_200n],
    ['($1,200.00)', -120_000n],
  ])('parseAmount accepts %s as an amount', (text, cents) => {
    expect(parseAmount(text)).toBe(cents);
  });

  test.each([
    '',
    '$',
    '-',
    '(12.00',
    '12.00)',
    '-12.00-',
    '(-12.00)',
    '1,23.45',
    '12.3',
    '12.345',
    '1.234,56',
    '12 34',
  ])('parseAmount rejects %j as an amount', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });
});

test('parseExactAmount accepts only amounts with two decimals', () => {
  expect(parseExactAmount('1,234.00')).toBe(123_400n);
  expect(parseExactAmount('1,234')).toBeUndefined();
  expect(parseExactAmount('80')).toBeUndefined();
});

describe('parseDate', () => {
  test.each([
    ['01/31/2026', '2026-01-31'],
    ['1/5/26', '2026-01-05'],
    ['1-31-2026', '2026-01-31'],
    ['2026-01-31', '2026-01-31'],
    ['January 31, 2026', '2026-01-31'],
    ['Jan. 5, 2026', '2026-01-05'],
    ['Jan 5 2026', '2026-01-05'],
    ['31 Jan 2026', '2026-01-31'],
    ['31-Jan-26', '2026-01-31'],
    ['02/29/2024', '2024-02-29'],
  ])('parseDate parses %s to the day %s', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  test.each(['02/29/2025', '13/01/2026', '01/32/2026', '2026', 'Janissary 5, 2026x', '1/2', '', '123-45-6789'])(
    'parseDate rejects %j as a date',
    (text) => {
      expect(parseDate(text)).toBeUndefined();
    },
  );
});

test.each(['123-45-6789', '123456789', 'XXX-XX-6789', '***-**-6789', 'xxx-xx-6789'])('isSsn accepts %s', (text) => {
  expect(isSsn(text)).toBe(true);
});

test.each(['123-45-678', '12-3456789', 'XXX-XX-XXXX', '6789'])('isSsn rejects %s', (text) => {
  expect(isSsn(text)).toBe(false);
});

test('isEin accepts nine digits, with or without a dash after the second digit', () => {
  expect(['12-3456789', '123456789', '12-345678', '123-456789'].map(isEin)).toEqual([true, true, false, false]);
});
