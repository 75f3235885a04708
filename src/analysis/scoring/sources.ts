// Converts the data a client sent, or a person's bank data, into the scoring engine's input.
import { addDays } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import type { AccountType } from '#domain/reports/financial-accounts.ts';
import type { KeptSections } from '#domain/reports/link-data.ts';
import type { NewScoringReport, SCORED_ACCOUNT_TYPES } from '#domain/reports/scoring-reports.ts';
import { transactionKey } from '#domain/reports/scoring-requests.ts';
import {
  type BalanceTime,
  type Checkpoint,
  CURRENCY,
  type ScoringAccount,
  type ScoringInput,
  type ScoringTransaction,
} from './input.ts';

type Sent<List extends 'accounts' | 'transactions'> = NonNullable<NewScoringReport[List]>[number];
type Asked = Pick<ScoringInput, 'cutoff_date' | 'loan_data_enabled'>;

export const sentInput = (asked: Asked, { accounts = [], transactions = [] }: NewScoringReport): ScoringInput => ({
  ...asked,
  accounts: accounts.map(sentAccount),
  transactions: transactions.map(sentTransaction),
  checkpoints: [],
});

const ACCOUNT_TYPES: Record<(typeof SCORED_ACCOUNT_TYPES)[number], AccountType> = {
  checking: 'CHECKING',
  savings: 'SAVINGS',
  card: 'CREDIT_CARD',
  loan: 'LOAN',
  other: 'OTHER',
};

const sentAccount = ({
  identifier,
  type,
  balance_amount,
  balance_date,
  autopay,
}: Sent<'accounts'>): ScoringAccount => ({
  id: identifier,
  type: ACCOUNT_TYPES[type],
  subtype: null,
  currency_code: CURRENCY,
  balance: parseMoney(balance_amount) ?? null,
  balance_as_of: sentTime(balance_date),
  has_autopay: autopay ?? false,
});

const sentTime = (date: string | null | undefined): BalanceTime => (date ? { date } : 'unknown');

function sentTransaction(transaction: Sent<'transactions'>): ScoringTransaction {
  const { account_identifier, post_date, amount, status, description } = transaction;
  const cents = parseMoney(amount) ?? 0n;
  return {
    id: transactionKey(transaction),
    account_id: account_identifier,
    date: post_date,
    booked_date: post_date,
    amount_cents: cents < 0n ? -cents : cents,
    type: cents < 0n ? 'DEBIT' : 'CREDIT',
    status: status === 'pending' ? 'PENDING' : 'POSTED',
    description: description ?? '',
    currency_code: CURRENCY,
  };
}

type BankData = Pick<KeptSections, 'accounts' | 'transactions' | 'bank_statements'>;

/**
 * Combines the data of all links, because a transfer between two of the person's banks is neither income nor spending.
 */
export const linkedInput = (asked: Asked, links: readonly BankData[]): ScoringInput => ({
  ...asked,
  accounts: links.flatMap(({ accounts = [] }) => accounts.map(bankAccount)),
  transactions: links.flatMap(({ transactions = [] }) => transactions.map(bankTransaction)),
  checkpoints: links.flatMap(({ bank_statements = [] }) => bank_statements.flatMap(checkpointOf)),
});

const bankAccount = ({ id, type, subtype, balances }: NonNullable<BankData['accounts']>[number]): ScoringAccount => ({
  id,
  type,
  subtype,
  currency_code: balances.currency_code,
  balance: parseMoney(balances.balance) ?? null,
  balance_as_of: 'now',
  // `has_autopay` is false, because banks do not report autopay.
  has_autopay: false,
});

const bankTransaction = (transaction: NonNullable<BankData['transactions']>[number]): ScoringTransaction => {
  const { id, account_id, type, status, description, memo, categories, currency_code, check_number } = transaction;
  return {
    id,
    account_id,
    date: transaction.transacted_at.slice(0, 10),
    booked_date: (transaction.posted_at ?? transaction.transacted_at).slice(0, 10),
    amount_cents: parseMoney(transaction.amount) ?? 0n,
    type,
    status,
    description,
    memo,
    categories,
    currency_code,
    check_number,
  };
};

/**
 * Returns a statement's closing balance and opening balance. The opening balance gets the date of the day before the
 * statement's period, because it is the balance at the end of that day.
 */
function checkpointOf(statement: NonNullable<BankData['bank_statements']>[number]): Checkpoint[] {
  const { account_id, period_start, period_end } = statement;
  const [opening, closing] = [parseMoney(statement.opening_balance), parseMoney(statement.closing_balance)];
  return [
    ...(opening === undefined ? [] : [{ account_id, date: addDays(period_start, -1), balance: opening }]),
    ...(closing === undefined ? [] : [{ account_id, date: period_end, balance: closing }]),
  ];
}
