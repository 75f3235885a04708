// Sample responses with bank data: contract, section 11.
import { assetReport, assetReportSummary, assetReportWithoutAmounts } from './asset-reports.ts';
import { auth, balances, bankStatement, investments, liabilities, transactions } from './financial-accounts.ts';
import { ADDRESS, ADDRESS_KEYS, amountsOf, daysOf, FILE, ID, type Samples, TS, URL, under } from './sample.ts';

const momentsOf = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, TS]));

const ACCOUNT = {
  id: ID,
  created_at: TS,
  updated_at: TS,
  type: 'SAVINGS',
  subtype: 'MONEY_MARKET',
  mask: '8890',
  nickname: 'Rainy Day',
  balances: { currency_code: 'USD', balance: '49635.00', available_balance: '49635.00', credit_limit: '0.00' },
};
const ACCOUNT_NULLABLE = 'subtype mask nickname balances.balance balances.available_balance balances.credit_limit';
const IN_ACCOUNTS = under('accounts', ACCOUNT_NULLABLE);

const TRANSACTION = {
  id: ID,
  account_id: ID,
  external_id: 't-1',
  created_at: TS,
  updated_at: TS,
  amount: '2314.77',
  type: 'CREDIT',
  status: 'POSTED',
  currency_code: 'USD',
  description: 'FABLE FREIGHT PAYROLL',
  memo: 'salary',
  check_number: '1042',
  categories: ['Paycheck'],
  merchant_category_code: 5411,
  posted_at: TS,
  transacted_at: TS,
  location: { latitude: 39.76, longitude: -104.98 },
};
const TRANSACTION_NULLABLE = 'external_id memo check_number merchant_category_code posted_at location';

const CREDIT_AMOUNTS =
  'advances_apr purchases_apr available_cash available_credit credit_line current_balance last_payment_amount last_stmt_balance minimum_payment_amount next_payment_amount past_due_amount';
const CREDIT_DATES = 'last_payment_date last_stmt_date next_payment_date';
const LOAN_AMOUNTS =
  'escrow_balance interest_paid_year_to_date interest_rate last_payment_amount next_payment_amount original_principal principal_balance';
const LOAN_MOMENTS = 'balance_as_of interest_rate_as_of last_payment_date maturity_date next_payment_date';

const AVERAGES = 'avg_30 avg_60 avg_90';
const OWNER = {
  id: ID,
  full_name: 'Odalys Brennecke',
  email: 'odalys.brennecke@example.com',
  phone: '+16025550126',
  address: ADDRESS,
  relation_type: 'JOINT',
};
const OWNER_NULLABLE = `full_name email phone relation_type ${under('address', ADDRESS_KEYS)}`;
const ASSET_ACCOUNT = {
  ...ACCOUNT,
  days_available: 90,
  routing_number: '991000012',
  owners: [OWNER],
  nsf: 2,
  summary: amountsOf(AVERAGES),
  transactions: [{ ...TRANSACTION, is_large_deposit: true }],
};
const BORROWER = {
  id: ID,
  external_user_id: 'u-1',
  first_name: 'Odalys',
  last_name: 'Brennecke',
  email: 'odalys.brennecke@example.com',
  phone: '+16025550126',
  ssn: '*****9991',
  created_at: TS,
  updated_at: TS,
};
const BORROWER_NULLABLE = 'external_user_id first_name last_name email phone ssn';
const REPORT_MADE = { report_id: ID, created_at: TS, completed_at: TS };
const ASSET_LINK = {
  link_id: ID,
  provider: 'vouch_bank',
  provider_name: 'Vouch Bank',
  created_at: TS,
  updated_at: TS,
  tracking_info: 'loan-17',
};
const ASSET_REPORT = {
  ...REPORT_MADE,
  days_requested: 90,
  as_of_date: '2026-03-01',
  is_voe: false,
  large_deposit_threshold: '1000.00',
  borrower: BORROWER,
  summary: amountsOf(`balance ${AVERAGES}`),
  links: [{ ...ASSET_LINK, accounts: [ASSET_ACCOUNT] }],
};
const IN_ASSET_ACCOUNTS = `${ACCOUNT_NULLABLE} routing_number ${under('owners', OWNER_NULLABLE)}
  ${under('summary', AVERAGES)} ${under('transactions', TRANSACTION_NULLABLE)}`;
