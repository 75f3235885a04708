// Money and other quantities with two decimals. In memory, an amount is a bigint of whole hundredths (for money,
// cents). Outside, it is a decimal string. This file never converts amounts to floats.
import { Type } from 'typebox';
import { decimalFault } from './decimals.ts';

/** The type of formatted amounts. It differs from `string`, so that an object type shows which fields are amounts. */
export type DecimalText = `${string}.${string}`;

/** The schema of an amount in responses. */
export const Money = Type.Unsafe<DecimalText>({
  type: 'string',
  pattern: '^-?\\d{1,10}\\.\\d{2}$',
  examples: ['2450.00'],
});

/** The largest amount, in hundredths: ten digits before the point and two after it. */
export const MONEY_MAX = 999_999_999_999n;

/** Rates are in parts per million. For example, 6.2 % is 62,000. */
export const PPM = 1_000_000n;

/**
 * Parses a decimal that a client sent as a JSON number or as a string. Returns undefined if it is not a valid decimal.
 */
export function parseMoney(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (decimalFault(value) !== undefined) return undefined;
  // `String` returns the shortest form of a number, which has the same value as the text that the client wrote. Within
  // the allowed range of decimals, the shortest form has no exponent.
  const [whole = '', places = ''] = String(value).split('.');
  return BigInt(`${whole}${places.padEnd(2, '0')}`);
}

/**
 * Formats an amount with exactly two decimals. The specification limits amounts, so a larger amount is shown as the
 * maximum.
 */
export function formatMoney(cents: bigint): DecimalText {
  const size = cents < 0n ? -cents : cents;
  const digits = String(size > MONEY_MAX ? MONEY_MAX : size).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Divides and rounds to the nearest integer. A half is rounded away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new RangeError('division by zero');
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const size = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -size : size;
}

/** Returns an amount times a rate in parts per million. */
export const timesRate = (cents: bigint, rate_ppm: bigint): bigint => divideRounded(cents * rate_ppm, PPM);

export const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The type of a response in which decimal strings are replaced by hundredths, for calculations. */
export type InHundredths<T> = T extends DecimalText
  ? bigint
  : T extends readonly (infer Element)[]
    ? InHundredths<Element>[]
    : T extends object
      ? { [Key in keyof T]: InHundredths<T[Key]> }
      : T;

/** The reverse of `InHundredths`: every amount in hundredths becomes a decimal string. */
export type InDecimals<T> = T extends bigint
  ? DecimalText
  : T extends readonly (infer Element)[]
    ? InDecimals<Element>[]
    : T extends object
      ? { [Key in keyof T]: InDecimals<T[Key]> }
      : T;

/** Converts every amount from a bigint in hundredths to a decimal string. All other values stay unchanged. */
export function inDecimals<T>(value: T): InDecimals<T>;
export function inDecimals(value: unknown): unknown {
  if (typeof value === 'bigint') return formatMoney(value);
  if (Array.isArray(value)) return value.map((element: unknown) => inDecimals(element));
  if (!isShape(value)) return value;
  // This loop is used instead of `Object.entries`, because a report has thousands of amounts and `Object.entries` would
  // create a pair for each key. The loop creates no pairs, so it takes half the time.
  const shown: Record<string, unknown> = {};
  for (const key in value) shown[key] = inDecimals(value[key]);
  return shown;
}

/** Our values are plain objects and inherit no keys, so a check for own keys is not needed. */
const isShape = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;
