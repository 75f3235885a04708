// Finds the pay calendar that a stream of deposits follows. The search tries the calendar models whose pay days are
// about as far apart as the deposits, and returns the likeliest calendar. The search also returns a runner-up, because
// two frequencies may fit equally well. The runner-up is the likeliest calendar of another frequency.
import { type Alignment, align, likelihoodAtMost } from './alignment.ts';
import { logPrior } from './calendar-priors.ts';
import { CALENDARS, type Calendar, type CalendarModel, payDays } from './calendars.ts';
import { type Candidate, monthCandidates } from './month-candidates.ts';
import { openDayCandidate, periodCandidates, yearCandidates } from './period-candidates.ts';

export type Fit = Alignment & {
  calendar: Calendar;
  deposits: number;
  /**
   * The harmonic mean of two shares (the share of pay days with a deposit and the share of deposits on a pay day),
   * minus a penalty for the number of days between deposits and their pay days.
   */
  score: number;
  /** The log prior of the calendar plus the log likelihood of the deposits. */
  evidence: number;
};

export type Fitting = { best: Fit | null; runner_up: Fit | null };

/**
 * The penalty per day: the average number of days between a deposit and its pay day is multiplied by this value and
 * subtracted from the score.
 */
const PENALTY_PER_DAY = 0.05;
/**
 * A monthly or semi-monthly calendar is skipped if the upper bound of its evidence is below the best evidence so far by
 * more than this.
 */
const HOPELESS = 8;

/** `days` are ascending and unique. */
export function fitCalendar(days: readonly number[]): Fitting {
  const best_of = new Map<string, Fit>();
  let most = Number.NEGATIVE_INFINITY;
  const consider = (calendar: Calendar): void => {
    const fit = fitOf(calendar, days);
    const kind = kindOf(calendar.model);
    const known = best_of.get(kind);
    if (known === undefined || isBetter(fit, known)) best_of.set(kind, fit);
    most = Math.max(most, fit.evidence);
  };
  for (const calendar of countingCandidates(days)) consider(calendar);
  for (const { calendar, exact } of monthlyCandidates(days)) {
    const at_most = logPrior(calendar) + likelihoodAtMost(days.length, exact);
    if (at_most >= most - HOPELESS) consider(calendar);
  }
  const [best, runner_up] = [...best_of.values()].toSorted((a, b) => (isBetter(a, b) ? -1 : 1));
  return { best: best ?? null, runner_up: runner_up ?? null };
}

export function fitOf(calendar: Calendar, days: readonly number[]): Fit {
  const { tolerance_days } = CALENDARS[calendar.model];
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  const slots = payDays(calendar, first - tolerance_days, last + tolerance_days);
  const alignment = align(slots, days, tolerance_days);
  const { expected, hits, residual_days, likelihood } = alignment;
  const coverage = expected === 0 ? 0 : hits / expected;
  const purity = hits / days.length;
  const harmonic = hits === 0 ? 0 : (2 * coverage * purity) / (coverage + purity);
  const score = harmonic - (hits === 0 ? 0 : (PENALTY_PER_DAY * residual_days) / hits);
  const evidence = likelihood + logPrior(calendar);
  return { ...alignment, calendar, deposits: days.length, score, evidence };
}

/**
 * The pay frequency of a calendar model. Four-weekly pay is separate from monthly pay here, although reports show it as
 * monthly.
 */
const kindOf = (model: CalendarModel): string =>
  model === 'four_weekly' ? model : (CALENDARS[model].frequency ?? model);

const isBetter = (a: Fit, b: Fit): boolean =>
  a.evidence === b.evidence ? a.residual_days < b.residual_days : a.evidence > b.evidence;

/**
 * Candidates of all models except the monthly and semi-monthly models. A model is included only if its pay days are
 * about as far apart as the deposits.
 */
function countingCandidates(days: readonly number[]): Calendar[] {
  const gap = medianGap(days);
  if (gap < 3) return openDayCandidate();
  if (gap < 7) return periodCandidates('weekly', days);
  if (gap <= 11) return [...periodCandidates('weekly', days), ...periodCandidates('biweekly', days)];
  if (gap <= 20) return periodCandidates('biweekly', days);
  if (gap <= 24) return [...periodCandidates('biweekly', days), ...periodCandidates('four_weekly', days)];
  if (gap <= 45) return periodCandidates('four_weekly', days);
  if (gap >= 84 && gap <= 98) return yearCandidates('quarterly', days);
  if (gap >= 165 && gap <= 200) return yearCandidates('semi_annual', days);
  return gap >= 345 && gap <= 385 ? yearCandidates('annual', days) : [];
}

/**
 * Monthly and semi-monthly candidates. They are sorted by the number of deposits that are exactly on a pay day, largest
 * number first, so that unlikely candidates are skipped early.
 */
function monthlyCandidates(days: readonly number[]): Candidate[] {
  const gap = medianGap(days);
  if (gap < 9 || gap > 50) return [];
  return monthCandidates(days, gap <= 24, gap >= 18).toSorted((a, b) => b.exact - a.exact);
}

export function medianGap(days: readonly number[]): number {
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? day));
  gaps.sort((a, b) => a - b);
  const middle = gaps.length >> 1;
  const upper = gaps[middle] ?? 0;
  return gaps.length % 2 === 1 ? upper : ((gaps[middle - 1] ?? 0) + upper) / 2;
}
