// Medians, deviations and outliers of amounts. Amounts are whole cents. A median may lie halfway between two cents.

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The quantile of an ascending list, with linear interpolation (type 7). */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [low, high] = [sorted[below] ?? 0, sorted[below + 1] ?? sorted[below] ?? 0];
  return low + (high - low) * (place - below);
}

/** The median absolute deviation; `middle` is the median. */
export function medianDeviation(values: readonly number[], middle: number): number {
  return median(values.map((value) => Math.abs(value - middle)));
}

/** Scales a median absolute deviation to a standard deviation. */
const TO_STANDARD = 1.4826;
const DEVIATIONS_MAX = 3.5;
const FENCE = 1.5;
const FENCE_COUNT_MIN = 8;
const DROPPED_SHARE_MAX = 0.2;

/**
 * The indexes of the values that are not outliers. At most a fifth of the values are dropped: those that are farthest
 * from the median.
 */
export function withoutOutliers(values: readonly number[]): number[] {
  const [low, high] = values.length >= FENCE_COUNT_MIN ? quartileFence(values) : deviationFence(values);
  const middle = median(values);
  const outside = values
    .map((value, at) => ({ at, far: Math.abs(value - middle), is_outside: value < low || value > high }))
    .filter(({ is_outside }) => is_outside)
    .toSorted((a, b) => b.far - a.far || a.at - b.at)
    .slice(0, Math.floor(values.length * DROPPED_SHARE_MAX));
  const dropped = new Set(outside.map(({ at }) => at));
  return values.map((_, at) => at).filter((at) => !dropped.has(at));
}

function quartileFence(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  return [low - FENCE * (high - low), high + FENCE * (high - low)];
}

function deviationFence(values: readonly number[]): [number, number] {
  const middle = median(values);
  const reach = DEVIATIONS_MAX * TO_STANDARD * medianDeviation(values, middle);
  return [middle - reach, middle + reach];
}
