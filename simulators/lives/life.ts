// What is declared about an invented person: who they are, which accounts they hold, where their money comes from and
// where it goes. A life is plain data. history.ts turns it into the rows of bank accounts, and payroll.ts into
// paychecks.
import type { Day } from './calendar.ts';

export type Address = { line1: string; city: string; state: string; postal_code: string };

export type Person = {
  first_name: string;
  last_name: string;
  birth_date: Day;
  /** From 987-65-4320 to 987-65-4329: numbers that are reserved for advertisements and belong to nobody. */
  ssn: string;
  email: string;
  /** Phone numbers that contain 555-01 are reserved for fiction. */
  phone: string;
  address: Address;
};

export const ACCOUNT_KINDS = [
  'checking',
  'savings',
  'money_market',
  'cd',
  'credit_card',
  'mortgage',
  'auto_loan',
  'student_loan',
  'personal_loan',
  'home_equity_line',
  'brokerage',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * An account. All amounts and balances are from the holder's point of view: a debt is negative, and a payment towards a
 * debt is positive. So the equation `opening balance + rows = closing balance` holds for every kind of account.
 */
export type AccountPlan = {
  key: string;
  kind: AccountKind;
  name: string;
  number: string;
  opened_on: Day;
  opening_cents: number;
  /**
   * Interest in percent a year. Savings accounts and certificates earn interest at the end of each month; cards and
   * loans are charged interest.
   */
  rate_percent?: number;
  /** The fee for an overdraft. It is charged once each time the account falls below zero, on the next business day. */
  overdraft_fee_cents?: number;
  credit_limit_cents?: number;
  /**
   * For cards: `statement_day` is the day of the month on which the statement is made, and `due_day` is the day on
   * which the payment is due.
   */
  statement_day?: number;
  due_day?: number;
  loan?: LoanTerms;
  holdings?: readonly Holding[];
  /** A second holder of the account. */
  joint_holder?: { first_name: string; last_name: string };
  matures_on?: Day;
};

export type LoanTerms = {
  principal_cents: number;
  term_months: number;
  /** The monthly payment of principal and interest. */
  payment_cents: number;
  /** The escrow amount. It is paid with each instalment, but not used to repay the loan. */
  escrow_cents: number;
  due_day: number;
  matures_on: Day;
};

export type Holding = {
  name: string;
  symbol: string;
  cusip: string;
  security: 'stock' | 'etf' | 'mutual_fund' | 'bond';
  units: number;
  /** The price on the first day. It changes by `drift_percent` a year. */
  price_cents: number;
  drift_percent: number;
  cost_cents: number;
};

/**
 * The days on which a regular event happens. `roll` determines to which day the event moves if its day is not a
 * business day. The default is `after`.
 */
export type Rhythm = { roll?: 'before' | 'after' | 'none' } & (
  | { every: 'week' | 'two_weeks'; first: Day }
  | { every: 'half_month'; on: readonly [number, number] }
  | { every: 'month'; on: number }
  | { every: 'month_by_weekday'; nth: number; weekday: number }
  | { every: 'year'; month: number; on: number }
);

/** A fixed amount, or two bounds between which the amount is random. */
export type Amount = number | readonly [number, number];

export type Employer = { name: string; ein: string; phone: string; address: Address; industry: string };

export type Job = {
  key: string;
  employer: Employer;
  /** The description that the bank shows for a deposit. */
  descriptor: string;
  title: string;
  department: string;
  started_on: Day;
  ended_on?: Day;
  rhythm: Rhythm;
  /** Days from the end of the pay period to the payday. */
  lag_days: number;
  /** Salaried: the gross pay of one paycheck. Hourly: the rate, and the minimum and maximum hours of one paycheck. */
  pay: readonly ({ from: Day } & (
    | { salary_cents: number }
    | { hourly_cents: number; hours: readonly [number, number]; overtime_hours?: readonly [number, number] }
  ))[];
  /** A bonus that is paid with the first paycheck of the given month (1 to 12). */
  bonus?: { month: number; cents: number };
  /** Taxes in percent of the taxable gross pay. payroll.ts adds FICA (6.2) and Medicare (1.45). */
  federal_percent: number;
  state_percent: number;
  deductions: readonly { name: string; is_pre_tax: boolean; amount: { percent: number } | { cents: number } }[];
  /**
   * The accounts that receive the net pay, with their shares. Exactly one account has the share `rest`: it receives
   * what remains after the percentages of the other accounts.
   */
  deposits: readonly { account: string; share: { percent: number } | 'rest' }[];
};

export type Place = { name: string; mcc: number; category: string; amount: Amount };

type Span = { from?: Day; until?: Day };

export type Flow = { key: string } & (
  | ({
      /** A bill, a benefit or any other regular payment. */
      kind: 'regular';
      direction: 'in' | 'out';
      account: string;
      rhythm: Rhythm;
      amount: Amount;
      description: string;
      category: string;
      /** The number of the first check, if the bill is paid by check. */
      first_check?: number;
    } & Span)
  | ({ kind: 'spending'; account: string; per_week: number; places: readonly Place[] } & Span)
  | ({
      /** Payouts on some days of the week, in varying amounts. Sometimes a payout is skipped. */
      kind: 'gig';
      account: string;
      weekdays: readonly number[];
      chance: number;
      amount: Amount;
      description: string;
    } & Span)
  | ({ kind: 'transfer'; from_account: string; to_account: string; rhythm: Rhythm; amount: Amount } & Span)
  | {
      /**
       * Once a month, moves the part of the balance above `keep_cents` to another account, rounded down to a multiple
       * of 50.00.
       */
      kind: 'sweep';
      from_account: string;
      to_account: string;
      on: number;
      keep_cents: number;
    }
  | { kind: 'card_payment'; card: string; from_account: string; pays: 'in_full' | { cents: number } }
  | { kind: 'loan_payment'; loan: string; from_account: string; description: string }
  | { kind: 'once'; account: string; on: Day; cents: number; description: string; category: string }
);

export type Life = {
  id: string;
  username: string;
  password: string;
  /** One sentence that says for which situation this person is an example. */
  story: string;
  person: Person;
  /** The first day of the history. */
  from: Day;
  accounts: readonly AccountPlan[];
  jobs: readonly Job[];
  flows: readonly Flow[];
};
