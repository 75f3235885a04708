// What scoring attributes are counted from: plain values, whether a client sent them or a bank told them.
import type { IncomeTransaction } from '#analysis/income/input.ts';
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';

/** When a balance was what it is: at the end of a day, after everything that is known, or nobody said when. */
export type BalanceTime = { date: string } | 'now' | 'not_told';

export type ScoringAccount = {
  id: string;
  type: AccountType;
  subtype: AccountSubtype | null;
  currency_code: string;
  balance: bigint | null;
  balance_as_of: BalanceTime;
  has_autopay: boolean;
};

/** `date` is the day it was made, `booked_date` the day it reached the balance. */
export type ScoringTransaction = IncomeTransaction & { booked_date: string };

/** A balance that somebody else wrote down: what a bank's statement closes with. */
export type Checkpoint = { account_id: string; date: string; balance: bigint };

export type ScoringInput = {
  /** The last day that is looked at. */
  cutoff_date: string;
  accounts: readonly ScoringAccount[];
  transactions: readonly ScoringTransaction[];
  checkpoints: readonly Checkpoint[];
  /** Whether what is owed on loans and cards is counted too. */
  loan_data_enabled: boolean;
};

/** Amounts of several currencies do not add up, and all attributes are in dollars. */
export const CURRENCY = 'USD';
