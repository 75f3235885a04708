// Chooses, among the labelled amounts of a statement, the balances and totals that fit together.

import { fieldOf } from '#analysis/documents/text-rows.ts';
import { sum } from '#base/money.ts';
import type { Field } from '#domain/documents/read-documents.ts';
import { signedCents } from './amounts.ts';
import type { Part, Stated } from './summary.ts';

const ALONE = 0.7;

/**
 * Returns the balances and totals. A total is accepted if the balances or the transactions confirm it. Otherwise it is
 * accepted only if the statement has no other line of the same kind, because the total of one section is not the total
 * of all withdrawals.
 */
export function totalsOf(stated: readonly Stated[], amounts: readonly bigint[]): Record<string, Field | undefined> {
  const [opening, closing] = [bestOf(stated, 'opening'), bestOf(stated, 'closing')];
  const sums = { in: sum(amounts.filter((cents) => cents > 0n)), out: -sum(amounts.filter((cents) => cents < 0n)) };
  const change =
    opening === undefined || closing === undefined
      ? undefined
      : signedCents(closing.amount) - signedCents(opening.amount);
  const deposits = candidates(stated, 'deposits');
  const withdrawals = candidates(stated, 'withdrawals');
  const balanced = (size_in: bigint, size_out: bigint) => change !== undefined && size_in - size_out === change;
  const paid_in = choose(deposits, 'other_deposits', stated, (size) => {
    return size === sums.in || withdrawals.some(({ amount }) => balanced(size, amount.cents));
  });
  const paid_out = choose(withdrawals, 'other_withdrawals', stated, (size) => {
    return size === sums.out || deposits.some(({ amount }) => balanced(amount.cents, size));
  });
  return {
    opening_balance: opening && fieldOf(signedCents(opening.amount), opening.amount.words, opening.page, 'label'),
    closing_balance: closing && fieldOf(signedCents(closing.amount), closing.amount.words, closing.page, 'label'),
    total_deposits: paid_in,
    total_withdrawals: paid_out,
  };
}

const candidates = (stated: readonly Stated[], part: Part): Stated[] =>
  stated.filter((each) => each.part === part).toSorted((a, b) => a.rank - b.rank);

export const bestOf = (stated: readonly Stated[], part: Part): Stated | undefined => candidates(stated, part)[0];

function choose(
  found: readonly Stated[],
  other: Part,
  stated: readonly Stated[],
  isConfirmed: (size: bigint) => boolean,
): Field | undefined {
  const field = ({ amount, page }: Stated, certainty: number) =>
    fieldOf(amount.cents, amount.words, page, 'label', certainty);
  const confirmed = found.find(({ amount }) => isConfirmed(amount.cents));
  if (confirmed !== undefined) return field(confirmed, 1);
  const first = found[0];
  const others = stated.some(({ part, amount }) => part === other && amount.cents !== 0n);
  const differs = found.some(({ amount }) => amount.cents !== first?.amount.cents);
  return first === undefined || others || differs ? undefined : field(first, ALONE);
}
