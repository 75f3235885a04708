// A user's asset reports: snapshots of accounts with their balances, averages and transactions.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import type { InvalidParam } from '#base/errors.ts';
import { type DecimalText, Money } from '#base/money.ts';
import { Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { AssetReportChanges, type AssetReportOptions, assetReportFaults } from '#domain/access/asset-report-options.ts';
import { UserAnswer } from '#domain/people/users.ts';
import { type Account, AccountAnswer, isDepositAccount, OwnerAnswer, RepeatedAccounts } from './financial-accounts.ts';
import { isInvestmentAccount } from './investments.ts';
import { reportFileName, USER_REPORT_FILES } from './report-files.ts';
import { TransactionAnswer } from './transactions.ts';

/** The body of a report request consists only of the report options. */
export const NewAssetReport = AssetReportChanges;
export type NewAssetReport = Static<typeof NewAssetReport>;
/** The options with all defaults filled in. */
export type AssetReportChoices = Static<typeof AssetReportOptions>;

export const AssetReportSummary = shape('AssetReportSummary', 'An asset report without its content.', {
  report_id: Id,
  created_at: Timestamp,
  completed_at: Timestamp,
});
export type AssetReportSummary = Static<typeof AssetReportSummary>;

/** An amount. It is `null` in a report without amounts. */
const amount = nullable(Money);
const AVERAGES = { avg_30: amount, avg_60: amount, avg_90: amount };

const ReportedTransaction = shape('AssetReportTransaction', 'A transaction in an asset report.', {
  ...TransactionAnswer.properties,
  amount,
  is_large_deposit: Type.Boolean(),
});

const ReportedAccount = shape('AssetReportAccount', 'An account in an asset report.', {
  ...AccountAnswer.properties,
  days_available: Type.Integer({
    description: 'The number of days from the first transaction in the report to the day of the report.',
  }),
  routing_number: sensitive('secret', nullable(Type.String())),
  owners: Type.Array(OwnerAnswer),
  nsf: Type.Integer({
    description: 'Payments that were returned, or paid with an overdraft fee, and not reversed by the bank.',
  }),
  summary: shape('AssetReportAverages', 'Average balances of an account.', AVERAGES),
  transactions: Type.Array(ReportedTransaction),
});
export type ReportedAccount = Static<typeof ReportedAccount>;

const ReportedLink = shape('AssetReportLink', 'The accounts of one link in an asset report.', {
  link_id: Id,
  provider: Type.String({ description: 'Its id.', examples: ['vouch_bank'] }),
  provider_name: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  tracking_info: nullable(Type.String()),
  accounts: Type.Array(ReportedAccount),
});
export type ReportedLink = Static<typeof ReportedLink>;

export const AssetReportAnswer = shape('AssetReport', 'A snapshot of the accounts of a user.', {
  ...AssetReportSummary.properties,
  days_requested: Type.Integer(),
  as_of_date: CalendarDate,
  is_voe: Type.Boolean(),
  large_deposit_threshold: amount,
  borrower: UserAnswer,
  summary: shape('AssetReportTotals', 'Totals for deposit and investment accounts.', { balance: amount, ...AVERAGES }),
  links: Type.Array(ReportedLink),
  repeated_accounts: RepeatedAccounts,
});
export type AssetReportAnswer = Static<typeof AssetReportAnswer>;

/** An asset report as it is stored. */
export type AssetReportSnapshot = Omit<AssetReportAnswer, keyof AssetReportSummary> & {
  /**
   * The daily balances of each account, by account id. Responses do not contain the daily balances, but the console
   * shows them. Reports that earlier versions created do not have daily balances.
   */
  daily_balances?: Readonly<Record<string, DecimalText[]>>;
};

type Made = { id: string; created_at: Date };

/** `completed_at` is equal to `created_at`, because a report is complete as soon as it exists. */
export const presentAssetSummary = ({ id, created_at }: Made): AssetReportSummary => ({
  report_id: id,
  created_at: toTimestamp(created_at),
  completed_at: toTimestamp(created_at),
});

export const presentAssetReport = (
  report: Made,
  { daily_balances: _daily, ...snapshot }: AssetReportSnapshot,
): AssetReportAnswer => ({ ...presentAssetSummary(report), ...snapshot });

/**
 * Removes the amounts from the report, but keeps the accounts. Fields that are derived from an amount, such as
 * `is_large_deposit`, stay.
 */
export const withoutAmounts = (report: AssetReportSnapshot): AssetReportSnapshot => ({
  ...report,
  large_deposit_threshold: null,
  daily_balances: {},
  summary: { balance: null, ...NO_AVERAGES },
  links: report.links.map((link) => ({ ...link, accounts: link.accounts.map(withoutBalances) })),
});

const NO_AVERAGES = { avg_30: null, avg_60: null, avg_90: null };

const withoutBalances = (account: ReportedAccount): ReportedAccount => ({
  ...account,
  balances: { ...account.balances, balance: null, available_balance: null, credit_limit: null },
  summary: NO_AVERAGES,
  transactions: account.transactions.map((transaction) => ({ ...transaction, amount: null })),
});

export const assetReportFileName = (id: string): string => reportFileName(USER_REPORT_FILES.voa, id);

type Kind = Pick<Account, 'type' | 'subtype'>;

/** Subtypes that make an account of type `OTHER` an asset. */
const MONEY: ReadonlySet<Account['subtype']> = new Set([
  'MONEY_MARKET',
  'HEALTH',
  'PREPAID',
  'PLAN_401_K',
  'PLAN_403_B',
  'IRA',
  'ROTH_IRA',
  'BROKERAGE',
  'PENSION',
]);

/**
 * Whether an account is treated as an asset. Deposit accounts, investment accounts and some accounts of type `OTHER`
 * are treated as assets.
 */
export const isAsset = (account: Kind): boolean =>
  isDepositAccount(account) || isInvestmentAccount(account) || (account.type === 'OTHER' && MONEY.has(account.subtype));

/**
 * Returns the validation errors of a report's options. This function does not check whether the accounts exist (see
 * `unknownAccounts`).
 */
export const newAssetReportFaults = (choices: AssetReportChoices, today: string): InvalidParam[] =>
  assetReportFaults({ ...choices, account_ids: [] }, '', today);

/** Returns one validation error for each account id in the options that is not the id of one of the user's accounts. */
export const unknownAccounts = ({ account_ids }: AssetReportChoices, known: ReadonlySet<string>): InvalidParam[] =>
  account_ids.flatMap((id, at) =>
    known.has(id) ? [] : [{ field: `account_ids.${at}`, message: 'Object not found.' }],
  );
