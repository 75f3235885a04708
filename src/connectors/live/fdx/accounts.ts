// Maps FDX accounts to our accounts, holdings, credits and loans.
import { objectId } from '#connectors/wire.ts';
import type { Account, AccountSubtype, AccountType, Owner } from '#domain/reports/financial-accounts.ts';
import type { Holding, SecurityType } from '#domain/reports/investments.ts';
import type { Credit, Loan } from '#domain/reports/liabilities.ts';
import type { KnownAccount } from './access.ts';
import {
  type Category,
  dateAt,
  type FdxRow,
  hundredthsAt,
  integerAt,
  rowAt,
  rowsAt,
  textAt,
  timeAt,
  unwrap,
} from './wire.ts';

/**
 * An account in the provider's format, with the values that the mapping needs. `is_currency_given` is false if the
 * provider does not state the currency.
 */
export type FdxAccount = KnownAccount & { row: FdxRow; is_currency_given: boolean };

/** `failed`: the provider names the account, but could not read it. `other`: an account that we do not report. */
export type ListedAccount =
  | { kind: 'account'; account: FdxAccount }
  | { kind: 'failed'; account_id: string; label: string | undefined }
  | { kind: 'unreadable' | 'other' };

export function toListed(outer: FdxRow): ListedAccount {
  const { category, row } = unwrap(outer, 'Account');
  const account_id = textAt(row, 'accountId');
  if (category === 'insurance') return { kind: 'other' };
  if (account_id === null) return { kind: 'unreadable' };
  const label = labelOf(row);
  if (hasFailed(row) || hasFailed(outer)) return { kind: 'failed', account_id, label };
  const type = textAt(row, 'accountType')?.toUpperCase().replaceAll('_', '') ?? '';
  const currency_code = currencyIn(row);
  const opened_on = dateAt(row, 'accountOpenDate');
  return {
    kind: 'account',
    account: {
      account_id,
      category,
      type,
      currency_code: currency_code ?? ASSUMED_CURRENCY,
      is_currency_given: currency_code !== undefined,
      ...(label && { label }),
      ...(opened_on !== null && { opened_on }),
      row,
    },
  };
}

/** Returns undefined if the row has no id, is an error, or is of a type that we do not report. */
export function toFdxAccount(outer: FdxRow): FdxAccount | undefined {
  const listed = toListed(outer);
  return listed.kind === 'account' ? listed.account : undefined;
}

const hasFailed = (row: FdxRow): boolean => textAt(rowAt(row, 'error'), 'code') !== null;

const LABEL_LENGTH_MAX = 60;

/**
 * Returns the text by which the person recognises the account: the account's name and the last characters of its
 * number.
 */
function labelOf(row: FdxRow): string | undefined {
  const name = textAt(row, 'nickname') ?? textAt(row, 'productName');
  return [name?.slice(0, LABEL_LENGTH_MAX), maskOf(row, NO_NUMBERS)].filter((part) => part).join(' ') || undefined;
}

type Kind = readonly [AccountType, AccountSubtype | null];

/** Our type for each FDX account type. The category determines our type for any FDX type that is not in this table. */
const KINDS: Readonly<Record<string, Kind>> = {
  CHECKING: ['CHECKING', null],
  COMMERCIALDEPOSIT: ['CHECKING', 'BUSINESS'],
  PREPAID: ['CHECKING', 'PREPAID'],
  SAVINGS: ['SAVINGS', null],
  MONEYMARKET: ['SAVINGS', 'MONEY_MARKET'],
  HEALTHSAVINGSACCOUNT: ['SAVINGS', 'HEALTH'],
  CD: ['CD', null],
  CREDITCARD: ['CREDIT_CARD', null],
  CHARGE: ['CREDIT_CARD', null],
  LINEOFCREDIT: ['LINE_OF_CREDIT', null],
  HOMELINEOFCREDIT: ['LINE_OF_CREDIT', 'HELOC'],
  COMMERCIALLINEOFCREDIT: ['LINE_OF_CREDIT', 'BUSINESS'],
  LOAN: ['LOAN', null],
  INSTALLMENT: ['LOAN', null],
  MILITARYLOAN: ['LOAN', null],
  AUTOLOAN: ['LOAN', 'AUTO'],
  PERSONALLOAN: ['LOAN', 'PERSONAL'],
  STUDENTLOAN: ['LOAN', 'STUDENT'],
  SMBLOAN: ['LOAN', 'SMALL_BUSINESS'],
  COMMERCIALLOAN: ['LOAN', 'BUSINESS'],
  HOMEEQUITYLOAN: ['LOAN', 'HOME_EQUITY'],
  MORTGAGE: ['MORTGAGE', null],
  '401K': ['INVESTMENT', 'PLAN_401_K'],
  '403B': ['INVESTMENT', 'PLAN_403_B'],
  IRA: ['INVESTMENT', 'IRA'],
  ROLLOVER: ['INVESTMENT', 'IRA'],
  SARSEP: ['INVESTMENT', 'IRA'],
  ROTH: ['INVESTMENT', 'ROTH_IRA'],
  BROKERAGEPRODUCT: ['INVESTMENT', 'BROKERAGE'],
  INVESTMENTACCOUNT: ['INVESTMENT', 'BROKERAGE'],
  TAXABLE: ['INVESTMENT', 'BROKERAGE'],
  DEFINEDBENEFIT: ['INVESTMENT', 'PENSION'],
};

