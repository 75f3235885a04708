// Finds pending credits that a posted credit has replaced.
import { groupBy } from '#base/lists.ts';
import { placeAfter } from './by-day.ts';
import type { Credit } from './credits.ts';
import { similarity } from './texts/payer-names.ts';

const DAYS_MAX = 5;
const SIMILAR = 0.6;

/**
 * The maximum number of posted credits of equal amount that are compared with one pending credit. Real statements have
 * fewer; the limit bounds the cost of a forged statement.
 */
const LOOKED_AT_MAX = 50;

/**
 * Returns the pending credits that were replaced by posted credits. A posted credit replaces one pending credit with
 * the same account, the same amount and a similar description, if the two credits are at most `DAYS_MAX` days apart.
 */
export function replacedPending(credits: readonly Credit[]): Set<Credit> {
  const replaced = new Set<Credit>();
  const pending = credits.filter(({ transaction }) => transaction.status === 'PENDING');
  if (pending.length === 0) return replaced;
  const keyOf = ({ transaction, cents }: Credit): string => `${cents}|${transaction.account_id}`;
  const booked = groupBy(
    credits.filter(({ transaction }) => transaction.status === 'POSTED'),
    keyOf,
  );
  for (const credit of pending) {
    const same = booked.get(keyOf(credit)) ?? [];
    const from = placeAfter(same, credit.day - DAYS_MAX - 1);
    for (let at = from; at < Math.min(from + LOOKED_AT_MAX, same.length); at++) {
      const other = same[at];
      if (other === undefined || other.day > credit.day + DAYS_MAX) break;
      if (!isAlike(other, credit)) continue;
      same.splice(at, 1);
      replaced.add(credit);
      break;
    }
  }
  return replaced;
}

const isAlike = ({ reading: a }: Credit, { reading: b }: Credit): boolean =>
  a.payer === b.payer || similarity(a.words, b.words) >= SIMILAR;
