// Computes the days on which payments are due and the days on which they arrive. If a due day is a weekend day or a
// bank holiday, the payer's rule determines to which day the payment is moved.
import {
  addDays,
  isBusinessDay,
  lastDayOfMonth,
  nextBusinessDay,
  previousBusinessDay,
  toDate,
  toDay,
  weekdayOf,
} from '#base/calendar.ts';
import type { Random } from './random.ts';
import type { Frequency } from './truth.ts';

type Roll = 'previous' | 'next' | 'none';
type Rule =
  | { every_days: 7 | 14 | 28; phase: number }
  /** Days of the month. 31 stands for the last day of the month. */
  | { days_of_month: readonly number[] }
  /** A day in one month of each quarter. If `month_of_quarter` is 0, this month is the quarter's last month. */
  | { day_of_month: number; month_of_quarter: number }
  | { weekday: number; nth: number }
  | { business_day: 'first' | 'last' };

export type Schedule = {
  rule: Rule;
  roll: Roll;
  /** The number of business days by which a bank pays out wages early, as some banks do. */
  early_days: number;
  /**
   * Payments that are due on or after this day are paid out early. If the day is missing, all payments are paid out
   * early.
   */
  early_since?: string;
  /** The frequency's code in the report. Null if the report has no code for this frequency. */
  frequency: Frequency | null;
  periods_per_year: number;
};

/** Returns the days from `from` to `until`, both included, on which money arrives. The days are in order. */
export function payDates(schedule: Schedule, from: string, until: string): string[] {
  // A due date that is a few days outside the range is included, because its payment may be moved into the range.
  const due = dueDates(schedule.rule, addDays(from, -10), addDays(until, 15));
  const arrived = due.map((date) => moved(date, schedule));
  return [...new Set(arrived)].filter((date) => date >= from && date <= until);
}

function moved(date: string, { roll, early_days, early_since = '' }: Schedule): string {
  let day = roll === 'none' ? date : roll === 'previous' ? previousBusinessDay(date) : nextBusinessDay(date);
  if (date < early_since) return day;
  for (let i = 0; i < early_days; i++) day = previousBusinessDay(addDays(day, -1));
  return day;
}

function dueDates(rule: Rule, from: string, until: string): string[] {
  if ('every_days' in rule) {
    const first = toDay(from) + ((((rule.phase - toDay(from)) % rule.every_days) + rule.every_days) % rule.every_days);
    const dates: string[] = [];
    for (let day = first; day <= toDay(until); day += rule.every_days) dates.push(toDate(day));
    return dates;
  }
  const dates: string[] = [];
  for (let first = `${from.slice(0, 8)}01`; first <= until; first = addDays(lastDayOfMonth(first), 1)) {
    dates.push(...daysOfMonth(rule, first));
  }
  return dates.filter((date) => date >= from && date <= until);
}

function daysOfMonth(rule: Exclude<Rule, { every_days: number }>, first: string): string[] {
  const last = lastDayOfMonth(first);
  if ('days_of_month' in rule) {
    return rule.days_of_month.map((day) => {
      const date = addDays(first, day - 1);
      return date > last ? last : date;
    });
  }
  if ('day_of_month' in rule) {
    const is_due = Number(first.slice(5, 7)) % 3 === rule.month_of_quarter;
    return is_due ? [addDays(first, rule.day_of_month - 1)] : [];
  }
  if ('weekday' in rule) {
    return [addDays(first, ((rule.weekday - weekdayOf(first) + 7) % 7) + (rule.nth - 1) * 7)];
  }
  return [rule.business_day === 'first' ? nextBusinessDay(first) : previousBusinessDay(last)];
}

export const everyDays = (every_days: 7 | 14 | 28, phase: string, roll: Roll = 'previous'): Schedule => ({
  rule: { every_days, phase: toDay(phase) },
  roll,
  early_days: 0,
  frequency: every_days === 7 ? 'W' : every_days === 14 ? 'BW' : 'M',
  periods_per_year: every_days === 7 ? 52 : every_days === 14 ? 26 : 13,
});

export const onDays = (days_of_month: readonly number[], roll: Roll = 'previous'): Schedule => ({
  ...MONTHLY,
  rule: { days_of_month },
  roll,
  ...(days_of_month.length === 2 ? { frequency: 'SM', periods_per_year: 24 } : {}),
});

export const quarterly = (day_of_month: number, month_of_quarter: number): Schedule => ({
  rule: { day_of_month, month_of_quarter },
  roll: 'next',
  early_days: 0,
  frequency: null,
  periods_per_year: 4,
});

export const onNthWeekday = (weekday: number, nth: number): Schedule => ({ ...MONTHLY, rule: { weekday, nth } });
export const onBusinessDay = (business_day: 'first' | 'last'): Schedule => ({ ...MONTHLY, rule: { business_day } });

const MONTHLY = { roll: 'previous', early_days: 0, frequency: 'M', periods_per_year: 12 } as const;

/**
 * Chooses a pay schedule. The weights are close to the pay frequencies of American employers: about 27 % of
 * establishments pay weekly, 43 % biweekly, 20 % semi-monthly.
 */
export function payrollSchedule(random: Random, near: string): Schedule {
  const frequency = random.weighted<Frequency | '4W'>([
    [25, 'W'],
    [43, 'BW'],
    [20, 'SM'],
    [11, 'M'],
    [1, '4W'],
  ]);
  // If a pay day is not a business day, most payrolls pay on the business day before it. Some banks post the payment on
  // the business day after it.
  const roll = random.weighted<Roll>([
    [82, 'previous'],
    [18, 'next'],
  ]);
  const friday = addDays(near, (5 - weekdayOf(near) + 7) % 7);
  const phase = addDays(
    friday,
    random.weighted([
      [60, 0],
      [17, -1],
      [10, -2],
      [6, -3],
      [7, -4],
    ]) +
      7 * random.int(0, 3),
  );
  const schedule = ((): Schedule => {
    if (frequency === 'W') return everyDays(7, phase, roll);
    if (frequency === 'BW') return everyDays(14, phase, roll);
    if (frequency === '4W') return everyDays(28, phase, roll);
    if (frequency === 'SM')
      return onDays(
        random.pick([
          [15, 31],
          [15, 31],
          [1, 15],
          [1, 16],
          [5, 20],
          [10, 25],
          [7, 22],
        ]),
        roll,
      );
    return random.pick([
      onDays([31], roll),
      onDays([1], roll),
      onDays([15], roll),
      onDays([25], roll),
      onDays([5], roll),
      onBusinessDay('last'),
    ]);
  })();
  return random.chance(0.07) ? { ...schedule, early_days: random.int(1, 2) } : schedule;
}

/**
 * With the given probability, moves a payment's posting date to the next or the previous day, if that day is a business
 * day.
 */
export function shaken(date: string, random: Random, probability: number): string {
  if (!random.chance(probability)) return date;
  const day = addDays(date, random.chance(0.7) ? 1 : -1);
  return isBusinessDay(day) ? day : date;
}
