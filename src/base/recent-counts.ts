// Counts how often something happened recently, per key such as a visitor's address. Counts are in this process's
// memory, for a bounded number of keys, so that no client can exhaust the memory.
import { elapsedMs } from './clock.ts';

export type RecentCounts = {
  /**
   * Returns the whole seconds until the key's count falls below the limit; 0 if the count is below the limit now.
   * Calling this function does not change the count.
   */
  secondsLeft(key: string): number;
  count(key: string): void;
};

type Bounds = {
  /** The maximum number of counted events per key within the window. */
  limit: number;
  window_ms: number;
  /** Beyond this many keys, the least recently counted key is evicted. */
  keys_max: number;
};

/** The counts are exact: every key stores the times of its last `limit` counts, oldest first. */
export function openRecentCounts({ limit, window_ms, keys_max }: Bounds, nowMs = elapsedMs): RecentCounts {
  const times_of = new Map<string, number[]>();
  return {
    secondsLeft(key) {
      const times = times_of.get(key);
      if (times === undefined || times.length < limit) return 0;
      return Math.max(0, Math.ceil(((times[0] ?? 0) + window_ms - nowMs()) / 1000));
    },
    count(key) {
      const times = times_of.get(key) ?? [];
      times.push(nowMs());
      if (times.length > limit) times.shift();
      times_of.delete(key);
      times_of.set(key, times);
      if (times_of.size <= keys_max) return;
      const [oldest] = times_of.keys();
      if (oldest !== undefined) times_of.delete(oldest);
    },
  };
}
