// The company that the `admin` product shows: five employees on one payroll. Their hire dates are fixed, from 2015 to
// 2018, so there are paydays every two weeks since 2015, whichever date range a client requests.
import type { StateCode } from '#analysis/withholding/states.ts';
import { type Job, type Life, NO_GAPS, type Person } from '#connectors/sandbox/lives/life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import { paydaysOf } from '#connectors/sandbox/payroll/paydays.ts';
import { amountsOf } from '#connectors/sandbox/payroll/statements.ts';
import type { Address } from '#domain/reports/payroll.ts';
import type { Employee, PayrollEntry } from '#domain/reports/payroll-administration.ts';
import { LARKSPUR } from './sample-employers.ts';
import { biweeklyFrom, jobOf, yearlyRaises } from './sample-jobs.ts';

type Member = Pick<Person, 'first_name' | 'last_name' | 'filing_status'> &
  Pick<Job, 'job_title' | 'department' | 'manager_name' | 'start_date'> & {
    pay: Job['pay'];
    raise: bigint;
    street: string;
    last_digits: string;
  };

/** All hire dates are Mondays that start a pay period of the same two-week schedule. */
const FIRST_MONDAY = '2015-01-05';
const BOSS = 'Augusta Fairweather';
const STATE: StateCode = 'CO';

const salary = (yearly: bigint): Job['pay'] => ({ basis: 'salary', yearly, hours_per_week: 40 });

const MEMBERS: readonly Member[] = [
  {
    first_name: 'Augusta',
    last_name: 'Fairweather',
    filing_status: 'married',
    job_title: 'General Manager',
    department: 'Management',
    manager_name: null,
    start_date: '2015-01-05',
    pay: salary(15_600_000n),
    raise: 390_000n,
    street: '3 Juniper Rise',
    last_digits: '0181',
  },
  {
    first_name: 'Rowan',
    last_name: 'Castellane',
    filing_status: 'single',
    job_title: 'Head of Insights',
    department: 'Insights',
    manager_name: BOSS,
    start_date: '2015-03-02',
    pay: salary(11_700_000n),
    raise: 260_000n,
    street: '210 Clarkson Place',
    last_digits: '0182',
  },
  {
    first_name: 'Ingrid',
    last_name: 'Oyelaran',
    filing_status: 'head',
    job_title: 'Accountant',
    department: 'Finance',
    manager_name: BOSS,
    start_date: '2016-05-09',
    pay: salary(7_020_000n),
    raise: 156_000n,
    street: '88 Pearl Walk',
    last_digits: '0183',
  },
  {
    first_name: 'Matteo',
    last_name: 'Brightwater',
    filing_status: 'single',
    job_title: 'Office Coordinator',
    department: 'Operations',
    manager_name: 'Ingrid Oyelaran',
    start_date: '2017-02-13',
    pay: {
      basis: 'hourly',
      hourly: 2_240n,
      pattern: {
        weekdays: [1, 2, 3, 4, 5],
        starts_at_hour: 8,
        quarters: 32,
        quarters_less_max: 1,
        quarters_more_max: 3,
        break_quarters: 2,
        canceled_percent: 2,
      },
    },
    raise: 40n,
    street: '1441 Gaylord Mews',
    last_digits: '0184',
  },
  {
    first_name: 'Sunniva',
    last_name: 'Delacroix-Hunt',
    filing_status: 'single',
    job_title: 'Data Engineer',
    department: 'Insights',
    manager_name: 'Rowan Castellane',
    start_date: '2018-09-24',
    pay: salary(9_880_000n),
    raise: 208_000n,
    street: '5 Confluence Yard',
    last_digits: '0185',
  },
];

/** The company's employees, sorted by hire date, earliest date first. */
export function directoryOn(today: string, id_seed: string): Employee[] {
  return MEMBERS.filter(({ start_date }) => start_date <= today).map((member) => ({
    id: employeeId(member, id_seed),
    first_name: member.first_name,
    last_name: member.last_name,
    full_name: fullName(member),
    email: emailOf(member),
    phone: phoneOf(member),
    job_title: member.job_title,
    department: member.department,
    manager_name: member.manager_name,
    is_active: true,
    start_date: member.start_date,
    end_date: null,
    address: addressOf(member),
  }));
}

/**
 * Returns the payroll entries from `start_date` to `end_date`, including both days, newest first. A payday after today
 * has no entry yet.
 */
export function payrollEntries(start_date: string, end_date: string, today: string, id_seed: string): PayrollEntry[] {
  const entries = MEMBERS.flatMap((member) => {
    const job = memberJob(member);
    return paydaysOf(memberLife(member, job), job, end_date < today ? end_date : today)
      .filter(({ pay_date }) => pay_date >= start_date)
      .map((payday) => ({
        employee_id: employeeId(member, id_seed),
        full_name: fullName(member),
        pay_date: payday.pay_date,
        period_start: payday.period_start,
        period_end: payday.period_end,
        ...amountsOf(payday),
        hours: payday.hours,
        earnings: payday.earnings,
        deductions: payday.deductions,
      }));
  });
  return entries.toSorted((a, b) => (a.pay_date > b.pay_date ? -1 : Number(a.pay_date < b.pay_date)));
}

const keyOf = ({ first_name, last_name }: Member): string => `${first_name}.${last_name}`.toLowerCase();
const fullName = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`;
const employeeId = (member: Member, id_seed: string): string => idOf(id_seed, 'employee', keyOf(member));
const emailOf = (member: Member): string => `${keyOf(member)}@larkspur.example`;
const phoneOf = ({ last_digits }: Member): string => `+1303555${last_digits}`;
const addressOf = ({ street }: Member): Address => ({
  street,
  city: 'Denver',
  state: STATE,
  zip: '80206',
  country: 'US',
});

const memberJob = (member: Member): Job =>
  jobOf({
    employer: LARKSPUR,
    job_title: member.job_title,
    department: member.department,
    manager_name: member.manager_name,
    state: STATE,
    utc_offset_hours: -7,
    start_date: member.start_date,
    schedule: biweeklyFrom(FIRST_MONDAY),
    pay: member.pay,
    raises: yearlyRaises(
      member.start_date,
      member.pay.basis === 'salary' ? member.pay.yearly : member.pay.hourly,
      member.raise,
    ),
    deductions: [
      { name: 'Medical Insurance', category: 'benefits', before_tax: true, amount: 12_000n },
      { name: '401(k)', category: 'retirement', before_tax: true, gross_ppm: 50_000n },
    ],
  });

const memberLife = (member: Member, job: Job): Life => ({
  seed: `admin/${keyOf(member)}`,
  first_login_date: member.start_date,
  person: {
    first_name: member.first_name,
    middle_initials: null,
    last_name: member.last_name,
    email: emailOf(member),
    phone: phoneOf(member),
    ssn: `99191${member.last_digits}`,
    date_of_birth: '1985-01-01',
    address: addressOf(member),
    filing_status: member.filing_status,
  },
  accounts: [],
  jobs: [job],
  w2s_from_year: 0,
  refreshed_on: [],
  gaps: NO_GAPS,
});
