// What the income engine is given: plain values, because it reads no clock and no store.

import type { EmployerRef } from '#domain/connections/links.ts';
import type { AccountSubtype, AccountType } from '#domain/reports/financial-accounts.ts';
import type { TransactionType } from '#domain/reports/transactions.ts';
import type { FilingStatus } from './net-pay.ts';

export type IncomeAccount = {
  id: string;
  type: AccountType;
  subtype?: AccountSubtype | null;
  /** Whose it is, where the bank tells: their names are nobody's payer. */
  owners?: readonly { full_name: string | null }[];
  /** Where two feeds tell the same, different numbers mean two accounts. */
  account_number?: string | null;
  mask?: string | null;
};

export type IncomeTransaction = {
  id: string;
  account_id: string;
  /** The day it was made, 'YYYY-MM-DD'. */
  date: string;
  /** Never negative: the type gives the direction. */
  amount_cents: bigint;
  type: TransactionType;
  status: 'POSTED' | 'PENDING';
  description: string;
  memo?: string | null;
  categories?: readonly string[];
  currency_code: string;
  check_number?: string | null;
};

/** A pay stub, or a pay check out of payroll data: what was earned and what was paid out of it. */
export type Calibration = {
  /** Named in the explanation, so that a reader finds the document. */
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
  /** Where the person lives, as two letters; decides the state tax. */
  state?: string | null;
  filing_status?: FilingStatus | null;
  /** Companies whose names may stand in the texts. */
  employers?: readonly EmployerRef[];
  calibrations?: readonly Calibration[];
};
