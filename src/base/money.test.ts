import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideRounded, formatMoney, inDecimals, MONEY_MAX, parseMoney, sum, timesRate } from './money.ts';

const cents = fc.bigInt({ min: -MONEY_MAX, max: MONEY_MAX });

describe('parseMoney', () => {
  test.each([
    ['0', 0n],
    ['-0.00', 0n],
    ['12', 1200n],
    ['12.3', 1230n],
    ['-12.34', -1234n],
    ['0012.34', 1234n],
    ['9999999999.99', MONEY_MAX],
    [12.34, 1234n],
    [-0.1, -10n],
    [1e3, 100_000n],
    [9_999_999_999.99, MONEY_MAX],
  ])('parseMoney reads "%s" as %s hundredths', (given, expected) => {
    expect(parseMoney(given)).toBe(expected);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1.',
    '.5',
    '1.234',
    '10000000000',
    '1e3',
    '1,000',
    '٣',
    '--1',
    '1\n',
    1.005,
    1e10,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    [1],
    { amount: 1 },
    1n,
  ])('parseMoney returns undefined for "%s", which is not a decimal', (given) => {
    expect(parseMoney(given)).toBeUndefined();
  });

  test('reads back every amount that formatMoney() has written', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });
});

describe('formatMoney', () => {
  test.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [123_456n, '1234.56'],
    [MONEY_MAX, '9999999999.99'],
    [MONEY_MAX + 1n, '9999999999.99'],
    [-MONEY_MAX - 1n, '-9999999999.99'],
  ])('formatMoney writes %s hundredths as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  test('always returns a string that matches the published pattern', () => {
    fc.assert(
      fc.property(fc.bigInt(), (amount) => {
        expect(formatMoney(amount)).toMatch(/^-?\d{1,10}\.\d{2}$/);
      }),
    );
  });
});

describe('rounding', () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, 7n, 0n],
  ])('divideRounded() rounds %s ÷ %s to %s', (top, bottom, quotient) => {
    expect(divideRounded(top, bottom)).toBe(quotient);
  });

  test('divideRounded() is off by at most half a unit, and negating the dividend negates the quotient', () => {
    const divisor = fc.bigInt({ min: 1n, max: 10_000_000n });
    fc.assert(
      fc.property(cents, divisor, (top, bottom) => {
        const rest = top - divideRounded(top, bottom) * bottom;
        expect((rest < 0n ? -rest : rest) * 2n).toBeLessThanOrEqual(bottom);
        expect(divideRounded(-top, bottom)).toBe(-divideRounded(top, bottom));
      }),
    );
  });

  test('division by zero throws RangeError', () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
  });

  test('6.2 % of 2,000.00 is 124.00, and half a cent is rounded away from zero', () => {
    expect(timesRate(200_000n, 62_000n)).toBe(12_400n);
    expect(timesRate(1n, 500_000n)).toBe(1n);
    expect(timesRate(-1n, 500_000n)).toBe(-1n);
  });
});

test('sum() is exact where floating-point addition is not', () => {
  expect(sum([])).toBe(0n);
  expect(sum(Array.from({ length: 10 }, () => 10n))).toBe(100n);
});

test('inDecimals() formats amounts, however deeply they are nested, and leaves other values unchanged', () => {
  expect(inDecimals({ a: 1n, b: [{ c: 250n, d: 'x' }], e: null, f: 3, g: true })).toEqual({
    a: '0.01',
    b: [{ c: '2.50', d: 'x' }],
    e: null,
    f: 3,
    g: true,
  });
});
