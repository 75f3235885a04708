// Requests and responses of scoring reports, which contain a person's scoring attributes. analysis/scoring/ calculates
// the attributes.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { Money } from '#base/money.ts';
import {
  choice,
  decimal,
  Id,
  nullable,
  optionalBoolean,
  optionalChoice,
  optionalDate,
  optionalDecimal,
  optionalList,
  optionalName,
  optionalText,
  requiredText,
  shape,
  Timestamp,
} from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { toUuid, Uuid } from '#base/uuids.ts';
import { BANK_PAY_FREQUENCIES } from './income-insights.ts';
import { nullableChoice } from './statements.ts';

const PURPOSES = ['decisioning', 'verification', 'analytics'] as const;
export const SCORED_ACCOUNT_TYPES = ['checking', 'savings', 'card', 'loan', 'other'] as const;
const STATUSES = ['processing', 'success', 'error'] as const;
export type ScoringStatus = (typeof STATUSES)[number];
const UNITS = ['usd', 'count', 'days', 'percent'] as const;
export type ScoringUnit = (typeof UNITS)[number];

/** The maximum number of accounts to score. It is larger than the number of accounts that any user has connected. */
export const SCORED_ACCOUNTS_MAX = 100;
export const SCORED_TRANSACTIONS_MAX = 20_000;
/**
 * The maximum size of a request body. It has space for 20,000 transactions of 800 bytes each. The usual size of a
 * transaction is a quarter of this.
 */
export const SCORING_BODY_BYTES_MAX = 16 * 1_048_576;

const NewInstitution = shape('NewScoringInstitution', 'A bank whose accounts are scored.', {
  identifier: requiredText(128),
  name: optionalText(128),
  data_source: optionalText(128, { examples: ['aggregation'] }),
});

const NewAccount = shape('NewScoringAccount', 'An account to score.', {
  identifier: requiredText(128),
  institution_identifier: optionalName(),
  type: choice(SCORED_ACCOUNT_TYPES),
  balance_amount: optionalDecimal(),
  balance_date: optionalDate(),
  autopay: optionalBoolean(),
});

const NewTransaction = shape('NewScoringTransaction', 'A transaction to score.', {
  identifier: requiredText(128),
  account_identifier: Type.String({ format: 'text' }),
  post_date: Type.String({ format: 'date' }),
  amount: Type.Unsafe<string | number>({
    ...decimal(),
    description: 'Incoming amounts are positive, outgoing amounts negative.',
  }),
  status: optionalChoice(['posted', 'pending']),
  description: optionalText(512),
});

export const NewScoringReport = shape(
  'NewScoringReport',
  'The accounts and transactions to score, or the user or link whose data to use.',
  {
    lender_reference: requiredText(128),
    customer_identifier: requiredText(128),
    purpose: choice(PURPOSES),
    cutoff_date: Type.Optional(nullable(CalendarDate)),
    user_id: optionalName(),
    link_id: optionalName(),
    institutions: optionalList(NewInstitution, SCORED_ACCOUNTS_MAX),
    accounts: optionalList(NewAccount, SCORED_ACCOUNTS_MAX),
    transactions: optionalList(NewTransaction, SCORED_TRANSACTIONS_MAX),
    loan_data_enabled: Type.Optional(Type.Boolean()),
  },
);
export type NewScoringReport = Static<typeof NewScoringReport>;
/** The user or link whose stored data is scored. A request with a user or link contains no lists. */
export type ScoredSource = { readonly user_id: string | null; readonly link_id: string | null };

export const NewScoringReportAnswer = shape('CreatedScoringReport', 'The id of a new scoring report.', {
  report_id: Id,
});

const Alert = shape('ScoringAlert', 'A reason to interpret the figures with caution.', {
  alert_code: Type.String({ examples: ['short_history'] }),
  message: Type.String(),
});
export type ScoringAlert = Static<typeof Alert>;

const ScoreAnswer = shape('Score', 'A score.', { name: Type.String(), version: Type.String(), value: Type.Integer() });
export type Score = Static<typeof ScoreAnswer>;

const Metric = shape('ScoringMetric', 'A scoring attribute over one period.', {
  name: Type.String({ examples: ['Income: total'] }),
  short_name: Type.String({ examples: ['income_sum_6m_l0'] }),
  time_period: Type.String({
    description: '`2m_l0`: two months ending zero months before the cutoff date.',
    pattern: '^\\d+m_l\\d+$',
    examples: ['6m_l0'],
  }),
  unit: choice(UNITS),
  value: nullable(Money),
});

const DerivedIncomeAnswer = shape('DerivedIncome', 'An income source found in the transactions.', {
  description: Type.String(),
  frequency: nullableChoice(BANK_PAY_FREQUENCIES),
  formatted_frequency: Type.String({ examples: ['Every two weeks'] }),
  days: Type.Integer({ description: 'The number of days from the first deposit to the last.' }),
  months: Type.Integer({ description: 'The number of calendar months with a deposit.' }),
  average_amount: Money,
  monthly_amount: Money,
});
export type DerivedIncome = Static<typeof DerivedIncomeAnswer>;

const FINDINGS = {
  alerts: Type.Array(Alert),
  scores: Type.Array(ScoreAnswer),
  metrics: Type.Array(Metric),
  derived_incomes: Type.Array(DerivedIncomeAnswer),
};
const Findings = Type.Object(FINDINGS);
export type ScoringFindings = Static<typeof Findings>;
export const NO_FINDINGS: ScoringFindings = { alerts: [], scores: [], metrics: [], derived_incomes: [] };

export const ScoringReportAnswer = shape('ScoringReport', 'Scoring attributes and scores of a person.', {
  report_id: Id,
  guid: Uuid,
  refresh: Type.Boolean({ description: 'Whether there was an earlier report for this `customer_identifier`.' }),
  lender_reference: Type.String(),
  customer_identifier: Type.String(),
  purpose: choice(PURPOSES),
  status: choice(STATUSES),
  cutoff_date: CalendarDate,
  created_at: Timestamp,
  updated_at: Timestamp,
  ...FINDINGS,
});
export type ScoringReportAnswer = Static<typeof ScoringReportAnswer>;

/**
 * The part of a scoring request that is stored with the results. The lists of accounts and transactions in the request
 * are not stored.
 */
export type ScoringQuestion = Pick<
  ScoringReportAnswer,
  'lender_reference' | 'customer_identifier' | 'purpose' | 'cutoff_date'
> & { loan_data_enabled: boolean };
export type ScoringSnapshot = ScoringQuestion & ScoringFindings;

export const questionOf = (request: NewScoringReport, today: string): ScoringQuestion => ({
  lender_reference: request.lender_reference,
  customer_identifier: request.customer_identifier,
  purpose: request.purpose,
  cutoff_date: request.cutoff_date ?? today,
  loan_data_enabled: request.loan_data_enabled ?? false,
});

type Made = { id: string; refresh: boolean; status: ScoringStatus; created_at: Date; updated_at: Date };

export const presentScoringReport = (report: Made, snapshot: ScoringSnapshot): ScoringReportAnswer => {
  const { loan_data_enabled: _asked, ...shown } = snapshot;
  return {
    report_id: report.id,
    guid: toUuid(report.id),
    refresh: report.refresh,
    status: report.status,
    created_at: toTimestamp(report.created_at),
    updated_at: toTimestamp(report.updated_at),
    ...shown,
  };
};
