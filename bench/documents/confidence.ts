// Confidence limits of a share that was measured on a few files. The limits are exact for a binomial distribution
// (Clopper and Pearson).

/** The probability that a limit is wrong by chance: 1 in 20. */
const DOUBT = 0.05;
/** The search halves the interval so often that the limit is exact to more digits than are printed. */
const STEPS = 40;

/**
 * Returns the lower limit of the true share. If the true share equals this limit, the probability of finding `count` or
 * more of the files is 5 %.
 */
export const atLeastShare = (count: number, files: number): number => 1 - atMostShare(files - count, files);

/**
 * Returns the upper limit of the true share. If the true share equals this limit, the probability of finding `count` or
 * fewer of the files is 5 %.
 */
export function atMostShare(count: number, files: number): number {
  if (count >= files) return 1;
  let [low, high] = [count / files, 1];
  for (let step = 0; step < STEPS; step++) {
    const share = (low + high) / 2;
    if (chanceOfAtMost(count, files, share) > DOUBT) low = share;
    else high = share;
  }
  return high;
}

function chanceOfAtMost(count: number, files: number, share: number): number {
  let term = (1 - share) ** files;
  let chance = term;
  for (let found = 1; found <= count; found++) {
    term *= ((files - found + 1) / found) * (share / (1 - share));
    chance += term;
  }
  return chance;
}
