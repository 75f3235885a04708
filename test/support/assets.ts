// Bank data for tests of asset reports: builders for movements, accounts and transactions.

import type { HeldLink } from '#analysis/assets/asset-report.ts';
import type { Movement } from '#analysis/assets/movements.ts';
import { toDay } from '#base/calendar.ts';
import { type DecimalText, inDecimals } from '#base/money.ts';
import type { Bank } from '#connectors/sandbox/bank/bank.ts';
import { DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import type { UserAnswer } from '#domain/people/users.ts';
import type { AssetReportChoices } from '#domain/reports/asset-reports.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import type { TransactionAnswer, TransactionType } from '#domain/reports/transactions.ts';

const TS = '2026-03-01T12:00:00Z';
let made = 0;
/** Ids are sequential, so that they are unique within a test. */
const nextId = (): string => (++made).toString(16).padStart(32, '0');

/** A movement that is posted on the day it was made, unless `more` overrides the date. */
export const movement = (
  date: string,
  type: TransactionType,
  cents: bigint,
  wording = 'ANYTHING',
  more: Partial<Movement> = {},
): Movement => ({
  id: nextId(),
  type,
  cents,
  currency_code: 'USD',
  made: toDay(date),
  booked: toDay(date),
  wording,
  categories: [],
  ...more,
});

/** Builds an account. Each account has its own number, but the last digits are the same for all accounts. */
export const account = (balance: DecimalText | null, more: Partial<KeptAccount> = {}): KeptAccount => ({
  id: nextId(),
  created_at: TS,
  updated_at: TS,
  type: 'CHECKING',
  subtype: null,
  mask: '4721',
  nickname: 'Lantern Daily',
  balances: { currency_code: 'USD', balance, available_balance: balance, credit_limit: null },
  account_number: `${100_000 + made}214721`,
  routing_number: '991000012',
  wire_routing_number: null,
  owners: [],
  ...more,
});

export const transaction = (
  { id: account_id, balances }: KeptAccount,
  date: string,
  type: TransactionType,
  amount: DecimalText,
  more: Partial<TransactionAnswer> = {},
): TransactionAnswer => ({
  id: nextId(),
  account_id,
  external_id: null,
  created_at: TS,
  updated_at: TS,
  amount,
  type,
  status: 'POSTED',
  currency_code: balances.currency_code,
  description: 'Lantern Market',
  memo: null,
  check_number: null,
  categories: [],
  merchant_category_code: null,
  posted_at: null,
  transacted_at: `${date}T00:00:00Z`,
  location: null,
  ...more,
});

export const heldLink = (accounts: KeptAccount[], transactions: TransactionAnswer[] = []): HeldLink => ({
  link_id: nextId(),
  provider: 'vouch_bank',
  provider_name: 'Vouch Bank',
  created_at: TS,
  updated_at: TS,
  tracking_info: null,
  accounts,
  transactions,
});

/** A sandbox bank's accounts and transactions in the form in which a link stores them. */
export const heldBank = ({ accounts, transactions }: Pick<Bank, 'accounts' | 'transactions'>): HeldLink =>
  heldLink(
    inDecimals(accounts).map((one) => ({ ...one, created_at: TS, updated_at: TS })),
    inDecimals(transactions).map((one) => ({ ...one, created_at: TS, updated_at: TS })),
  );

export const choices = (more: Partial<AssetReportChoices> = {}): AssetReportChoices => ({
  ...DEFAULT_ASSET_REPORT,
  ...more,
});

export const BORROWER: UserAnswer = {
  id: 'b0'.repeat(16),
  external_user_id: 'borrower-17',
  first_name: 'Odalys',
  last_name: 'Brennecke',
  email: 'odalys.brennecke@example.com',
  phone: '+16025550126',
  ssn: '*****9991',
  created_at: TS,
  updated_at: TS,
};
