// The paychecks of a job and the yearly totals of its W-2. The net pay of these paychecks is what the bank history
// shows as deposits.
import { addDays, type Day, yearOf } from './calendar.ts';
import { numberOf } from './dice.ts';
import type { Job, Life } from './life.ts';
import { movedTo, nominalBetween } from './rhythm.ts';

const FICA_PERCENT = 6.2;
const MEDICARE_PERCENT = 1.45;

export type Earning = { name: string; hours: number | null; rate_cents: number | null; cents: number };
export type Withheld = { name: string; cents: number };
export type Deduction = { name: string; is_pre_tax: boolean; cents: number };
export type PayTotals = { gross_cents: number; net_cents: number; taxes_cents: number; deductions_cents: number };

export type Paycheck = {
  id: string;
  job: string;
  pay_date: Day;
  period_start: Day;
  period_end: Day;
  earnings: readonly Earning[];
  gross_cents: number;
  taxes: readonly Withheld[];
  deductions: readonly Deduction[];
  net_cents: number;
  deposits: readonly { account: string; cents: number }[];
  /** Totals of the calendar year, including this paycheck. */
  year_to_date: PayTotals;
};

export type YearlyWages = {
  year: number;
  job: string;
  wages_cents: number;
  federal_cents: number;
  social_security_wages_cents: number;
  social_security_cents: number;
  medicare_wages_cents: number;
  medicare_cents: number;
  state: string;
  state_wages_cents: number;
  state_cents: number;
};

/**
 * All paychecks of a job up to and including `until`, oldest first. Year-to-date totals leave out paychecks before the
 * first day of the simulated person's history.
 */
export function paychecksOf(life: Life, job: Job, until: Day, seed = 0): Paycheck[] {
  const checks: Paycheck[] = [];
  let total: PayTotals = { gross_cents: 0, net_cents: 0, taxes_cents: 0, deductions_cents: 0 };
  const paid_bonuses = new Set<number>();
  for (const { nominal, start, end } of periodsOf(life, job, until)) {
    const pay_date = movedTo(job.rhythm, nominal);
    if (pay_date > until) break;
    const previous = checks.at(-1);
    if (previous === undefined || yearOf(previous.pay_date) !== yearOf(pay_date)) {
      total = { gross_cents: 0, net_cents: 0, taxes_cents: 0, deductions_cents: 0 };
    }
    const bonus = bonusOn(job, pay_date, paid_bonuses);
    const made = paycheck(job, { start, end, pay_date }, bonus, [seed, life.id, job.key]);
    total = {
      gross_cents: total.gross_cents + made.gross_cents,
      net_cents: total.net_cents + made.net_cents,
      taxes_cents: total.taxes_cents + sum(made.taxes),
      deductions_cents: total.deductions_cents + sum(made.deductions),
    };
    checks.push({ ...made, year_to_date: total });
  }
  return checks;
}

/** The amounts on the W-2 of each finished year. A year is finished when `until` is in a later year. */
export function yearlyWages(life: Life, job: Job, until: Day, seed = 0): YearlyWages[] {
  const checks = paychecksOf(life, job, until, seed).filter(({ pay_date }) => yearOf(pay_date) < yearOf(until));
  const years = [...new Set(checks.map(({ pay_date }) => yearOf(pay_date)))];
  return years.map((year) => {
    const mine = checks.filter(({ pay_date }) => yearOf(pay_date) === year);
    const gross = mine.reduce((cents, { gross_cents }) => cents + gross_cents, 0);
    const pre_tax = mine.reduce((cents, { deductions }) => cents + sum(deductions.filter((one) => one.is_pre_tax)), 0);
    const tax = (name: string) =>
      mine.reduce((cents, { taxes }) => cents + sum(taxes.filter((one) => one.name === name)), 0);
    return {
      year,
      job: job.key,
      wages_cents: gross - pre_tax,
      federal_cents: tax('Federal income tax'),
      social_security_wages_cents: gross,
      social_security_cents: tax('Social Security'),
      medicare_wages_cents: gross,
      medicare_cents: tax('Medicare'),
      state: job.employer.address.state,
      state_wages_cents: gross - pre_tax,
      state_cents: tax('State income tax'),
    };
  });
}

type Period = { nominal: Day; start: Day; end: Day };

