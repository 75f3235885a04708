// Proposes candidate calendars that are based on months. They are derived from the exact days of deposits.
import { FRIDAY, MONDAY } from '#base/calendar.ts';
import { ROLLS, type Roll, rolledTable } from './business-days.ts';
import { type Calendar, LAST, LAST_DAY, nthWeekday } from './calendars.ts';
import { monthEnd, monthOfDay, monthStart } from './months.ts';

/** A pay calendar that is worth trying, and the number of deposits that are exactly on a pay day of this calendar. */
export type Candidate = { calendar: Calendar; exact: number };

/** The minimum and the maximum number of days between the two pay days of a semi-monthly calendar. */
const PAIR_DAYS_MIN = 11;
const PAIR_DAYS_MAX = 19;
/**
 * A candidate is tried if it has almost as many exact matches as the best candidate of the same kind and roll.
 * `HITS_BELOW_BEST` is the maximum difference between their numbers of matches.
 */
const HITS_BELOW_BEST = 2;
const NTHS = [1, 2, 3, 4, LAST] as const;
/**
 * The number of extra days that `marks` has before the first deposit. After the last deposit, it has about as many. At
 * each end, these days cover the rest of the month with the deposit, one more month, and a few days for rolled pay
 * days.
 */
const MARGIN_DAYS = 75;

export function monthCandidates(days: readonly number[], as_pairs: boolean, as_single: boolean): Candidate[] {
  const marked = marksOf(days);
  const found: Candidate[] = [];
  for (const roll of ROLLS) {
    const hits = hitsByDay(marked, roll);
    if (as_pairs) found.push(...best(pairs(hits, roll)));
    if (as_single) found.push(...best(singles(hits, roll)), ...best(weekdays(marked, roll)));
  }
  return found;
}

/**
 * `marks` has one element per day, which is 1 if the day had a deposit. The search begins with `first_month`, the month
 * before the first deposit, and ends with `last_month`, the month after the last deposit.
 */
type Marked = { marks: Uint8Array; origin: number; first_month: number; last_month: number };

function marksOf(days: readonly number[]): Marked {
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
  const origin = first - MARGIN_DAYS;
  const marks = new Uint8Array(last - first + 2 * MARGIN_DAYS);
  for (const day of days) marks[day - origin] = 1;
  return { marks, origin, first_month: Math.max(monthOfDay(first) - 1, 0), last_month: monthOfDay(last) + 1 };
}

/**
 * For each day of the month, the number of months with a deposit on that day, or on the business day to which `roll`
 * moves it.
 */
function hitsByDay({ marks, origin, first_month, last_month }: Marked, roll: Roll): number[] {
  const table = rolledTable(roll);
  const hits = Array.from({ length: LAST_DAY + 1 }, () => 0);
  for (let month = first_month; month <= last_month; month++) {
    const [start, end] = [monthStart(month), monthEnd(month)];
    for (let day = 1; day <= LAST_DAY; day++) {
      const due = Math.min(start + day - 1, end);
      if (marks[(table[due] ?? due) - origin] === 1) hits[day] = (hits[day] ?? 0) + 1;
    }
  }
  return hits;
}

function best(counted: readonly Candidate[]): Candidate[] {
  const most = counted.reduce((best, { exact }) => Math.max(best, exact), 0);
  return counted.filter(({ exact }) => exact > 0 && exact >= most - HITS_BELOW_BEST);
}

function pairs(hits: readonly number[], roll: Roll): Candidate[] {
  const found: Candidate[] = [];
  for (let low = 1; low <= LAST_DAY - PAIR_DAYS_MIN; low++) {
    const low_hits = hits[low] ?? 0;
    if (low_hits === 0) continue;
    for (let high = low + PAIR_DAYS_MIN; high <= Math.min(low + PAIR_DAYS_MAX, LAST_DAY); high++) {
      const high_hits = hits[high] ?? 0;
      if (high_hits === 0) continue;
      found.push({ calendar: { model: 'semi_monthly', days: [low, high], roll }, exact: low_hits + high_hits });
    }
  }
  return found;
}

const singles = (hits: readonly number[], roll: Roll): Candidate[] =>
  hits.map((count, day) => ({ calendar: { model: 'monthly', day, roll }, exact: count }));

function weekdays({ marks, origin, first_month, last_month }: Marked, roll: Roll): Candidate[] {
  const table = rolledTable(roll);
  const found: Candidate[] = [];
  for (let weekday = MONDAY; weekday <= FRIDAY; weekday++) {
    for (const nth of NTHS) {
      let hits = 0;
      for (let month = first_month; month <= last_month; month++) {
        const due = nthWeekday(month, nth, weekday);
        if (marks[(table[due] ?? due) - origin] === 1) hits++;
      }
      if (hits > 0) found.push({ calendar: { model: 'monthly_weekday', nth, weekday, roll }, exact: hits });
    }
  }
  return found;
}
