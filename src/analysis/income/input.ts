// The income engine's input: plain values, because the engine reads no clock and no database.

import type { EmployerRef } from '#domain/connections/links.ts';
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';
import type { TransactionType } from '#domain/reports/transactions.ts';
import type { FilingStatus } from './net-pay.ts';

export type IncomeAccount = {
  id: string;
  type: AccountType;
  subtype?: AccountSubtype | null;
  /** The owners, if the bank reports them. An owner's name in a description is not the payer's name. */
  owners?: readonly { full_name: string | null }[];
  /** Two feeds that contain the same rows are still treated as two accounts if their account numbers differ. */
  account_number?: string | null;
  mask?: string | null;
};

export type IncomeTransaction = {
  id: string;
  account_id: string;
  /** The day the transaction was made, 'YYYY-MM-DD'. */
  date: string;
  /** The amount is never negative; `type` says whether money arrived or left. */
  amount_cents: bigint;
  type: TransactionType;
  status: 'POSTED' | 'PENDING';
  description: string;
  memo?: string | null;
  categories?: readonly string[];
  currency_code: string;
  check_number?: string | null;
};

/** A pay stub, or a pay check from payroll data: gross and net pay. */
export type Calibration = {
  /**
   * The id of the pay stub or pay check. The report's explanation contains this id, so that a reader can find the
   * document.
   */
  id: string;
  employer_name: string | null;
  pay_date: string | null;
  gross_cents: bigint;
  net_cents: bigint;
};

export type IncomeInput = {
  as_of: string;
  days_requested: number;
  accounts: readonly IncomeAccount[];
  transactions: readonly IncomeTransaction[];
  /** The two-letter state where the person lives; determines the state tax. */
  state?: string | null;
  filing_status?: FilingStatus | null;
  /** Companies whose names may appear in the descriptions. */
  employers?: readonly EmployerRef[];
  calibrations?: readonly Calibration[];
};
