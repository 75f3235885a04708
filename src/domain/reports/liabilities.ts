// What a person owes at a bank: credit cards, lines of credit and loans. For each field that contains a day, the
// specification defines whether the value is a date or a timestamp.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { Id, nullable, shape, Timestamp } from '#base/schema.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { type Account, AccountAnswer, type AccountType } from './financial-accounts.ts';

const amount = nullable(Money);
const date = nullable(CalendarDate);
const timestamp = nullable(Timestamp);
const percentage = nullable(
  Type.Unsafe<Static<typeof Money>>({ ...Money, description: 'Percent.', examples: ['18.99'] }),
);

export const CreditAnswer = shape('CreditLiability', 'A card or line of credit.', {
  account_id: Id,
  advances_apr: percentage,
  purchases_apr: percentage,
  available_cash: amount,
  available_credit: amount,
  balance_as_of: timestamp,
  credit_line: amount,
  current_balance: amount,
  last_payment_amount: amount,
  last_payment_date: date,
  last_stmt_balance: amount,
  last_stmt_date: date,
  minimum_payment_amount: amount,
  next_payment_amount: amount,
  next_payment_date: date,
  past_due_amount: amount,
});

export const LoanAnswer = shape('LoanLiability', 'A loan.', {
  account_id: Id,
  balance_as_of: timestamp,
  escrow_balance: amount,
  interest_paid_year_to_date: amount,
  interest_rate: percentage,
  interest_rate_as_of: timestamp,
  last_payment_amount: amount,
  last_payment_date: timestamp,
  loan_term: nullable(Type.Integer({ description: 'Months.' })),
  maturity_date: timestamp,
  next_payment_amount: amount,
  next_payment_date: timestamp,
  original_principal: amount,
  principal_balance: amount,
});

export type CreditAnswer = Static<typeof CreditAnswer>;
export type LoanAnswer = Static<typeof LoanAnswer>;

export const LiabilitiesAnswer = shape('Liabilities', 'What a person owes at a bank, and the accounts involved.', {
  accounts: Type.Array(AccountAnswer),
  liabilities: shape('LiabilityLists', 'Cards, lines of credit and loans.', {
    credit: Type.Array(CreditAnswer),
    loans: Type.Array(LoanAnswer),
  }),
});
export type LiabilitiesAnswer = Static<typeof LiabilitiesAnswer>;

/**
 * `id` is internal and is never shown. The account's id is enough, because an account has at most one credit or loan.
 */
export type Credit = InHundredths<CreditAnswer> & { id: string };
export type Loan = InHundredths<LoanAnswer> & { id: string };
export type Liabilities = { credit: Credit[]; loans: Loan[] };

const LIABILITY_TYPES: ReadonlySet<AccountType> = new Set([
  'CREDIT_CARD',
  'LINE_OF_CREDIT',
  'CHECKING_LINE_OF_CREDIT',
  'LOAN',
  'MORTGAGE',
] as const);
export const isLiabilityAccount = ({ type }: Pick<Account, 'type'>): boolean => LIABILITY_TYPES.has(type);

export const presentCredit = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  ...credit
}: Timed<InDecimals<Credit>>): CreditAnswer => credit;

export const presentLoan = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  ...loan
}: Timed<InDecimals<Loan>>): LoanAnswer => loan;
