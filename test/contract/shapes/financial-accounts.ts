// Response schemas of a link's bank data: contract, sections 11.1 to 11.3, 11.6, 11.7, and SPEC: Liabilities.
import {
  choice,
  count,
  currency,
  date,
  each,
  extend,
  fileUrl,
  id,
  integer,
  list,
  matching,
  md5sum,
  money,
  number,
  object,
  orNull,
  text,
  timestamp,
  unsignedMoney,
  url,
} from './words.ts';

/** A bank account: contract, section 11.2. */
export const account = object({
  id,
  created_at: timestamp,
  updated_at: timestamp,
  type: choice(
    'CHECKING',
    'SAVINGS',
    'CREDIT_CARD',
    'LOAN',
    'LINE_OF_CREDIT',
    'CHECKING_LINE_OF_CREDIT',
    'MORTGAGE',
    'INVESTMENT',
    'CD',
    'OTHER',
  ),
  subtype: orNull(
    choice(
      'MONEY_MARKET',
      'HEALTH',
      'PREPAID',
      'PLAN_401_K',
      'PLAN_403_B',
      'IRA',
      'ROTH_IRA',
      'BROKERAGE',
      'PENSION',
      'AUTO',
      'PERSONAL',
      'STUDENT',
      'SMALL_BUSINESS',
      'HOME_EQUITY',
      'HELOC',
      'BUSINESS',
    ),
  ),
  mask: orNull(matching('^[0-9A-Za-z]{4}$')),
  nickname: orNull(text()),
  balances: object({
    currency_code: currency,
    ...each(orNull(money), 'balance', 'available_balance', 'credit_limit'),
  }),
});

/**
 * A transaction, as defined in section 11.3 of the contract. The field `type` says whether it is a credit or a debit,
 * so the amount is never negative.
 */
export const transaction = object({
  id,
  account_id: id,
  external_id: orNull(text()),
  created_at: timestamp,
  updated_at: timestamp,
  amount: unsignedMoney,
  type: choice('DEBIT', 'CREDIT'),
  status: choice('POSTED', 'PENDING'),
  currency_code: currency,
  description: text(),
  memo: orNull(text()),
  check_number: orNull(text()),
  categories: list(text()),
  merchant_category_code: orNull(integer),
  posted_at: orNull(timestamp),
  transacted_at: timestamp,
  location: orNull(object({ latitude: number, longitude: number })),
});

export const transactions = object({
  count,
  next: orNull(url),
  previous: orNull(url),
  accounts: list(account),
  transactions: list(transaction),
});

/** Balances and account numbers: contract, section 11.1. */
export const balances = object({ accounts: list(account), as_of: timestamp });
export const auth = object({
  accounts: list(
    extend(account, {
      type: choice('CHECKING', 'SAVINGS', 'CD', 'CHECKING_LINE_OF_CREDIT', 'OTHER'),
      account_number: matching('^\\d+$'),
      routing_number: matching('^\\d+$'),
      wire_routing_number: orNull(matching('^\\d+$')),
    }),
  ),
});

/**
 * Investments: contract, section 11.6. The contract does not specify whether `price_as_of` is a date or a timestamp.
 */
export const investments = object({
  accounts: list(account),
  holdings: list(
    object({
      id,
      account_id: id,
      name: text(),
      ...each(orNull(text()), 'symbol', 'cusip'),
      security_type: choice('EQUITY', 'ETF', 'MUTUAL_FUND', 'BOND', 'CASH', 'CD', 'OTHER'),
      quantity: money,
      price: orNull(money),
      price_as_of: { anyOf: [timestamp, date, { type: 'null' }] },
      market_value: money,
      cost_basis: orNull(money),
      currency_code: currency,
    }),
  ),
});
export const bankStatement = object({
  id,
  account_id: id,
  period_start: date,
  period_end: date,
  ...each(orNull(money), 'opening_balance', 'closing_balance', 'total_deposits', 'total_withdrawals'),
  currency_code: currency,
  file: orNull(fileUrl),
  md5sum: orNull(md5sum),
  created_at: timestamp,
});

/**
 * Liabilities from credit and loans (SPEC: Liabilities). Amounts and dates that the bank does not provide are null
 * (contract, section 11.7).
 */
const credit = object({
  account_id: id,
  ...each(
    orNull(money),
    'advances_apr',
    'purchases_apr',
    'available_cash',
    'available_credit',
    'credit_line',
    'current_balance',
    'last_payment_amount',
    'last_stmt_balance',
    'minimum_payment_amount',
    'next_payment_amount',
    'past_due_amount',
  ),
  balance_as_of: orNull(timestamp),
  ...each(orNull(date), 'last_payment_date', 'last_stmt_date', 'next_payment_date'),
});
const loan = object({
  account_id: id,
  ...each(
    orNull(money),
    'escrow_balance',
    'interest_paid_year_to_date',
    'interest_rate',
    'last_payment_amount',
    'next_payment_amount',
    'original_principal',
    'principal_balance',
  ),
  loan_term: orNull(integer),
  ...each(
    orNull(timestamp),
    'balance_as_of',
    'interest_rate_as_of',
    'last_payment_date',
    'maturity_date',
    'next_payment_date',
  ),
});
export const liabilities = object({
  accounts: list(account),
  liabilities: object({ credit: list(credit), loans: list(loan) }),
});
