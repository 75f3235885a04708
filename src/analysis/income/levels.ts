// Finds the pay levels between raises, and the bonuses inside pay checks.
import { median, medianDeviation } from './calendars/statistics.ts';

export type Levels = {
  /** The indexes at which the levels begin. The first of these indexes is always 0. */
  steps: number[];
  /**
   * The current level of pay. After a step, the level is the median of the pay since the step. Without a step, the
   * level is a weighted mean, in which recent pay has the largest weights.
   */
  level: number;
  method: 'after-step' | 'weighted';
  /**
   * The indexes of the pay checks whose amount is far above their level. Such a pay check is assumed to include a
   * bonus.
   */
  bonuses: number[];
};

/** A level must have at least two pay days, because a single different amount may be a bonus. */
const SIDE_MIN = 2;
const STEP_SHARE_MIN = 0.01;
/** The minimum difference between the pay level before a step and the pay level after the step, in standard errors. */
const STEP_ERRORS_MIN = 5;
const TO_STANDARD = 1.4826;
/**
 * An amount that is `half_life_pay_days` pay days older than another amount has half the weight of that other amount.
 * Before weighting, an amount that is more than `deviations_max` deviations from the median is clamped.
 */
export const WEIGHTING = { half_life_pay_days: 3, deviations_max: 3, median_deviation_factor: TO_STANDARD } as const;
const BONUS_RATIO = 1.4;

/** `amounts` are the amounts paid on each pay day, in order. */
export function levelsOf(amounts: readonly number[]): Levels {
  const steps = [0, ...stepsIn(withoutSpikes(amounts), 0, amounts.length)];
  const last = steps.at(-1) ?? 0;
  const method = last > 0 ? 'after-step' : 'weighted';
  const level = last > 0 ? Math.round(median(amounts.slice(last))) : weightedMean(amounts);
  return { steps, level, method, bonuses: bonusesIn(amounts, steps) };
}

/** Finds the clearest change to a new level of pay, then recursively the changes before and after it. */
function stepsIn(amounts: readonly number[], from: number, until: number): number[] {
  const at = clearestStep(amounts, from, until);
  return at === null ? [] : [...stepsIn(amounts, from, at), at, ...stepsIn(amounts, at, until)];
}

/**
 * Replaces each amount except the first and the last with the median of itself and its two neighbours, which removes
 * single spikes.
 */
function withoutSpikes(amounts: readonly number[]): number[] {
  return amounts.map((amount, at) => {
    const [before, after] = [amounts[at - 1], amounts[at + 1]];
    return before === undefined || after === undefined ? amount : median([before, amount, after]);
  });
}

/** The index that best divides the amounts into two levels; null if there is only one level. */
function clearestStep(amounts: readonly number[], from: number, until: number): number | null {
  const count = until - from;
  if (count < 2 * SIDE_MIN) return null;
  let total = 0;
  for (let at = from; at < until; at++) total += amounts[at] ?? 0;
  const mean = total / count;
  let [best, best_gain, left] = [-1, 0, 0];
  for (let at = from + 1; at <= until - SIDE_MIN; at++) {
    left += (amounts[at - 1] ?? 0) - mean;
    const before = at - from;
    // The reduction of the sum of squares if two means replace a single mean.
    const gain = (left * left * count) / (before * (count - before));
    if (before >= SIDE_MIN && gain > best_gain) [best, best_gain] = [at, gain];
  }
  return best >= 0 && isStep(amounts.slice(from, best), amounts.slice(best, until)) ? best : null;
}

function isStep(before: readonly number[], after: readonly number[]): boolean {
  const [low, high] = [median(before), median(after)];
  const change = Math.abs(high - low);
  if (change < STEP_SHARE_MIN * low) return false;
  const spread = TO_STANDARD * Math.max(medianDeviation(before, low), medianDeviation(after, high));
  return change > STEP_ERRORS_MIN * spread * Math.sqrt(1 / before.length + 1 / after.length);
}

function weightedMean(amounts: readonly number[]): number {
  const middle = median(amounts);
  const reach = WEIGHTING.deviations_max * TO_STANDARD * medianDeviation(amounts, middle);
  let [sum, weights] = [0, 0];
  for (const [at, amount] of amounts.entries()) {
    const weight = 0.5 ** ((amounts.length - 1 - at) / WEIGHTING.half_life_pay_days);
    sum += weight * Math.min(Math.max(amount, middle - reach), middle + reach);
    weights += weight;
  }
  return Math.round(sum / weights);
}

function bonusesIn(amounts: readonly number[], steps: readonly number[]): number[] {
  return steps.flatMap((from, at) => {
    const until = steps[at + 1] ?? amounts.length;
    const level = median(amounts.slice(from, until));
    return amounts.slice(from, until).flatMap((amount, place) => (amount > BONUS_RATIO * level ? [from + place] : []));
  });
}