const KIND_OF_CATEGORY: Record<Category, Kind> = {
  deposit: ['OTHER', null],
  loan: ['LOAN', null],
  loc: ['LINE_OF_CREDIT', null],
  investment: ['INVESTMENT', null],
  annuity: ['INVESTMENT', null],
  insurance: ['OTHER', null],
};

export const kindOf = ({ type, category }: KnownAccount): Kind =>
  KINDS[type] ?? (category === null ? ['OTHER', null] : KIND_OF_CATEGORY[category]);

/**
 * The currency of an account whose provider does not state the currency. Providers of US accounts may omit it, and an
 * account always has a currency in our data. Such an account is named in `missing_data`.
 */
const ASSUMED_CURRENCY = 'USD';

/** Returns the currency that a row states. */
export function currencyIn(row: FdxRow): string | undefined {
  const code = textAt(rowAt(row, 'currency'), 'currencyCode')?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

export const accountIdOf = (link_id: string, account_id: string): string => objectId(link_id, 'account', account_id);

/** Account and routing numbers for payments. */
export type Numbers = Pick<Account, 'account_number' | 'routing_number' | 'wire_routing_number'>;
export const NO_NUMBERS: Numbers = { account_number: null, routing_number: null, wire_routing_number: null };

/** The account's numbers for the ACH network, and its routing number for Fedwire. */
export function toNumbers(networks: readonly FdxRow[]): Numbers {
  const of = (type: string): FdxRow => networks.find((row) => textAt(row, 'type') === type) ?? {};
  return {
    account_number: textAt(of('US_ACH'), 'identifier'),
    routing_number: textAt(of('US_ACH'), 'bankId'),
    wire_routing_number: textAt(of('US_FEDWIRE'), 'bankId'),
  };
}

export function toAccount(from: FdxAccount, link_id: string, numbers: Numbers, owners: Owner[]): Account {
  const { row } = from;
  const [type, subtype] = kindOf(from);
  return {
    id: accountIdOf(link_id, from.account_id),
    type,
    subtype,
    mask: maskOf(row, numbers),
    nickname: textAt(row, 'nickname') ?? textAt(row, 'productName'),
    balances: { currency_code: from.currency_code, ...balancesOf(from) },
    ...numbers,
    owners,
  };
}

/**
 * Returns the last four characters of the displayed number. If the provider displays no number, they are taken from the
 * number itself.
 */
function maskOf(row: FdxRow, { account_number }: Numbers): string | null {
  const shown = textAt(row, 'accountNumberDisplay') ?? textAt(row, 'accountNumber') ?? account_number ?? '';
  const last = /[0-9A-Za-z]{1,4}$/.exec(shown.replace(/[^0-9A-Za-z]+$/, ''))?.[0];
  return last ?? null;
}

type Amounts = Pick<Account['balances'], 'balance' | 'available_balance' | 'credit_limit'>;

function balancesOf({ category, row }: FdxAccount): Amounts {
  const none: Amounts = { balance: null, available_balance: null, credit_limit: null };
  switch (category) {
    case 'loan':
      return { ...none, balance: hundredthsAt(row, 'principalBalance') };
    case 'loc':
      return {
        balance: hundredthsAt(row, 'currentBalance') ?? hundredthsAt(row, 'principalBalance'),
        available_balance: hundredthsAt(row, 'availableCredit'),
        credit_limit: hundredthsAt(row, 'creditLine'),
      };
    case 'investment':
    case 'annuity':
      return {
        ...none,
        balance: hundredthsAt(row, 'currentValue'),
        available_balance: hundredthsAt(row, 'availableCashBalance'),
      };
    default:
      return {
        ...none,
        balance: hundredthsAt(row, 'currentBalance'),
        available_balance: hundredthsAt(row, 'availableBalance'),
      };
  }
}

export function toCredit({ account_id, row }: FdxAccount, link_id: string): Credit {
  return {
    id: objectId(link_id, 'credit', account_id),
    account_id: accountIdOf(link_id, account_id),
    advances_apr: hundredthsAt(row, 'advancesApr'),
    purchases_apr: hundredthsAt(row, 'purchasesApr'),
    available_cash: hundredthsAt(row, 'availableCash'),
    available_credit: hundredthsAt(row, 'availableCredit'),
    balance_as_of: timeAt(row, 'balanceAsOf'),
    credit_line: hundredthsAt(row, 'creditLine'),
    current_balance: hundredthsAt(row, 'currentBalance'),
    last_payment_amount: hundredthsAt(row, 'lastPaymentAmount'),
    last_payment_date: dateAt(row, 'lastPaymentDate'),
    last_stmt_balance: hundredthsAt(row, 'lastStmtBalance'),
    last_stmt_date: dateAt(row, 'lastStmtDate'),
    minimum_payment_amount: hundredthsAt(row, 'minimumPaymentAmount'),
    next_payment_amount: hundredthsAt(row, 'nextPaymentAmount'),
    next_payment_date: dateAt(row, 'nextPaymentDate'),
    past_due_amount: hundredthsAt(row, 'pastDueAmount'),
  };
}

export function toLoan({ account_id, row }: FdxAccount, link_id: string): Loan {
  return {
    id: objectId(link_id, 'loan', account_id),
    account_id: accountIdOf(link_id, account_id),
    balance_as_of: timeAt(row, 'balanceAsOf'),
    escrow_balance: hundredthsAt(row, 'escrowBalance'),
    interest_paid_year_to_date: hundredthsAt(row, 'interestPaidYearToDate'),
    interest_rate: hundredthsAt(row, 'interestRate'),
    interest_rate_as_of: timeAt(row, 'interestRateAsOf'),
    last_payment_amount: hundredthsAt(row, 'lastPaymentAmount'),
    last_payment_date: timeAt(row, 'lastPaymentDate'),
    loan_term: integerAt(row, 'loanTerm'),
    maturity_date: timeAt(row, 'maturityDate'),
    next_payment_amount: hundredthsAt(row, 'nextPaymentAmount'),
    next_payment_date: timeAt(row, 'nextPaymentDate'),
    original_principal: hundredthsAt(row, 'originalPrincipal'),
    principal_balance: hundredthsAt(row, 'principalBalance'),
  };
}

const SECURITY_OF: Readonly<Record<string, SecurityType>> = {
  STOCK: 'EQUITY',
  ETF: 'ETF',
  MUTUALFUND: 'MUTUAL_FUND',
  BOND: 'BOND',
  CD: 'CD',
  CASH: 'CASH',
};

/**
 * Converts the holdings. A row without a name, a quantity or a value is left out, because it contains nothing that can
 * be shown. `left_out` is the number of such rows.
 */
export function toHoldings(
  { account_id, currency_code, row }: FdxAccount,
  link_id: string,
): { holdings: Holding[]; left_out: number } {
  const rows = rowsAt(row, 'holdings');
  const holdings = rows.flatMap((holding, at): Holding[] => {
    const name = textAt(holding, 'holdingName') ?? textAt(holding, 'description') ?? textAt(holding, 'symbol');
    const market_value = hundredthsAt(holding, 'marketValue');
    const is_cash = textAt(holding, 'holdingSubType') === 'CASH';
    // A cash position has an amount instead of a number of units.
    const quantity = hundredthsAt(holding, 'units') ?? (is_cash ? market_value : null);
    if (name === null || quantity === null || market_value === null) return [];
    const key = textAt(holding, 'holdingId') ?? [textAt(holding, 'symbol') ?? name, at];
    const own: Holding = {
      id: objectId(link_id, 'holding', JSON.stringify([account_id, key])),
      account_id: accountIdOf(link_id, account_id),
      name,
      symbol: textAt(holding, 'symbol'),
      cusip: cusipOf(holding),
      security_type: is_cash ? 'CASH' : (SECURITY_OF[textAt(holding, 'holdingType') ?? ''] ?? 'OTHER'),
      quantity,
      price: hundredthsAt(holding, 'currentUnitPrice'),
      price_as_of: timeAt(holding, 'currentUnitPriceDate'),
      market_value,
      cost_basis: hundredthsAt(holding, 'costBasis'),
      currency_code: currencyIn(holding) ?? currency_code,
    };
    return [own];
  });
  return { holdings, left_out: rows.length - holdings.length };
}

/** FDX 5 has one id for the security, and FDX 6 has a list of ids. */
function cusipOf(holding: FdxRow): string | null {
  if (textAt(holding, 'securityIdType') === 'CUSIP') return textAt(holding, 'securityId');
  const own = rowsAt(holding, 'securityIds').find((row) => textAt(row, 'idType') === 'CUSIP');
  return own === undefined ? null : textAt(own, 'id');
}
