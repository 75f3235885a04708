// How well a live provider works, judged by its ended tasks of the last 24 hours. The sandbox's providers are part of
// this service, so they have no health.
import { type ProviderHealth, type ProviderStatus, type SuccessRate, UNKNOWN_HEALTH } from './providers.ts';
import type { TaskStatus } from './tasks.ts';

/** The provider did what it was asked to. An account without data is an answer, too. */
export const SERVED: readonly TaskStatus[] = ['done', 'no_data'];
/** The provider, its settings or our connector failed. Mistakes of the person, such as a wrong code, count as neither. */
export const FAILED: readonly TaskStatus[] = ['unavailable', 'error', 'config_error', 'not_supported'];

/** The newest ended tasks that are counted, at most this many: enough for a rate, and quick to read. */
export const TASKS_COUNTED_MAX = 1_000;
export const HEALTH_HOURS = 24;
/** With fewer tasks than this, no rate is shown. */
const TASKS_MIN = 20;
const [HIGH, MEDIUM] = [0.9, 0.7];

/** This many tasks in a row that found the provider unavailable mean that it is down. */
export const DOWN_AFTER_TASKS = 3;
/** How long it is down after the last of them. The next task after that shows whether it has recovered. */
export const DOWN_MINUTES = 10;

/** Of the newest tasks, at least this share failed. */
const DEGRADED = 0.25;

/** Counts of served and failed tasks. `newest` are the newest `DOWN_AFTER_TASKS` of them, newest first. */
export type TaskCounts = {
  served: number;
  failed: number;
  recent_served: number;
  recent_failed: number;
  newest: readonly TaskStatus[];
  newest_at: Date | null;
};

export function healthOf(counts: TaskCounts, now: Date): ProviderHealth {
  const counted = counts.served + counts.failed;
  if (counted === 0 || counts.newest_at === null) return UNKNOWN_HEALTH;
  return { status: statusOf(counts, now), success_rate: counted < TASKS_MIN ? null : rateOf(counts.served / counted) };
}

function statusOf({ newest, newest_at, recent_served, recent_failed }: TaskCounts, now: Date): ProviderStatus {
  const is_failing = newest.length >= DOWN_AFTER_TASKS && newest.every((status) => status === 'unavailable');
  const ended_ms = newest_at?.getTime() ?? 0;
  if (is_failing && now.getTime() - ended_ms < DOWN_MINUTES * 60_000) return 'down';
  const recent = recent_served + recent_failed;
  return is_failing || (recent > 0 && recent_failed / recent >= DEGRADED) ? 'degraded' : 'up';
}

const rateOf = (share: number): SuccessRate => (share >= HIGH ? 'high' : share >= MEDIUM ? 'medium' : 'low');
