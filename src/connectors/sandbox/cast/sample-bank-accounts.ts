// Declarations of the sample people's bank accounts.
import { addMonths } from '#base/calendar.ts';
import type {
  DepositAccount,
  InvestmentAccount,
  LoanAccount,
  Position,
  RevolvingAccount,
} from '#connectors/sandbox/lives/bank-life.ts';
import { CHECKING, SAVINGS } from './sample-people.ts';

/**
 * The payroll systems have two bank accounts on file: this checking account and the savings account of `savingsWith`.
 */
export const checkingWith = (cents: bigint, given: Partial<DepositAccount> = {}): DepositAccount => ({
  kind: 'deposit',
  key: CHECKING.key,
  type: 'CHECKING',
  subtype: null,
  nickname: CHECKING.account_name,
  account_number: CHECKING.account_number,
  routing_number: CHECKING.routing_number,
  joint_owner: null,
  balance: { on: 'first_login', cents },
  interest_ppm: 0n,
  overdraft: null,
  ...given,
});

export const savingsWith = (cents: bigint, given: Partial<DepositAccount> = {}): DepositAccount => ({
  ...checkingWith(cents),
  key: SAVINGS.key,
  type: 'SAVINGS',
  nickname: SAVINGS.account_name,
  account_number: SAVINGS.account_number,
  ...given,
});

export const cardWith = (given: Partial<RevolvingAccount> = {}): RevolvingAccount => ({
  kind: 'revolving',
  key: 'card',
  type: 'CREDIT_CARD',
  subtype: null,
  nickname: 'Wayfarer Card',
  account_number: '9990400100213356',
  joint_owner: null,
  credit_line: 900_000n,
  cash_line: 180_000n,
  purchases_apr: 18_99n,
  advances_apr: 27_49n,
  owed_at_start: 61_240n,
  statement_day: 17,
  payment: 'full',
  paid_from: null,
  ...given,
});

export const loanWith = (
  given: Partial<LoanAccount> & Pick<LoanAccount, 'key' | 'originated_on' | 'principal' | 'rate' | 'term_months'>,
): LoanAccount => ({
  kind: 'loan',
  type: 'LOAN',
  subtype: 'AUTO',
  nickname: 'Car Loan',
  account_number: '400100330417',
  joint_owner: null,
  due_day: 12,
  escrow: null,
  paid_from: null,
  ...given,
});

export const brokerageWith = (worth: bigint, positions: Position[]): InvestmentAccount => ({
  kind: 'investment',
  key: 'investment',
  type: 'INVESTMENT',
  subtype: 'BROKERAGE',
  nickname: 'Meadowlark Brokerage',
  account_number: '400100447735',
  joint_owner: null,
  worth_on_first_login: worth,
  positions,
});

export const certificate = (cents: bigint): DepositAccount =>
  savingsWith(cents, {
    key: 'certificate',
    type: 'CD',
    nickname: '12-Month Certificate',
    account_number: '400100551263',
    routing_number: null,
    balance: { on: 'start', cents },
    interest_ppm: 44_000n,
  });

export const houseLoan = (day: string, paid_from: string | null = null) =>
  loanWith({
    key: 'mortgage',
    type: 'MORTGAGE',
    subtype: null,
    nickname: 'Home Mortgage',
    account_number: '400100660918',
    originated_on: addMonths(day, -47),
    principal: 24_800_000n,
    rate: 6_12n,
    term_months: 360,
    due_day: 1,
    escrow: { monthly: 41_250n, balance_at_start: 247_500n, paid_out_months: [4, 8, 10] },
    paid_from,
  });

export const carLoanAccount = (day: string, paid_from: string | null = null) =>
  loanWith({
    key: 'car',
    originated_on: addMonths(day, -26),
    principal: 2_340_000n,
    rate: 7_49n,
    term_months: 72,
    paid_from,
  });

export const studentLoan = (day: string) =>
  loanWith({
    key: 'student',
    subtype: 'STUDENT',
    nickname: 'Student Loan',
    account_number: '400100772046',
    originated_on: addMonths(day, -63),
    principal: 3_120_000n,
    rate: 5_05n,
    term_months: 120,
    due_day: 21,
  });
