// A job's earnings in one pay period, line by line.
import { weekdaysBetween, yearOf } from '#base/calendar.ts';
import { divideRounded, PPM, timesRate } from '#base/money.ts';
import type { Job, Life, Pay, YearlyBonus } from '#connectors/sandbox/lives/life.ts';
import { randomOf } from '#connectors/sandbox/lives/random.ts';
import type { Earning } from '#domain/reports/statements.ts';
import { overtimeRate, shiftsOf, toHours, worth } from './hours.ts';
import { PERIODS_PER_YEAR, type Period, workedFrom, workedUntil } from './periods.ts';

/** Earning lines and total hours; `hours` is in hundredths of an hour. */
export type Earned = { earnings: Earning[]; hours: bigint };

/** The yearly or hourly pay that applies on the given day, in cents. */
export function payOn(life: Life, job: Job, date: string): bigint {
  const initial = job.pay.basis === 'salary' ? job.pay.yearly : job.pay.hourly;
  let pay = job.raises.reduce((amount, raise) => (raise.from <= date ? raise.amount : amount), initial);
  if (job.on_refresh === null) return pay;
  for (const day of life.refreshed_on) {
    if (day <= date) pay = timesRate(pay, PPM + job.on_refresh.raise_ppm);
  }
  return pay;
}

/** The pay for one full pay period without overtime and extras. */
export function payPerPeriod(life: Life, job: Job, date: string): bigint {
  const periods = BigInt(PERIODS_PER_YEAR[job.schedule.frequency]);
  const pay = payOn(life, job, date);
  return divideRounded(job.pay.basis === 'salary' ? pay : worth(usualHours(job.pay) * 52n, pay), periods);
}

export function earnedIn(life: Life, job: Job, period: Period): Earned {
  const base = job.pay.basis === 'salary' ? salaryOf(life, job, job.pay, period) : wagesOf(life, job, job.pay, period);
  const extras: Earning[] = [];
  if (job.commission !== null) {
    const { name, low, high } = job.commission;
    // A commission is in whole dollars. `Number` is exact here, because amounts are far below 2^53.
    const dollars = randomOf(life.seed, job.key, 'commission', period.end).integer(
      Number(low / 100n),
      Number(high / 100n),
    );
    extras.push(lump(name, 'commission', BigInt(dollars) * 100n));
  }
  for (const bonus of job.bonuses) {
    if (isDue(bonus, workedFrom(job, period), workedUntil(job, period))) {
      extras.push(lump(bonus.name, 'bonus', bonus.amount));
    }
  }
  for (const { name, category, amount } of job.allowances) extras.push(lump(name, category, amount));
  return { earnings: [...base.earnings, ...extras], hours: base.hours };
}

/** An earning line with a lump sum instead of hours times a rate. */
export const lump = (name: string, category: Earning['category'], amount: bigint): Earning => ({
  name,
  amount,
  category,
  rate: null,
  units: null,
});

/**
 * The salary for one pay period is an equal share of the yearly salary. If the person works only a part of the period,
 * the share is prorated by weekdays. Holidays are paid.
 */
function salaryOf(life: Life, job: Job, pay: Extract<Pay, { basis: 'salary' }>, period: Period): Earned {
  const full = payPerPeriod(life, job, workedFrom(job, period));
  const worked = BigInt(weekdaysBetween(workedFrom(job, period), workedUntil(job, period)));
  const weekdays = BigInt(weekdaysBetween(period.start, period.end));
  const hours = worked * BigInt(pay.hours_per_week) * 20n;
  const amount = worked === weekdays ? full : divideRounded(full * worked, weekdays);
  return { earnings: [{ ...lump('Regular', 'regular', amount), units: hours }], hours };
}

function wagesOf(life: Life, job: Job, pay: Extract<Pay, { basis: 'hourly' }>, period: Period): Earned {
  const rate = payOn(life, job, workedFrom(job, period));
  const worked = shiftsOf(life, job, pay.pattern, period).filter((shift) => !shift.is_canceled);
  const overtime = toHours(worked.reduce((quarters, shift) => quarters + shift.overtime_quarters, 0));
  const hours = toHours(worked.reduce((quarters, shift) => quarters + shift.quarters, 0));
  const line = (name: string, category: Earning['category'], units: bigint, rate: bigint): Earning => ({
    name,
    amount: worth(units, rate),
    category,
    rate,
    units,
  });
  const earnings = [line('Regular', 'regular', hours - overtime, rate)];
  if (overtime > 0n) earnings.push(line('Overtime', 'overtime', overtime, overtimeRate(rate)));
  return { earnings, hours };
}

/** Usual weekly hours, in hundredths of an hour. */
const usualHours = (pay: Extract<Pay, { basis: 'hourly' }>): bigint =>
  toHours(pay.pattern.quarters * pay.pattern.weekdays.length);

/** Whether the period contains the bonus day. A period may span two years, so both years are checked. */
function isDue(bonus: YearlyBonus, from: string, until: string): boolean {
  const monthAndDay = `${String(bonus.month).padStart(2, '0')}-${String(bonus.day).padStart(2, '0')}`;
  return [yearOf(from), yearOf(until)].some((year) => {
    const day = `${year}-${monthAndDay}`;
    return from <= day && day <= until;
  });
}
