// Caches recently unsealed records, because the same user is often read in consecutive requests. Records are kept for a
// few seconds at most. When their owner is erased, they are dropped immediately.
import { elapsedMs } from '#base/clock.ts';

export type RecentRecords = {
  find(name: string): object | undefined;
  keep(name: string, owner_id: string, record: object): void;
  forget(owner_id: string): void;
  forgetAll(): void;
  size(): number;
};

const KEPT_MS = 5_000;
const KEPT_MAX = 1_000;

export function recentRecords(nowMs: () => number = elapsedMs): RecentRecords {
  // All records are kept for the same time, so they expire in the order in which they were inserted.
  const kept = new Map<string, { owner_id: string; record: object; until_ms: number }>();
  let sweeper: NodeJS.Timeout | undefined;

  const dropOld = (): void => {
    for (const [name, { until_ms }] of kept) {
      if (until_ms > nowMs()) break;
      kept.delete(name);
    }
  };
  /**
   * Schedules the removal of expired records. Without this timer, an idle process would keep the last records for ever.
   */
  const sweepLater = (): void => {
    sweeper ??= setTimeout(() => {
      sweeper = undefined;
      dropOld();
      if (kept.size > 0) sweepLater();
    }, KEPT_MS).unref();
  };

  return {
    find(name) {
      dropOld();
      return kept.get(name)?.record;
    },
    keep(name, owner_id, record) {
      dropOld();
      const [oldest] = kept.keys();
      if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      kept.delete(name);
      kept.set(name, { owner_id, record, until_ms: nowMs() + KEPT_MS });
      sweepLater();
    },
    forget(owner_id) {
      for (const [name, entry] of kept) if (entry.owner_id === owner_id) kept.delete(name);
    },
    forgetAll: () => kept.clear(),
    size: () => kept.size,
  };
}
