// The scoring engine's input: plain values, sent by a client or read from banks.
import type { IncomeTransaction } from '#analysis/income/input.ts';
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';

/**
 * The time to which a balance applies: the end of a day (`date`), the time after all known transactions (`now`), or an
 * unknown time.
 */
export type BalanceTime = { date: string } | 'now' | 'unknown';

export type ScoringAccount = {
  id: string;
  type: AccountType;
  subtype: AccountSubtype | null;
  currency_code: string;
  balance: bigint | null;
  balance_as_of: BalanceTime;
  has_autopay: boolean;
};

/** `date` is the day the transaction was made. `booked_date` is the day it was posted to the balance. */
export type ScoringTransaction = IncomeTransaction & { booked_date: string };

/** A balance from an independent source: the opening or closing balance of a bank statement. */
export type Checkpoint = { account_id: string; date: string; balance: bigint };

export type ScoringInput = {
  /** The last day whose transactions count. */
  cutoff_date: string;
  accounts: readonly ScoringAccount[];
  transactions: readonly ScoringTransaction[];
  checkpoints: readonly Checkpoint[];
  /** Whether debts on loans and cards are included. */
  loan_data_enabled: boolean;
};

/** All amounts are in US dollars, because amounts in different currencies cannot be added. */
export const CURRENCY = 'USD';
