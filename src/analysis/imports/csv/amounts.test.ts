import { describe, expect, test } from 'vitest';
import { type Decimal, decimalOf, parseCsvAmount } from './amounts.ts';

describe('parseCsvAmount', () => {
  test.each<[string, Decimal, bigint, 'credit' | 'debit' | undefined]>([
    ['1234.56', '.', 123_456n, undefined],
    ['1,234.56', '.', 123_456n, undefined],
    ['1,234', '.', 123_400n, undefined],
    ['1.234', ',', 123_400n, undefined],
    ['1.234,56', ',', 123_456n, undefined],
    ['1 234,56', ',', 123_456n, undefined],
    ['1\u00a0234,56', ',', 123_456n, undefined],
    ['1\u202f234,56 €', ',', 123_456n, undefined],
    ["1'234.50", '.', 123_450n, undefined],
    ['12,34,567.00', '.', 123_456_700n, undefined],
    ['(1,234.56)', '.', -123_456n, undefined],
    ['($5.00)', '.', -500n, undefined],
    ['-$5.00', '.', -500n, undefined],
    ['$-5.00', '.', -500n, undefined],
    ['5.00-', '.', -500n, undefined],
    ['\u22125.00', '.', -500n, undefined],
    ['+5.00', '.', 500n, undefined],
    ['5.00 CR', '.', 500n, 'credit'],
    ['5.00DR', '.', 500n, 'debit'],
    ['5,00 H', ',', 500n, 'credit'],
    ['5,00 S', ',', 500n, 'debit'],
    ['USD 5', '.', 500n, undefined],
    ['.5', '.', 50n, undefined],
    ['5.', '.', 500n, undefined],
    ['5.5000', '.', 550n, undefined],
    ['0', '.', 0n, undefined],
    ['999999999999999.99', '.', 99_999_999_999_999_999n, undefined],
  ])('parseCsvAmount reads %s with the decimal sign %s as %s cents', (text, decimal, cents, direction) => {
    expect(parseCsvAmount(text, decimal)).toEqual({ cents, direction });
  });

  test.each<[string, Decimal]>([
    ['', '.'],
    ['-', '.'],
    ['.', '.'],
    ['abc', '.'],
    ['1.2.3', '.'],
    ['1,23', '.'],
    ['1234,567.00', '.'],
    ['1.23', ','],
    ['5.005', '.'],
    ['(5.00', '.'],
    ['5.00)', '.'],
    ['(-5.00)', '.'],
    ['-5.00-', '.'],
    ['5.00 XX', '.'],
    ['9999999999999999.00', '.'],
  ])(
    'parseCsvAmount returns undefined for %s with the decimal sign %s, because it is not an amount',
    (text, decimal) => {
      expect(parseCsvAmount(text, decimal)).toBeUndefined();
    },
  );
});

describe('decimalOf', () => {
  test.each<[string[], Decimal | undefined]>([
    [['1,234.56'], '.'],
    [['1.234,56'], ','],
    [['12.3'], '.'],
    [['12,30'], ','],
    [['1.234.567'], ','],
    [['1,234,567'], '.'],
    [['1,234', '12.50'], '.'],
    [['1,234'], undefined],
    [['1.234'], undefined],
    [['1234', ''], undefined],
    [['1.50', '1,50'], undefined],
  ])('decimalOf finds in the amounts %j the decimal sign %s', (texts, expected) => {
    expect(decimalOf(texts)).toBe(expected);
  });
});
