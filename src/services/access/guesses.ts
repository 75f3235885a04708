// Limits the guessing of landing page URLs. A miss is a lookup of a key that does not exist. After too many recent
// misses from one IPv4 address or one IPv6 /64 network, all lookups from this address or network are rejected for a
// while. Each process counts only its own misses. Keys have 128 bits and short keys have 50 bits, so guessing fails
// even against a thousand processes with separate counts. The limit only reduces what such requests cost us.

import { throttled } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { openRecentCounts, type RecentCounts } from '#base/recent-counts.ts';
import type { Database } from '#storage/platform/db.ts';

const MISSES = { limit: 100, window_ms: 10 * 60_000, keys_max: 10_000 };

/** The lookups of one visitor: the number of running lookups, and the lookups that wait until a running lookup ends. */
type Lookups = { running: number; waiting: (() => void)[] };
type Guesses = { misses: RecentCounts; lookups: Map<string, Lookups> };

/** The counters of misses, one per database. All pages of one running service share one counter. */
const GUESSES = new WeakMap<Database, Guesses>();

/**
 * Runs a lookup for a visitor. Throws a 429 if too many recent lookups of the visitor found nothing. A running lookup
 * may turn out to be a miss. If the running lookups together could exceed the limit, the new lookup waits until one of
 * them has ended, so that a burst of parallel lookups cannot exceed the limit.
 */
export async function lookUpFor<T>(
  { database }: { database: Database },
  ip: string,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const guesses = GUESSES.get(database) ?? { misses: openRecentCounts(MISSES), lookups: new Map() };
  GUESSES.set(database, guesses);
  const { misses } = guesses;
  const visitor = addressGroup(ip);
  const own = lookupsOf(guesses, visitor);
  const room = misses.room(visitor);
  if (room === 0 || own.running < room) own.running += 1;
  else await new Promise<void>((resolve) => own.waiting.push(resolve));
  try {
    const left_seconds = misses.secondsLeft(visitor);
    if (left_seconds > 0) throw throttled(left_seconds);
    const found = await look();
    if (found === undefined) misses.count(visitor);
    return found;
  } finally {
    own.running -= 1;
    wakeNext(guesses, visitor, own);
  }
}

function lookupsOf({ lookups }: Guesses, visitor: string): Lookups {
  const own = lookups.get(visitor) ?? { running: 0, waiting: [] };
  lookups.set(visitor, own);
  return own;
}

/**
 * Wakes as many waiting lookups as may run now. Once the limit of misses is reached, wakes all waiting lookups, so that
 * they are refused without further delay. A woken lookup counts as running from this moment until it ends.
 */
function wakeNext({ misses, lookups }: Guesses, visitor: string, own: Lookups): void {
  const room = misses.room(visitor);
  const woken = own.waiting.splice(0, room === 0 ? own.waiting.length : Math.max(0, room - own.running));
  own.running += woken.length;
  for (const wake of woken) wake();
  if (own.running === 0 && own.waiting.length === 0) lookups.delete(visitor);
}
