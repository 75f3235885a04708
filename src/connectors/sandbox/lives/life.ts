// A `Life` declares who a sample person is, where they work and how they are paid. All payroll data of a day is
// computed from the `Life` and that day.
//
// The dates of a `Life` are fixed. people.ts describes the dates relative to a link's first login ("hired six months
// before"), and the day of the first login never changes. So as the sandbox clock advances, new paydays are added and
// existing data stays the same.
import type { FilingStatus } from '#analysis/withholding/federal.ts';
import type { StateCode } from '#analysis/withholding/states.ts';
import type { Address, JobType } from '#domain/reports/payroll.ts';
import type { EarningCategory } from '#domain/reports/statements.ts';

export type Life = {
  /** The seed from which every generated number (hours, commissions, check numbers) is derived. */
  seed: string;
  first_login_date: string;
  person: Person;
  accounts: BankAccount[];
  jobs: Job[];
  /**
   * The first year with a W-2. W-2s of earlier years are not shown, because payroll systems do not keep W-2s forever.
   */
  w2s_from_year: number;
  /** The days of the refreshes so far, in order; only jobs with `on_refresh` use them. */
  refreshed_on: string[];
  gaps: Gaps;
};

export type Person = {
  first_name: string;
  middle_initials: string | null;
  last_name: string;
  email: string;
  phone: string;
  /** The SSN as nine digits. */
  ssn: string;
  date_of_birth: string;
  address: Address;
  filing_status: FilingStatus;
};

export type BankAccount = {
  /** The account's name, unique within a `Life`. Deposits refer to this name. */
  key: string;
  bank_name: string;
  account_name: string;
  account_type: 'C' | 'S';
  routing_number: string;
  account_number: string;
};

export type Employer = { name: string; ein: string; phone: string; address: Address };

export type Job = {
  /** The job's name within the `Life`; ids are derived from this name. */
  key: string;
  employer: Employer;
  job_title: string;
  job_type: JobType;
  department: string | null;
  manager_name: string | null;
  original_hire_date: string;
  start_date: string;
  /** The last day of work; `null` if no end is planned. */
  end_date: string | null;
  /** The state in which the person works, which determines the state tax. */
  state: StateCode;
  /**
   * The difference between local time and UTC in hours, used to store shifts in UTC. Daylight saving time is ignored.
   */
  utc_offset_hours: number;
  schedule: Schedule;
  pay: Pay;
  /** Raises, oldest first. Each raise applies from the first pay period that starts on or after its day. */
  raises: Raise[];
  bonuses: YearlyBonus[];
  /** A commission of a random amount between `low` and `high` for each pay period. */
  commission: { name: string; low: bigint; high: bigint } | null;
  /** Allowances are added to every paycheck. */
  allowances: { name: string; category: Extract<EarningCategory, 'tips' | 'pto' | 'other'>; amount: bigint }[];
  deductions: DeclaredDeduction[];
  deposits: DepositShare[];
  /**
   * The effect of each refresh: a raise, and an extra paycheck on the refresh day or the last business day before it.
   * The raise applies from the first pay period that starts on or after the refresh day.
   */
  on_refresh: { raise_ppm: bigint; bonus: bigint } | null;
};

/**
 * Weekly periods end every 7 days, and bi-weekly periods end every 14 days, both counted from `anchor`, the last day of
 * a period. Semi-monthly periods end on the 15th and the last day of a month; monthly periods end on the last day. The
 * payday is `lag_days` after the end of the period. If banks are closed on that day, the payday is the last business
 * day before it.
 */
export type Schedule =
  | { frequency: 'W' | 'BW'; anchor: string; lag_days: number }
  | { frequency: 'SM' | 'M'; lag_days: number };

/** `yearly` is the pay for a full year, and `hourly` is the pay for an hour, both in cents. */
export type Pay =
  | { basis: 'salary'; yearly: bigint; hours_per_week: number }
  | { basis: 'hourly'; hourly: bigint; pattern: HoursPattern };

export type HoursPattern = {
  /** The weekdays with a shift; 0 is Sunday. */
  weekdays: number[];
  /** The local time at which a shift starts, in whole hours. */
  starts_at_hour: number;
  /**
   * `quarters` is the paid time of a usual shift, in quarter hours. The next two fields say by how many quarter hours a
   * shift may be shorter or longer.
   */
  quarters: number;
  quarters_less_max: number;
  quarters_more_max: number;
  break_quarters: number;
  canceled_percent: number;
};

/** `amount` is the amount in cents after the raise: the yearly pay, the hourly pay, or the amount of a flow. */
export type Raise = { from: string; amount: bigint };

/** A bonus that is paid every year in the pay period that contains `month` and `day`. */
export type YearlyBonus = { name: string; month: number; day: number; amount: bigint };

/**
 * A fixed amount or a share of gross pay. As a pre-tax deduction, `retirement` (401(k)) lowers only the wages for
 * income tax, and `benefits` (section 125) lowers the wages for income tax, Social Security and Medicare.
 */
export type DeclaredDeduction = { name: string } & (
  | { category: 'retirement' | 'benefits'; before_tax: boolean }
  | { category: 'garnishment' | 'other'; before_tax: false }
) &
  ({ amount: bigint } | { gross_ppm: bigint });

/**
 * The share of type `E` gets the remainder; if no share has type `E`, the last share gets the remainder. A percentage
 * is an integer in hundredths of a percent: 2500 is 25 %.
 */
export type DepositShare =
  | { account: string; deposit_type: 'E' }
  | { account: string; deposit_type: 'P' | 'A'; value: bigint };

/** Fields that this person's payroll system does not provide. */
export type Gaps = {
  employment: EmploymentGap[];
  statement: StatementGap[];
  /**
   * If true, the payroll system does not provide the start date of a job. The start date is then derived from the first
   * statement.
   */
  start_date_from_statements: boolean;
};

export const EMPLOYMENT_GAPS = [
  'w2s',
  'bank_accounts',
  'manager_name',
  'original_hire_date',
  'job_type',
  'company.phone',
  'company.ein',
  'profile.email',
  'profile.date_of_birth',
] as const;
export type EmploymentGap = (typeof EMPLOYMENT_GAPS)[number];

export const STATEMENT_GAPS = ['check_number', 'hours', 'period_start', 'earnings_ytd'] as const;
export type StatementGap = (typeof STATEMENT_GAPS)[number];

export const NO_GAPS: Gaps = { employment: [], statement: [], start_date_from_statements: false };
