// Limits guessing of landing page addresses: after too many misses from one IP address, we look up nothing for it.
// Each process counts only its own misses. Keys have 128 bits and short keys 50 bits, so a guesser has no chance even
// against a thousand processes that each keep a count; the limit only keeps guessing cheap for us.

import { throttled } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { openRecentCounts, type RecentCounts } from '#base/recent-counts.ts';
import type { Database } from '#storage/platform/db.ts';

const MISSES = { limit: 100, window_ms: 10 * 60_000, keys_max: 10_000 };

/** All pages of one running service share one counter. */
const COUNTS = new WeakMap<Database, RecentCounts>();

/** Runs a lookup for a visitor; 429 after too many lookups that found nothing. */
export async function lookUpFor<T>(
  { database }: { database: Database },
  ip: string,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counts = COUNTS.get(database) ?? openRecentCounts(MISSES);
  COUNTS.set(database, counts);
  const visitor = addressGroup(ip);
  const left_seconds = counts.secondsLeft(visitor);
  if (left_seconds > 0) throw throttled(left_seconds);
  const found = await look();
  if (found === undefined) counts.count(visitor);
  return found;
}
