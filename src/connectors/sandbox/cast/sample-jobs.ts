// The sample people's jobs. Their dates are computed from the day of the first login. Salaries divide into whole
// dollars per paycheck, so that a statement is easy to check by hand.
import { addDays, addMonths, FRIDAY, MONDAY, weekdayOnOrBefore } from '#base/calendar.ts';
import type { Job, Raise, Schedule } from '#connectors/sandbox/lives/life.ts';
import { BEACON_HILL_BOOKS, COPPER_CANYON, HARBOR_AND_PINE, LARKSPUR, SUNNY_FORK } from './sample-employers.ts';
import { CHECKING, SAVINGS } from './sample-people.ts';

/** Makes a job from the given fields. The other fields get the defaults that most sandbox jobs share. */
export const jobOf = (
  given: Pick<Job, 'employer' | 'job_title' | 'start_date' | 'schedule' | 'pay' | 'state'> & Partial<Job>,
): Job => ({
  key: 'job',
  job_type: 'F',
  department: null,
  manager_name: null,
  original_hire_date: given.start_date,
  end_date: null,
  utc_offset_hours: -5,
  raises: [],
  bonuses: [],
  commission: null,
  allowances: [],
  deductions: [],
  deposits: [{ account: CHECKING.key, deposit_type: 'E' }],
  on_refresh: null,
  ...given,
});

/** Pay periods of two weeks, from Monday to Sunday, each paid on the following Friday. */
export const biweeklyFrom = (monday: string): Schedule => ({
  frequency: 'BW',
  anchor: addDays(monday, 13),
  lag_days: 5,
});

/**
 * Yearly raises. The first raise is seven months after the start of the job, so that no sample person has a raise on
 * the first login day. Fifteen yearly raises cover more time than a sandbox clock can run.
 */
export const yearlyRaises = (start_date: string, first: bigint, step: bigint): Raise[] =>
  Array.from({ length: 15 }, (_, year) => ({
    from: addMonths(start_date, 7 + 12 * year),
    amount: first + step * BigInt(year + 1),
  }));

const PRE_TAX: Job['deductions'] = [
  { name: 'Medical Insurance', category: 'benefits', before_tax: true, amount: 10_000n },
  { name: 'Dental Insurance', category: 'benefits', before_tax: true, amount: 2_000n },
  { name: '401(k)', category: 'retirement', before_tax: true, gross_ppm: 50_000n },
];
const LIFE_INSURANCE = { name: 'Life Insurance', category: 'benefits', before_tax: false, amount: 1_250n } as const;
/** A fixed amount goes to savings, and the rest to checking. */
const saving = (value: bigint): Job['deposits'] => [
  { account: CHECKING.key, deposit_type: 'E' },
  { account: SAVINGS.key, deposit_type: 'A', value },
];

export const mondayBefore = (day: string, months: number): string => weekdayOnOrBefore(addMonths(day, -months), MONDAY);

export function analystJob(day: string): Job {
  const start_date = addDays(weekdayOnOrBefore(addMonths(day, -24), FRIDAY), -18);
  return jobOf({
    employer: LARKSPUR,
    job_title: 'Data Analyst',
    manager_name: 'Rowan Castellane',
    department: 'Insights',
    state: 'CO',
    utc_offset_hours: -7,
    start_date,
    schedule: biweeklyFrom(start_date),
    pay: { basis: 'salary', yearly: 7_800_000n, hours_per_week: 40 },
    raises: yearlyRaises(start_date, 7_800_000n, 260_000n),
    bonuses: [{ name: 'Annual Bonus', month: 12, day: 5, amount: 200_000n }],
    deductions: [...PRE_TAX, LIFE_INSURANCE],
    // The fixed amount that goes to savings is zero, so each paycheck arrives as one deposit.
    deposits: saving(0n),
  });
}

export const allocatedJob = (day: string): Job => ({
  ...analystJob(day),
  deposits: [
    { account: CHECKING.key, deposit_type: 'P', value: 7_000n },
    { account: SAVINGS.key, deposit_type: 'P', value: 3_000n },
  ],
});

export const growingJob = (day: string): Job => ({
  ...analystJob(day),
  on_refresh: { raise_ppm: 30_000n, bonus: 50_000n },
});

