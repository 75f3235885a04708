// Transfers between a person's own accounts: credits for which an equal amount left another account at most three days
// earlier or later.
//
// Descriptions are not used, because a description may name a transfer from an account for which we have no data, and
// then the origin of the money is unknown.
import { groupBy } from '#base/lists.ts';
import { newOfAnother, type OfAnother } from '#base/of-another.ts';
import type { Movement } from './movements.ts';

const DAYS_MAX = 3;

type Held = { id: string; movements: readonly Movement[] };

/**
 * Returns the ids of the credits that are transfers between the person's own accounts. Credits are matched in order of
 * their dates, and a debit is matched with at most one credit.
 */
export function ownTransfers(accounts: readonly Held[]): Set<string> {
  const debitOf = newDebitFinder(accounts);
  const credits = accounts
    .flatMap(({ id, movements }) =>
      movements.filter(isBookedAs('CREDIT')).map((movement) => ({ account_id: id, movement })),
    )
    .toSorted((a, b) => a.movement.made - b.movement.made);
  const found = new Set<string>();
  for (const { account_id, movement } of credits) {
    const debit = debitOf(account_id, movement);
    if (debit === undefined) continue;
    debit.is_taken = true;
    found.add(movement.id);
  }
  return found;
}

type Debit = { account_id: string; is_taken: boolean };

/**
 * Finds the debit that matches a credit: the earliest matching debit that is on another account and is not matched yet.
 * Debits are indexed by day and amount.
 */
function newDebitFinder(accounts: readonly Held[]): (account_id: string, credit: Movement) => Debit | undefined {
  const keyOf = (movement: Movement, day: number): string => `${day} ${amountKey(movement)}`;
  const debits = groupBy(
    accounts.flatMap(({ id: account_id, movements }) =>
      movements
        .filter(isBookedAs('DEBIT'))
        .map((movement) => ({ account_id, is_taken: false, key: keyOf(movement, movement.made) })),
    ),
    ({ key }) => key,
  );
  const finders = new Map<string, OfAnother<Debit>>(
    [...debits].map(([key, same]) => [key, newOfAnother(same, ({ is_taken }) => !is_taken)]),
  );
  return (account_id, credit) => {
    for (let day = credit.made - DAYS_MAX; day <= credit.made + DAYS_MAX; day++) {
      const found = finders.get(keyOf(credit, day))?.(account_id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

const amountKey = ({ cents, currency_code }: Movement): string => `${currency_code} ${cents}`;

const isBookedAs =
  (wanted: Movement['type']) =>
  ({ type, booked }: Movement): boolean =>
    type === wanted && booked !== null;
