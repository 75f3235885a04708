import { describe, expect, test } from 'vitest';
import { commaAmount, eitherAmount, impliedAmount, pointAmount, quoted, written } from './amounts.ts';

const place = { line: 3, column: 7 };
const faultOf = (read: () => unknown): string => {
  try {
    return `read as ${String(read())}`;
  } catch (error) {
    return String(error);
  }
};

describe('amounts with a decimal sign', () => {
  test.each([
    ['0', 0n],
    ['12', 1_200n],
    ['12.', 1_200n],
    ['.5', 50n],
    ['-12.34', -1_234n],
    ['+12.34', 1_234n],
    ['8.850', 885n],
    ['5442.09000', 544_209n],
    ['000012.30', 1_230n],
    ['999999999999999999.99', 99_999_999_999_999_999_999n],
  ])('the amount "%s" is read as %s cents, and so is the same amount with a decimal comma', (text, cents) => {
    expect(pointAmount(text, place)).toBe(cents);
    expect(commaAmount(text.replace('.', ','), place)).toBe(cents);
    expect(eitherAmount(text, place)).toBe(cents);
  });

  test.each([
    '',
    '.',
    '-',
    '1,5',
    '1.2.3',
    '1 000',
    '1e3',
    '--1',
    '1-',
    '٣',
    '9999999999999999999',
    `0.${'0'.repeat(19)}`,
  ])('the text %j is refused as an amount with a decimal point', (text) => {
    expect(faultOf(() => pointAmount(text, place))).toMatch(/^UnreadableFile: Line 3, column 7: .*amount\.$/);
  });

  test('a third decimal that is not zero is refused, because a cent is the smallest unit', () => {
    expect(faultOf(() => pointAmount('1.005', place))).toContain('the amount “1.005” with more than two decimals');
    expect(faultOf(() => commaAmount('1,005', place))).toContain('the amount “1,005” with more than two decimals');
  });
});

describe('amounts whose decimal sign may be a point or a comma', () => {
  test.each([
    ['-200,00', -20_000n],
    ['1,5', 150n],
    ['1,234.56', 123_456n],
    ['1.234,56', 123_456n],
    ['-1,234,567.8', -123_456_780n],
    ['1.000', 100n],
  ])('the amount "%s", whose decimal sign may be a point or a comma, is read as %s cents', (text, cents) => {
    expect(eitherAmount(text, place)).toBe(cents);
  });

  test('an amount with one comma before three digits is refused, because it can be read in two ways', () => {
    expect(faultOf(() => eitherAmount('1,000', place))).toContain('the ambiguous amount “1,000”');
    expect(faultOf(() => eitherAmount('-12,345', place))).toContain('ambiguous');
  });

  test.each(['1,23,456.00', '1.234.567', '1,234,567', '1,2.3', '12,34.56'])(
    'the text "%s" is refused as an amount whose decimal sign may be a point or a comma',
    (text) => {
      expect(faultOf(() => eitherAmount(text, place))).toContain('UnreadableFile');
    },
  );
});

describe('amounts without a decimal sign', () => {
  test.each([
    ['1234', 'USD', 1_234n],
    ['+000000000000', 'CAD', 0n],
    ['-1500000', 'USD', -1_500_000n],
    ['2700', 'JPY', 270_000n],
    ['1234560', 'BHD', 123_456n],
    ['10000', 'CLF', 100n],
  ])(
    'the amount "%s" without a decimal sign, in the currency %s, is read as %s hundredths of the currency’s unit',
    (text, currency, cents) => {
      expect(impliedAmount(text, currency, place)).toBe(cents);
    },
  );

  test('a third decimal that is not zero is refused, even if the currency has three decimals', () => {
    expect(faultOf(() => impliedAmount('1234567', 'KWD', place))).toContain('more than two decimals');
  });

  test.each(['', '1.5', '1,5', '+', 'x', '99999999999999999999'])(
    'the text %j is refused as an amount without a decimal sign',
    (text) => {
      expect(faultOf(() => impliedAmount(text, 'USD', place))).toContain('UnreadableFile');
    },
  );
});

test('error messages show at most 40 characters of the file', () => {
  expect(quoted('x'.repeat(40))).toBe(`“${'x'.repeat(40)}”`);
  expect(quoted('x'.repeat(41))).toBe(`“${'x'.repeat(40)}…”`);
});

test.each([
  [0n, '0.00'],
  [-5n, '-0.05'],
  [123_456n, '1234.56'],
  [10n ** 20n, '1000000000000000000.00'],
])('the amount of %s cents is written as %s', (cents, text) => {
  expect(written(cents)).toBe(text);
});
