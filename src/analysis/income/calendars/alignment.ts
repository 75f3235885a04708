// Measures how well deposits match the pay days of a pay-day calendar.

export type Alignment = {
  /**
   * The number of pay days from the first pay day that has a deposit to the last pay day that has a deposit, both
   * included.
   */
  expected: number;
  /** The number of pay days with a deposit. */
  hits: number;
  /** The first and the last pay day with a deposit. */
  first_pay_day: number;
  last_pay_day: number;
  /**
   * The number of extra deposits. A deposit is extra if it belongs to no pay day. If several deposits are matched to
   * the same pay day, only the nearest one belongs to it, and the others are extra.
   */
  extras: number;
  /** The sum, over all pay days with a deposit, of the number of days between the pay day and its deposit. */
  residual_days: number;
  /** The log likelihood of these deposits if the calendar is right. */
  likelihood: number;
};

/**
 * Logarithms of the probabilities that we assume. `LOG_OFF` has one value for each number of days, 0 to 4, between a
 * deposit and its pay day. `LOG_FAR` is for more than 4 days, `LOG_MISSED` for a pay day without a deposit, and
 * `LOG_EXTRA` for an extra deposit.
 */
const LOG_OFF = [0.9, 0.055, 0.025, 0.012, 0.008].map(Math.log);
const [LOG_EXACT = 0, LOG_ONE_OFF = 0] = LOG_OFF;
const LOG_FAR = Math.log(0.004);
const LOG_MISSED = Math.log(0.04);
const LOG_EXTRA = Math.log(0.01);

/**
 * An upper bound of the log likelihood of a pay-day calendar. `exact` is the number of deposits that fall exactly on a
 * pay day of the calendar.
 */
export const likelihoodAtMost = (deposits: number, exact: number): number =>
  exact * LOG_EXACT + Math.max(deposits - exact, 0) * LOG_ONE_OFF;

/**
 * Both lists are ascending. Each deposit is matched to the nearest pay day, if it is at most `tolerance_days` away. If
 * two pay days are equally near, the deposit is matched to the earlier one.
 */
export function align(pay_days: readonly number[], deposits: readonly number[], tolerance_days: number): Alignment {
  let slot = 0;
  let first_hit = -1;
  let last_hit = -1;
  let last_off = 0;
  let hits = 0;
  let extras = 0;
  let residual_days = 0;
  let likelihood = 0;
  for (const deposit of deposits) {
    let off = Math.abs((pay_days[slot] ?? Number.POSITIVE_INFINITY) - deposit);
    for (let next = slot + 1; next < pay_days.length; next++) {
      const next_off = Math.abs((pay_days[next] ?? 0) - deposit);
      if (next_off >= off) break;
      slot = next;
      off = next_off;
    }
    if (off > tolerance_days) {
      extras++;
    } else if (slot === last_hit) {
      extras++;
      if (off < last_off) {
        residual_days += off - last_off;
        likelihood += logOff(off) - logOff(last_off);
        last_off = off;
      }
    } else {
      hits++;
      residual_days += off;
      likelihood += logOff(off);
      last_hit = slot;
      last_off = off;
      if (first_hit < 0) first_hit = slot;
    }
  }
  const expected = hits === 0 ? 0 : last_hit - first_hit + 1;
  likelihood += (expected - hits) * LOG_MISSED + extras * LOG_EXTRA;
  const [first_pay_day, last_pay_day] = [pay_days[first_hit] ?? 0, pay_days[last_hit] ?? 0];
  return { expected, hits, first_pay_day, last_pay_day, extras, residual_days, likelihood };
}

const logOff = (days: number): number => LOG_OFF[days] ?? LOG_FAR;

/**
 * Returns, for each deposit, the index of its pay day, or -1 if the deposit is extra. Deposits and pay days are matched
 * as in `align`.
 */
export function assign(pay_days: readonly number[], deposits: readonly number[], tolerance_days: number): number[] {
  const places: number[] = [];
  let [slot, holder] = [0, -1];
  for (const [at, deposit] of deposits.entries()) {
    const before = slot;
    while (slot + 1 < pay_days.length && distance(pay_days, slot + 1, deposit) < distance(pay_days, slot, deposit))
      slot++;
    if (slot !== before) holder = -1;
    const off = distance(pay_days, slot, deposit);
    const rival = holder < 0 ? Number.POSITIVE_INFINITY : distance(pay_days, slot, deposits[holder] ?? 0);
    if (off > tolerance_days || off >= rival) {
      places.push(-1);
      continue;
    }
    if (holder >= 0) places[holder] = -1;
    places.push(slot);
    holder = at;
  }
  return places;
}

const distance = (pay_days: readonly number[], slot: number, deposit: number): number =>
  Math.abs((pay_days[slot] ?? Number.POSITIVE_INFINITY) - deposit);
