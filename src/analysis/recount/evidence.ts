// The evidence from which a reported value is recomputed. It consists of the deposits of the income source, taken from
// the bank's data, and of the inputs that the explanation lists.
import { monthOf, yearOf } from '#base/calendar.ts';
import { parseMoney, sum } from '#base/money.ts';
import type { ExplainedFigure, ExplainedSource } from '#domain/reports/income-explanations.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';

/** The fields of a bank transaction that the recount needs. */
export type ReportedTransaction = Pick<
  TransactionAnswer,
  | 'id'
  | 'account_id'
  | 'amount'
  | 'type'
  | 'status'
  | 'currency_code'
  | 'description'
  | 'check_number'
  | 'transacted_at'
>;

export type Deposit = { id: string; date: string; cents: bigint; transaction: ReportedTransaction };

export type Evidence = {
  explained: ExplainedSource;
  /** The source's deposits, oldest first. */
  deposits: readonly Deposit[];
  first: string;
  last: string;
  window: { first: string; last: string };
  depositsNamed(ids: readonly string[]): Deposit[];
};

/**
 * Thrown if the explanation is incomplete or wrong. The error is reported as a mismatch of the value that is being
 * recomputed.
 */
export class Unexplained extends Error {}

export function evidenceOf(
  explained: ExplainedSource,
  window: Evidence['window'],
  by_id: ReadonlyMap<string, ReportedTransaction>,
): Evidence {
  const deposits = explained.transactions
    .map((id) => depositOf(id, by_id))
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
  const [first, last] = [deposits[0]?.date, deposits.at(-1)?.date];
  if (first === undefined || last === undefined) throw new Unexplained('the source has no deposits');
  const own = new Map(deposits.map((deposit) => [deposit.id, deposit]));
  const depositsNamed = (ids: readonly string[]): Deposit[] =>
    ids.map((id) => {
      const deposit = own.get(id);
      if (deposit === undefined) throw new Unexplained(`${id} is not a deposit of this source`);
      return deposit;
    });
  return { explained, deposits, first, last, window, depositsNamed };
}

function depositOf(id: string, by_id: ReadonlyMap<string, ReportedTransaction>): Deposit {
  const transaction = by_id.get(id);
  if (transaction === undefined) throw new Unexplained(`the bank data contains no transaction ${id}`);
  const cents = parseMoney(transaction.amount);
  if (transaction.type !== 'CREDIT' || cents === undefined) throw new Unexplained(`${id} is not a credit`);
  return { id, date: transaction.transacted_at.slice(0, 10), cents, transaction };
}

export const totalOf = (deposits: readonly Deposit[]): bigint => sum(deposits.map(({ cents }) => cents));

/** The month's number; consecutive months have consecutive numbers. */
export const monthNumber = (date: string): number => yearOf(date) * 12 + monthOf(date) - 1;

type Inputs = ExplainedFigure['inputs'];

export function idsIn(inputs: Inputs, name: string): string[] {
  const value = inputs[name];
  if (!Array.isArray(value)) throw new Unexplained(`${name} is missing`);
  return value.map(String);
}

export function idListsIn(inputs: Inputs, name: string): string[][] {
  const value = inputs[name];
  if (!Array.isArray(value)) throw new Unexplained(`${name} is missing`);
  return value.map((ids: unknown) => (Array.isArray(ids) ? ids.map(String) : []));
}

export function numberIn(inputs: Inputs, name: string): number {
  const value = inputs[name];
  if (typeof value !== 'number') throw new Unexplained(`${name} is missing`);
  return value;
}

export function textIn(inputs: Inputs, name: string): string {
  const value = inputs[name];
  if (typeof value !== 'string') throw new Unexplained(`${name} is missing`);
  return value;
}

export function centsIn(inputs: Inputs, name: string): bigint {
  const cents = parseMoney(inputs[name]);
  if (cents === undefined) throw new Unexplained(`${name} is missing`);
  return cents;
}
