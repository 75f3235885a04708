// Proposes pay-day calendars with a fixed period. The proposals follow from the positions of the deposits within the
// period.
import { ROLLS } from './business-days.ts';
import { type Calendar, LAST_DAY, PERIOD_DAYS, type PERIOD_MONTHS } from './calendars.ts';
import { dayInMonth, monthOfDay, monthStart } from './months.ts';

/**
 * The number of positions within the period that are tried. A few positions are enough, because most deposits have the
 * same position in the period, and holidays move only a few deposits.
 */
const PLACES_TRIED = 3;

export function periodCandidates(model: keyof typeof PERIOD_DAYS, days: readonly number[]): Calendar[] {
  const period = PERIOD_DAYS[model];
  const first = days[0] ?? 0;
  const counts = Array.from({ length: period }, () => 0);
  for (const day of days) counts[(day - first) % period] = (counts[(day - first) % period] ?? 0) + 1;
  return counts
    .map((count, place) => ({ count, place }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.place - b.place)
    .slice(0, PLACES_TRIED)
    .flatMap(({ place }) => ROLLS.map((roll) => ({ model, phase: first + place, roll })));
}

export const openDayCandidate = (): Calendar[] => [{ model: 'daily', roll: 'none' }];

/**
 * Candidate calendars with only a few pay days a year. Their pay days follow from the day of the last deposit alone,
 * because there are too few deposits to infer more.
 */
export function yearCandidates(model: keyof typeof PERIOD_MONTHS, days: readonly number[]): Calendar[] {
  const last = days.at(-1) ?? 0;
  const month = monthOfDay(last);
  const day = last - monthStart(month) + 1;
  const is_last = dayInMonth(month, day + 1) === last;
  return [{ model, month: month % 12, day: is_last ? LAST_DAY : day, roll: 'none' }];
}
