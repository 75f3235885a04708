// The longer `BankLife` declarations: the person who is also in the payroll system, the person with an account of every
// type, and the person who is always short of money.
import { addDays, addMonths, MONDAY, weekdayOnOrBefore } from '#base/calendar.ts';
import type { BankLife, DeclaredAccount } from '#connectors/sandbox/lives/bank-life.ts';
import type { Job, Person } from '#connectors/sandbox/lives/life.ts';
import { carPremium, carPremiumRaises } from './insurance.ts';
import { lifeOf, life as payrollLife } from './people.ts';
import {
  brokerageWith,
  cardWith,
  carLoanAccount,
  certificate,
  checkingWith,
  houseLoan,
  savingsWith,
} from './sample-bank-accounts.ts';
import { AMA, CASPIAN } from './sample-bank-people.ts';
import {
  carInsurance,
  carLoan,
  homeLoan,
  internet,
  lessons,
  phone,
  power,
  schoolFees,
  streaming,
  tightBills,
  water,
} from './sample-bills.ts';
import { SUNNY_FORK } from './sample-employers.ts';
import { childSupport, dividends, largeDeposits, tenantRent } from './sample-incomes.ts';
import { jobOf, logisticsJob, yearlyRaises } from './sample-jobs.ts';
import { AUSTIN, COLUMBUS, coffee, DENVER, EVERYDAY, FRUGAL } from './sample-merchants.ts';
import { CHECKING, DESMOND, JORDAN, SAVINGS } from './sample-people.ts';
import { BALANCED_FUND, FREIGHT_SHARES, MARKET_FUND } from './sample-securities.ts';

/** The length of the bank history before the person's first login, in months. */
const HISTORY_MONTHS = 24;
/**
 * The length of a job, in months. It is longer than the history, so that the oldest pay shown is not from the first
 * months of the job.
 */
export const TENURE_MONTHS = 30;

export const bankLife = (seed: string, day: string, person: Person, accounts: DeclaredAccount[]): BankLife => ({
  seed,
  first_login_date: day,
  start_date: addMonths(day, -HISTORY_MONTHS),
  person,
  accounts,
  payroll: null,
  flows: [],
  transfers: [],
  spending: [],
});

export const monthlySaving = (cents: number): BankLife['transfers'][number] => ({
  key: 'saving',
  from: CHECKING.key,
  to: SAVINGS.key,
  rhythm: { every: 'month', day: 7, roll: 'next' },
  amount: [cents, cents],
});

/** The `BankLife` of the payroll person `goodlogin`. The employer's payments arrive in the accounts declared here. */
export const goodlogin = (day: string): BankLife => ({
  ...bankLife('goodlogin', day, JORDAN, [
    checkingWith(4_963_500n),
    savingsWith(2_148_000n),
    brokerageWith(100_000n, [MARKET_FUND(8_00n)]),
  ]),
  payroll: lifeOf('goodlogin', day),
  flows: [
    homeLoan(),
    carLoan(),
    carInsurance(12, Number(carPremium(-1)), carPremiumRaises(day)),
    power(15),
    water(22),
    internet(20),
    phone(6),
    streaming(11),
    lessons(1_187),
  ],
  transfers: [monthlySaving(10_000)],
  spending: [{ key: 'spending', account: CHECKING.key, merchants: EVERYDAY(DENVER) }],
});

