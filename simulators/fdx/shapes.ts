// Accounts as FDX describes them. Amounts are decimal numbers in dollars, and a debt is a positive number.
import { addDays, businessDayFrom, type Day, daysBetween, inMonth, nextMonth, yearOf } from '../lives/calendar.ts';
import { idOf } from '../lives/dice.ts';
import { type AccountHistory, balanceOn } from '../lives/history.ts';
import type { AccountKind, AccountPlan, Holding, Life } from '../lives/life.ts';
import { accountIdOf } from './bank.ts';

export const VERSIONS = ['v6', 'v5'] as const;
export type Version = (typeof VERSIONS)[number];

type Category = 'DEPOSIT_ACCOUNT' | 'LOC_ACCOUNT' | 'LOAN_ACCOUNT' | 'INVESTMENT_ACCOUNT';

const KINDS: Readonly<Record<AccountKind, readonly [Category, string]>> = {
  checking: ['DEPOSIT_ACCOUNT', 'CHECKING'],
  savings: ['DEPOSIT_ACCOUNT', 'SAVINGS'],
  money_market: ['DEPOSIT_ACCOUNT', 'MONEYMARKET'],
  cd: ['DEPOSIT_ACCOUNT', 'CD'],
  credit_card: ['LOC_ACCOUNT', 'CREDITCARD'],
  home_equity_line: ['LOC_ACCOUNT', 'HOMELINEOFCREDIT'],
  mortgage: ['LOAN_ACCOUNT', 'MORTGAGE'],
  auto_loan: ['LOAN_ACCOUNT', 'AUTOLOAN'],
  student_loan: ['LOAN_ACCOUNT', 'STUDENTLOAN'],
  personal_loan: ['LOAN_ACCOUNT', 'PERSONALLOAN'],
  brokerage: ['INVESTMENT_ACCOUNT', 'TAXABLE'],
};

/**
 * The names that version 5 uses. Version 5 wraps every account and every transaction in an object named after its kind.
 */
const WRAPPERS: Readonly<Record<Category, string>> = {
  DEPOSIT_ACCOUNT: 'deposit',
  LOC_ACCOUNT: 'loc',
  LOAN_ACCOUNT: 'loan',
  INVESTMENT_ACCOUNT: 'investment',
};

export const categoryOf = (plan: AccountPlan): Category => KINDS[plan.kind][0];

/**
 * Adds the kind of the account as each version shows it: version 6 has a field with the kind in the object, and version
 * 5 wraps the object in another object that is named after the kind.
 */
export function inVersion(version: Version, plan: AccountPlan, what: 'Account' | 'Transaction', value: object): object {
  const category = categoryOf(plan);
  return version === 'v6' ? { accountCategory: category, ...value } : { [`${WRAPPERS[category]}${what}`]: value };
}

export function describeAccount(life: Life, { plan }: AccountHistory): object {
  return {
    accountId: accountIdOf(life, plan),
    accountType: KINDS[plan.kind][1],
    accountNumberDisplay: plan.number.slice(-4),
    productName: plan.name,
    status: 'OPEN',
    currency: { currencyCode: 'USD' },
  };
}

export function detailAccount(life: Life, account: AccountHistory, until: Day, with_holdings: boolean): object {
  const balance_time = `${until}T23:59:59.000Z`;
  return {
    ...describeAccount(life, account),
    accountOpenDate: account.plan.opened_on,
    balanceAsOf: balance_time,
    ...detailsOf(account, until, with_holdings),
  };
}

function detailsOf(account: AccountHistory, until: Day, with_holdings: boolean): object {
  switch (categoryOf(account.plan)) {
    case 'DEPOSIT_ACCOUNT':
      return depositDetails(account, until);
    case 'LOC_ACCOUNT':
      return creditDetails(account, until);
    case 'LOAN_ACCOUNT':
      return loanDetails(account, until);
    case 'INVESTMENT_ACCOUNT':
      return investmentDetails(account, until, with_holdings);
  }
}

function depositDetails({ plan, closing_cents, available_cents, rows }: AccountHistory, until: Day): object {
  return {
    balanceType: 'ASSET',
    currentBalance: dollars(closing_cents),
    availableBalance: dollars(available_cents),
    interestYtd: dollars(sum(rows.filter((row) => row.category === 'interest' && isThisYear(row.posted_on, until)))),
    ...(plan.rate_percent === undefined ? {} : { annualPercentageYield: plan.rate_percent }),
    ...(plan.matures_on === undefined ? {} : { maturityDate: plan.matures_on }),
  };
}

