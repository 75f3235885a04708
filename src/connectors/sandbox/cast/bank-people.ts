// The sandbox's `BankLife` (accounts and money flows) of each user name, anchored to the first login day.
import { addMonths, yearOf } from '#base/calendar.ts';
import type { BankLife } from '#connectors/sandbox/lives/bank-life.ts';
import { life as payrollLife } from './people.ts';
import {
  brokerageWith,
  cardWith,
  carLoanAccount,
  certificate,
  checkingWith,
  houseLoan,
  savingsWith,
  studentLoan,
} from './sample-bank-accounts.ts';
import { bankLife, everything, goodlogin, monthlySaving, overdrawn, TENURE_MONTHS } from './sample-bank-lives.ts';
import { HAROLD, ODALYS, WREN } from './sample-bank-people.ts';
import {
  carInsurance,
  dentist,
  donation,
  estimatedTax,
  gym,
  internet,
  medicalPlan,
  phone,
  power,
  rent,
  streaming,
  supplies,
  water,
} from './sample-bills.ts';
import { benefits, contribution, dividends, gigIncome, irregularIncome } from './sample-incomes.ts';
import { logisticsJob, mondayBefore, shopJob } from './sample-jobs.ts';
import { AUSTIN, BOSTON, coffee, EVERYDAY, FRUGAL, fuel, PHOENIX, SANTA_FE, TAMPA } from './sample-merchants.ts';
import { CHECKING, DESMOND, JORDAN, PRIYA } from './sample-people.ts';
import { BALANCED_FUND, FREIGHT_SHARES, MARKET_FUND, QUILL_SHARES, RIVER_BOND } from './sample-securities.ts';

const BANK_PEOPLE = {
  goodlogin: (day) => goodlogin(day),
  'goodlogin.all': (day) => everything(day),
  checking: (day) => ({
    ...bankLife('checking', day, DESMOND, [checkingWith(1_231_288n)]),
    payroll: payrollLife('checking', day, DESMOND, [logisticsJob(addMonths(day, -TENURE_MONTHS), 'SM')]),
    flows: [rent(1, 262_000), power(14), water(23), internet(20), phone(6), streaming(11), carInsurance(17, 13_260)],
    spending: [{ key: 'spending', account: CHECKING.key, merchants: EVERYDAY(AUSTIN) }],
  }),
  'checking.savings': (day) => ({
    ...bankLife('checking.savings', day, PRIYA, [
      checkingWith(904_416n),
      savingsWith(820_000n, { balance: { on: 'start', cents: 820_000n }, interest_ppm: 38_500n }),
    ]),
    payroll: payrollLife('checking.savings', day, PRIYA, [shopJob(mondayBefore(day, TENURE_MONTHS))]),
    flows: [rent(1, 185_000), power(12), phone(22), streaming(3), gym(5)],
    transfers: [monthlySaving(20_000)],
    spending: [{ key: 'spending', account: CHECKING.key, merchants: EVERYDAY(BOSTON) }],
  }),
  card: (day) => ({
    ...bankLife('card', day, PRIYA, [cardWith({ owed_at_start: 520_000n, payment: 145_000n })]),
    spending: [{ key: 'spending', account: 'card', merchants: EVERYDAY(BOSTON) }],
  }),
  investment: (day) => ({
    ...bankLife('investment', day, JORDAN, [brokerageWith(2_750_000n, [MARKET_FUND(180_00n), BALANCED_FUND(240_00n)])]),
    flows: [contribution('investment', 25_000), ...dividends('investment', [4_200, 7_900])],
  }),
  'cd.stocks.bonds': (day) => ({
    ...bankLife('cd.stocks.bonds', day, DESMOND, [
      certificate(1_500_000n),
      brokerageWith(3_400_000n, [FREIGHT_SHARES(120_00n), QUILL_SHARES(150_00n), RIVER_BOND(140_00n)]),
    ]),
    flows: dividends('investment', [9_800, 16_400]),
  }),
  loans: (day) => bankLife('loans', day, PRIYA, [houseLoan(day), carLoanAccount(day), studentLoan(day)]),
  'gig.worker': (day) => ({
    ...bankLife('gig.worker', day, ODALYS, [checkingWith(886_170n)]),
    flows: [...gigIncome(), ...estimatedTax(), rent(1, 119_500), phone(8), carInsurance(15, 14_200), streaming(24)],
    spending: [
      { key: 'spending', account: CHECKING.key, merchants: [coffee(PHOENIX), fuel(PHOENIX, 22), ...FRUGAL(PHOENIX)] },
    ],
  }),
  benefits: (day) => ({
    ...bankLife('benefits', day, HAROLD, [checkingWith(1_120_655n)]),
    flows: [
      ...benefits(yearOf(day) - 2),
      rent(1, 133_000),
      power(16),
      water(25),
      phone(9),
      medicalPlan(),
      donation(2_044),
    ],
    spending: [{ key: 'spending', account: CHECKING.key, merchants: EVERYDAY(TAMPA) }],
  }),
  irregular: (day) => ({
    ...bankLife('irregular', day, WREN, [checkingWith(3_384_390n)]),
    flows: [...irregularIncome(), supplies(), rent(1, 175_000), internet(13), phone(19), dentist(618)],
    spending: [{ key: 'spending', account: CHECKING.key, merchants: EVERYDAY(SANTA_FE) }],
  }),
  overdrawn: (day) => overdrawn(day),
} as const satisfies Record<string, (first_login_date: string) => BankLife>;

export type BankUsername = keyof typeof BANK_PEOPLE;
export const isBankUsername = (text: string): text is BankUsername => Object.hasOwn(BANK_PEOPLE, text);
export const BANK_USERNAMES: readonly BankUsername[] = Object.keys(BANK_PEOPLE).filter(isBankUsername);

export const bankLifeOf = (username: BankUsername, first_login_date: string): BankLife =>
  BANK_PEOPLE[username](first_login_date);
