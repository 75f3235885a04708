import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalFault } from './decimals.ts';

test.each<[string | number, ReturnType<typeof decimalFault>]>([
  ['0', undefined],
  ['-1', undefined],
  ['9999999999.99', undefined],
  ['-9999999999.99', undefined],
  ['0000000000001.5', undefined],
  [9_999_999_999.99, undefined],
  [0.1, undefined],
  [-0, undefined],
  ['10000000000', 'too_many_digits'],
  [10_000_000_000, 'too_many_digits'],
  [1e21, 'too_many_digits'],
  [1e300, 'too_many_digits'],
  ['1.234', 'too_many_places'],
  ['1.500', 'too_many_places'],
  [0.001, 'too_many_places'],
  [1e-7, 'too_many_places'],
  ['', 'not_a_number'],
  ['.5', 'not_a_number'],
  ['5.', 'not_a_number'],
  ['+5', 'not_a_number'],
  ['1e3', 'not_a_number'],
  ['1,000.00', 'not_a_number'],
  [' 1', 'not_a_number'],
  ['٣', 'not_a_number'],
  ['NaN', 'not_a_number'],
])('decimalFault(%j) is %s', (value, fault) => {
  expect(decimalFault(value)).toBe(fault);
});

test('every amount of whole cents up to the maximum is a valid decimal, as a string and as a number', () => {
  const cents = fc.bigInt({ min: -999_999_999_999n, max: 999_999_999_999n });
  fc.assert(
    fc.property(cents, (cents) => {
      const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
      const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(decimalFault(text)).toBe(undefined);
      expect(decimalFault(Number(text))).toBe(undefined);
    }),
  );
});
