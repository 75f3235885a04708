// Maps each field of our data to the FDX field from which it comes.
import type { SourcesOf } from '#connectors/field-sources.ts';
import type { BankStatement } from '#domain/reports/bank-statements.ts';
import type { Account } from '#domain/reports/financial-accounts.ts';
import type { Holding } from '#domain/reports/investments.ts';
import type { Credit, Loan } from '#domain/reports/liabilities.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import type { TaxDocument } from '#domain/reports/tax-documents.ts';
import type { Transaction } from '#domain/reports/transactions.ts';

const OF_ACCOUNT = '(ours, from Account.accountId)';
const CURRENCY = 'Account.currency.currencyCode (USD is assumed if it is not stated)';

export const FDX_PROVENANCE = {
  accounts: {
    id: OF_ACCOUNT,
    type: 'Account.accountType, Account.accountCategory',
    subtype: 'Account.accountType',
    mask: 'Account.accountNumberDisplay, Account.accountNumber, PaymentNetwork.identifier (US_ACH)',
    nickname: 'Account.nickname, Account.productName',
    'balances.currency_code': CURRENCY,
    'balances.balance': 'Account.currentBalance, principalBalance, currentValue',
    'balances.available_balance': 'Account.availableBalance, availableCredit, availableCashBalance',
    'balances.credit_limit': 'LocAccount.creditLine',
    account_number: 'PaymentNetwork.identifier (US_ACH)',
    routing_number: 'PaymentNetwork.bankId (US_ACH)',
    wire_routing_number: 'PaymentNetwork.bankId (US_FEDWIRE)',
    'owners.id': '(ours, from Customer.customerId and Account.accountId)',
    'owners.full_name': 'Customer.name',
    'owners.email': 'Customer.email',
    'owners.phone': 'Customer.telephones',
    'owners.address.street': 'Customer.addresses[].line1, line2, line3 (of the HOME or first address)',
    'owners.address.city': 'Customer.addresses[].city',
    'owners.address.state': 'Customer.addresses[].region, state',
    'owners.address.zip': 'Customer.addresses[].postalCode',
    'owners.address.country': 'Customer.addresses[].country',
    'owners.relation_type': 'Customer.accounts[].relationship',
  },
  transactions: {
    id: '(ours, from Account.accountId and Transaction.transactionId)',
    account_id: OF_ACCOUNT,
    external_id: 'Transaction.transactionId',
    amount: 'Transaction.amount',
    type: 'Transaction.debitCreditMemo, Transaction.amount (its sign)',
    status: 'Transaction.status, Transaction.postedTimestamp',
    currency_code: `Transaction.currency.currencyCode, ${CURRENCY}`,
    description: 'Transaction.description, Transaction.payee',
    memo: 'Transaction.memo',
    check_number: 'Transaction.checkNumber',
    categories: 'Transaction.category, Transaction.subCategory',
    merchant_category_code: 'Transaction.merchantCategoryCode',
    posted_at: 'Transaction.postedTimestamp',
    transacted_at: 'Transaction.transactionTimestamp, Transaction.postedTimestamp',
    'location.latitude': null,
    'location.longitude': null,
  },
  holdings: {
    id: '(ours, from Account.accountId, and Holding.holdingId or its name and position)',
    account_id: OF_ACCOUNT,
    name: 'Holding.holdingName, Holding.description, Holding.symbol',
    symbol: 'Holding.symbol',
    cusip: 'Holding.securityId, Holding.securityIds',
    security_type: 'Holding.holdingType, Holding.holdingSubType',
    quantity: 'Holding.units (of cash: Holding.marketValue)',
    price: 'Holding.currentUnitPrice',
    price_as_of: 'Holding.currentUnitPriceDate',
    market_value: 'Holding.marketValue',
    cost_basis: 'Holding.costBasis',
    currency_code: `Holding.currency.currencyCode, ${CURRENCY}`,
  },
  credit: {
    id: OF_ACCOUNT,
    account_id: OF_ACCOUNT,
    advances_apr: 'LocAccount.advancesApr',
    purchases_apr: 'LocAccount.purchasesApr',
    available_cash: 'LocAccount.availableCash',
    available_credit: 'LocAccount.availableCredit',
    balance_as_of: 'LocAccount.balanceAsOf',
    credit_line: 'LocAccount.creditLine',
    current_balance: 'LocAccount.currentBalance',
    last_payment_amount: 'LocAccount.lastPaymentAmount',
    last_payment_date: 'LocAccount.lastPaymentDate',
    last_stmt_balance: 'LocAccount.lastStmtBalance',
    last_stmt_date: 'LocAccount.lastStmtDate',
    minimum_payment_amount: 'LocAccount.minimumPaymentAmount',
    next_payment_amount: 'LocAccount.nextPaymentAmount',
    next_payment_date: 'LocAccount.nextPaymentDate',
    past_due_amount: 'LocAccount.pastDueAmount',
  },
  loans: {
    id: OF_ACCOUNT,
    account_id: OF_ACCOUNT,
    balance_as_of: 'LoanAccount.balanceAsOf',
    escrow_balance: 'LoanAccount.escrowBalance',
    interest_paid_year_to_date: 'LoanAccount.interestPaidYearToDate',
    interest_rate: 'LoanAccount.interestRate',
    interest_rate_as_of: 'LoanAccount.interestRateAsOf',
    last_payment_amount: 'LoanAccount.lastPaymentAmount',
    last_payment_date: 'LoanAccount.lastPaymentDate',
    loan_term: 'LoanAccount.loanTerm',
    maturity_date: 'LoanAccount.maturityDate',
    next_payment_amount: 'LoanAccount.nextPaymentAmount',
    next_payment_date: 'LoanAccount.nextPaymentDate',
    original_principal: 'LoanAccount.originalPrincipal',
    principal_balance: 'LoanAccount.principalBalance',
  },
  bank_statements: {
    id: '(ours, from Account.accountId and Statement.statementId)',
    account_id: OF_ACCOUNT,
    period_start:
      '(the day after Statement.statementDate of the previous statement; of the oldest statement ' +
      'Account.accountOpenDate if the account was opened in the month before it, otherwise one month is assumed)',
    period_end: 'Statement.statementDate',
    opening_balance: null,
    closing_balance: null,
    total_deposits: null,
    total_withdrawals: null,
    currency_code: CURRENCY,
    file_id: 'Account.accountId, Statement.statementId (the file: GET /accounts/{accountId}/statements/{statementId})',
    md5sum: null,
  },
  identity: {
    id: '(ours, from Customer.customerId)',
    full_name: 'Customer.name.first, middle, last, suffix',
    first_name: 'Customer.name.first',
    last_name: 'Customer.name.last',
    middle_initials: 'Customer.name.middle',
    email: 'Customer.email',
    phone: 'Customer.telephones',
    ssn: 'Customer.taxId',
    date_of_birth: 'Customer.dateOfBirth',
    'home_address.street': 'Customer.addresses[].line1, line2, line3 (of the HOME or first address)',
    'home_address.city': 'Customer.addresses[].city',
    'home_address.state': 'Customer.addresses[].region, state',
    'home_address.zip': 'Customer.addresses[].postalCode',
    'home_address.country': 'Customer.addresses[].country',
  },
  tax_documents: {
    id: '(ours, from the form’s name, year and taxFormId or TaxStatement.taxStatementId)',
    document_type: '(the name of the form: taxW2, tax1099Nec, tax1099Int, …)',
    document_subtype: '(the name of the form: tax1099Nec, tax1099Int, …)',
    year: 'taxYear of the form, TaxStatement.taxYear',
    file_id: null,
    md5sum: null,
    'fields.wages': 'TaxW2.wages',
    'fields.gross_pay': null,
    'fields.federal_tax': 'TaxW2.federalTaxWithheld, Tax1099*.federalTaxWithheld',
    'fields.social_security_wages': 'TaxW2.socialSecurityWages',
    'fields.social_security_tax': 'TaxW2.socialSecurityTaxWithheld',
    'fields.medicare_wages': 'TaxW2.medicareWages',
    'fields.medicare_tax': 'TaxW2.medicareTaxWithheld',
    'fields.amount':
      'Tax1099Nec.nonEmployeeCompensation, Tax1099Misc.otherIncome, rents, royalties, Tax1099Int.interestIncome, ' +
      'Tax1099Div.ordinaryDividends, Tax1099R.grossDistribution, Tax1099G.unemploymentCompensation, ' +
      'Tax1099K.grossAmount',
    'fields.total_ordinary_dividends': 'Tax1099Div.ordinaryDividends',
    'fields.full_name': 'Tax1099*.recipient, TaxStatement.recipient',
    'fields.payer_name': 'Tax1099*.issuer, TaxStatement.issuer, Tax1099*.payerNameAddress.name1',
    'fields.payer_tin': 'Tax1099*.issuer.tin, TaxStatement.issuer.tin, Tax1099*.payerTin',
    'fields.recipient_tin': 'Tax1099*.recipient.tin, TaxStatement.recipient.tin, Tax1099*.recipientTin',
    'fields.account_number': 'Tax1099*.accountNumber',
  },
} as const satisfies SourcesOf<{
  accounts: Account;
  transactions: Transaction;
  holdings: Holding;
  credit: Credit;
  loans: Loan;
  bank_statements: BankStatement;
  identity: Profile;
  tax_documents: Extract<TaxDocument, { document_type: 'W2' | 'F1099' }>;
}>;