function creditDetails(account: AccountHistory, until: Day): object {
  const { plan, closing_cents, available_cents, rows } = account;
  const paid = rows.findLast(({ cents }) => cents > 0);
  const statement_day = lastOn(plan.statement_day ?? 1, until);
  const statement_cents = -balanceOn(account, statement_day);
  return {
    balanceType: 'LIABILITY',
    currentBalance: dollars(-closing_cents),
    availableCredit: dollars(available_cents),
    creditLine: dollars(plan.credit_limit_cents ?? 0),
    purchasesApr: plan.rate_percent,
    lastStmtBalance: dollars(statement_cents),
    lastStmtDate: statement_day,
    minimumPaymentAmount: dollars(
      Math.min(Math.max(2_500, Math.round(statement_cents / 50)), Math.max(0, statement_cents)),
    ),
    nextPaymentDate: nextOn(plan.due_day ?? 1, until),
    pastDueAmount: 0,
    ...(paid === undefined ? {} : { lastPaymentAmount: dollars(paid.cents), lastPaymentDate: paid.posted_on }),
  };
}

function loanDetails({ plan, closing_cents, rows }: AccountHistory, until: Day): object {
  const { loan } = plan;
  if (loan === undefined) return {};
  const paid = rows.findLast(({ cents }) => cents > 0);
  const interest = rows.filter((row) => row.category === 'interest' && isThisYear(row.posted_on, until));
  return {
    balanceType: 'LIABILITY',
    accountNumber: plan.number,
    principalBalance: dollars(-closing_cents),
    originalPrincipal: dollars(loan.principal_cents),
    originatingDate: plan.opened_on,
    loanTerm: loan.term_months,
    interestRate: plan.rate_percent,
    interestRateType: 'FIXED',
    interestPaidYearToDate: dollars(-sum(interest)),
    nextPaymentAmount: dollars(loan.payment_cents + loan.escrow_cents),
    nextPaymentDate: nextOn(loan.due_day, until),
    maturityDate: loan.matures_on,
    ...(paid === undefined ? {} : { lastPaymentAmount: dollars(paid.cents), lastPaymentDate: paid.posted_on }),
  };
}

function investmentDetails({ plan, closing_cents }: AccountHistory, until: Day, with_holdings: boolean): object {
  const holdings = (plan.holdings ?? []).map((holding) => holdingOf(holding, until));
  const cents = holdings.reduce((total, { value_cents }) => total + value_cents, closing_cents);
  return {
    balanceType: 'ASSET',
    allowedCheckWriting: false,
    currentValue: dollars(cents),
    availableCashBalance: dollars(closing_cents),
    ...(with_holdings ? { holdings: holdings.map(({ shown }) => shown) } : {}),
  };
}

const HOLDING_TYPES = { stock: 'STOCK', etf: 'OTHER', mutual_fund: 'MUTUALFUND', bond: 'BOND' } as const;

function holdingOf(holding: Holding, until: Day): { value_cents: number; shown: object } {
  const years = daysBetween('2023-01-01', until) / 365;
  const price_cents = Math.round(holding.price_cents * (1 + holding.drift_percent / 100) ** years);
  const value_cents = Math.round(price_cents * holding.units);
  const shown = {
    holdingId: idOf(16, 'holding', holding.cusip),
    holdingName: holding.name,
    holdingType: HOLDING_TYPES[holding.security],
    ...(holding.security === 'etf' ? { holdingSubType: 'OTHER', description: 'Exchange traded fund' } : {}),
    securityId: holding.cusip,
    securityIdType: 'CUSIP',
    symbol: holding.symbol,
    positionType: 'LONG',
    units: holding.units,
    currentUnitPrice: dollars(price_cents),
    currentUnitPriceDate: until,
    marketValue: dollars(value_cents),
    purchasedPrice: dollars(Math.round(holding.cost_cents / holding.units)),
    currency: { currencyCode: 'USD' },
  };
  return { value_cents, shown };
}

export const dollars = (cents: number): number => Math.round(cents) / 100;

/**
 * Returns the latest date that has the given day of the month and is not after `until`. In a shorter month, the month's
 * last day is used.
 */
function lastOn(day: number, until: Day): Day {
  const here = inMonth(until, day);
  return here <= until ? here : inMonth(addDays(inMonth(until, 1), -1), day);
}

function nextOn(day: number, until: Day): Day {
  const here = businessDayFrom(inMonth(until, day));
  return here > until ? here : businessDayFrom(inMonth(nextMonth(until), day));
}

const isThisYear = (day: Day, until: Day): boolean => yearOf(day) === yearOf(until);
const sum = (rows: readonly { cents: number }[]): number => rows.reduce((total, { cents }) => total + cents, 0);
