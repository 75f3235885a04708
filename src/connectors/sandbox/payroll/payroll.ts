// Computes the payroll data that the payroll system shows on a given day, from a sample person's `Life`.
//
// There are two seeds: values are derived from the seed of the `Life`, and ids are derived from `id_seed`. A link
// passes its own id as `id_seed`, so two links of the same sample person show the same numbers under different ids.
import { addDays, addMonths } from '#base/calendar.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { BankAccount, EmploymentGap, Job, Life, Pay } from '#connectors/sandbox/lives/life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import {
  byRelevance,
  type Employment,
  type PayrollAccount,
  type Profile,
  type Shift,
} from '#domain/reports/payroll.ts';
import { payOn, payPerPeriod } from './earnings.ts';
import { overtimeRate, shiftsOf, toHours, type WorkedShift, worth } from './hours.ts';
import { paydaysOf, splitOf } from './paydays.ts';
import { periodsOf, workedFrom } from './periods.ts';
import { statementsOf, w2sOf } from './statements.ts';

export type Payroll = { employments: Employment[]; shifts: Shift[] };

/** Returns employments in display order, with statements and W-2s newest first, and shifts oldest first. */
export function payrollOn(life: Life, today: string, id_seed: string = life.seed): Payroll {
  const jobs = life.jobs.filter(({ start_date }) => start_date <= today);
  return {
    employments: jobs.map((job) => employmentOf(life, job, today, id_seed)).toSorted(byRelevance),
    shifts: jobs.flatMap((job) => (job.pay.basis === 'hourly' ? jobShifts(life, job, job.pay, today, id_seed) : [])),
  };
}

export type PayDeposit = {
  date: string;
  account: BankAccount;
  cents: bigint;
  employer_name: string;
  /** The job's key and the payday's key. The statement's id is derived from the same two keys. */
  job_key: string;
  payday_key: string;
};

/**
 * Deposits at the person's banks up to and including `today`, oldest first. The deposits of a payday add up to its net
 * pay.
 */
