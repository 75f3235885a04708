// A `BankLife` declares a sample person's bank accounts and the money flows on them. Like a payroll `Life`, a
// `BankLife` has absolute dates, which are computed from the first login day. All bank data of a day is computed from
// the `BankLife` and that day.
//
// The history begins two years before the first login and is always computed from its first day on. So later days only
// add transactions. A transaction that is already shown never changes, except from pending to posted.
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';
import type { SecurityType } from '#domain/reports/investments.ts';
import type { TransactionType } from '#domain/reports/transactions.ts';
import type { Life, Person, Raise } from './life.ts';

export type BankLife = {
  /** The seed from which every generated number is derived. */
  seed: string;
  first_login_date: string;
  /** The first day of the history. */
  start_date: string;
  person: Person;
  accounts: DeclaredAccount[];
  /**
   * The person's `Life` at the payroll system. The pay of this `Life` arrives at this bank, in the account that the
   * payroll system has on file.
   */
  payroll: Life | null;
  flows: Flow[];
  transfers: Transfer[];
  spending: Spending[];
};

export type DeclaredAccount = DepositAccount | RevolvingAccount | LoanAccount | InvestmentAccount;

type Named = {
  /**
   * The name of the account, unique within a `BankLife`. Flows refer to the account by this name, and ids are derived
   * from it.
   */
  key: string;
  type: AccountType;
  subtype: AccountSubtype | null;
  nickname: string;
  account_number: string;
  joint_owner: Person | null;
};

/** Money the person has: checking, savings, certificates, prepaid cards. */
export type DepositAccount = Named & {
  kind: 'deposit';
  routing_number: string | null;
  /**
   * A known balance. If `on` is `first_login`, it is the balance at the end of the day of the first login. If `on` is
   * `start`, it is the balance before the first day of the history.
   */
  balance: { on: 'first_login' | 'start'; cents: bigint };
  /**
   * The yearly interest rate in parts per million. Interest is paid on the daily balance. If an account has interest,
   * its `balance.on` must be `start`.
   */
  interest_ppm: bigint;
  overdraft: Overdraft | null;
};

/** Overdraft rules of an account. If an account has them, its `balance.on` must be `start`. */
export type Overdraft = {
  fee: bigint;
  /** The bank refuses a payment that would overdraw the account by more than this amount. */
  limit: bigint;
  /** The bank reverses every n-th fee, where n is this number. */
  reversed_every: number;
  /**
   * The person withdraws cash on the first business day on or after `day` of each month, if the balance is above
   * `above`. The cash is a multiple of 20 dollars and leaves a balance of about `keep`.
   */
  withdrawal: { day: number; above: bigint; keep: bigint };
};

/** Credit cards and lines of credit. Interest rates are in hundredths of a percent. */
export type RevolvingAccount = Named & {
  kind: 'revolving';
  credit_line: bigint;
  cash_line: bigint;
  purchases_apr: bigint;
  advances_apr: bigint;
  owed_at_start: bigint;
  statement_day: number;
  /** What the person pays each month: the whole statement balance (`full`), or a fixed amount. */
  payment: 'full' | bigint;
  /**
   * The account at this bank from which the person pays this card or line of credit; `null` if the person pays it from
   * an account at another bank.
   */
  paid_from: string | null;
};

/**
 * A loan with equal monthly payments, which start in the month after origination. The rate is in hundredths of a
 * percent.
 */
export type LoanAccount = Named & {
  kind: 'loan';
  originated_on: string;
  principal: bigint;
  rate: bigint;
  term_months: number;
  due_day: number;
  escrow: Escrow | null;
  paid_from: string | null;
};

/**
 * The escrow account of a loan. The amount `monthly` is collected with each payment. The sum of a year is paid out in
 * equal parts, in the months `paid_out_months`.
 */
export type Escrow = { monthly: bigint; balance_at_start: bigint; paid_out_months: number[] };

export type InvestmentAccount = Named & {
  kind: 'investment';
  /** The value of all positions plus cash, on the first login day. */
  worth_on_first_login: bigint;
  positions: Position[];
};

/** An investment position; `quantity` is in hundredths. Its price oscillates around a slowly rising trend line. */
export type Position = {
  symbol: string | null;
  cusip: string | null;
  name: string;
  security_type: SecurityType;
  quantity: bigint;
  price: bigint;
  cost_basis: bigint;
  /**
   * `swing_ppm` is the maximum difference between the price and the trend line. `growth_ppm` is the yearly growth of
   * the trend line. Both are in parts per million of `price`.
   */
  swing_ppm: number;
  growth_ppm: number;
};

/**
 * A schedule of payments. If banks are closed on a scheduled day, the payment is moved to the next or the previous
 * business day.
 */
export type Rhythm =
  | { every: 'month'; day: number; roll: Roll }
  | { every: 'month'; nth: number; weekday: number; roll: Roll }
  | { every: 'weeks'; weeks: number; anchor: string; roll: Roll }
  | { every: 'days'; days: number; anchor: string; roll: Roll }
  | { every: 'year'; month: number; day: number; roll: Roll }
  /** The probability, in percent, that an entry occurs on a business day. */
  | { every: 'so often'; percent: number };
export type Roll = 'next' | 'previous';

/** The texts of a transaction. The placeholders `{date}` and `{ref}` in a description are filled in. */
export type Wording = {
  description: string;
  memo?: string;
  categories: string[];
  merchant_category_code?: number;
  location?: { latitude: number; longitude: number };
};

/** Money that comes in or goes out on a schedule, such as bills, benefits and payments from customers. */
export type Flow = Wording & {
  key: string;
  account: string;
  type: TransactionType;
  rhythm: Rhythm;
  /** The bounds of an amount. Each amount is a random number of cents between them. */
  amount: readonly [low: number, high: number];
  /** Fixed amounts that replace the random amount. Each fixed amount applies from its day on. */
  raises?: readonly Raise[];
  /** The number of the first check of the history, if the flow is paid by check. */
  first_check_number?: number;
};

/** A transfer between the person's own accounts, debited and credited on the same day. */
export type Transfer = {
  key: string;
  from: string;
  to: string;
  rhythm: Rhythm;
  amount: readonly [low: number, high: number];
  categories?: string[];
};

/** Card purchases. They may happen on any day of the week. */
export type Spending = { key: string; account: string; merchants: readonly Merchant[] };

export type Merchant = Wording & {
  amount: readonly [low: number, high: number];
  /** The percentage of days with a purchase. */
  percent: number;
  /** The percentage of purchases that are refunded a few days later. */
  returned_percent?: number;
};
