// Splits the deposits under one name if they follow two calendars, because they are for two people or from two
// employers behind one payroll company.
import { assign } from './calendars/alignment.ts';
import { CALENDARS, type Calendar, payDays } from './calendars/calendars.ts';
import { fitOf } from './calendars/fit.ts';
import { monthCandidates } from './calendars/month-candidates.ts';
import { periodCandidates } from './calendars/period-candidates.ts';
import { rhythmOf } from './calendars/rhythm.ts';
import { median } from './calendars/statistics.ts';
import type { Credit } from './credits.ts';

const SIDE_MIN = 5;
/**
 * Two biweekly streams of pay have fewer days with deposits than this in two years, so a stream with more days is not
 * split.
 */
const DAYS_MAX = 120;
/** Deposits must come on almost all pay days of each calendar; otherwise two calendars would fit almost anything. */
const COVERAGE_MIN = 0.9;
const SCORE_MIN = 0.9;
const CANDIDATES_MAX = 24;
const WEEK_DAYS = 7;
/** Holidays move a pay day by one day. */
const WEEK_OFF_MAX = 1;
const WEEKS_SHARE_MIN = 0.85;
const APART_SHARE_MIN = 0.2;
/** The minimum overlap in time of the two streams, as a share of the shorter stream's time span. */
const TOGETHER_MIN = 0.25;

/**
 * The maximum number of deposit days searched for one report. The search is limited because a hundred days mean
 * thousands of calendars to try. Real people have fewer deposit days.
 */
const SEARCHED_DAYS_MAX = 1_200;

/** `unsearched` collects the credits that were not searched because `SEARCHED_DAYS_MAX` was reached. */
export type Searching = { days_left: number; unsearched: Set<Credit> };
export const newSearching = (): Searching => ({ days_left: SEARCHED_DAYS_MAX, unsearched: new Set() });

/** The deposits of each calendar; null if no two calendars together explain the days. */
export function onTwoCalendars(
  credits: readonly Credit[],
  days: readonly number[],
  searching: Searching,
): [Credit[], Credit[]] | null {
  if (days.length < 2 * SIDE_MIN || days.length > DAYS_MAX) return null;
  if (searching.days_left < days.length) {
    for (const credit of credits) searching.unsearched.add(credit);
    return null;
  }
  searching.days_left -= days.length;
  const two = twoCalendars(days);
  if (two === null) return null;
  const sides = divided(credits, two);
  return isOneAfterTheOther(sides) || isOneWeekly(sides, days) ? null : sides;
}

/** Whether the two calendars follow each other in time, because one employer changed its calendar. */
function isOneAfterTheOther([a, b]: [Credit[], Credit[]]): boolean {
  const spans = [a, b].map((side) => ({ from: side[0]?.day ?? 0, until: side.at(-1)?.day ?? 0 }));
  const together = Math.min(...spans.map(({ until }) => until)) - Math.max(...spans.map(({ from }) => from));
  return together < TOGETHER_MIN * Math.min(...spans.map(({ from, until }) => until - from));
}

/** Two alternating biweekly calendars are one stream of weekly pay whose weekday changed, unless the amounts differ. */
function isOneWeekly([a, b]: [Credit[], Credit[]], days: readonly number[]): boolean {
  const weeks = days.slice(1).filter((day, at) => Math.abs(day - (days[at] ?? day) - WEEK_DAYS) <= WEEK_OFF_MAX);
  const [one, other] = [a, b].map((side) => median(side.map(({ cents }) => cents)));
  const are_alike = Math.abs((one ?? 0) - (other ?? 0)) < APART_SHARE_MIN * Math.max(one ?? 0, other ?? 0);
  return are_alike && weeks.length >= WEEKS_SHARE_MIN * (days.length - 1);
}

type TwoCalendars = {
  /** Days with deposits on the first calendar; all other days are on the second. */
  first: ReadonlySet<number>;
  /** The days of `first` that are also pay days of the second calendar. */
  both: ReadonlySet<number>;
};

function twoCalendars(days: readonly number[]): TwoCalendars | null {
  for (const calendar of candidates(days)) {
    const { hits, expected } = fitOf(calendar, days);
    if (hits < SIDE_MIN || days.length - hits < SIDE_MIN || hits < COVERAGE_MIN * expected) continue;
    const first = daysOn(calendar, days);
    const others = days.filter((day) => !first.has(day));
    const { fit } = rhythmOf(others, 'irregular');
    if (fit === null || fit.score < SCORE_MIN || fitOf(calendar, [...first]).score < SCORE_MIN) continue;
    const second = payDays(fit.calendar, days[0] ?? 0, days.at(-1) ?? 0);
    return { first, both: new Set(second.filter((day) => first.has(day))) };
  }
  return null;
}

/**
 * Candidate calendars: first biweekly calendars, then monthly calendars in order of the number of deposits they match
 * exactly.
 */
function candidates(days: readonly number[]): Calendar[] {
  const by_month = monthCandidates(days, true, true).toSorted((a, b) => b.exact - a.exact);
  return [...periodCandidates('biweekly', days), ...by_month.slice(0, CANDIDATES_MAX).map(({ calendar }) => calendar)];
}

function daysOn(calendar: Calendar, days: readonly number[]): Set<number> {
  const { tolerance_days } = CALENDARS[calendar.model];
  const slots = payDays(calendar, (days[0] ?? 0) - tolerance_days, (days.at(-1) ?? 0) + tolerance_days);
  const places = assign(slots, days, tolerance_days);
  return new Set(days.filter((_, at) => (places[at] ?? -1) >= 0));
}

/**
 * Divides deposits by calendar. A deposit on a pay day of both calendars goes to the calendar whose usual amount is
 * nearer.
 */
function divided(credits: readonly Credit[], { first, both }: TwoCalendars): [Credit[], Credit[]] {
  const sides: [Credit[], Credit[]] = [[], []];
  const middles = [true, false].map((is_first) =>
    median(credits.filter(({ day }) => first.has(day) === is_first && !both.has(day)).map(({ cents }) => cents)),
  );
  const [low = 0, high = 0] = middles;
  let last_both = -1;
  for (const credit of credits) {
    const is_second_that_day = credit.day === last_both;
    if (both.has(credit.day)) last_both = credit.day;
    const nearer = Math.abs(credit.cents - low) - Math.abs(credit.cents - high);
    const is_first = both.has(credit.day) ? nearer < 0 || (nearer === 0 && !is_second_that_day) : first.has(credit.day);
    sides[is_first ? 0 : 1].push(credit);
  }
  return sides;
}
