// The sample people's income other than pay. Each income has its schedule. The companies are invented. The government
// payers have their real names and invented ids.
import { addDays, FRIDAY, weekdayOnOrBefore } from '#base/calendar.ts';
import type { Flow, Rhythm } from '#connectors/sandbox/lives/bank-life.ts';
import type { Raise } from '#connectors/sandbox/lives/life.ts';
import { type Amount, debit, fixed, monthly } from './sample-bills.ts';

/**
 * A monthly schedule. Money arrives on the given day of the month. If that day is not a business day, the money arrives
 * on the last business day before.
 */
const monthlyBefore = (day: number): Rhythm => ({ every: 'month', day, roll: 'previous' });

const credit = (...given: Parameters<typeof debit>): Flow => ({ ...debit(...given), type: 'CREDIT' });

const GIG = ['Income', 'Gig'];

/** Pay from a ride service each Tuesday for the week before, and instant pay from a courier service. */
export const gigIncome = (): Flow[] => [
  credit(
    'rides',
    { every: 'weeks', weeks: 1, anchor: '2024-01-02', roll: 'next' },
    [28_400, 61_900],
    'HOPALONG RIDES DRIVER PAY PPD ID: 9990000301',
    GIG,
  ),
  credit(
    'parcels',
    { every: 'so often', percent: 48 },
    [3_450, 14_200],
    'VISA DIRECT PARCELPUP COURIER INSTANT PAY {ref}',
    GIG,
  ),
];

/** Returns the raises of a benefit, which increases each January with the cost of living. */
const yearlyIncrease = (first_year: number, cents: bigint, step: bigint): Raise[] =>
  Array.from({ length: 16 }, (_, at) => ({ from: `${first_year + at}-01-01`, amount: cents + step * BigInt(at) }));

export function benefits(first_year: number): Flow[] {
  const raised = (cents: bigint, step: bigint) => ({ raises: yearlyIncrease(first_year, cents, step) });
  return [
    // Social Security pays on the second Wednesday of each month to people born on the 1st to the 10th of a month.
    credit(
      'social security',
      { every: 'month', nth: 2, weekday: 3, roll: 'previous' },
      fixed(184_200),
      'SSA TREAS 310 XXSOC SEC PPD ID: 9990000310',
      ['Income', 'Social Security'],
      raised(178_900n, 4_600n),
    ),
    credit(
      'veterans',
      monthly(1),
      fixed(75_512),
      'VACP TREAS 310 XXVA BENEF PPD ID: 9990000311',
      ['Income', 'Veteran Benefits'],
      raised(73_420n, 1_840n),
    ),
    credit('pension', monthlyBefore(31), fixed(61_240), 'GULF TEACHERS RET PENSION PPD ID: 9990000312', [
      'Income',
      'Pension',
    ]),
  ];
}

/** Payments from customers at irregular times, occasional cash, a tenant's rent, and a tax refund each spring. */
export const irregularIncome = (): Flow[] => [
  credit(
    'studio',
    { every: 'so often', percent: 5 },
    [64_000, 245_000],
    'JUNIPER STUDIO VENDOR PMT CCD ID: 9990000321',
    ['Income', 'Self-Employment'],
  ),
  credit(
    'press',
    { every: 'so often', percent: 3 },
    [38_000, 180_000],
    'OLD MESA PRESS INVOICE PAY PPD ID: 9990000322',
    ['Income', 'Self-Employment'],
  ),
  credit('checks', { every: 'so often', percent: 3 }, [12_000, 78_000], 'MOBILE CHECK DEPOSIT REF {ref}', [
    'Deposit',
    'Check',
  ]),
  credit('cash', { every: 'so often', percent: 4 }, [4_000, 42_000], 'ATM CASH DEPOSIT SANTA FE NM', [
    'Deposit',
    'Cash',
  ]),
  credit('tenant', monthly(3), fixed(78_000), 'ZELLE FROM TOBIAS FENWICK ON {date} REF {ref}', ['Income', 'Rental'], {
    memo: 'Room rent',
  }),
  credit(
    'refund',
    { every: 'year', month: 3, day: 21, roll: 'next' },
    [61_800, 148_300],
    'IRS TREAS 310 TAX REF PPD ID: 9990000323',
    ['Income', 'Tax Refund'],
  ),
];
export const tenantRent = (account: string): Flow =>
  credit(
    'tenant',
    monthly(2),
    fixed(115_000),
    'ACH CREDIT BLUEBONNET PM OWNER DRAW CCD ID: 9990000331',
    ['Income', 'Rental'],
    { account },
  );
export const childSupport = (account: string): Flow =>
  credit(
    'child support',
    monthlyBefore(5),
    fixed(48_000),
    'TX CHILD SUPPORT SDU PAYMENT PPD ID: 9990000332',
    ['Income', 'Child Support'],
    { account },
  );
export const contribution = (account: string, cents: number): Flow =>
  credit('contribution', monthly(8), fixed(cents), 'ACH CONTRIBUTION FROM LINKED BANK', ['Transfer', 'Investment'], {
    account,
  });
export const dividends = (account: string, amount: Amount): Flow[] =>
  [3, 6, 9, 12].map((month) =>
    credit(
      `dividend ${month}`,
      { every: 'year', month, day: 22, roll: 'next' },
      amount,
      'DIVIDEND RECEIVED',
      ['Income', 'Dividend'],
      { account },
    ),
  );

/**
 * One large deposit every 91 days. Six days after each deposit, the person repays at least about half of the deposit by
 * check. One of the deposits falls in the sixty days before the first login.
 */
export function largeDeposits(first_login_date: string): Flow[] {
  const anchor = addDays(weekdayOnOrBefore(first_login_date, FRIDAY), -42);
  const every = (days_later: number): Rhythm => ({
    every: 'days',
    days: 91,
    anchor: addDays(anchor, days_later),
    roll: 'next',
  });
  return [
    credit('large deposit', every(0), [320_000, 510_000], 'MOBILE CHECK DEPOSIT REF {ref}', ['Deposit', 'Check']),
    debit('repayment', every(6), [240_000, 300_000], 'CHECK', ['Check'], { first_check_number: 512 }),
  ];
}
