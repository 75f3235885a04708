// Checks the balances of a CSV file from row to row. The balances show whether the newest row is first, and whether a
// positive amount is money that arrived. A balance that does not follow from the amounts is reported once.

export type Entry = { amount: bigint; balance: bigint | undefined };
export type Direction = { is_newest_first: boolean; sign: 1n | -1n };

/**
 * Returns the order and the sign that explain the most balances of the sample; undefined if no combination explains
 * more balances than the others. A known order or sign is not changed.
 */
export function directionOf(
  sample: readonly Entry[],
  is_newest_first: boolean | undefined,
  sign: 1n | -1n | undefined,
): Direction | undefined {
  const orders = is_newest_first === undefined ? [false, true] : [is_newest_first];
  const signs = sign === undefined ? ([1n, -1n] as const) : [sign];
  const scored = orders
    .flatMap((order) => signs.map((one) => ({ is_newest_first: order, sign: one })))
    .map((direction) => ({ direction, score: explained(sample, direction) }))
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (best === undefined || best.score === 0 || best.score === second?.score) return undefined;
  return best.direction;
}

function explained(sample: readonly Entry[], direction: Direction): number {
  const follow = balanceFollower(direction);
  return sample.filter((entry) => follow(entry) === 'follows').length;
}

type Verdict = 'unknown' | 'follows' | 'contradicts';

/**
 * Returns a function that is called for each row, in the order of the file. It returns whether the balance of the row
 * follows from the rows before it.
 */
export function balanceFollower({ is_newest_first, sign }: Direction): (entry: Entry) => Verdict {
  // After a wrong balance, the next balance follows either from the wrong balance or from the correct one. Both are
  // kept, so that a single wrong balance is reported once.
  let [stated, computed]: [bigint | undefined, bigint | undefined] = [undefined, undefined];
  return ({ amount, balance }) => {
    const signed = amount * sign;
    // If the newest row is first, `stated` and `computed` are the balance before the previous row's transaction, which
    // is the balance after this row's transaction.
    const before = is_newest_first ? 0n : signed;
    const after = is_newest_first ? signed : 0n;
    const expected = [stated, computed].map((one) => (one === undefined ? undefined : one + before));
    if (balance === undefined) {
      [stated, computed] = expected.map((one) => (one === undefined ? undefined : one - after));
      return 'unknown';
    }
    const follows = expected.includes(balance);
    const is_first = stated === undefined;
    stated = balance - after;
    computed = follows || is_first ? stated : expected[1] === undefined ? undefined : expected[1] - after;
    if (is_first) return 'unknown';
    return follows ? 'follows' : 'contradicts';
  };
}
