// How often something happened lately, per key such as a visitor's address. Counted in the memory of this process and
// within a fixed number of keys, so that nobody can fill it.
import { elapsedMs } from './clock.ts';

export type RecentCounts = {
  /** Whole seconds until the key is below the limit again; 0 while it is. Counts nothing. */
  secondsLeft(key: string): number;
  count(key: string): void;
};

type Bounds = {
  /** This many within the window are allowed. */
  limit: number;
  window_ms: number;
  /** Of more keys than this the one that was counted longest ago is forgotten. */
  keys_max: number;
};

/** Exact: every key has the times of its last `limit` counts, oldest first. */
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
