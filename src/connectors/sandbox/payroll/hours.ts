// The working hours of people who are paid by the hour: the shifts of a pay period and the overtime in these shifts.
import { MONDAY, toDate, toDay, weekdayOfDay } from '#base/calendar.ts';
import { divideRounded } from '#base/money.ts';
import type { HoursPattern, Job, Life } from '#connectors/sandbox/lives/life.ts';
import { randomOf } from '#connectors/sandbox/lives/random.ts';
import { type Period, workedFrom, workedUntil } from './periods.ts';

/** A shift; `quarters` is its length in quarter hours, without the break. */
export type WorkedShift = {
  date: string;
  starts_at_hour: number;
  break_quarters: number;
  quarters: number;
  overtime_quarters: number;
  is_canceled: boolean;
};

const QUARTERS_PER_WEEK = 160;

/**
 * Returns the shifts of a period, including canceled shifts. Hours beyond forty a week (Monday to Sunday) are overtime.
 * For a period that starts in mid-week, the hours of its first week are counted from Monday on.
 */
export function shiftsOf(life: Life, job: Job, pattern: HoursPattern, period: Period): WorkedShift[] {
  const [from, until] = [toDay(workedFrom(job, period)), toDay(workedUntil(job, period))];
  const monday = from - ((weekdayOfDay(from) - MONDAY + 7) % 7);
  const shifts: WorkedShift[] = [];
  let worked = 0;
  for (let day = Math.max(monday, toDay(job.start_date)); day <= until; day++) {
    if (weekdayOfDay(day) === MONDAY) worked = 0;
    if (!pattern.weekdays.includes(weekdayOfDay(day))) continue;
    const shift = shiftOn(life, job, pattern, toDate(day));
    const before = worked;
    worked += shift.is_canceled ? 0 : shift.quarters;
    const overtime = Math.max(worked - QUARTERS_PER_WEEK, 0) - Math.max(before - QUARTERS_PER_WEEK, 0);
    if (day >= from) shifts.push({ ...shift, overtime_quarters: overtime });
  }
  return shifts;
}

/** Converts quarter hours to hundredths of an hour. */
export const toHours = (quarters: number): bigint => BigInt(quarters) * 25n;

/** One and a half times the hourly rate. */
export const overtimeRate = (hourly: bigint): bigint => divideRounded(hourly * 3n, 2n);

/** Pay in cents for `hours` (in hundredths) at `rate` cents an hour. */
export const worth = (hours: bigint, rate: bigint): bigint => divideRounded(hours * rate, 100n);

function shiftOn(life: Life, job: Job, pattern: HoursPattern, date: string): WorkedShift {
  const random = randomOf(life.seed, job.key, 'shift', date);
  return {
    date,
    starts_at_hour: pattern.starts_at_hour,
    break_quarters: pattern.break_quarters,
    quarters: pattern.quarters + random.integer(-pattern.quarters_less_max, pattern.quarters_more_max),
    overtime_quarters: 0,
    is_canceled: random.chance(pattern.canceled_percent),
  };
}
