// Pay stubs of a job: the paychecks with year-to-date totals for each line, as printed on a stub. The lines add up:
// gross minus taxes minus deductions is net, for the check and for the year.
import { addDays, type Day, yearOf } from './calendar.ts';
import type { Job, Life } from './life.ts';
import { type Deduction, type Earning, type Paycheck, paychecksOf, type Withheld } from './payroll.ts';

type WithYear<Line> = Line & { year_cents: number };

export type PayStub = Omit<Paycheck, 'earnings' | 'taxes' | 'deductions'> & {
  earnings: readonly (WithYear<Earning> & { year_hours: number | null })[];
  taxes: readonly WithYear<Withheld>[];
  deductions: readonly WithYear<Deduction>[];
  hours: number | null;
  year_hours: number | null;
  /** The number of the stub, counted from the start of the history. */
  number: number;
};

/**
 * All stubs up to and including `until`, oldest first. If a line was paid earlier in the year but not in this period,
 * the stub shows the line with the amount 0.
 */
export function payStubsOf(life: Life, job: Job, until: Day, seed = 0): PayStub[] {
  const year = new Map<string, { line: Earning | Withheld | Deduction; cents: number; hours: number }>();
  let current = 0;
  return paychecksOf(life, job, until, seed).map((check, at) => {
    if (yearOf(check.pay_date) !== current) {
      year.clear();
      current = yearOf(check.pay_date);
    }
    const add = (line: Earning | Withheld | Deduction, hours: number): void => {
      const before = year.get(line.name) ?? { line, cents: 0, hours: 0 };
      year.set(line.name, { line, cents: before.cents + line.cents, hours: before.hours + hours });
    };
    for (const line of check.earnings) add(line, line.hours ?? 0);
    for (const line of [...check.taxes, ...check.deductions]) add(line, 0);
    const yearCents = (name: string): number => year.get(name)?.cents ?? 0;
    const gone = [...year.values()].flatMap(({ line }): Earning[] =>
      'rate_cents' in line && !check.earnings.some(({ name }) => name === line.name)
        ? [{ name: line.name, hours: line.hours === null ? null : 0, rate_cents: line.rate_cents, cents: 0 }]
        : [],
    );
    const earnings = [...check.earnings, ...gone].map((line) => ({
      ...line,
      year_cents: yearCents(line.name),
      year_hours: line.hours === null ? null : (year.get(line.name)?.hours ?? 0),
    }));
    const with_hours = earnings.filter(({ hours }) => hours !== null);
    const total = (pick: (line: (typeof earnings)[number]) => number | null): number | null =>
      with_hours.length === 0 ? null : with_hours.reduce((sum, line) => sum + (pick(line) ?? 0), 0);
    return {
      ...check,
      earnings,
      taxes: check.taxes.map((line) => ({ ...line, year_cents: yearCents(line.name) })),
      deductions: check.deductions.map((line) => ({ ...line, year_cents: yearCents(line.name) })),
      hours: total(({ hours }) => hours),
      year_hours: total(({ year_hours }) => year_hours),
      number: at + 1,
    };
  });
}

/** Stubs whose pay period ended on or before `day`, but whose payday is after `day`. */
export function scheduledStubsOf(life: Life, job: Job, day: Day, seed = 0): PayStub[] {
  const latest = addDays(day, Math.max(0, job.lag_days) + PAYDAY_MOVED_DAYS_MAX);
  return payStubsOf(life, job, latest, seed).filter(({ pay_date, period_end }) => pay_date > day && period_end <= day);
}

/** The maximum number of days by which a payday moves if it falls on a holiday or weekend. */
const PAYDAY_MOVED_DAYS_MAX = 5;

/** A job with thirty hours a week or more is full-time. A salaried job is always full-time. */
export function isFullTime(job: Job, day: Day): boolean {
  const pay = job.pay.findLast(({ from }) => from <= day) ?? job.pay[0];
  if (pay === undefined || 'salary_cents' in pay) return true;
  const weeks = 52 / CHECKS_A_YEAR[job.rhythm.every];
  return (pay.hours[0] + pay.hours[1]) / 2 / weeks >= 30;
}

export type PayUnit = 'hourly' | 'annual';

/** The rate of pay that is valid on a day: per hour, or per year. */
export function payRateOn(job: Job, day: Day): { unit: PayUnit; cents: number } {
  const pay = job.pay.findLast(({ from }) => from <= day) ?? job.pay[0];
  if (pay === undefined) return { unit: 'annual', cents: 0 };
  if ('hourly_cents' in pay) return { unit: 'hourly', cents: pay.hourly_cents };
  return { unit: 'annual', cents: pay.salary_cents * CHECKS_A_YEAR[job.rhythm.every] };
}

const CHECKS_A_YEAR: Record<Job['rhythm']['every'], number> = {
  week: 52,
  two_weeks: 26,
  half_month: 24,
  month: 12,
  month_by_weekday: 12,
  year: 1,
};
