// The asset engine's input: an account's movements, with day numbers and amounts in cents.
import { toDay } from '#base/calendar.ts';
import { parseMoney } from '#base/money.ts';
import type { TransactionAnswer, TransactionType } from '#domain/reports/transactions.ts';

/** A range of day numbers, including both ends. */
export type Window = { from: number; until: number };

export type Movement = {
  id: string;
  type: TransactionType;
  cents: bigint;
  currency_code: string;
  /** The day the transaction was made. */
  made: number;
  /** The day the transaction was posted to the balance; null while it is pending. */
  booked: number | null;
  /** The bank's description in capitals. The memo is not used, because the payer can write anything in it. */
  wording: string;
  categories: readonly string[];
};

type BankTransaction = Pick<
  TransactionAnswer,
  'id' | 'type' | 'amount' | 'currency_code' | 'status' | 'posted_at' | 'transacted_at' | 'description' | 'categories'
>;

export function toMovement(transaction: BankTransaction): Movement {
  const { id, type, currency_code, status, posted_at, transacted_at, description, categories } = transaction;
  const cents = parseMoney(transaction.amount);
  if (cents === undefined) throw new Error('a stored transaction has an invalid amount');
  return {
    id,
    type,
    cents,
    currency_code,
    made: dayOf(transacted_at),
    // If a bank reports no posting date, the movement is treated as posted on the day it was made.
    booked: status === 'PENDING' ? null : dayOf(posted_at ?? transacted_at),
    wording: description.toUpperCase(),
    categories,
  };
}

const dayOf = (timestamp: string): number => toDay(timestamp.slice(0, 10));
