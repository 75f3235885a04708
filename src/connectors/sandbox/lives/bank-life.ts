// A declared bank life: the accounts of a sample person and the money flows on them. Like a payroll life it has
// absolute dates, anchored to the day of the first login, and everything shown is computed from it and a day.
//
// The history begins two years before the first login and is always computed from there, so a transaction once shown
// never changes: later days only add transactions.
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';
import type { SecurityType } from '#domain/reports/investments.ts';
import type { TransactionType } from '#domain/reports/transactions.ts';
import type { Life, Person, Raise } from './life.ts';

export type BankLife = {
  /** Every generated number is derived from it. */
  seed: string;
  first_login_date: string;
  /** The first day of the history. */
  start_date: string;
  person: Person;
  accounts: DeclaredAccount[];
  /** The payroll life whose pay arrives here, in the account whose number the payroll system has on file. */
  payroll: Life | null;
  flows: Flow[];
  transfers: Transfer[];
  spending: Spending[];
};

export type DeclaredAccount = DepositAccount | RevolvingAccount | LoanAccount | InvestmentAccount;

type Named = {
  /** Its name within the life; flows refer to it and ids are derived from it. */
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
  /** The balance either at the end of the first login day or before the first day of the history. */
  balance: { on: 'first_login' | 'start'; cents: bigint };
  /** Parts per million a year, on the daily balance; needs a balance known at the start. */
  interest_ppm: bigint;
  overdraft: Overdraft | null;
};

/** Overdraft rules of an account; they need a balance known at the start. */
export type Overdraft = {
  fee: bigint;
  /** A payment that would overdraw the account by more than this is returned. */
  limit: bigint;
  /** One of this many fees is reversed. */
  reversed_every: number;
  /** On this day of the month, if the balance is above `above`, the person withdraws it down to `keep`. */
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
  /** The whole statement balance, or a fixed amount a month. */
  payment: 'full' | bigint;
  /** The account of this bank that pays, or `null` when another bank does. */
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

/** Collected each month with the payment; a year's total is paid out in equal parts in these months. */
export type Escrow = { monthly: bigint; balance_at_start: bigint; paid_out_months: number[] };

export type InvestmentAccount = Named & {
  kind: 'investment';
  /** All positions plus cash, on the day of the first login. */
  worth_on_first_login: bigint;
  positions: Position[];
};

/** Quantity in hundredths. Prices oscillate around a slowly rising line. */
export type Position = {
  symbol: string | null;
  cusip: string | null;
  name: string;
  security_type: SecurityType;
  quantity: bigint;
  price: bigint;
  cost_basis: bigint;
  /** How far the price swings and how much it rises a year, in parts per million. */
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
  /** On each business day with this probability. */
  | { every: 'so often'; percent: number };
export type Roll = 'next' | 'previous';

/** The texts of a transaction. `{date}` and `{ref}` in a description are filled in. */
export type Wording = {
  description: string;
  memo?: string;
  categories: string[];
  merchant_category_code?: number;
  location?: { latitude: number; longitude: number };
};

/** Bills, benefits, payments from customers: any money that comes or goes on a schedule. */
export type Flow = Wording & {
  key: string;
  account: string;
  type: TransactionType;
  rhythm: Rhythm;
  /** Between the two, in cents; drawn anew each time. */
  amount: readonly [low: number, high: number];
  /** From that day on, exactly this amount. */
  raises?: readonly Raise[];
  /** Paid by check; the first one of the history carries this number. */
  first_check_number?: number;
};

/** Between the person's own accounts: debited and credited on the same day. */
export type Transfer = {
  key: string;
  from: string;
  to: string;
  rhythm: Rhythm;
  amount: readonly [low: number, high: number];
  categories?: string[];
};

/** Purchases with a card, on any day of the week. */
export type Spending = { key: string; account: string; merchants: readonly Merchant[] };

export type Merchant = Wording & {
  amount: readonly [low: number, high: number];
  /** The percentage of days with a purchase. */
  percent: number;
  /** The percentage of purchases that are refunded a few days later. */
  returned_percent?: number;
};
