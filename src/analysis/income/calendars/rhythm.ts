// Decides whether deposits follow a pay calendar, and which one. The best calendar must fit well. The evidence for it,
// compared with the evidence for random days, must reach a threshold that depends on the kind of deposits. The best
// calendar must also be likelier than every calendar of another frequency. If an employer has changed its pay calendar,
// the result is the new pay calendar.
import { CALENDARS, type PayFrequency } from './calendars.ts';
import { type Fit, type Fitting, fitCalendar, fitOf, medianGap } from './fit.ts';

export type Rhythm = {
  /**
   * The pay-day calendar that the stream follows. It is null if the stream follows no calendar, or if two calendars fit
   * about equally well.
   */
  fit: Fit | null;
  /**
   * `best` is the best calendar that is acceptable. `runner_up` is the best calendar of another frequency, or null if
   * that calendar fits much worse than `best`.
   */
  best: Fit | null;
  runner_up: Fit | null;
  gap_days: number;
  /**
   * The day of the first deposit to which the current calendar applies. If the calendar has not changed, this is the
   * day of the stream's first deposit.
   */
  since: number;
  is_changed: boolean;
};

/**
 * How strongly deposits of this kind are expected to follow a pay calendar. The stronger this expectation is, the less
 * evidence is needed for a calendar. The expectation is strongest for pay and nearly as strong for equal amounts. Money
 * between people is not expected to follow a calendar. Deposits of an unknown company get a calendar only if they
 * follow it closely.
 */
export type Expectation = 'regular' | 'steady' | 'open' | 'company' | 'irregular';
const OVER_CHANCE: Record<Expectation, number> = { regular: -3, steady: -1.5, open: 1, company: 2, irregular: 2 };
/**
 * Replaces the threshold `OVER_CHANCE.company` if the deposits match the calendar almost to the day. With this lower
 * threshold, three monthly deposits are enough evidence for a calendar.
 */
const OVER_CHANCE_TIGHT = 0.25;
const TIGHT_SCORE_MIN = 0.95;

const SCORE_MIN = 0.65;
/**
 * The best calendar must be at least three times as likely as the runner-up. This value is the natural logarithm of 3,
 * rounded.
 */
const OVER_RUNNER_UP = 1.1;
/**
 * The runner-up is not reported if the evidence for the best calendar exceeds the evidence for the runner-up by at
 * least this.
 */
const FAR_BEHIND = 6;
const HITS_MIN = 3;
const HITS_MIN_ANNUAL = 2;
const YEAR_DAYS_MIN = 345;
/**
 * The minimum number of deposits with which a new calendar replaces the old calendar. These deposits must match the new
 * calendar almost to the day and must not match the old calendar.
 */
const NEW_DEPOSITS_MIN = 6;
const NEW_SCORE_MIN = 0.95;
const OVER_OLD = 8;
/**
 * This number of deposits, which is smaller than `NEW_DEPOSITS_MIN`, suffices for a new calendar under two conditions.
 * The gaps between these deposits must be similar to each other. They must also be longer or shorter than the gaps of
 * the old calendar by a factor of at least 1.5.
 */
const PACE_DEPOSITS_MIN = 4;
const PACE_GAPS_APART_MAX = 3;
const PACE_RATIO = 1.5;
const YEAR_DAYS = 365;

/** `days` is sorted in ascending order, without duplicates. */
export function rhythmOf(days: readonly number[], expected: Expectation): Rhythm {
  const none = {
    gap_days: medianGap(days),
    since: days[0] ?? 0,
    is_changed: false,
    fit: null,
    best: null,
    runner_up: null,
  };
  // Two deposits that are about a year apart may follow a pay calendar. Two deposits that are closer together are not
  // enough evidence of one.
  if (days.length < HITS_MIN && none.gap_days < YEAR_DAYS_MIN) return none;
  const whole = decided(fitCalendar(days), days, expected);
  const changed = changedTo(days, whole.fit);
  if (changed === null) return { ...none, ...whole };
  const since = days[days.length - changed.deposits] ?? none.since;
  return { ...none, fit: changed, best: changed, since, is_changed: true };
}

function decided({ best, runner_up }: Fitting, days: readonly number[], expected: Expectation) {
  if (best === null) return { fit: null, best: null, runner_up: null };
  const hits_min = best.calendar.model === 'annual' ? HITS_MIN_ANNUAL : HITS_MIN;
  const is_tight = expected === 'company' && best.score >= TIGHT_SCORE_MIN;
  const is_likely = best.evidence >= chanceOf(days) + (is_tight ? OVER_CHANCE_TIGHT : OVER_CHANCE[expected]);
  if (best.score < SCORE_MIN || best.hits < hits_min || !is_likely) return { fit: null, best: null, runner_up: null };
  const near = runner_up !== null && best.evidence - runner_up.evidence < FAR_BEHIND ? runner_up : null;
  const is_alone = near === null || best.evidence - near.evidence >= OVER_RUNNER_UP;
  return { fit: is_alone ? best : null, best, runner_up: near };
}

/**
 * The log likelihood of the days under the assumption that they are random. Random means that each day can fall
 * anywhere between the previous day and twice the average gap after it.
 */
function chanceOf(days: readonly number[]): number {
  const span = (days.at(-1) ?? 0) - (days[0] ?? 0);
  const steps = days.length - 1;
  return -steps * Math.log(Math.max((2 * span) / steps, 2));
}

/** The calendar of the last deposits, if the calendar of all deposits does not fit the last deposits. */
function changedTo(days: readonly number[], whole: Fit | null): Fit | null {
  const is_kept = whole !== null && whole.score >= NEW_SCORE_MIN;
  const changed = is_kept ? null : newCalendar(days, whole, NEW_DEPOSITS_MIN);
  if (changed !== null || whole === null) return changed;
  return isAnotherPace(days, whole) ? newCalendar(days, whole, PACE_DEPOSITS_MIN) : null;
}

/**
 * Whether the last gaps between deposits are similar to each other, and much longer or much shorter than the gaps
 * between the calendar's pay days. A missed pay day or a bonus does not cause such gaps.
 */
function isAnotherPace(days: readonly number[], { calendar: { model } }: Fit): boolean {
  const recent = days.slice(-PACE_DEPOSITS_MIN);
  const gaps = recent.slice(1).map((day, at) => day - (recent[at] ?? day));
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  const usual = YEAR_DAYS / CALENDARS[model].periods_per_year;
  return most - least <= PACE_GAPS_APART_MAX && (least >= PACE_RATIO * usual || most <= usual / PACE_RATIO);
}

function newCalendar(days: readonly number[], whole: Fit | null, deposits: number): Fit | null {
  if (days.length < deposits + HITS_MIN) return null;
  const recent = days.slice(-deposits);
  const { best } = fitCalendar(recent);
  if (best === null || best.score < NEW_SCORE_MIN) return null;
  if (whole !== null && best.likelihood - fitOf(whole.calendar, recent).likelihood < OVER_OLD) return null;
  let kept = best;
  for (let from = days.length - deposits - 1; from >= 0; from--) {
    const longer = fitOf(best.calendar, days.slice(from));
    if (longer.score < NEW_SCORE_MIN) break;
    kept = longer;
  }
  return kept;
}

/** The published pay frequency code. */
export const frequencyOf = ({ fit }: Rhythm): PayFrequency | null =>
  fit === null ? null : CALENDARS[fit.calendar.model].frequency;
