import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviationOf, integerRoot, meanOf, percentOf, slopeOf, variationOf } from './arithmetic.ts';

test('integerRoot returns the largest whole number whose square is not above the input', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (square) => {
      const root = integerRoot(square);
      expect(root * root <= square && (root + 1n) * (root + 1n) > square).toBe(true);
    }),
  );
});

describe('percentOf', () => {
  test('rounds to the nearest hundredth of a percent', () => {
    expect(percentOf(1n, 3n)).toBe(3_333n);
    expect(percentOf(2n, 3n)).toBe(6_667n);
    expect(percentOf(-1n, 8n)).toBe(-1_250n);
    expect(percentOf(1n, 16_000n)).toBe(1n);
  });

  test('rounds a half away from zero, and less than a half toward zero', () => {
    expect(percentOf(1n, 20_000n)).toBe(1n);
    expect(percentOf(-1n, 20_000n)).toBe(-1n);
    expect(percentOf(3n, 20_000n)).toBe(2n);
    expect(percentOf(-3n, 20_000n)).toBe(-2n);
    expect(percentOf(1n, 20_001n)).toBe(0n);
    expect(percentOf(-1n, 20_001n)).toBe(0n);
  });

  test('returns null if the total is zero or negative', () => {
    expect(percentOf(0n, 0n)).toBe(null);
    expect(percentOf(1n, -1n)).toBe(null);
    expect(percentOf(0n, 1n)).toBe(0n);
  });
});

test('the mean is rounded to a whole number, and is null if there are no values', () => {
  expect(meanOf([])).toBe(null);
  expect(meanOf([1n, 2n])).toBe(2n);
});

describe('slopeOf', () => {
  test('returns the least-squares slope, which is the average rise from one value to the next', () => {
    expect(slopeOf([100n, 300n, 500n])).toBe(200n);
    expect(slopeOf([7n, 7n])).toBe(0n);
    // The indexes add up to 6, and their squares add up to 14. The values add up to 7. The products of index and value
    // add up to 12. The slope is (4·12 − 6·7) / (4·14 − 36) = 6/20.
    expect(slopeOf([1n, 2n, 2n, 2n])).toBe(0n);
    expect(slopeOf([100n, 200n, 200n, 200n])).toBe(30n);
  });

  test('returns null for fewer than two values', () => expect(slopeOf([5n])).toBe(null));
});

describe('deviationOf and variationOf', () => {
  test('deviationOf and variationOf compute population statistics, not sample statistics', () => {
    // The mean of the 8 values is 5. The squared distances of the values from the mean add up to 32.
    const values = [2n, 4n, 4n, 4n, 5n, 5n, 7n, 9n];
    expect(deviationOf(values)).toBe(2n);
    expect(variationOf(values)).toBe(4_000n);
  });

  test('deviationOf and variationOf return zero for equal values', () => {
    expect(deviationOf([3n, 3n])).toBe(0n);
    expect(variationOf([3n, 3n])).toBe(0n);
  });

  test('deviationOf returns null if there are no values; variationOf returns null for a single value or a mean of zero', () => {
    expect(variationOf([3n])).toBe(null);
    expect(variationOf([0n, 0n])).toBe(null);
    expect(deviationOf([])).toBe(null);
  });

  test('deviationOf and variationOf are exact even for very large amounts', () => {
    const scale = 10n ** 12n;
    expect(deviationOf([2n * scale, 4n * scale])).toBe(scale);
    expect(variationOf([2n * scale, 4n * scale])).toBe(3_333n);
  });
});
