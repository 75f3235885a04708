// A bank life: a sample person's bank accounts and the money flows on them. Like a payroll life it has absolute dates,
// anchored to the first login day. All bank data of a day is computed from the life and that day.
//
// The history begins two years before the first login and is always computed from that day on. So a transaction that
// was shown once never changes, and later days only add transactions.
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';
import type { SecurityType } from '#domain/reports/investments.ts';
import type { TransactionType } from '#domain/reports/transactions.ts';
import type { Life, Person, Raise } from './life.ts';

export type BankLife = {
  /** Every generated number is derived from this seed. */
  seed: string;
  first_login_date: string;
  /** The first day of the history. */
  start_date: string;
  person: Person;
  accounts: DeclaredAccount[];
  /** The payroll life whose pay arrives at this bank, in the account that the payroll system has on file. */
  payroll: Life | null;
  flows: Flow[];
  transfers: Transfer[];
  spending: Spending[];
};

export type DeclaredAccount = DepositAccount | RevolvingAccount | LoanAccount | InvestmentAccount;

type Named = {
  /** The account's name within the life; flows refer to it, and ids are derived from it. */
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
  /** The balance at the end of the first login day (`first_login`) or before the first day of the history (`start`). */
  balance: { on: 'first_login' | 'start'; cents: bigint };
  /** The yearly interest rate in parts per million, on the daily balance. It requires a balance on `start`. */
  interest_ppm: bigint;
  overdraft: Overdraft | null;
};

/** Overdraft rules of an account. They require a balance on `start`. */
export type Overdraft = {
  fee: bigint;
  /** A payment that would overdraw the account by more than this amount is returned. */
  limit: bigint;
  /** The bank reverses every n-th fee. */
  reversed_every: number;
  /**
   * On this day of the month, if the balance is above `above`, the person withdraws cash until the balance is `keep`.
   */
  withdrawal: { day: number; above: bigint; keep: bigint };
};

/** Cards and lines of credit. Rates are hundredths of a percent. */
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
  /** The account at this bank that pays; `null` if an account at another bank pays. */
  paid_from: string | null;
};

/** Equal monthly payments from the month after origination. The rate is in hundredths of a percent. */
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

/** `monthly` is collected with each payment. A year's total is paid out in equal parts in `paid_out_months`. */
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
  /** The maximum weekly swing of the price, and its yearly growth, both in parts per million. */
  swing_ppm: number;
  growth_ppm: number;
};

/** A schedule. Days on which banks are closed roll to the next or previous business day. */
export type Rhythm =
  | { every: 'month'; day: number; roll: Roll }
  | { every: 'month'; nth: number; weekday: number; roll: Roll }
  | { every: 'weeks'; weeks: number; anchor: string; roll: Roll }
  | { every: 'days'; days: number; anchor: string; roll: Roll }
  | { every: 'year'; month: number; day: number; roll: Roll }
  /** Any business day, with this probability. */
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
  /** Each amount is a random number of cents between these two values. */
  amount: readonly [low: number, high: number];
  /** Fixed amounts that replace the random amount, each from its day on. */
  raises?: readonly Raise[];
  /** If set, the flow is paid by check, and the first check of the history has this number. */
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

/** Card purchases, on any day of the week. */
export type Spending = { key: string; account: string; merchants: readonly Merchant[] };

export type Merchant = Wording & {
  amount: readonly [low: number, high: number];
  /** The percentage of days with a purchase. */
  percent: number;
  /** The percentage of purchases that are refunded a few days later. */
  returned_percent?: number;
};