export function everything(day: string): BankLife {
  const dispatcher = logisticsJob(addMonths(day, -TENURE_MONTHS), 'BW');
  const job: Job = {
    ...dispatcher,
    job_title: 'Dispatch Manager',
    pay: { basis: 'salary', yearly: 9_880_000n, hours_per_week: 40 },
    raises: yearlyRaises(dispatcher.start_date, 9_880_000n, 208_000n),
    deposits: [
      { account: CHECKING.key, deposit_type: 'E' },
      { account: SAVINGS.key, deposit_type: 'A', value: 30_000n },
    ],
  };
  return {
    ...bankLife('goodlogin.all', day, DESMOND, [
      checkingWith(1_421_437n, { joint_owner: AMA }),
      savingsWith(1_230_000n, {
        balance: { on: 'start', cents: 1_230_000n },
        interest_ppm: 41_000n,
        joint_owner: AMA,
      }),
      cardWith({ paid_from: CHECKING.key }),
      carLoanAccount(day, CHECKING.key),
      cardWith({
        key: 'home equity',
        type: 'LINE_OF_CREDIT',
        subtype: 'HELOC',
        nickname: 'Home Equity Line',
        account_number: '400100883590',
        credit_line: 4_000_000n,
        cash_line: 4_000_000n,
        purchases_apr: 8_75n,
        advances_apr: 8_75n,
        owed_at_start: 950_000n,
        statement_day: 3,
        payment: 40_000n,
        paid_from: CHECKING.key,
      }),
      cardWith({
        key: 'reserve',
        type: 'CHECKING_LINE_OF_CREDIT',
        nickname: 'Checking Reserve',
        account_number: '400100894735',
        credit_line: 150_000n,
        cash_line: 150_000n,
        purchases_apr: 17_50n,
        advances_apr: 17_50n,
        owed_at_start: 98_000n,
        statement_day: 9,
        payment: 3_500n,
        paid_from: CHECKING.key,
      }),
      { ...houseLoan(day, CHECKING.key), joint_owner: AMA },
      brokerageWith(1_850_000n, [MARKET_FUND(96_00n), BALANCED_FUND(180_00n), FREIGHT_SHARES(18_00n)]),
      certificate(1_000_000n),
      checkingWith(164_218n, {
        key: 'prepaid',
        type: 'OTHER',
        subtype: 'PREPAID',
        nickname: 'Family Prepaid Card',
        account_number: '9990400100991184',
        routing_number: null,
      }),
    ]),
    payroll: payrollLife('goodlogin.all', day, DESMOND, [job]),
    flows: [
      tenantRent(SAVINGS.key),
      childSupport('prepaid'),
      schoolFees('prepaid'),
      ...dividends('investment', [5_400, 9_900]),
      power(14),
      water(24),
      internet(20),
      phone(6),
      carInsurance(17, 16_480),
    ],
    transfers: [
      { ...monthlySaving(120_000), key: 'investing', to: 'investment' },
      { ...monthlySaving(110_000), key: 'saved rent', from: SAVINGS.key, to: 'investment' },
      {
        key: 'draw',
        from: 'home equity',
        to: CHECKING.key,
        rhythm: { every: 'year', month: 5, day: 19, roll: 'next' },
        amount: [300_000, 300_000],
        categories: ['Transfer', 'Loan Draw'],
      },
    ],
    spending: [
      { key: 'spending', account: 'card', merchants: EVERYDAY(AUSTIN) },
      { key: 'debit card', account: CHECKING.key, merchants: FRUGAL(AUSTIN) },
    ],
  };
}

const STOCKROOM = {
  weekdays: [1, 2, 3, 4, 5],
  starts_at_hour: 6,
  quarters: 30,
  quarters_less_max: 6,
  quarters_more_max: 4,
  break_quarters: 2,
  canceled_percent: 5,
};

export function overdrawn(day: string): BankLife {
  const start_date = weekdayOnOrBefore(addMonths(day, -TENURE_MONTHS), MONDAY);
  const job = jobOf({
    employer: SUNNY_FORK,
    job_title: 'Stock Associate',
    state: 'OH',
    start_date,
    schedule: { frequency: 'W', anchor: addDays(start_date, 6), lag_days: 5 },
    pay: { basis: 'hourly', hourly: 1_940n, pattern: STOCKROOM },
    raises: yearlyRaises(start_date, 1_940n, 20n),
  });
  return {
    ...bankLife('overdrawn', day, CASPIAN, [
      checkingWith(0n, {
        balance: { on: 'start', cents: 31_240n },
        overdraft: {
          fee: 3_400n,
          limit: 25_000n,
          reversed_every: 3,
          withdrawal: { day: 26, above: 30_000n, keep: 9_000n },
        },
      }),
    ]),
    payroll: payrollLife('overdrawn', day, CASPIAN, [job]),
    flows: [...tightBills(), phone(17), ...largeDeposits(day)],
    spending: [{ key: 'spending', account: CHECKING.key, merchants: [coffee(COLUMBUS), ...FRUGAL(COLUMBUS)] }],
  };
}
