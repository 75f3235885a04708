// Money that only went from one account of a person to another: an equal amount left another one within three days.
//
// Words are not asked: a transfer from an account nobody has seen is money of unknown origin like any other.
import type { Movement } from './movements.ts';

const DAYS_MAX = 3;

type Held = { id: string; movements: readonly Movement[] };

/** The ids of the credits. Every debit accounts for one of them, the earliest it can. */
export function ownTransfers(accounts: readonly Held[]): Set<string> {
  const debits = debitsByAmount(accounts);
  const credits = accounts
    .flatMap(({ id, movements }) =>
      movements.filter(isBookedAs('CREDIT')).map((movement) => ({ account_id: id, movement })),
    )
    .toSorted((a, b) => a.movement.made - b.movement.made);
  const found = new Set<string>();
  for (const { account_id, movement } of credits) {
    if (takeDebit(debits.get(amountKey(movement)) ?? [], account_id, movement.made)) found.add(movement.id);
  }
  return found;
}

/** The days on which one amount left an account, in order; `next` is the first that may still be taken. */
type Queue = { account_id: string; days: number[]; next: number };

function debitsByAmount(accounts: readonly Held[]): Map<string, Queue[]> {
  const amounts = new Map<string, Queue[]>();
  for (const { id: account_id, movements } of accounts) {
    const own = new Map<string, Queue>();
    for (const movement of movements.filter(isBookedAs('DEBIT')).toSorted((a, b) => a.made - b.made)) {
      const key = amountKey(movement);
      const queue = own.get(key);
      if (queue === undefined) own.set(key, { account_id, days: [movement.made], next: 0 });
      else queue.days.push(movement.made);
    }
    for (const [key, queue] of own) amounts.set(key, [...(amounts.get(key) ?? []), queue]);
  }
  return amounts;
}

/** Credits come in order, so what is too old for one of them is too old for all that follow. */
function takeDebit(queues: readonly Queue[], account_id: string, day: number): boolean {
  let earliest: Queue | undefined;
  for (const queue of queues) {
    while ((queue.days[queue.next] ?? day) < day - DAYS_MAX) queue.next++;
    if (queue.account_id === account_id || !((queue.days[queue.next] ?? Infinity) <= day + DAYS_MAX)) continue;
    if (earliest === undefined || headOf(queue) < headOf(earliest)) earliest = queue;
  }
  if (earliest === undefined) return false;
  earliest.next++;
  return true;
}

const headOf = ({ days, next }: Queue): number => days[next] ?? Infinity;

const amountKey = ({ cents, currency_code }: Movement): string => `${currency_code} ${cents}`;

const isBookedAs =
  (wanted: Movement['type']) =>
  ({ type, booked }: Movement): boolean =>
    type === wanted && booked !== null;