const ASSET_REPORT_NULLABLE = `large_deposit_threshold ${under('borrower', BORROWER_NULLABLE)}
  ${under('summary', AVERAGES)} links.tracking_info ${under('links.accounts', IN_ASSET_ACCOUNTS)}`;
const NOTHING = { avg_30: null, avg_60: null, avg_90: null };
const ASSET_ACCOUNT_WITHOUT_AMOUNTS = {
  ...ASSET_ACCOUNT,
  balances: { currency_code: 'USD', balance: null, available_balance: null, credit_limit: null },
  summary: NOTHING,
  transactions: [{ ...TRANSACTION, amount: null, is_large_deposit: true }],
};

export const ACCOUNT_SAMPLES: Samples = {
  'asset report (11.4)': { shape: assetReport, value: ASSET_REPORT, nullable: ASSET_REPORT_NULLABLE },
  'asset report without amounts (11.4)': {
    shape: assetReportWithoutAmounts,
    value: {
      ...ASSET_REPORT,
      is_voe: true,
      large_deposit_threshold: null,
      summary: { balance: null, ...NOTHING },
      links: [{ ...ASSET_LINK, accounts: [ASSET_ACCOUNT_WITHOUT_AMOUNTS] }],
    },
    nullable: `${ASSET_REPORT_NULLABLE} summary.balance links.accounts.transactions.amount`,
  },
  'asset report in a list (11.1)': { shape: assetReportSummary, value: REPORT_MADE, nullable: '' },
  'transactions (11.3)': {
    shape: transactions,
    value: { count: 1, next: URL, previous: URL, accounts: [ACCOUNT], transactions: [TRANSACTION] },
    nullable: `next previous ${IN_ACCOUNTS} ${under('transactions', TRANSACTION_NULLABLE)}`,
  },
  'balances (11.1)': { shape: balances, value: { accounts: [ACCOUNT], as_of: TS }, nullable: IN_ACCOUNTS },
  'auth (11.1)': {
    shape: auth,
    value: {
      accounts: [
        { ...ACCOUNT, account_number: '400100218890', routing_number: '991000012', wire_routing_number: '991000012' },
      ],
    },
    nullable: `${IN_ACCOUNTS} accounts.wire_routing_number`,
  },
  'investments (11.6)': {
    shape: investments,
    value: {
      accounts: [ACCOUNT],
      holdings: [
        {
          id: ID,
          account_id: ID,
          name: 'Fable Freight',
          symbol: 'FBLF',
          cusip: '000000000',
          security_type: 'EQUITY',
          quantity: '12.00',
          price: '83.33',
          price_as_of: TS,
          market_value: '1000.00',
          cost_basis: '900.00',
          currency_code: 'USD',
        },
      ],
    },
    nullable: `${IN_ACCOUNTS} ${under('holdings', 'symbol cusip price price_as_of cost_basis')}`,
  },
  'bank statement (11.6)': {
    shape: bankStatement,
    value: {
      id: ID,
      account_id: ID,
      period_start: '2026-02-01',
      period_end: '2026-02-28',
      ...amountsOf('opening_balance closing_balance total_deposits total_withdrawals'),
      currency_code: 'USD',
      file: FILE,
      md5sum: ID,
      created_at: TS,
    },
    nullable: 'opening_balance closing_balance total_deposits total_withdrawals file md5sum',
  },
  'liabilities (SPEC)': {
    shape: liabilities,
    value: {
      accounts: [{ ...ACCOUNT, type: 'CREDIT_CARD', subtype: null }],
      liabilities: {
        credit: [{ account_id: ID, ...amountsOf(CREDIT_AMOUNTS), balance_as_of: TS, ...daysOf(CREDIT_DATES) }],
        loans: [{ account_id: ID, ...amountsOf(LOAN_AMOUNTS), ...momentsOf(LOAN_MOMENTS), loan_term: 360 }],
      },
    },
    nullable: `${IN_ACCOUNTS} ${under('liabilities.credit', `${CREDIT_AMOUNTS} balance_as_of ${CREDIT_DATES}`)}
      ${under('liabilities.loans', `${LOAN_AMOUNTS} ${LOAN_MOMENTS} loan_term`)}`,
  },
};
