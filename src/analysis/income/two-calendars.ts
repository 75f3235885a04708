// Splits deposits under one name into two lists if they follow two calendars. Such deposits may be for two people, or
// from two employers that use one payroll company.
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
 * The maximum number of days with deposits in a stream that may be split. Two biweekly streams of pay together have
 * fewer such days in two years.
 */
const DAYS_MAX = 120;
/**
 * Deposits must occur on at least this share of the first calendar's pay days, and each of the two calendars must reach
 * the score `SCORE_MIN`. Otherwise, two calendars together would fit almost any deposits.
 */
const COVERAGE_MIN = 0.9;
const SCORE_MIN = 0.9;
const CANDIDATES_MAX = 24;
const WEEK_DAYS = 7;
/**
 * The maximum number of days by which the gap between two deposits of weekly pay may differ from a week. A holiday
 * moves a pay day by one day.
 */
const WEEK_OFF_MAX = 1;
const WEEKS_SHARE_MIN = 0.85;
const APART_SHARE_MIN = 0.2;
/** The minimum overlap in time of the two streams, as a share of the shorter stream's time span. */
const TOGETHER_MIN = 0.25;

/**
 * The maximum number of deposit days that are searched for two calendars in one report. The search is limited, because
 * even a hundred deposit days mean thousands of calendars to try. Real people have fewer deposit days than this
 * maximum.
 */
const SEARCHED_DAYS_MAX = 1_200;

/**
 * `unsearched` collects the credits for which no search for two calendars was made, because `SEARCHED_DAYS_MAX` was
 * reached.
 */
export type Searching = { days_left: number; unsearched: Set<Credit> };
export const newSearching = (): Searching => ({ days_left: SEARCHED_DAYS_MAX, unsearched: new Set() });

/**
 * Splits deposits between two calendars. Returns the deposits that follow the first calendar and those that follow the
 * second. Returns null if no two calendars together explain the days, or if the deposits are a single stream. Also
 * returns null if there are too few or too many days to search.
 */
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

/**
 * Whether one calendar follows the other in time, with little or no overlap. If so, we assume that there is only one
 * employer, and that this employer changed its calendar.
 */
function isOneAfterTheOther([a, b]: [Credit[], Credit[]]): boolean {
  const spans = [a, b].map((side) => ({ from: side[0]?.day ?? 0, until: side.at(-1)?.day ?? 0 }));
  const together = Math.min(...spans.map(({ until }) => until)) - Math.max(...spans.map(({ from }) => from));
  return together < TOGETHER_MIN * Math.min(...spans.map(({ from, until }) => until - from));
}

/**
 * Deposits on two biweekly calendars that alternate are treated as one stream of weekly pay whose weekday changed. They
 * are treated as two streams only if the amounts of the two calendars differ.
 */
function isOneWeekly([a, b]: [Credit[], Credit[]], days: readonly number[]): boolean {
  const weeks = days.slice(1).filter((day, at) => Math.abs(day - (days[at] ?? day) - WEEK_DAYS) <= WEEK_OFF_MAX);
  const [one, other] = [a, b].map((side) => median(side.map(({ cents }) => cents)));
  const are_alike = Math.abs((one ?? 0) - (other ?? 0)) < APART_SHARE_MIN * Math.max(one ?? 0, other ?? 0);
  return are_alike && weeks.length >= WEEKS_SHARE_MIN * (days.length - 1);
}

type TwoCalendars = {
  /** The deposit days that follow the first pay calendar. All other deposit days follow the second pay calendar. */
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
 * Candidate calendars: first the biweekly calendars, then the monthly calendars. The monthly calendars are sorted by
 * the number of deposits that they match exactly, most deposits first.
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
 * Divides deposits between two pay-day calendars. A deposit on a day that is a pay day in both calendars goes to the
 * calendar whose usual deposit amount is nearer.
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
