// Maps each field of our data to the field of Plaid from which it comes.
import type { SourcesOf } from '#connectors/field-sources.ts';
import type { Account } from '#domain/reports/financial-accounts.ts';
import type { Holding } from '#domain/reports/investments.ts';
import type { Credit, Loan } from '#domain/reports/liabilities.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import type { Transaction } from '#domain/reports/transactions.ts';

/** The currency of a row without a code is `XXX`, which is the code for "no currency" in ISO 4217. */
const NO_CURRENCY = '(XXX without both)';

export const PROVENANCE = {
  accounts: {
    id: '(ours, from accounts[].account_id)',
    type: 'accounts[].type, accounts[].subtype',
    subtype: 'accounts[].subtype',
    mask: 'accounts[].mask',
    nickname: 'accounts[].official_name, accounts[].name',
    'balances.currency_code': `accounts[].balances.iso_currency_code, unofficial_currency_code ${NO_CURRENCY}`,
    'balances.balance': 'accounts[].balances.current',
    'balances.available_balance': 'accounts[].balances.available',
    'balances.credit_limit': 'accounts[].balances.limit',
    account_number: '/auth/get numbers.ach[].account',
    routing_number: '/auth/get numbers.ach[].routing',
    wire_routing_number: '/auth/get numbers.ach[].wire_routing',
    'owners.id': '(ours, from accounts[].account_id and the position in owners[])',
    'owners.full_name': '/identity/get owners[].names[0]',
    'owners.email': '/identity/get owners[].emails[].data (the primary or first one)',
    'owners.phone': '/identity/get owners[].phone_numbers[].data (the primary or first one)',
    'owners.address.street': '/identity/get owners[].addresses[].data.street (of the primary or first one)',
    'owners.address.city': '/identity/get owners[].addresses[].data.city',
    'owners.address.state': '/identity/get owners[].addresses[].data.region',
    'owners.address.zip': '/identity/get owners[].addresses[].data.postal_code',
    'owners.address.country': '/identity/get owners[].addresses[].data.country',
    'owners.relation_type': null,
  },
  identity: {
    id: '(ours, of the link)',
    first_name: '/identity/get owners[].names[0] (its first word)',
    last_name: '/identity/get owners[].names[0] (its last word)',
    full_name: '/identity/get owners[].names[0]',
    middle_initials: '/identity/get owners[].names[0] (the words between)',
    email: '/identity/get owners[].emails[].data',
    phone: '/identity/get owners[].phone_numbers[].data',
    ssn: null,
    date_of_birth: null,
    'home_address.street': '/identity/get owners[].addresses[].data.street',
    'home_address.city': '/identity/get owners[].addresses[].data.city',
    'home_address.state': '/identity/get owners[].addresses[].data.region',
    'home_address.zip': '/identity/get owners[].addresses[].data.postal_code',
    'home_address.country': '/identity/get owners[].addresses[].data.country',
  },
  transactions: {
    id: '(ours, from transaction_id)',
    account_id: '(ours, from account_id)',
    external_id: 'transaction_id',
    amount: 'amount',
    type: 'amount (its sign)',
    status: 'pending',
    currency_code: `iso_currency_code, unofficial_currency_code ${NO_CURRENCY}`,
    description: 'original_description, name',
    memo: null,
    check_number: 'check_number',
    categories: 'personal_finance_category.primary, personal_finance_category.detailed',
    merchant_category_code: null,
    posted_at: 'datetime, date',
    transacted_at: 'authorized_datetime, authorized_date, datetime, date',
    'location.latitude': 'location.lat',
    'location.longitude': 'location.lon',
  },
  holdings: {
    id: '(ours, from holdings[].account_id and holdings[].security_id)',
    account_id: '(ours, from holdings[].account_id)',
    name: 'securities[].name, securities[].ticker_symbol',
    symbol: 'securities[].ticker_symbol',
    cusip: 'securities[].cusip',
    security_type: 'securities[].type',
    quantity: 'holdings[].quantity',
    price: 'holdings[].institution_price',
    price_as_of: 'holdings[].institution_price_as_of',
    market_value: 'holdings[].institution_value',
    cost_basis: 'holdings[].cost_basis',
    currency_code: `holdings[].iso_currency_code, unofficial_currency_code ${NO_CURRENCY}`,
  },
  credit: {
    id: '(ours, from accounts[].account_id)',
    account_id: '(ours, from accounts[].account_id)',
    advances_apr: 'credit[].aprs[] of type cash_apr',
    purchases_apr: 'credit[].aprs[] of type purchase_apr',
    available_cash: null,
    available_credit: 'accounts[].balances.available',
    balance_as_of: null,
    credit_line: 'accounts[].balances.limit',
    current_balance: 'accounts[].balances.current',
    last_payment_amount: 'credit[].last_payment_amount',
    last_payment_date: 'credit[].last_payment_date',
    last_stmt_balance: 'credit[].last_statement_balance',
    last_stmt_date: 'credit[].last_statement_issue_date',
    minimum_payment_amount: 'credit[].minimum_payment_amount',
    next_payment_amount: 'credit[].minimum_payment_amount',
    next_payment_date: 'credit[].next_payment_due_date',
    past_due_amount: null,
  },
  loans: {
    id: '(ours, from accounts[].account_id)',
    account_id: '(ours, from accounts[].account_id)',
    balance_as_of: null,
    escrow_balance: 'mortgage[].escrow_balance',
    interest_paid_year_to_date: 'mortgage[].ytd_interest_paid, student[].ytd_interest_paid',
    interest_rate: 'mortgage[].interest_rate.percentage, student[].interest_rate_percentage',
    interest_rate_as_of: null,
    last_payment_amount: 'mortgage[].last_payment_amount, student[].last_payment_amount',
    last_payment_date: 'mortgage[].last_payment_date, student[].last_payment_date',
    loan_term: 'mortgage[].loan_term',
    maturity_date: 'mortgage[].maturity_date, student[].expected_payoff_date',
    next_payment_amount: 'mortgage[].next_monthly_payment, student[].minimum_payment_amount',
    next_payment_date: 'mortgage[].next_payment_due_date, student[].next_payment_due_date',
    original_principal: 'mortgage[].origination_principal_amount, student[].origination_principal_amount',
    principal_balance: 'accounts[].balances.current',
  },
} as const satisfies SourcesOf<{
  accounts: Account;
  identity: Profile;
  transactions: Transaction;
  holdings: Holding;
  credit: Credit;
  loans: Loan;
}>;
