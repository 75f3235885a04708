// The payroll sample people of the sandbox. Each user name has a `Life` (person, jobs and pay). The dates in a `Life`
// are relative to the first login day.
import { addMonths, yearOf } from '#base/calendar.ts';
import { type Job, type Life, NO_GAPS, type Person } from '#connectors/sandbox/lives/life.ts';
import {
  allocatedJob,
  analystJob,
  formerJob,
  growingJob,
  logisticsJob,
  mondayBefore,
  partTimeJob,
  salesJob,
  shopJob,
  threeJobs,
} from './sample-jobs.ts';
import { CHECKING, DESMOND, JORDAN, MARISOL, PRIYA, SAVINGS, TESSA } from './sample-people.ts';

/**
 * A sample person: the person's `Life` (personal data, jobs and pay), and the provider's behaviour when this person
 * signs in.
 */
export type Persona = {
  life: (first_login_date: string) => Life;
  is_suspicious?: true;
  /** The provider cannot switch deposits: `is_dds_available` is false, and a switch ends with `not_supported`. */
  no_deposit_switch?: true;
  /**
   * The person's whole pay is already allocated to accounts by percentages, so a deposit switch ends with
   * `config_error`.
   */
  is_fully_allocated?: true;
  /** The first login succeeds, and every refresh ends with `login_error`. */
  disconnects_on_refresh?: true;
};

export const PAYROLL_PEOPLE = {
  goodlogin: { life: (day) => goodlogin(day) },
  fulltime: { life: (day) => life('fulltime', day, MARISOL, [salesJob(day)]) },
  'hourly.part-time': { life: (day) => life('hourly.part-time', day, TESSA, [partTimeJob(day)]) },
  'multiple.employments': { life: (day) => life('multiple.employments', day, DESMOND, threeJobs(day)) },
  'goodlogin.tn1': { life: (day) => life('goodlogin.tn1', day, PRIYA, [shopJob(mondayBefore(day, 6))]) },
  'goodlogin.tn2': { life: (day) => life('goodlogin.tn2', day, PRIYA, [shopJob(mondayBefore(day, 3))]) },
  weekly: { life: (day) => life('weekly', day, DESMOND, [logisticsJob(addMonths(day, -18), 'W')]) },
  biweekly: { life: (day) => life('biweekly', day, DESMOND, [logisticsJob(addMonths(day, -18), 'BW')]) },
  semimonthly: { life: (day) => life('semimonthly', day, DESMOND, [logisticsJob(addMonths(day, -18), 'SM')]) },
  monthly: { life: (day) => life('monthly', day, DESMOND, [logisticsJob(addMonths(day, -18), 'M')]) },
  'former.employee': { life: (day) => life('former.employee', day, PRIYA, [formerJob(day)]) },
  'missing.data': { life: (day) => withGaps(life('missing.data', day, PRIYA, [shopJob(mondayBefore(day, 22))])) },
  suspicious: { life: (day) => life('suspicious', day, JORDAN, [analystJob(day)]), is_suspicious: true },
  'changed.on.refresh': { life: (day) => life('changed.on.refresh', day, JORDAN, [growingJob(day)]) },
  'disconnect.on.refresh': {
    life: (day) => life('disconnect.on.refresh', day, JORDAN, [analystJob(day)]),
    disconnects_on_refresh: true,
  },
  'no.dds': { life: (day) => life('no.dds', day, JORDAN, [analystJob(day)]), no_deposit_switch: true },
  'already.allocated': {
    life: (day) => life('already.allocated', day, JORDAN, [allocatedJob(day)]),
    is_fully_allocated: true,
  },
} as const satisfies Record<string, Persona>;

export type PayrollUsername = keyof typeof PAYROLL_PEOPLE;
export const isPayrollUsername = (text: string): text is PayrollUsername => Object.hasOwn(PAYROLL_PEOPLE, text);
export const PAYROLL_USERNAMES: readonly PayrollUsername[] = Object.keys(PAYROLL_PEOPLE).filter(isPayrollUsername);

export const personaOf = (username: PayrollUsername): Persona => PAYROLL_PEOPLE[username];

/**
 * `refreshed_on` contains the days on which the link was refreshed so far. Only the login `changed.on.refresh` uses
 * these days.
 */
export const lifeOf = (
  username: PayrollUsername,
  first_login_date: string,
  refreshed_on: readonly string[] = [],
): Life => ({ ...personaOf(username).life(first_login_date), refreshed_on: [...refreshed_on].toSorted() });

export const life = (seed: string, first_login_date: string, person: Person, jobs: Job[]): Life => ({
  seed,
  first_login_date,
  person,
  accounts: [CHECKING, SAVINGS],
  jobs,
  w2s_from_year: 0,
  refreshed_on: [],
  gaps: NO_GAPS,
});

/**
 * The first payday is 24 months before the first login, or up to a week earlier, so that statements reach back 24
 * months. If the first login is in the first days of January, the first payday may be three calendar years back.
 * `w2s_from_year` excludes the W-2 of that year, so there are always two W-2s, whatever the first login day is.
 */
const goodlogin = (day: string): Life => ({
  ...life('goodlogin', day, JORDAN, [analystJob(day)]),
  w2s_from_year: yearOf(day) - 2,
});

const withGaps = (person: Life): Life => ({
  ...person,
  gaps: {
    employment: ['w2s', 'bank_accounts', 'manager_name', 'original_hire_date', 'company.phone', 'profile.email'],
    statement: ['check_number', 'hours'],
    start_date_from_statements: true,
  },
});
