// A job's pay periods and paydays.
import { addDays, dayOfMonth, daysBetween, lastDayOfMonth, previousBusinessDay } from '#base/calendar.ts';
import type { Job, Schedule } from '#connectors/sandbox/lives/life.ts';

export const PERIODS_PER_YEAR: Record<Schedule['frequency'], number> = { W: 52, BW: 26, SM: 24, M: 12 };

/**
 * `start` and `end` are the first and last scheduled day of the period. The person may have started later or left
 * earlier.
 */
export type Period = { start: string; end: string; pay_date: string };

/** All pay periods from the first to the last day of work; infinite if the job has no end date. */
export function* periodsOf(job: Job): Generator<Period> {
  let start = periodStart(job.schedule, job.start_date);
  while (job.end_date === null || start <= job.end_date) {
    const end = periodEnd(job.schedule, start);
    yield { start, end, pay_date: previousBusinessDay(addDays(end, job.schedule.lag_days)) };
    start = addDays(end, 1);
  }
}

export const workedFrom = (job: Job, period: Period): string =>
  job.start_date > period.start ? job.start_date : period.start;

export const workedUntil = (job: Job, period: Period): string =>
  job.end_date !== null && job.end_date < period.end ? job.end_date : period.end;

function periodStart(schedule: Schedule, date: string): string {
  if ('anchor' in schedule) {
    const length = schedule.frequency === 'W' ? 7 : 14;
    const into = daysBetween(addDays(schedule.anchor, 1), date) % length;
    return addDays(date, -((into + length) % length));
  }
  return `${date.slice(0, 8)}${schedule.frequency === 'M' || dayOfMonth(date) <= 15 ? '01' : '16'}`;
}

function periodEnd(schedule: Schedule, start: string): string {
  if (schedule.frequency === 'W') return addDays(start, 6);
  if (schedule.frequency === 'BW') return addDays(start, 13);
  if (schedule.frequency === 'SM' && dayOfMonth(start) === 1) return `${start.slice(0, 8)}15`;
  return lastDayOfMonth(start);
}
