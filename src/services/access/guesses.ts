// Guessing addresses of landing pages: so many misses from one address, then nothing is looked up for it any more.
// Counted in this process alone. Keys have 128 bits and short ones 50, so that even a thousand processes, each with a
// count of its own, leave a guesser nothing to hope for; what matters is that guessing costs us little.
import { addressGroup } from '#base/client-addresses.ts';
import { throttled } from '#base/errors.ts';
import { openRecentCounts, type RecentCounts } from '#base/recent-counts.ts';
import type { Database } from '#storage/platform/db.ts';

const MISSES = { limit: 100, window_ms: 10 * 60_000, keys_max: 10_000 };

/** One count for all pages of one house. */
const COUNTS = new WeakMap<Database, RecentCounts>();

/** Looks something up for a visitor: 429 after too many misses. */
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
