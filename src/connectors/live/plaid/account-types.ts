// Maps Plaid's types and subtypes of accounts and securities to our types.
import type { Account } from '#domain/reports/financial-accounts.ts';
import type { SecurityType } from '#domain/reports/investments.ts';

type Kind = Pick<Account, 'type' | 'subtype'>;

const plain = (type: Kind['type'], subtype: Kind['subtype'] = null): Kind => ({ type, subtype });

const SUBTYPES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  depository: {
    checking: plain('CHECKING'),
    'cash management': plain('CHECKING'),
    savings: plain('SAVINGS'),
    'money market': plain('SAVINGS', 'MONEY_MARKET'),
    hsa: plain('SAVINGS', 'HEALTH'),
    cd: plain('CD'),
    prepaid: plain('OTHER', 'PREPAID'),
  },
  credit: { 'credit card': plain('CREDIT_CARD'), paypal: plain('LINE_OF_CREDIT') },
  loan: {
    mortgage: plain('MORTGAGE'),
    'home equity': plain('LOAN', 'HOME_EQUITY'),
    'line of credit': plain('LINE_OF_CREDIT'),
    overdraft: plain('CHECKING_LINE_OF_CREDIT'),
    auto: plain('LOAN', 'AUTO'),
    student: plain('LOAN', 'STUDENT'),
    consumer: plain('LOAN', 'PERSONAL'),
    business: plain('LOAN', 'BUSINESS'),
  },
  investment: {
    '401k': plain('INVESTMENT', 'PLAN_401_K'),
    'roth 401k': plain('INVESTMENT', 'PLAN_401_K'),
    '403B': plain('INVESTMENT', 'PLAN_403_B'),
    ira: plain('INVESTMENT', 'IRA'),
    roth: plain('INVESTMENT', 'ROTH_IRA'),
    brokerage: plain('INVESTMENT', 'BROKERAGE'),
    pension: plain('INVESTMENT', 'PENSION'),
    hsa: plain('INVESTMENT', 'HEALTH'),
  },
};

/** The account type that is used if Plaid's subtype is missing or not in the table. */
const TYPES: Readonly<Record<string, Kind>> = {
  depository: plain('OTHER'),
  credit: plain('LINE_OF_CREDIT'),
  loan: plain('LOAN'),
  investment: plain('INVESTMENT'),
  brokerage: plain('INVESTMENT', 'BROKERAGE'),
};

export function kindOf({ type, subtype }: { type: string; subtype?: string | null | undefined }): Kind {
  const subtypes = Object.hasOwn(SUBTYPES, type) ? SUBTYPES[type] : undefined;
  const own = subtypes && subtype && Object.hasOwn(subtypes, subtype) ? subtypes[subtype] : undefined;
  return own ?? (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ?? plain('OTHER');
}

const SECURITIES: Readonly<Record<string, SecurityType>> = {
  equity: 'EQUITY',
  etf: 'ETF',
  'mutual fund': 'MUTUAL_FUND',
  'fixed income': 'BOND',
  cash: 'CASH',
};

export const securityTypeOf = (type: string | null | undefined): SecurityType =>
  (type && Object.hasOwn(SECURITIES, type) ? SECURITIES[type] : undefined) ?? 'OTHER';
