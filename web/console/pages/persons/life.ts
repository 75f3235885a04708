// A declared person: jobs with raises, bank accounts, and spending. From the values of the form, this module computes
// two years of paydays, and a year of bookings and balances.
import type { AccountType } from '#domain/reports/financial-accounts.ts';
import { addDays, addMonths, isDate, lastDay, lastFriday } from './dates.ts';

export const FREQUENCIES = ['W', 'BW', 'SM', 'M'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Numbers are kept as they were typed, so that a form can show them again. Amounts are in dollars. */
export type Raise = { date: string; percent: string };

export type Job = {
  employer: string;
  job_title: string;
  start_date: string;
  /** An empty string if the job has not ended. */
  end_date: string;
  /** Today's salary per year. */
  salary: string;
  frequency: Frequency;
  raises: readonly Raise[];
  /** The key of the account that gets the pay; an empty string if no declared account gets it. */
  paid_to: string;
  /** The position of the employment among the declared employments; undefined for a job that is not declared yet. */
  declared?: number;
};

export type Account = {
  /** The `external_id` in the declaration. */
  key: string;
  type: AccountType;
  name: string;
  mask: string;
  /** Today's balance. */
  balance: string;
  /** The position of the account among the declared accounts; undefined for an account that is not declared yet. */
  declared?: number;
};

/** Spending is booked on the first day of each month or, if `times` is 4, in four equal parts per month. */
export type Spending = { description: string; monthly: string; times: 1 | 4; account: string };

export type Life = {
  jobs: readonly Job[];
  accounts: readonly Account[];
  spending: readonly Spending[];
};

export type Pay = { date: string; gross_cents: number; net_cents: number };
export type Booking = { date: string; cents: number; description: string; account: string };

const PAYS_PER_YEAR: Record<Frequency, number> = { W: 52, BW: 26, SM: 24, M: 12 };
const NET_SHARE = 0.76;
const MONTHS = 12;
export const SPENDING_DAYS: Record<Spending['times'], readonly string[]> = { 1: ['01'], 4: ['04', '11', '18', '25'] };

export const centsOf = (typed: string): number => Math.round((Number(typed) || 0) * 100);

/** A new job in the form. Its fields are filled in already, so a person can be declared without typing anything. */
export const sampleJob = (today: string, paid_to: string): Job => ({
  employer: 'Home Depot',
  job_title: 'Store associate',
  start_date: '2021-04-12',
  end_date: '',
  salary: '62400',
  frequency: 'BW',
  raises: [{ date: addMonths(today, -MONTHS / 2), percent: '4' }],
  paid_to,
});

export const sampleAccount = (key: string): Account => ({
  key,
  type: 'CHECKING',
  name: '',
  mask: '4021',
  balance: '9200',
});

export const sampleLife = (today: string): Life => ({
  jobs: [sampleJob(today, keyOfAccount(0))],
  accounts: [sampleAccount(keyOfAccount(0))],
  spending: [
    { description: 'RENT', monthly: '1450', times: 1, account: keyOfAccount(0) },
    { description: 'CARD PURCHASES', monthly: '1600', times: 4, account: keyOfAccount(0) },
  ],
});

/**
 * The key of the account at a position. The ids of the account's data depend on this key, so the key must not change.
 */
export const keyOfAccount = (at: number): string => (at === 0 ? 'main' : `account-${at + 1}`);

/** The first key that no account has. */
export const freeKey = (accounts: readonly Account[]): string =>
  accounts.map((_, at) => keyOfAccount(at)).find((key) => accounts.every((one) => one.key !== key)) ??
  keyOfAccount(accounts.length);

/** The paydays of the twelve months before `today` and of the twelve months after it, oldest first. */
export function paysOf(job: Job, today: string): Pay[] {
  return [...payDates(job.frequency, today, lastFriday(today)), ...datesToCome(job.frequency, today)]
    .filter(
      (date) => (job.start_date === '' || date >= job.start_date) && (job.end_date === '' || date <= job.end_date),
    )
    .map((date) => {
      const gross_cents = Math.round((centsOf(job.salary) * raisedOn(job, date, today)) / PAYS_PER_YEAR[job.frequency]);
      return { date, gross_cents, net_cents: Math.round(gross_cents * NET_SHARE) };
    });
}

/**
 * The salary on a day, divided by today's salary. The result is below 1 before a past raise, and above 1 after a future
 * raise.
 */
function raisedOn({ raises }: Job, date: string, today: string): number {
  let share = 1;
  for (const raise of raises) {
    const factor = 1 + (Number(raise.percent) || 0) / 100;
    if (raise.date <= today && date < raise.date) share /= factor;
    if (raise.date > today && date >= raise.date) share *= factor;
  }
  return share;
}

const datesToCome = (frequency: Frequency, today: string): string[] =>
  payDates(frequency, addMonths(today, MONTHS), lastFriday(today)).filter((date) => date > today);

/**
 * The paydays of the twelve months before `end`. `friday` is one of the weekly or biweekly paydays. All other paydays
 * are a whole number of periods before or after this day.
 */
function payDates(frequency: Frequency, end: string, friday: string): string[] {
  const first = addMonths(end, -MONTHS);
  const dates: string[] = [];
  if (frequency === 'W' || frequency === 'BW') {
    const step = frequency === 'W' ? 7 : 14;
    let last = friday;
    while (addDays(last, step) <= end) last = addDays(last, step);
    for (let at = last; at > first; at = addDays(at, -step)) dates.push(at);
    return dates.toReversed();
  }
  for (let back = MONTHS; back >= 0; back -= 1) {
    const month = addMonths(`${end.slice(0, 7)}-01`, -back);
    const days = frequency === 'SM' ? [`${month.slice(0, 7)}-15`, lastDay(month)] : [lastDay(month)];
    dates.push(...days.filter((date) => date > first && date <= end));
  }
  return dates;
}

export const payrollText = (employer: string): string => `${employer || 'Employer'} PAYROLL`;

/** Returns all bookings for spending in the last twelve months, oldest first. */
export function spendingOf({ spending }: Life, today: string): Booking[] {
  const bookings: Booking[] = [];
  for (let back = MONTHS - 1; back >= 0; back -= 1) {
    const month = addMonths(`${today.slice(0, 7)}-01`, -back).slice(0, 7);
    for (const { description, monthly, times, account } of spending) {
      const cents = -Math.round(centsOf(monthly) / times);
      if (cents === 0) continue;
      bookings.push(...SPENDING_DAYS[times].map((day) => ({ date: `${month}-${day}`, cents, description, account })));
    }
  }
  return bookings.filter(({ date }) => date <= today);
}

/** The balances of an account at the end of each of the last twelve months, computed backwards from today's balance. */
export function balancesOf(
  { key, balance: now }: Account,
  bookings: readonly Booking[],
  today: string,
): { month: string; cents: number }[] {
  let balance = centsOf(now);
  const months: { month: string; cents: number }[] = [];
  for (let back = 0; back < MONTHS; back += 1) {
    const month = addMonths(`${today.slice(0, 7)}-01`, -back);
    months.push({ month, cents: balance });
    for (const { date, cents, account } of bookings) {
      if (account === key && date.startsWith(month.slice(0, 7))) balance -= cents;
    }
  }
  return months.toReversed();
}

export type Fault = 'number' | 'date' | 'text';

/** The fields whose values cannot be declared. The keys are the paths of the fields, such as `jobs.0.salary`. */
export function faultsIn({ jobs, accounts, spending }: Life): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  const check = (path: string, fault: Fault, is_right: boolean): void => {
    if (!is_right) faults.set(path, fault);
  };
  for (const [at, job] of jobs.entries()) {
    check(`jobs.${at}.employer`, 'text', job.employer.trim() !== '');
    check(`jobs.${at}.job_title`, 'text', job.job_title.trim() !== '');
    check(`jobs.${at}.salary`, 'number', isAmount(job.salary));
    for (const name of ['start_date', 'end_date'] as const) {
      check(`jobs.${at}.${name}`, 'date', job[name] === '' || isDate(job[name]));
    }
    for (const [place, { date, percent }] of job.raises.entries()) {
      check(`jobs.${at}.raises.${place}.date`, 'date', isDate(date));
      check(`jobs.${at}.raises.${place}.percent`, 'number', isPercent(percent));
    }
  }
  for (const [at, { balance, mask }] of accounts.entries()) {
    check(`accounts.${at}.balance`, 'number', isAmount(balance.replace(/^-/, '')));
    check(`accounts.${at}.mask`, 'number', /^(?:[0-9A-Za-z]{4})?$/.test(mask));
  }
  for (const [at, { description, monthly }] of spending.entries()) {
    check(`spending.${at}.description`, 'text', description.trim() !== '');
    check(`spending.${at}.monthly`, 'number', isAmount(monthly));
  }
  return faults;
}

const isAmount = (typed: string): boolean => /^\d{1,8}(?:\.\d{1,2})?$/.test(typed.trim());
/** A raise may be negative, but must leave some pay. */
const isPercent = (typed: string): boolean => /^-?\d{1,3}(?:\.\d{1,2})?$/.test(typed.trim()) && Number(typed) > -100;
