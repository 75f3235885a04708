// Computes medians, outlier fences and weighted means of amounts. The fences are used to check which deposits an
// average leaves out.

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** Scales a median absolute deviation to a standard deviation. */
const TO_STANDARD = 1.4826;

export const medianDeviationOf = (values: readonly number[]): number => {
  const middle = medianOf(values);
  return medianOf(values.map((value) => Math.abs(value - middle)));
};

/**
 * Values outside these bounds are outliers. For eight or more values the bounds are based on the quartiles, otherwise
 * on the median absolute deviation.
 */
export function fenceOf(values: readonly number[]): [number, number] {
  if (values.length < 8) {
    const reach = 3.5 * TO_STANDARD * medianDeviationOf(values);
    return [medianOf(values) - reach, medianOf(values) + reach];
  }
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [quarter(sorted, 1), quarter(sorted, 3)];
  return [low - 1.5 * (high - low), high + 1.5 * (high - low)];
}

function quarter(sorted: readonly number[], count: number): number {
  const place = ((sorted.length - 1) * count) / 4;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * A weighted mean of values that are sorted from oldest to newest. The weight of a value halves with every `half_life`
 * values that come after it. Outliers are clamped before the mean is computed.
 */
export function weightedMeanOf(
  values: readonly number[],
  { half_life, deviations_max }: { half_life: number; deviations_max: number },
): number {
  const middle = medianOf(values);
  const reach = deviations_max * TO_STANDARD * medianDeviationOf(values);
  let [total, weights] = [0, 0];
  for (const [at, value] of values.entries()) {
    const weight = 0.5 ** ((values.length - 1 - at) / half_life);
    total += weight * Math.min(Math.max(value, middle - reach), middle + reach);
    weights += weight;
  }
  return Math.round(total / weights);
}
