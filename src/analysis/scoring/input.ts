// The input of the scoring attributes: plain values, sent by a client or read from banks.
import type { IncomeTransaction } from '#analysis/income/input.ts';
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';

/** The time of a balance: at the end of a day, after all known transactions, or unknown. */
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

/** `date` is the day it was made, `booked_date` the day it was booked to the balance. */
export type ScoringTransaction = IncomeTransaction & { booked_date: string };

/** A balance from an independent source: the opening or closing balance of a bank statement. */
export type Checkpoint = { account_id: string; date: string; balance: bigint };

export type ScoringInput = {
  /** The last day that counts. */
  cutoff_date: string;
  accounts: readonly ScoringAccount[];
  transactions: readonly ScoringTransaction[];
  checkpoints: readonly Checkpoint[];
  /** Whether debts on loans and cards are included. */
  loan_data_enabled: boolean;
};

/** Amounts in different currencies cannot be added, and all attributes are in dollars. */
export const CURRENCY = 'USD';
