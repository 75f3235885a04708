// Hands out items of several accounts one by one: an account gets the first free item of another account.

type Owned = { readonly account_id: string };

/** Returns the first free item of an account other than `account_id`. A used item never becomes free again. */
export type OfAnother<Item extends Owned> = (account_id: string) => Item | undefined;

/**
 * Stays fast even if all leading items belong to the requesting account, because it remembers where the first item of
 * another account is.
 */
export function newOfAnother<Item extends Owned>(
  items: readonly Item[],
  isFree: (item: Item) => boolean,
): OfAnother<Item> {
  let first = 0;
  // The first free item after `first` that belongs to another account; `than` is the account of the item at `first`.
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
