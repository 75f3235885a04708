// Reports of the income that was found in bank accounts. A report covers either all banks of a user or one link.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { Money } from '#base/money.ts';
import { choice, Id, nullable, optionalChoice, sensitive, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { DaysRequested } from '#domain/access/asset-report-options.ts';
import { EmployerRef } from '#domain/connections/links.ts';
import { AccountAnswer, type KeptAccount, OwnerAnswer, RepeatedAccounts } from './financial-accounts.ts';
import { nullableChoice } from './statements.ts';

const PERMISSIBLE_PURPOSES = [
  'EXTENSION_OF_CREDIT',
  'ACCOUNT_REVIEW_CREDIT',
  'ACCOUNT_REVIEW_NON_CREDIT',
  'WRITTEN_INSTRUCTION_PREQUALIFICATION',
  'WRITTEN_INSTRUCTION_OTHER',
  'LEGITIMATE_BUSINESS_NEED_TENANT_SCREENING',
  'LEGITIMATE_BUSINESS_NEED_OTHER',
  'ELIGIBILITY_FOR_GOVT_BENEFITS',
] as const;

export const NewIncomeInsights = shape('NewIncomeInsights', 'Options for an income insights report.', {
  days_requested: Type.Optional(DaysRequested),
  consumer_report_permissible_purpose: optionalChoice(PERMISSIBLE_PURPOSES),
});
export type NewIncomeInsights = Static<typeof NewIncomeInsights>;

export const NewLinkIncome = shape('NewLinkIncome', 'Options for an income report of a link.', {
  days_requested: Type.Optional(DaysRequested),
});
export type NewLinkIncome = Static<typeof NewLinkIncome>;

export const INCOME_CATEGORIES = [
  'PAYCHECK',
  'GIG_ECONOMY',
  'SELF_EMPLOYMENT',
  'SOCIAL_SECURITY',
  'DISABILITY',
  'RETIREMENT',
  'MILITARY',
  'VETERAN',
  'UNEMPLOYMENT',
  'CHILD_SUPPORT',
  'ALIMONY',
  'RENTAL',
  'INTEREST_DIVIDENDS',
  'TAX_REFUND',
  'GOVERNMENT_BENEFIT',
  'CASH_DEPOSIT',
  'TRANSFER',
  'OTHER',
] as const;
export const BANK_PAY_FREQUENCIES = ['W', 'BW', 'SM', 'M', 'SA', 'A'] as const;

const IncomeTransaction = shape('IncomeTransaction', 'A deposit that counts as income.', {
  amount: Money,
  iso_currency_code: Type.String(),
  date: CalendarDate,
  check_number: nullable(Type.String()),
  description: Type.String(),
  pending: Type.Boolean(),
  transaction_id: Id,
});

const IncomeMonth = shape('IncomeMonth', 'The income of one calendar month.', {
  start_date: CalendarDate,
  end_date: CalendarDate,
  total_amount: Money,
  iso_currency_code: Type.String(),
  transactions: Type.Array(IncomeTransaction),
});

export const BankIncomeSource = shape('BankIncomeSource', 'Regular or related deposits found in an account.', {
  start_date: CalendarDate,
  end_date: CalendarDate,
  account_id: Id,
  total_amount: Money,
  transaction_count: Type.Integer(),
  historical_summary: Type.Array(IncomeMonth, {
    description: 'One per calendar month, including months without income.',
  }),
  avg_deposit_amount: Money,
  avg_gross_deposit_amount: Money,
  income_description: Type.String(),
  income_category: choice(INCOME_CATEGORIES),
  pay_frequency: nullableChoice(BANK_PAY_FREQUENCIES),
  next_payment_date: nullable(CalendarDate),
  iso_currency_code: Type.String(),
  historical_average_monthly_income: Money,
  historical_average_monthly_gross_income: Money,
  forecasted_average_monthly_income: Money,
  employer: Type.Union([EmployerRef, Type.Null()]),
});
export type BankIncomeSource = Static<typeof BankIncomeSource>;

const { id, mask, nickname, type, subtype } = AccountAnswer.properties;
const IncomeAccount = shape('IncomeAccount', 'An account that was searched for income.', {
  id,
  mask,
  nickname,
  type,
  subtype,
  days_available: Type.Integer({
    description: 'The number of days from the first transaction in the window to the day of the report.',
  }),
  owners: Type.Array(OwnerAnswer),
});
export type IncomeAccount = Static<typeof IncomeAccount>;

const ReportedLink = shape('IncomeInsightsLink', 'The income found in the accounts of one link.', {
  link_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  provider: Type.String({ description: 'Its id.', examples: ['vouch_bank'] }),
  provider_name: Type.String(),
  tracking_info: nullable(Type.String()),
  accounts: Type.Array(IncomeAccount),
  bank_income_sources: Type.Array(BankIncomeSource),
});
export type IncomeLink = Static<typeof ReportedLink>;

const amounts = Type.Array(
  shape('CurrencyAmount', 'An amount in one currency.', { amount: Money, iso_currency_code: Type.String() }),
  {
    description: 'One per currency.',
  },
);

const BankIncomeSummary = shape('BankIncomeSummary', 'Totals for all income sources.', {
  start_date: CalendarDate,
  end_date: CalendarDate,
  income_sources_count: Type.Integer(),
  income_categories_count: Type.Integer(),
  income_transactions_count: Type.Integer(),
  total_amounts: amounts,
  historical_average_monthly_gross_income: amounts,
  historical_average_monthly_income: amounts,
  forecasted_average_monthly_income: amounts,
  historical_annual_gross_income: amounts,
  historical_annual_income: amounts,
  forecasted_annual_income: amounts,
});
export type BankIncomeSummary = Static<typeof BankIncomeSummary>;

export const IncomeInsightsSummary = shape('IncomeInsightsSummary', 'An income insights report without its content.', {
  report_id: Id,
  created_at: Timestamp,
  completed_at: Timestamp,
});
export type IncomeInsightsSummary = Static<typeof IncomeInsightsSummary>;

export const IncomeInsightsAnswer = shape('IncomeInsights', 'Income found in the bank accounts of a user.', {
  ...IncomeInsightsSummary.properties,
  days_requested: Type.Integer(),
  links: Type.Array(ReportedLink),
  bank_income_summary: BankIncomeSummary,
  repeated_accounts: RepeatedAccounts,
});
export type IncomeInsightsAnswer = Static<typeof IncomeInsightsAnswer>;

/** An income report in its stored form: the response, and the purpose of the request. */
export type IncomeInsightsSnapshot = Omit<IncomeInsightsAnswer, keyof IncomeInsightsSummary> & {
  consumer_report_permissible_purpose: string | null;
};

type Made = { id: string; created_at: Date };

/** `completed_at` is equal to `created_at`, because a report is complete as soon as it exists. */
export const presentInsightsSummary = ({ id, created_at }: Made): IncomeInsightsSummary => ({
  report_id: id,
  created_at: toTimestamp(created_at),
  completed_at: toTimestamp(created_at),
});

export const presentInsights = (
  report: Made,
  { days_requested, links, bank_income_summary, repeated_accounts }: IncomeInsightsSnapshot,
): IncomeInsightsAnswer => ({
  ...presentInsightsSummary(report),
  days_requested,
  links,
  bank_income_summary,
  ...(repeated_accounts && { repeated_accounts }),
});

/** Statuses of a link's income report. The report can be requested while the bank's data is still incomplete. */
const LINK_INCOME_STATUSES = ['processing', 'success', 'error'] as const;
export type LinkIncomeStatus = (typeof LINK_INCOME_STATUSES)[number];

export const LinkIncomeAnswer = shape('LinkIncome', 'Income found in the bank accounts of one link.', {
  id: Id,
  status: choice(LINK_INCOME_STATUSES),
  completed_at: nullable(Timestamp),
  days_requested: Type.Integer(),
  tracking_info: nullable(Type.String()),
  provider: Type.String({ description: 'Its id.', examples: ['vouch_bank'] }),
  access_token: sensitive('token', Type.String({ description: 'In full.' })),
  companies: Type.Array(Type.String(), { description: 'The employers among the sources.' }),
  accounts: Type.Array(IncomeAccount),
  income: Type.Array(BankIncomeSource),
  summary: BankIncomeSummary,
  is_suspicious: Type.Boolean(),
});
export type LinkIncomeAnswer = Static<typeof LinkIncomeAnswer>;

/** The encrypted part of a link's income report. All other fields are in the report's row or in the link's row. */
export type LinkIncomeSnapshot = Omit<
  LinkIncomeAnswer,
  'id' | 'status' | 'completed_at' | 'days_requested' | 'access_token'
>;

export const presentIncomeAccount = (
  { id, mask, nickname, type, subtype, owners }: KeptAccount,
  days_available: number,
): IncomeAccount => ({ id, mask, nickname, type, subtype, days_available, owners });

/** The names of the employers of the income sources, without duplicates, in the order of the sources. */
export const companiesOf = (sources: readonly Pick<BankIncomeSource, 'employer'>[]): string[] => [
  ...new Set(sources.flatMap(({ employer }) => employer?.name ?? [])),
];

export const insightsFileName = (report_id: string): string => `income-insights-report-${report_id}.pdf`;
export const linkIncomeFileName = (id: string): string => `bank-income-report-${id}.pdf`;
