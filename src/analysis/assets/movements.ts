// What the asset engine counts with: the movements of an account by day, in cents.
import { toDay } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import type { TransactionAnswer, TransactionType } from '#domain/reports/transactions.ts';

/** Days by their number, both included. */
export type Window = { from: number; until: number };

export type Movement = {
  id: string;
  type: TransactionType;
  cents: bigint;
  currency_code: string;
  /** The day it was made. */
  made: number;
  /** The day it reached the balance; null as long as it has not. */
  booked: number | null;
  /** What the bank calls it, in capitals; a memo is whatever the payer liked to write, so it is not asked. */
  wording: string;
  categories: readonly string[];
};

type Told = Pick<
  TransactionAnswer,
  'id' | 'type' | 'amount' | 'currency_code' | 'status' | 'posted_at' | 'transacted_at' | 'description' | 'categories'
>;

export function toMovement(transaction: Told): Movement {
  const { id, type, currency_code, status, posted_at, transacted_at, description, categories } = transaction;
  const cents = parseMoney(transaction.amount);
  if (cents === undefined) throw new Error('a transaction was kept with an amount that is none');
  return {
    id,
    type,
    cents,
    currency_code,
    made: dayOf(transacted_at),
    // A bank that does not say when it booked a movement means the day it was made.
    booked: status === 'PENDING' ? null : dayOf(posted_at ?? transacted_at),
    wording: description.toUpperCase(),
    categories,
  };
}

const dayOf = (timestamp: string): number => toDay(timestamp.slice(0, 10));
