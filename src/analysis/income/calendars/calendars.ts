// Pay calendars: the models, their properties, and their pay days.
import { toDate, weekdayOfDay } from '#base/calendar.ts';
import type { BANK_PAY_FREQUENCIES } from '#domain/reports/income-insights.ts';
import { isOpen, type Roll, rolled } from './business-days.ts';
import { dayInMonth, monthEnd, monthOfDay, monthStart } from './months.ts';

export type PayFrequency = (typeof BANK_PAY_FREQUENCIES)[number];

export type Calendar =
  | { model: 'daily'; roll: Roll }
  | { model: 'weekly' | 'biweekly' | 'four_weekly'; phase: number; roll: Roll }
  | { model: 'semi_monthly'; days: readonly [number, number]; roll: Roll }
  | { model: 'monthly'; day: number; roll: Roll }
  | { model: 'monthly_weekday'; nth: number; weekday: number; roll: Roll }
  | { model: 'quarterly' | 'semi_annual' | 'annual'; month: number; day: number; roll: Roll };
export type CalendarModel = Calendar['model'];

type Facts = {
  /**
   * The published pay frequency code. Daily and quarterly pay have no code; pay every four weeks is reported as
   * monthly.
   */
  frequency: PayFrequency | null;
  periods_per_year: number;
  /** How far a deposit may be from its pay day. */
  tolerance_days: number;
  /** A stream is treated as ended if it has had no deposit for more than `current_days` days. */
  current_days: number;
};

export const CALENDARS: Record<CalendarModel, Facts> = {
  daily: { frequency: null, periods_per_year: 260, tolerance_days: 0, current_days: 14 },
  weekly: { frequency: 'W', periods_per_year: 52, tolerance_days: 1, current_days: 14 },
  biweekly: { frequency: 'BW', periods_per_year: 26, tolerance_days: 2, current_days: 25 },
  four_weekly: { frequency: 'M', periods_per_year: 13, tolerance_days: 2, current_days: 46 },
  semi_monthly: { frequency: 'SM', periods_per_year: 24, tolerance_days: 2, current_days: 27 },
  monthly: { frequency: 'M', periods_per_year: 12, tolerance_days: 3, current_days: 46 },
  monthly_weekday: { frequency: 'M', periods_per_year: 12, tolerance_days: 3, current_days: 46 },
  quarterly: { frequency: null, periods_per_year: 4, tolerance_days: 6, current_days: 110 },
  semi_annual: { frequency: 'SA', periods_per_year: 2, tolerance_days: 10, current_days: 200 },
  annual: { frequency: 'A', periods_per_year: 1, tolerance_days: 10, current_days: 400 },
};

/** Days between two pay days, for the models with a fixed number of days. */
export const PERIOD_DAYS = { weekly: 7, biweekly: 14, four_weekly: 28 } as const;

/** The number of months between two pay days, for the calendar models in which this number is fixed. */
export const PERIOD_MONTHS = { quarterly: 3, semi_annual: 6, annual: 12 } as const;

/** The value of `nth` that means the last occurrence of the weekday in a month. */
export const LAST = -1;
/** The value of `day` that stands for the last day of the month. It is 31, because no month has more days. */
export const LAST_DAY = 31;

/** The pay days between two days, both included, in order. */
export function payDays(calendar: Calendar, from: number, until: number): number[] {
  switch (calendar.model) {
    case 'daily':
      return openDays(from, until);
    case 'weekly':
    case 'biweekly':
    case 'four_weekly':
      return everySoManyDays(calendar.phase, PERIOD_DAYS[calendar.model], calendar.roll, from, until);
    case 'quarterly':
    case 'semi_annual':
    case 'annual': {
      const step = PERIOD_MONTHS[calendar.model];
      return inMonths(from, until, (month) => ((month - calendar.month) % step === 0 ? dueIn(month, calendar) : []));
    }
    default:
      return inMonths(from, until, (month) => dueIn(month, calendar));
  }
}

type MonthCalendar = Exclude<Calendar, { model: 'daily' | 'weekly' | 'biweekly' | 'four_weekly' }>;

function dueIn(month: number, calendar: MonthCalendar): number[] {
  if (calendar.model === 'semi_monthly') {
    return calendar.days.map((day) => rolled(dayInMonth(month, day), calendar.roll));
  }
  if (calendar.model === 'monthly_weekday') {
    return [rolled(nthWeekday(month, calendar.nth, calendar.weekday), calendar.roll)];
  }
  return [rolled(dayInMonth(month, calendar.day), calendar.roll)];
}

/** Checks the months before and after the range as well, because their pay days may be rolled into the range. */
function inMonths(from: number, until: number, dueDays: (month: number) => number[]): number[] {
  const days: number[] = [];
  for (let month = Math.max(monthOfDay(from) - 1, 0); month <= monthOfDay(until) + 1; month++) {
    for (const day of dueDays(month)) if (day >= from && day <= until) days.push(day);
  }
  return days;
}

function everySoManyDays(phase: number, period: number, roll: Roll, from: number, until: number): number[] {
  const days: number[] = [];
  // A pay day is never rolled by more than a week.
  const first = from - 7 + ((((phase - from + 7) % period) + period) % period);
  for (let due = first; due <= until + 7; due += period) {
    const day = rolled(due, roll);
    if (day >= from && day <= until) days.push(day);
  }
  return days;
}

function openDays(from: number, until: number): number[] {
  const days: number[] = [];
  for (let day = from; day <= until; day++) if (isOpen(day)) days.push(day);
  return days;
}

export function nthWeekday(month: number, nth: number, weekday: number): number {
  if (nth === LAST) return monthEnd(month) - ((weekdayOfDay(monthEnd(month)) - weekday + 7) % 7);
  return monthStart(month) + ((weekday - weekdayOfDay(monthStart(month)) + 7) % 7) + (nth - 1) * 7;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A readable reference point from which the pay days of a pay calendar can be counted. */
export function anchorOf(calendar: Calendar): string {
  switch (calendar.model) {
    case 'daily':
      return 'every business day';
    case 'weekly':
    case 'biweekly':
    case 'four_weekly':
      return `${WEEKDAYS[weekdayOfDay(calendar.phase)]} ${toDate(calendar.phase)}`;
    case 'semi_monthly':
      return `${dayName(calendar.days[0])} and ${dayName(calendar.days[1])}`;
    case 'monthly':
      return calendar.day === LAST_DAY && calendar.roll === 'previous' ? 'last business day' : dayName(calendar.day);
    case 'monthly_weekday':
      return `${calendar.nth === LAST ? 'last' : `${calendar.nth}.`} ${WEEKDAYS[calendar.weekday]}`;
    case 'quarterly':
    case 'semi_annual':
    case 'annual':
      return `${dayName(calendar.day)} of ${MONTHS[calendar.month % 12]}`;
  }
}

const dayName = (day: number): string => (day === LAST_DAY ? 'last day' : `day ${day}`);
