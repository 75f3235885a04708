// Pure functions that convert Plaid's cards, mortgages and student loans. For other loans, Plaid has only a balance and
// no details.
import { orNull } from '#connectors/live/amounts.ts';
import { objectId } from '#connectors/wire.ts';
import type { Credit, Liabilities, Loan } from '#domain/reports/liabilities.ts';
import { accountId } from './map.ts';
import type { Debts, WireAccount, WireCard, WireMortgage, WireStudentLoan } from './wire.ts';

export function toLiabilities({ liabilities }: Debts, accounts: readonly WireAccount[], link_id: string): Liabilities {
  const credit: Credit[] = [];
  const loans: Loan[] = [];
  for (const account of accounts) {
    const isOwn = (debt: { account_id?: string | null }) => debt.account_id === account.account_id;
    const card = liabilities.credit?.find(isOwn);
    const mortgage = liabilities.mortgage?.find(isOwn);
    const student = liabilities.student?.find(isOwn);
    if (card) credit.push(toCredit(card, account, link_id));
    else if (mortgage) loans.push(toLoan(mortgage, mortgageTerms(mortgage), account, link_id));
    else if (student) loans.push(toLoan(student, studentTerms(student), account, link_id));
  }
  return { credit, loans };
}

const idsOf = (account: WireAccount, link_id: string) => ({
  id: objectId(link_id, 'liability', account.account_id),
  account_id: accountId(link_id, account.account_id),
});

function toCredit(card: WireCard, account: WireAccount, link_id: string): Credit {
  const apr = (type: string) => orNull(card.aprs?.find(({ apr_type }) => apr_type === type)?.apr_percentage);
  const { balances } = account;
  return {
    ...idsOf(account, link_id),
    advances_apr: apr('cash_apr'),
    purchases_apr: apr('purchase_apr'),
    available_cash: null,
    available_credit: orNull(balances.available),
    balance_as_of: null,
    credit_line: orNull(balances.limit),
    current_balance: orNull(balances.current),
    last_payment_amount: orNull(card.last_payment_amount),
    last_payment_date: card.last_payment_date ?? null,
    last_stmt_balance: orNull(card.last_statement_balance),
    last_stmt_date: card.last_statement_issue_date ?? null,
    minimum_payment_amount: orNull(card.minimum_payment_amount),
    next_payment_amount: orNull(card.minimum_payment_amount),
    next_payment_date: card.next_payment_due_date ?? null,
    past_due_amount: null,
  };
}

type Terms = Pick<
  Loan,
  'escrow_balance' | 'interest_rate' | 'loan_term' | 'maturity_date' | 'next_payment_amount' | 'original_principal'
>;

const toLoan = (debt: WireMortgage | WireStudentLoan, terms: Terms, account: WireAccount, link_id: string): Loan => ({
  ...idsOf(account, link_id),
  balance_as_of: null,
  ...terms,
  interest_paid_year_to_date: orNull(debt.ytd_interest_paid),
  interest_rate_as_of: null,
  last_payment_amount: orNull(debt.last_payment_amount),
  last_payment_date: midnight(debt.last_payment_date),
  next_payment_date: midnight(debt.next_payment_due_date),
  principal_balance: orNull(account.balances.current),
});

const mortgageTerms = (mortgage: WireMortgage): Terms => ({
  escrow_balance: orNull(mortgage.escrow_balance),
  interest_rate: orNull(mortgage.interest_rate?.percentage),
  loan_term: monthsOf(mortgage.loan_term),
  maturity_date: midnight(mortgage.maturity_date),
  next_payment_amount: orNull(mortgage.next_monthly_payment),
  original_principal: orNull(mortgage.origination_principal_amount),
});

const studentTerms = (student: WireStudentLoan): Terms => ({
  escrow_balance: null,
  interest_rate: orNull(student.interest_rate_percentage),
  loan_term: null,
  maturity_date: midnight(student.expected_payoff_date),
  next_payment_amount: orNull(student.minimum_payment_amount),
  original_principal: orNull(student.origination_principal_amount),
});

/** Plaid writes a term as "30 year" or "360 months". Any other text is ignored. */
export function monthsOf(term: string | null | undefined): number | null {
  const [, count, unit] = /^(\d{1,3})\s*-?\s*(year|month)s?$/i.exec(term?.trim() ?? '') ?? [];
  if (count === undefined || unit === undefined) return null;
  return unit.toLowerCase() === 'year' ? Number(count) * 12 : Number(count);
}

const midnight = (day: string | null | undefined): string | null => (day ? `${day}T00:00:00Z` : null);
