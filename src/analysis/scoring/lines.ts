// Lists the movements on a person's money accounts up to the cutoff date, without returned payments. Each movement has
// exactly one kind.
import type { Movement } from '#analysis/assets/movements.ts';
import { ownTransfers } from '#analysis/assets/own-transfers.ts';
import type { IncomeReport } from '#analysis/income/report.ts';
import { toDay } from '#base/calendar.ts';
import type { Held } from './accounts.ts';
import { newDepositReader } from './deposits.ts';
import type { ScoringTransaction } from './input.ts';
import type { Direction, Kind } from './kinds.ts';
import { newTagReader, paidFor } from './payments.ts';
import type { Tag } from './words.ts';

export type Line = { day: number; cents: bigint; direction: Direction; kind: Kind };

export function linesOf(held: readonly Held[], income: IncomeReport, cutoff: number): Line[] {
  const tagsOf = newTagReader();
  const own = ownMoves(held, cutoff);
  const kindOfDeposit = newDepositReader(income);
  const kindOf = (transaction: ScoringTransaction): Kind => {
    const tags = tagsOf(transaction.description);
    if (transaction.type === 'CREDIT') return kindOfDeposit(transaction.id, tags, own.has(transaction.id));
    const kind = paidFor(tags, transaction.categories ?? []);
    return kind === 'other' && own.has(transaction.id) ? 'transfer' : kind;
  };
  return held
    .filter(({ role }) => role === 'money')
    .flatMap(({ transactions }) => {
      const seen = transactions
        .map((transaction) => ({ transaction, day: toDay(transaction.date) }))
        .filter(({ transaction, day }) => transaction.amount_cents > 0n && day <= cutoff);
      const bounced = bouncedIn(seen, tagsOf);
      return seen
        .filter(({ transaction }) => !bounced.has(transaction))
        .map(({ transaction, day }) => ({
          day,
          cents: transaction.amount_cents,
          direction: transaction.type === 'CREDIT' ? ('in' as const) : ('out' as const),
          kind: kindOf(transaction),
        }));
    });
}

/**
 * The ids of all debits and credits that belong to transfers between a person's accounts. A payment of a debt is not
 * such a transfer.
 */
function ownMoves(held: readonly Held[], cutoff: number): ReadonlySet<string> {
  const accounts = held
    .filter(({ role }) => role !== 'debt')
    .map(({ account, movements }) => ({ id: account.id, movements: movements.filter(({ made }) => made <= cutoff) }));
  const mirrored = accounts.map(({ id, movements }) => ({ id, movements: movements.map(mirror) }));
  return new Set([...ownTransfers(accounts), ...ownTransfers(mirrored)]);
}

/** Swaps credit and debit. `ownTransfers` returns credits, so with swapped movements it returns the debits. */
const mirror = (movement: Movement): Movement => ({
  ...movement,
  type: movement.type === 'CREDIT' ? 'DEBIT' : 'CREDIT',
});

/** The maximum number of days between a payment and its return by the bank. */
const RETURN_DAYS_MAX = 5;

type Seen = { transaction: ScoringTransaction; day: number };

/**
 * Finds returned payments and their returns. Both the payment and its return are left out of the report. Each return
 * cancels the latest payment of the same amount.
 */
function bouncedIn(
  seen: readonly Seen[],
  tagsOf: (description: string) => ReadonlySet<Tag>,
): ReadonlySet<ScoringTransaction> {
  const bounced = new Set<ScoringTransaction>();
  const paid = new Map<bigint, Seen[]>();
  // On each day, payments are sorted before returns, so that a payment can be cancelled by a return of the same day.
  const in_order = seen.toSorted((a, b) => a.day - b.day || rank(a) - rank(b));
  for (const one of in_order) {
    const { transaction, day } = one;
    const { amount_cents, type, description } = transaction;
    const before = paid.get(amount_cents) ?? [];
    if (type === 'DEBIT') paid.set(amount_cents, [...before, one].slice(-PAYMENTS_KEPT));
    else if (isReturn(tagsOf(description))) {
      const last = before.at(-1);
      if (last === undefined || last.day < day - RETURN_DAYS_MAX) continue;
      bounced.add(last.transaction).add(transaction);
      paid.set(amount_cents, before.slice(0, -1));
    }
  }
  return bounced;
}

/**
 * The number of latest payments that are kept for each amount. No bank returns more payments of one amount within a few
 * days.
 */
const PAYMENTS_KEPT = 8;

const isReturn = (tags: ReadonlySet<Tag>): boolean => tags.has('returned') && !tags.has('fee');

const rank = ({ transaction }: Seen): number => (transaction.type === 'DEBIT' ? 0 : 1);
