// Whether deposits keep to a calendar, and to which: the best fit must be good, better than chance, and better than the
// best of any other rhythm. An employer may also have changed the calendar; then the new one counts.
import { CALENDARS, type PayFrequency } from './calendars.ts';
import { type Fit, type Fitting, fitCalendar, fitOf, medianGap } from './fit.ts';

export type Rhythm = {
  /** The calendar the stream follows; null when there is none, or two that fit alike. */
  fit: Fit | null;
  /** The best calendar that would do, and the best of another rhythm if that came near. */
  best: Fit | null;
  runner_up: Fit | null;
  gap_days: number;
  /** The first deposit the calendar holds for: the first of all, unless the calendar was changed. */
  since: number;
  is_changed: boolean;
};

/**
 * How far a calendar must be likelier than chance: pay is expected to have one, the same amount again and again almost
 * so, money between people is not. A company nobody knows may have one if it keeps to it.
 */
export type Expectation = 'regular' | 'steady' | 'open' | 'company' | 'irregular';
const OVER_CHANCE: Record<Expectation, number> = { regular: -3, steady: -1.5, open: 1, company: 2, irregular: 2 };
/** For a company whose deposits lie on the calendar almost to the day: three a month apart reach it. */
const OVER_CHANCE_TIGHT = 0.25;
const TIGHT_SCORE_MIN = 0.95;

const SCORE_MIN = 0.65;
/** Three times as likely as the other rhythm. */
const OVER_RUNNER_UP = 1.1;
/** A runner-up this far behind is not worth telling of. */
const FAR_BEHIND = 6;
const HITS_MIN = 3;
const HITS_MIN_ANNUAL = 2;
const YEAR_DAYS_MIN = 345;
/** So many deposits must keep to a new calendar, almost to the day, and not to the old one. */
const NEW_DEPOSITS_MIN = 6;
const NEW_SCORE_MIN = 0.95;
const OVER_OLD = 8;
/** Fewer will do where their gaps are alike and half as long again as before, or shorter by as much. */
const PACE_DEPOSITS_MIN = 4;
const PACE_GAPS_APART_MAX = 3;
const PACE_RATIO = 1.5;
const YEAR_DAYS = 365;

/** Days in ascending order, none twice. */
export function rhythmOf(days: readonly number[], expected: Expectation): Rhythm {
  const none = {
    gap_days: medianGap(days),
    since: days[0] ?? 0,
    is_changed: false,
    fit: null,
    best: null,
    runner_up: null,
  };
  // Two deposits a year apart may be a rhythm; two of a month say nothing.
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

/** How likely these days are if each comes by chance, anywhere within twice the usual distance from the one before. */
function chanceOf(days: readonly number[]): number {
  const span = (days.at(-1) ?? 0) - (days[0] ?? 0);
  const steps = days.length - 1;
  return -steps * Math.log(Math.max((2 * span) / steps, 2));
}

/** The calendar of the last deposits, if the one of all deposits does not explain them. */
function changedTo(days: readonly number[], whole: Fit | null): Fit | null {
  const is_kept = whole !== null && whole.score >= NEW_SCORE_MIN;
  const changed = is_kept ? null : newCalendar(days, whole, NEW_DEPOSITS_MIN);
  if (changed !== null || whole === null) return changed;
  return isAnotherPace(days, whole) ? newCalendar(days, whole, PACE_DEPOSITS_MIN) : null;
}

/** The last gaps are alike and of another length: pay days were given up, or added. No miss or bonus looks so. */
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

/** The published code of a rhythm. */
export const frequencyOf = ({ fit }: Rhythm): PayFrequency | null =>
  fit === null ? null : CALENDARS[fit.calendar.model].frequency;
