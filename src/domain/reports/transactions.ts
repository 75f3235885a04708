// Bank account transactions. Amounts are never negative, because the transaction type shows the direction.
import { type Static, Type } from 'typebox';
import { type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, PAGING, QueryText, QueryTimestamp, shape, Timestamp } from '#base/schema.ts';
import { AccountAnswer } from './financial-accounts.ts';

export const TRANSACTION_TYPES = ['DEBIT', 'CREDIT'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_STATUSES = ['POSTED', 'PENDING'] as const;

const text = nullable(Type.String());

export const TransactionAnswer = shape('Transaction', 'A transaction in a bank account.', {
  id: Id,
  account_id: Id,
  external_id: text,
  created_at: Timestamp,
  updated_at: Timestamp,
  amount: Money,
  type: choice(TRANSACTION_TYPES),
  status: choice(TRANSACTION_STATUSES),
  currency_code: Type.String({ examples: ['USD'] }),
  description: Type.String(),
  memo: text,
  check_number: text,
  categories: Type.Array(Type.String()),
  merchant_category_code: nullable(Type.Integer()),
  posted_at: nullable(Timestamp),
  transacted_at: Timestamp,
  location: nullable(
    shape('TransactionLocation', 'Where a transaction was made.', {
      latitude: Type.Number(),
      longitude: Type.Number(),
    }),
  ),
});
export type TransactionAnswer = Static<typeof TransactionAnswer>;

/** One page of transactions. It always contains the complete list of accounts. */
export const TransactionsAnswer = shape(
  'TransactionPage',
  'The accounts of a link, and one page of their transactions.',
  {
    count: Type.Integer(),
    next: nullable(Type.String({ format: 'uri' })),
    previous: nullable(Type.String({ format: 'uri' })),
    accounts: Type.Array(AccountAnswer),
    transactions: Type.Array(TransactionAnswer),
  },
);

export const TransactionListQuery = Type.Object({
  transacted_at_from: QueryTimestamp,
  transacted_at_to: QueryTimestamp,
  account_id: QueryText,
  ...PAGING,
});
export type TransactionListQuery = Static<typeof TransactionListQuery>;

/**
 * A transaction as a connector returns it. Its amount is in hundredths, and it does not have our timestamps. It is
 * stored in the form of `TransactionAnswer`.
 */
export type Transaction = Omit<InHundredths<TransactionAnswer>, 'created_at' | 'updated_at'>;

/**
 * Sorts transactions by time, newest first. Transactions with the same time are sorted by id, so that pages never
 * overlap.
 */
type Ranked = Pick<Transaction, 'transacted_at' | 'id'>;
export function byNewestTransaction(a: Ranked, b: Ranked): number {
  if (a.transacted_at !== b.transacted_at) return a.transacted_at > b.transacted_at ? -1 : 1;
  return a.id > b.id ? -1 : Number(a.id < b.id);
}
