// Integer arithmetic for the attributes of a scoring report. Results are in hundredths of their unit, and only the final result is
// rounded.
import { divideRounded, sum } from '#base/money.ts';

/** Converts a whole number, such as a count or a number of days, to hundredths. */
export const whole = (count: number): bigint => BigInt(count) * 100n;

/** The part as a percentage of the total, in hundredths of a percent; null if the total is not positive. */
export const percentOf = (part: bigint, total: bigint): bigint | null =>
  total <= 0n ? null : divideRounded(part * 10_000n, total);

export const meanOf = (values: readonly bigint[]): bigint | null =>
  values.length === 0 ? null : divideRounded(sum(values), BigInt(values.length));

/** The average rise from one value to the next: the slope of the least-squares line. */
export function slopeOf(values: readonly bigint[]): bigint | null {
  const n = BigInt(values.length);
  if (n < 2n) return null;
  const places = values.map((_, at) => BigInt(at));
  const sum_places = sum(places);
  const products = sum(values.map((value, at) => value * BigInt(at)));
  const squares = sum(places.map((place) => place * place));
  return divideRounded(n * products - sum_places * sum(values), n * squares - sum_places * sum_places);
}

/** The standard deviation of the population, not of a sample. */
export function deviationOf(values: readonly bigint[]): bigint | null {
  if (values.length === 0) return null;
  return rootOf(scatterOf(values) * SCALE * SCALE, BigInt(values.length) * SCALE);
}

/**
 * The standard deviation as a percentage of the mean; null if there are fewer than two values or the mean is not above
 * zero.
 */
export function variationOf(values: readonly bigint[]): bigint | null {
  const total = sum(values);
  if (values.length < 2 || total <= 0n) return null;
  return rootOf(scatterOf(values) * 100_000_000n * SCALE * SCALE, total * SCALE);
}

/**
 * Integer roots are truncated. This factor adds six digits, so that the truncation does not affect the digits shown.
 */
const SCALE = 1_000_000n;

/** The variance of the values, multiplied by the square of the number of values. */
const scatterOf = (values: readonly bigint[]): bigint => {
  const total = sum(values);
  return BigInt(values.length) * sum(values.map((value) => value * value)) - total * total;
};

const rootOf = (square: bigint, divisor: bigint): bigint => divideRounded(integerRoot(square), divisor);

/** The largest whole number whose square is not above `square`. */
export function integerRoot(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