/**
 * A pay period ends `lag_days` before its nominal payday and starts after the previous period. The last period may be
 * shorter.
 */
function periodsOf(life: Life, job: Job, until: Day): Period[] {
  const first = job.started_on > life.from ? job.started_on : life.from;
  const paydays = nominalBetween(job.rhythm, addDays(first, -62), addDays(until, 62));
  return paydays.flatMap((nominal, at) => {
    const before = paydays[at - 1];
    if (before === undefined) return [];
    const start = addDays(before, 1 - job.lag_days);
    const end = addDays(nominal, -job.lag_days);
    if (start < job.started_on || movedTo(job.rhythm, nominal) < life.from) return [];
    if (job.ended_on !== undefined && start > job.ended_on) return [];
    return [{ nominal, start, end }];
  });
}

function bonusOn(job: Job, pay_date: Day, paid: Set<number>): number {
  const year = yearOf(pay_date);
  if (job.bonus === undefined || Number(pay_date.slice(5, 7)) !== job.bonus.month || paid.has(year)) return 0;
  paid.add(year);
  return job.bonus.cents;
}

function paycheck(
  job: Job,
  { start, end, pay_date }: { start: Day; end: Day; pay_date: Day },
  bonus_cents: number,
  key: readonly (string | number)[],
): Omit<Paycheck, 'year_to_date'> {
  const earnings = [...earningsOf(job, end, key)];
  if (bonus_cents > 0) earnings.push({ name: 'Bonus', hours: null, rate_cents: null, cents: bonus_cents });
  const gross_cents = sum(earnings);
  const deductions = job.deductions.map(({ name, is_pre_tax, amount }) => ({
    name,
    is_pre_tax,
    cents: 'cents' in amount ? amount.cents : percentOf(gross_cents, amount.percent),
  }));
  const taxable = gross_cents - sum(deductions.filter((one) => one.is_pre_tax));
  const taxes = [
    { name: 'Federal income tax', cents: percentOf(taxable, job.federal_percent) },
    { name: 'State income tax', cents: percentOf(taxable, job.state_percent) },
    { name: 'Social Security', cents: percentOf(gross_cents, FICA_PERCENT) },
    { name: 'Medicare', cents: percentOf(gross_cents, MEDICARE_PERCENT) },
  ].filter(({ cents }) => cents > 0);
  const net_cents = gross_cents - sum(taxes) - sum(deductions);
  return {
    id: `${job.key}-${pay_date}`,
    job: job.key,
    pay_date,
    period_start: start,
    period_end: end,
    earnings,
    gross_cents,
    taxes,
    deductions,
    net_cents,
    deposits: depositsOf(job, net_cents),
  };
}

function earningsOf(job: Job, end: Day, key: readonly (string | number)[]): Earning[] {
  const pay = job.pay.findLast(({ from }) => from <= end) ?? job.pay[0];
  if (pay === undefined) return [];
  if ('salary_cents' in pay) return [{ name: 'Salary', hours: null, rate_cents: null, cents: pay.salary_cents }];
  const hours = numberOf(pay.hours[0] * 4, pay.hours[1] * 4, ...key, end, 'hours') / 4;
  const [least, most] = pay.overtime_hours ?? [0, 0];
  const overtime = numberOf(least * 4, most * 4, ...key, end, 'overtime') / 4;
  const rate = Math.round(pay.hourly_cents * 1.5);
  return [
    { name: 'Regular', hours, rate_cents: pay.hourly_cents, cents: Math.round(hours * pay.hourly_cents) },
    ...(overtime > 0
      ? [{ name: 'Overtime', hours: overtime, rate_cents: rate, cents: Math.round(overtime * rate) }]
      : []),
  ];
}

function depositsOf(job: Job, net_cents: number): { account: string; cents: number }[] {
  const parts = job.deposits.map(({ account, share }) => ({
    account,
    cents: share === 'rest' ? 0 : percentOf(net_cents, share.percent),
  }));
  const rest = net_cents - sum(parts);
  return job.deposits.map(({ account, share }, at) => ({
    account,
    cents: share === 'rest' ? rest : (parts[at]?.cents ?? 0),
  }));
}

const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100);
const sum = (list: readonly { cents: number }[]): number => list.reduce((total, { cents }) => total + cents, 0);
