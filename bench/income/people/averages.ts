// Calculates a stream's monthly average. The average covers the whole time from the stream's first to its last payment,
// including missed pay days.
import { addDays, daysBetween, lastDayOfMonth } from '#base/calendar.ts';
import { payDates, type Schedule } from './schedules.ts';

type Paid = { date: string; cents: number };

const DAYS_PER_MONTH = 30.4375;

/**
 * `deposits` must be in order and not empty. `late_days_max` is the maximum number of days by which money may arrive
 * after its pay day.
 */
export function regularAverage(deposits: readonly Paid[], schedule: Schedule, late_days_max: number): number {
  const [first, last] = [deposits[0]?.date ?? '', deposits.at(-1)?.date ?? ''];
  // The range ends one day after the last deposit, because a deposit may arrive one day before its pay day.
  const slots = payDates(schedule, addDays(first, -late_days_max), addDays(last, 1)).length;
  return ((sum(deposits) / Math.max(slots, 1)) * schedule.periods_per_year) / 12;
}

export function irregularAverage(deposits: readonly Paid[]): number {
  const [first, last] = [deposits[0]?.date ?? '', deposits.at(-1)?.date ?? ''];
  const months = fullMonths(first, last);
  if (months.length >= 2) {
    const full = new Set(months);
    return sum(deposits.filter(({ date }) => full.has(date.slice(0, 7)))) / months.length;
  }
  const days = [...new Set(deposits.map(({ date }) => date))];
  const gaps = days.slice(1).map((date, at) => daysBetween(days[at] ?? date, date));
  const cadence = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 1;
  return (sum(deposits) / (daysBetween(first, last) + cadence)) * DAYS_PER_MONTH;
}

/** Returns the calendar months that are entirely between `first` and `last`, both included. */
function fullMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let start = `${first.slice(0, 8)}01`; start <= last; start = addDays(lastDayOfMonth(start), 1)) {
    if (start >= first && lastDayOfMonth(start) <= last) months.push(start.slice(0, 7));
  }
  return months;
}

const sum = (deposits: readonly Paid[]): number => deposits.reduce((total, { cents }) => total + cents, 0);
