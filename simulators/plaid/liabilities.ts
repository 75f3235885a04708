// Debts in Plaid's shapes, computed from the history of a person.
import { dayOfMonth, inMonth, nextMonth } from '../lives/calendar.ts';
import { type AccountHistory, statementsOf } from '../lives/history.ts';
import type { AccountKind, AccountPlan } from '../lives/life.ts';
import { accountId, amountOf } from './data.ts';
import type { Item } from './state.ts';

const isDebt = ({ kind }: AccountPlan): boolean => ['credit_card', 'mortgage', 'student_loan'].includes(kind);
export const debtsOf = (accounts: readonly AccountHistory[]): readonly AccountHistory[] =>
  accounts.filter(({ plan }) => isDebt(plan));

export function toLiabilities(item: Item, accounts: readonly AccountHistory[], today: string): Record<string, unknown> {
  const of = (kind: AccountKind): readonly AccountHistory[] => accounts.filter(({ plan }) => plan.kind === kind);
  const orNull = (list: readonly unknown[]): readonly unknown[] | null => (list.length === 0 ? null : list);
  return {
    credit: orNull(of('credit_card').map((account) => toCard(item, account, today))),
    mortgage: orNull(of('mortgage').map((account) => toMortgage(item, account, today))),
    student: orNull(of('student_loan').map((account) => toStudentLoan(item, account, today))),
  };
}

function toCard(item: Item, account: AccountHistory, today: string): Record<string, unknown> {
  const { plan } = account;
  const statement = statementsOf(account, item.life, today).at(-1);
  const balance = -(statement?.closing_cents ?? 0);
  const interest = account.rows.findLast(({ category }) => category === 'interest');
  return {
    account_id: accountId(item, plan.key),
    aprs: [
      {
        apr_percentage: plan.rate_percent ?? 0,
        apr_type: 'purchase_apr',
        balance_subject_to_apr: amountOf(Math.max(0, balance)),
        interest_charge_amount: interest === undefined ? 0 : amountOf(-interest.cents),
      },
    ],
    is_overdue: false,
    ...lastPaymentOf(account),
    last_statement_balance: amountOf(balance),
    last_statement_issue_date: statement?.to ?? null,
    minimum_payment_amount: amountOf(Math.min(Math.max(0, balance), Math.max(2500, Math.round(balance / 50)))),
    next_payment_due_date: nextDay(plan.due_day ?? 1, today),
  };
}

function toMortgage(item: Item, account: AccountHistory, today: string): Record<string, unknown> {
  const { plan } = account;
  const { address } = item.life.person;
  const { loan } = plan;
  return {
    account_id: accountId(item, plan.key),
    account_number: plan.number,
    current_late_fee: 0,
    escrow_balance: loan === undefined ? null : amountOf(loan.escrow_cents * (Number(today.slice(5, 7)) % 6)),
    has_pmi: false,
    has_prepayment_penalty: false,
    interest_rate: { percentage: plan.rate_percent ?? null, type: 'fixed' },
    ...lastPaymentOf(account),
    loan_term: loan === undefined ? null : `${Math.round(loan.term_months / 12)} year`,
    loan_type_description: 'conventional',
    maturity_date: loan?.matures_on ?? null,
    next_monthly_payment: loan === undefined ? null : amountOf(loan.payment_cents + loan.escrow_cents),
    next_payment_due_date: nextDay(loan?.due_day ?? 1, today),
    origination_date: plan.opened_on,
    origination_principal_amount: loan === undefined ? null : amountOf(loan.principal_cents),
    past_due_amount: 0,
    property_address: {
      city: address.city,
      country: 'US',
      postal_code: address.postal_code,
      region: address.state,
      street: address.line1,
    },
    ...yearToDateOf(account, today),
  };
}

function toStudentLoan(item: Item, account: AccountHistory, today: string): Record<string, unknown> {
  const { plan } = account;
  const { loan } = plan;
  const statement = statementsOf(account, item.life, today).at(-1);
  return {
    account_id: accountId(item, plan.key),
    account_number: plan.number,
    disbursement_dates: [plan.opened_on],
    expected_payoff_date: loan?.matures_on ?? null,
    guarantor: 'DEPT OF ED',
    interest_rate_percentage: plan.rate_percent ?? 0,
    is_overdue: false,
    ...lastPaymentOf(account),
    last_statement_balance: statement === undefined ? null : amountOf(-statement.closing_cents),
    last_statement_issue_date: statement?.to ?? null,
    loan_name: plan.name,
    loan_status: { end_date: loan?.matures_on ?? null, type: 'repayment' },
    minimum_payment_amount: loan === undefined ? null : amountOf(loan.payment_cents),
    next_payment_due_date: nextDay(loan?.due_day ?? 1, today),
    origination_date: plan.opened_on,
    origination_principal_amount: loan === undefined ? null : amountOf(loan.principal_cents),
    outstanding_interest_amount: 0,
    payment_reference_number: plan.number,
    pslf_status: { estimated_eligibility_date: null, payments_made: null, payments_remaining: null },
    repayment_plan: { description: 'Standard Repayment', type: 'standard' },
    sequence_number: '1',
    servicer_address: { city: null, country: null, postal_code: null, region: null, street: null },
    ...yearToDateOf(account, today),
  };
}

function lastPaymentOf(account: AccountHistory): Record<string, unknown> {
  const payment = account.rows.findLast(({ cents }) => cents > 0);
  return {
    last_payment_amount: payment === undefined ? null : amountOf(payment.cents),
    last_payment_date: payment?.posted_on ?? null,
  };
}

function yearToDateOf(account: AccountHistory, today: string): Record<string, unknown> {
  const rows = account.rows.filter(({ posted_on }) => posted_on.slice(0, 4) === today.slice(0, 4));
  const interest = -rows.filter(({ cents }) => cents < 0).reduce((sum, { cents }) => sum + cents, 0);
  const paid = rows.filter(({ cents }) => cents > 0).reduce((sum, { cents }) => sum + cents, 0);
  return { ytd_interest_paid: amountOf(interest), ytd_principal_paid: amountOf(paid - interest) };
}

/** Returns the next date, today or later, with the given day of the month. */
const nextDay = (day: number, today: string): string =>
  inMonth(dayOfMonth(today) <= dayOfMonth(inMonth(today, day)) ? today : nextMonth(today), day);
