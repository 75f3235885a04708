// Assigns items of several accounts one at a time. Each request names an account and gets the first free item that
// belongs to a different account.

type Owned = { readonly account_id: string };

/** Returns the first free item of an account other than `account_id`. A used item never becomes free again. */
export type OfAnother<Item extends Owned> = (account_id: string) => Item | undefined;

/**
 * Each search stores the position at which it ended. So the next search for the same account is fast even if all items
 * at the start of the list belong to the given account.
 */
export function newOfAnother<Item extends Owned>(
  items: readonly Item[],
  isFree: (item: Item) => boolean,
): OfAnother<Item> {
  let first = 0;
  // The next search for an item that does not belong to the account `than` starts at the index `place`, because every
  // item before `place` is used or belongs to `than`.
  let other: { place: number; than: string } | undefined;
  return (account_id) => {
    let front = items[first];
    while (front !== undefined && !isFree(front)) front = items[++first];
    if (front === undefined || front.account_id !== account_id) return front;
    if (other?.than !== account_id) other = { place: first + 1, than: account_id };
    let next = items[other.place];
    while (next !== undefined && (next.account_id === account_id || !isFree(next))) next = items[++other.place];
    return next;
  };
}
