// Decides whether deposits follow a calendar, and which. The best fit must be good, likelier than chance, and likelier
// than any other frequency. If an employer has changed its calendar, the new calendar counts.
import { CALENDARS, type PayFrequency } from './calendars.ts';
import { type Fit, type Fitting, fitCalendar, fitOf, medianGap } from './fit.ts';

export type Rhythm = {
  /** The calendar that the stream follows; null if there is none, or if two calendars fit about equally well. */
  fit: Fit | null;
  /** The best acceptable calendar; `runner_up` is the best calendar of another frequency, if it fits almost as well. */
  best: Fit | null;
  runner_up: Fit | null;
  gap_days: number;
  /**
   * The day of the first deposit to which the current calendar applies. It is the stream's first deposit, unless the
   * calendar changed.
   */
  since: number;
  is_changed: boolean;
};

/**
 * How strongly a calendar is expected. This decides how much likelier than chance a calendar must be. A calendar is
 * expected most strongly for pay, almost as strongly for equal amounts, and not at all for money between people. An
 * unknown company may have a calendar if its deposits follow the calendar closely.
 */
export type Expectation = 'regular' | 'steady' | 'open' | 'company' | 'irregular';
const OVER_CHANCE: Record<Expectation, number> = { regular: -3, steady: -1.5, open: 1, company: 2, irregular: 2 };
/**
 * The lower threshold for a company whose deposits match the calendar almost to the day, so that three monthly deposits
 * can reach it.
 */
const OVER_CHANCE_TIGHT = 0.25;
const TIGHT_SCORE_MIN = 0.95;

const SCORE_MIN = 0.65;
/** The best calendar must be three times as likely as the runner-up (natural logarithm of 3). */
const OVER_RUNNER_UP = 1.1;
/** A runner-up whose evidence is lower by this much is not reported. */
const FAR_BEHIND = 6;
const HITS_MIN = 3;
const HITS_MIN_ANNUAL = 2;
const YEAR_DAYS_MIN = 345;
/** This many deposits must match a new calendar almost to the day, and must not match the old calendar. */
const NEW_DEPOSITS_MIN = 6;
const NEW_SCORE_MIN = 0.95;
const OVER_OLD = 8;
/**
 * Fewer deposits suffice if the gaps between them are similar, and at least 1.5 times longer or shorter than before.
 */
const PACE_DEPOSITS_MIN = 4;
const PACE_GAPS_APART_MAX = 3;
const PACE_RATIO = 1.5;
const YEAR_DAYS = 365;

/** `days` are ascending and unique. */
export function rhythmOf(days: readonly number[], expected: Expectation): Rhythm {
  const none = {
    gap_days: medianGap(days),
    since: days[0] ?? 0,
    is_changed: false,
    fit: null,
    best: null,
    runner_up: null,
  };
  // Two deposits a year apart may follow a calendar; two deposits within a month prove nothing.
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
 * The log likelihood of the days if they are random, that is, if each day may fall anywhere within twice the average
 * gap after the previous day.
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
 * Whether the last gaps are similar to each other and much longer or shorter than the gaps of the calendar. A missed
 * pay day or a bonus does not cause such gaps.
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
