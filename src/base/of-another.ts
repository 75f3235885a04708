// Things of several accounts that are given to other accounts one by one: the first that is not of one's own.

type Owned = { readonly account_id: string };

/** The first free one of another account than this. What is not free once never is again. */
export type OfAnother<Item extends Owned> = (account_id: string) => Item | undefined;

/** As quick where all in front belong to the account that asks: the place where others begin is remembered. */
export function newOfAnother<Item extends Owned>(
  items: readonly Item[],
  isFree: (item: Item) => boolean,
): OfAnother<Item> {
  let first = 0;
  // Behind the first free one: the first free one of another account than its own.
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