export function salesJob(day: string): Job {
  const start_date = mondayBefore(day, 30);
  return jobOf({
    employer: HARBOR_AND_PINE,
    job_title: 'Sales Consultant',
    manager_name: 'Odette Marchetti',
    state: 'OR',
    utc_offset_hours: -8,
    start_date,
    schedule: biweeklyFrom(start_date),
    pay: { basis: 'salary', yearly: 4_680_000n, hours_per_week: 40 },
    raises: yearlyRaises(start_date, 4_680_000n, 156_000n),
    commission: { name: 'Sales Commission', low: 40_000n, high: 180_000n },
    deductions: PRE_TAX,
    deposits: saving(25_000n),
  });
}

/**
 * The hourly pay is 18.40 dollars, so the pay for a quarter of an hour is a whole number of cents. The pay of all
 * shifts therefore adds up exactly to the pay on the statement.
 */
export function partTimeJob(day: string): Job {
  const start_date = mondayBefore(day, 16);
  return jobOf({
    employer: SUNNY_FORK,
    job_title: 'Produce Clerk',
    job_type: 'P',
    manager_name: 'Ignacio Prewitt',
    state: 'OH',
    start_date,
    schedule: biweeklyFrom(start_date),
    pay: { basis: 'hourly', hourly: 1_840n, pattern: AFTERNOONS },
    raises: yearlyRaises(start_date, 1_840n, 40n),
  });
}

const AFTERNOONS = {
  weekdays: [1, 3, 4, 6],
  starts_at_hour: 13,
  quarters: 20,
  quarters_less_max: 2,
  quarters_more_max: 6,
  break_quarters: 2,
  canceled_percent: 6,
};

/** Some weeks have more than forty hours, so they include overtime. */
const WAREHOUSE_DAYS = {
  weekdays: [1, 2, 3, 4, 5],
  starts_at_hour: 7,
  quarters: 32,
  quarters_less_max: 2,
  quarters_more_max: 6,
  break_quarters: 2,
  canceled_percent: 2,
};

export function shopJob(start_date: string): Job {
  return jobOf({
    employer: BEACON_HILL_BOOKS,
    job_title: 'Shop Manager',
    manager_name: 'Winifred Ash',
    state: 'MA',
    start_date,
    schedule: biweeklyFrom(start_date),
    pay: { basis: 'salary', yearly: 5_720_000n, hours_per_week: 40 },
    raises: yearlyRaises(start_date, 5_720_000n, 208_000n),
    deductions: PRE_TAX,
  });
}

export const formerJob = (day: string): Job => ({
  ...shopJob(mondayBefore(day, 26)),
  end_date: weekdayOnOrBefore(addMonths(day, -2), FRIDAY),
});

/**
 * The same job with the given pay frequency. It starts on the first of a month (`SM`, `M`) or on a Monday (`W`, `BW`).
 */
export function logisticsJob(since: string, frequency: Schedule['frequency']): Job {
  const monthly = frequency === 'SM' || frequency === 'M';
  const start_date = monthly ? `${since.slice(0, 8)}01` : weekdayOnOrBefore(since, MONDAY);
  const schedule: Schedule = monthly
    ? { frequency, lag_days: 0 }
    : { frequency, anchor: addDays(start_date, frequency === 'W' ? 6 : 13), lag_days: 5 };
  return jobOf({
    employer: COPPER_CANYON,
    job_title: 'Dispatch Coordinator',
    manager_name: 'Leopold Vance',
    state: 'TX',
    utc_offset_hours: -6,
    start_date,
    schedule,
    pay: { basis: 'salary', yearly: 6_240_000n, hours_per_week: 40 },
    raises: yearlyRaises(start_date, 6_240_000n, 124_800n),
    deductions: [{ name: '401(k)', category: 'retirement', before_tax: true, gross_ppm: 40_000n }],
  });
}

/** One current job and two ended jobs. Each ended job ended on a Friday, ten days before the next job began. */
export function threeJobs(day: string): Job[] {
  const [third, second, first] = [mondayBefore(day, 14), mondayBefore(day, 40), mondayBefore(day, 62)];
  const warehouse = jobOf({
    key: 'warehouse',
    employer: SUNNY_FORK,
    job_title: 'Warehouse Associate',
    manager_name: 'Ignacio Prewitt',
    state: 'OH',
    start_date: first,
    end_date: addDays(second, -10),
    schedule: { frequency: 'W', anchor: addDays(first, 6), lag_days: 5 },
    pay: { basis: 'hourly', hourly: 2_120n, pattern: WAREHOUSE_DAYS },
    deductions: [{ name: 'Union Dues', category: 'other', before_tax: false, amount: 1_500n }],
  });
  return [
    { ...logisticsJob(third, 'BW'), key: 'logistics' },
    { ...shopJob(second), key: 'shop', end_date: addDays(third, -10) },
    warehouse,
  ];
}
