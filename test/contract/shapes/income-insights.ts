// Response schemas of income insights: contract, section 11.5, and SPEC: Bank income insights report.
import { account } from './financial-accounts.ts';
import {
  address,
  boolean,
  choice,
  count,
  currency,
  date,
  each,
  employerRef,
  extend,
  id,
  list,
  nonEmpty,
  number,
  object,
  orNull,
  type Shape,
  text,
  timestamp,
  unsignedMoney,
} from './words.ts';

const made = { report_id: id, created_at: timestamp, completed_at: timestamp };

/** An element of the list of income insights reports (contract, section 11.1). */
export const incomeInsightsSummary = object(made);

const days: Shape = { type: 'integer', minimum: 30, maximum: 730 };
const category = choice(
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
);

/** An account owner, as defined in section 2.2 of the contract. */
const owner = object({
  id,
  ...each(orNull(text()), 'full_name', 'email', 'phone'),
  address,
  relation_type: orNull(choice('PRIMARY', 'JOINT', 'SECONDARY', 'OTHER')),
});

/** Returns the schema of one field of a bank account (contract, section 11.2). */
function ofAccount(name: string): Shape {
  const shape = account.properties[name];
  if (shape === undefined) throw new Error(`an account has no ${name}`);
  return shape;
}
const incomeAccount = object({
  id,
  mask: ofAccount('mask'),
  nickname: ofAccount('nickname'),
  type: ofAccount('type'),
  subtype: ofAccount('subtype'),
  days_available: count,
  owners: list(owner),
});

const month = object({
  ...each(date, 'start_date', 'end_date'),
  total_amount: unsignedMoney,
  iso_currency_code: currency,
  transactions: list(
    object({
      amount: unsignedMoney,
      iso_currency_code: currency,
      date,
      check_number: orNull(text()),
      description: text(),
      pending: boolean,
      transaction_id: id,
    }),
  ),
});

const source = object({
  ...each(date, 'start_date', 'end_date'),
  account_id: id,
  transaction_count: { type: 'integer', minimum: 1 },
  historical_summary: nonEmpty(list(month)),
  ...each(unsignedMoney, 'total_amount', 'avg_deposit_amount', 'avg_gross_deposit_amount'),
  income_description: text(),
  income_category: category,
  pay_frequency: orNull(choice('W', 'BW', 'SM', 'M', 'SA', 'A')),
  next_payment_date: orNull(date),
  iso_currency_code: currency,
  ...each(
    unsignedMoney,
    'historical_average_monthly_income',
    'historical_average_monthly_gross_income',
    'forecasted_average_monthly_income',
  ),
  employer: orNull(employerRef),
});

const summary = object({
  ...each(date, 'start_date', 'end_date'),
  ...each(count, 'income_sources_count', 'income_categories_count', 'income_transactions_count'),
  ...each(
    list(object({ amount: unsignedMoney, iso_currency_code: currency })),
    'total_amounts',
    'historical_average_monthly_gross_income',
    'historical_average_monthly_income',
    'forecasted_average_monthly_income',
    'historical_annual_gross_income',
    'historical_annual_income',
    'forecasted_annual_income',
  ),
});

export const incomeInsights = object({
  ...made,
  days_requested: days,
  links: list(
    object({
      link_id: id,
      ...each(timestamp, 'created_at', 'updated_at'),
      provider: text(64),
      provider_name: text(),
      tracking_info: orNull(text(256)),
      accounts: list(incomeAccount),
      bank_income_sources: list(source),
    }),
  ),
  bank_income_summary: summary,
});

/** The explanation of one value; every amount and date of an income source has an explanation. */
const figure = object({ value: {}, rule: text(), inputs: { type: 'object' } });
const FIGURES = [
  'start_date',
  'end_date',
  'total_amount',
  'transaction_count',
  'historical_summary',
  'avg_deposit_amount',
  'avg_gross_deposit_amount',
  'pay_frequency',
  'next_payment_date',
  'historical_average_monthly_income',
  'historical_average_monthly_gross_income',
  'forecasted_average_monthly_income',
];
const calendar = object({ ...each(text(), 'model', 'roll'), anchor: { type: 'string' }, residual_days: number });

export const incomeExplanation = object({
  report_id: id,
  engine_version: text(),
  sources: list(
    object({
      account_id: id,
      income_description: text(),
      figures: object(each(figure, ...FIGURES)),
      calendar: extend(calendar, { runner_up: orNull(calendar) }),
      category: object({ value: category, rule: text() }),
      transactions: nonEmpty(list(id)),
    }),
  ),
  rejected: list(object({ transaction_id: id, amount: unsignedMoney, reason: text() })),
});

export const linkIncome = object({
  id,
  status: choice('processing', 'success', 'error'),
  completed_at: orNull(timestamp),
  days_requested: days,
  tracking_info: orNull(text(256)),
  provider: text(64),
  access_token: id,
  companies: list(text()),
  accounts: list(incomeAccount),
  income: list(source),
  summary,
  is_suspicious: boolean,
});