export function payDeposits(life: Life, today: string): PayDeposit[] {
  const accounts = new Map(life.accounts.map((account) => [account.key, account]));
  const deposits = life.jobs.flatMap((job) =>
    paydaysOf(life, job, today).flatMap(({ key, pay_date, net }) =>
      splitOf(net, job.deposits).flatMap((cents, at) => {
        const account = accounts.get(job.deposits[at]?.account ?? '');
        if (account === undefined || cents === 0n) return [];
        return [
          { date: pay_date, account, cents, employer_name: job.employer.name, job_key: job.key, payday_key: key },
        ];
      }),
    ),
  );
  return deposits.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

export const employmentId = (id_seed: string, job: Job): string => idOf(id_seed, job.key, 'employment');

function employmentOf(life: Life, job: Job, today: string, id_seed: string): Employment {
  const paydays = paydaysOf(life, job, today);
  const statements = statementsOf(life, job, paydays, id_seed).toReversed();
  // The payroll system shows an end date only after that date has passed.
  const end_date = job.end_date !== null && job.end_date < today ? job.end_date : null;
  const last_day = end_date ?? today;
  const from_statements = life.gaps.start_date_from_statements && paydays[0] !== undefined;
  const employment: Employment = {
    id: employmentId(id_seed, job),
    start_date: from_statements ? (paydays[0]?.period_start ?? null) : job.start_date,
    company: job.employer,
    income: payOn(life, job, last_day),
    income_unit: job.pay.basis === 'salary' ? 'YEARLY' : 'HOURLY',
    pay_rate: payPerPeriod(life, job, last_day),
    pay_frequency: job.schedule.frequency,
    is_active: end_date === null,
    job_title: job.job_title,
    job_type: job.job_type,
    original_hire_date: job.original_hire_date,
    end_date,
    external_last_updated: paydays.at(-1)?.pay_date ?? job.start_date,
    derived_fields: ['is_active', 'annual_income_summary', ...(from_statements ? ['start_date'] : [])],
    missing_data_fields: [],
    manager_name: job.manager_name,
    dates_from_statements: from_statements,
    profile: profileOf(life, job, id_seed),
    statements,
    bank_accounts: accountsOf(life, job, id_seed),
    w2s: w2sOf(life, job, paydays, today, id_seed),
  };
  return withGaps(employment, life.gaps.employment);
}

function profileOf({ person }: Life, job: Job, id_seed: string): Profile {
  const { first_name, last_name, middle_initials, email, phone, ssn, date_of_birth } = person;
  return {
    id: idOf(id_seed, job.key, 'profile'),
    first_name,
    last_name,
    full_name: [first_name, middle_initials, last_name].filter((name) => name !== null).join(' '),
    middle_initials,
    email,
    phone,
    ssn,
    date_of_birth,
    home_address: person.address,
  };
}

/** Deposit accounts as a payroll portal shows them: the account number masked, the routing number in full. */
function accountsOf(life: Life, job: Job, id_seed: string): PayrollAccount[] {
  return job.deposits.flatMap((share) => {
    const account = life.accounts.find(({ key }) => key === share.account);
    if (account === undefined) return [];
    return [
      {
        id: idOf(id_seed, job.key, 'account', account.key),
        bank_name: account.bank_name,
        account_name: account.account_name,
        account_number: `${'*'.repeat(account.account_number.length - 4)}${account.account_number.slice(-4)}`,
        routing_number: account.routing_number,
        account_type: account.account_type,
        deposit_type: share.deposit_type,
        deposit_value: share.deposit_type === 'E' ? null : share.value,
      },
    ];
  });
}

const SHIFTS_BACK_MONTHS = 3;
const SHIFTS_AHEAD_DAYS = 14;

/**
 * Shifts from three months before the first login to two weeks after today. Today's shift is still treated as
 * scheduled.
 */
function jobShifts(life: Life, job: Job, pay: Extract<Pay, { basis: 'hourly' }>, today: string, id_seed: string) {
  const from = addMonths(life.first_login_date, -SHIFTS_BACK_MONTHS);
  const until = addDays(today, SHIFTS_AHEAD_DAYS);
  const shifts: Shift[] = [];
  for (const period of periodsOf(job)) {
    if (period.start > until) break;
    if (period.end < from) continue;
    const rate = payOn(life, job, workedFrom(job, period));
    for (const shift of shiftsOf(life, job, pay.pattern, period)) {
      if (shift.date >= from && shift.date <= until) shifts.push(toShift(job, shift, rate, today, id_seed));
    }
  }
  return shifts;
}

function toShift(job: Job, shift: WorkedShift, rate: bigint, today: string, id_seed: string): Shift {
  const [overtime, hours] = [toHours(shift.overtime_quarters), toHours(shift.quarters)];
  const starts_ms = Date.parse(shift.date) + (shift.starts_at_hour - job.utc_offset_hours) * 3_600_000;
  const ends_ms = starts_ms + (shift.quarters + shift.break_quarters) * 900_000;
  const outcome = shift.is_canceled ? 'canceled' : 'worked';
  const { city, state } = job.employer.address;
  const amount = worth(hours - overtime, rate) + worth(overtime, overtimeRate(rate));
  return {
    id: idOf(id_seed, job.key, 'shift', shift.date),
    employment_id: employmentId(id_seed, job),
    date: shift.date,
    started_at: toTimestamp(new Date(starts_ms)),
    ended_at: toTimestamp(new Date(ends_ms)),
    hours,
    break_hours: toHours(shift.break_quarters),
    status: shift.date < today ? outcome : 'scheduled',
    location: `${city}, ${state}`,
    pay_rate: rate,
    amount: shift.date < today && shift.is_canceled ? 0n : amount,
  };
}

const BLANK: Record<EmploymentGap, (employment: Employment) => Employment> = {
  w2s: (employment) => ({ ...employment, w2s: [] }),
  bank_accounts: (employment) => ({ ...employment, bank_accounts: [] }),
  manager_name: (employment) => ({ ...employment, manager_name: null }),
  original_hire_date: (employment) => ({ ...employment, original_hire_date: null }),
  job_type: (employment) => ({ ...employment, job_type: null }),
  'company.phone': (employment) => ({ ...employment, company: { ...employment.company, phone: null } }),
  'company.ein': (employment) => ({ ...employment, company: { ...employment.company, ein: null } }),
  'profile.email': (employment) => ({ ...employment, profile: { ...employment.profile, email: null } }),
  'profile.date_of_birth': (employment) => ({
    ...employment,
    profile: { ...employment.profile, date_of_birth: null },
  }),
};

function withGaps(employment: Employment, gaps: readonly EmploymentGap[]): Employment {
  const known = gaps.reduce((rest, gap) => BLANK[gap](rest), employment);
  return { ...known, missing_data_fields: [...gaps] };
}
