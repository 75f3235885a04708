// Counts how often something happened recently, for each key, such as a visitor's address. The counts are in the memory
// of this process. The number of keys is limited, so that no client can exhaust the memory.
import { elapsedMs } from './clock.ts';

export type RecentCounts = {
  /**
   * Returns the whole seconds until the key's count falls below the limit, or 0 if it is already below the limit. The
   * call does not change the count.
   */
  secondsLeft(key: string): number;
  /** Returns how often the key can still be counted before it reaches the limit. */
  room(key: string): number;
  count(key: string): void;
};

type Bounds = {
  /** The maximum number of counted events per key within the window. */
  limit: number;
  window_ms: number;
  /** The maximum number of keys. If there are more, the least recently counted key is evicted. */
  keys_max: number;
};

/** The counts are exact, because every key stores the times of its last `limit` counts, oldest first. */
export function openRecentCounts({ limit, window_ms, keys_max }: Bounds, nowMs = elapsedMs): RecentCounts {
  const times_of = new Map<string, number[]>();
  return {
    secondsLeft(key) {
      const times = times_of.get(key);
      if (times === undefined || times.length < limit) return 0;
      return Math.max(0, Math.ceil(((times[0] ?? 0) + window_ms - nowMs()) / 1000));
    },
    room(key) {
      const since = nowMs() - window_ms;
      return limit - (times_of.get(key) ?? []).filter((time) => time > since).length;
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
