// Limits the guessing of landing page URLs. After too many recent misses from one IPv4 address or one IPv6 /64 network,
// keys from there are not looked up for a while. Each process counts only its own misses. Keys have 128 bits and short
// keys have 50 bits, so guessing fails even against a thousand processes with separate counts. The limit only reduces
// what such requests cost us.

import { throttled } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { openRecentCounts, type RecentCounts } from '#base/recent-counts.ts';
import type { Database } from '#storage/platform/db.ts';

const MISSES = { limit: 100, window_ms: 10 * 60_000, keys_max: 10_000 };

/** The counters of misses, one per database. All pages of one running service share one counter. */
const COUNTS = new WeakMap<Database, RecentCounts>();

/** Runs a lookup for a visitor. Throws a 429 if too many recent lookups of the visitor found nothing. */
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
