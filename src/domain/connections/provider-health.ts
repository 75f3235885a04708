// How well a live provider works, judged by its ended tasks of the last 24 hours. No health is computed for the
// sandbox's providers, because they are part of this service.
import {
  type ProviderHealth,
  type ProviderMeasures,
  type ProviderStatus,
  type SuccessRate,
  UNKNOWN_HEALTH,
} from './providers.ts';
import type { TaskStatus } from './tasks.ts';

/**
 * What a failure concerns: the whole provider, one institution behind the provider (such as a bank at an aggregator),
 * or only one link. Only a failure of the whole provider affects the provider's health.
 */
export type FailureScope = 'provider' | 'institution' | 'link';

/** The statuses of tasks that the provider served. A task that found no data is also treated as served. */
export const SERVED: readonly TaskStatus[] = ['done', 'no_data'];
/**
 * The statuses of tasks that failed because of the provider, its settings or our connector. If the person made a
 * mistake, such as a wrong code, the task is treated neither as served nor as failed. Refused logins are counted
 * separately.
 */
export const FAILED: readonly TaskStatus[] = ['unavailable', 'error', 'config_error', 'not_supported'];

/**
 * The maximum number of ended tasks that are counted, newest first. It is large enough to compute a rate, and the tasks
 * are quick to read.
 */
export const TASKS_COUNTED_MAX = 1_000;
export const HEALTH_HOURS = 24;
/** The minimum number of tasks for a success rate. With fewer tasks, no rate is shown. */
const TASKS_MIN = 20;
const [HIGH, MEDIUM] = [0.9, 0.7];

/** The number of consecutive tasks after which a provider is down if it was unavailable in all of them. */
export const DOWN_AFTER_TASKS = 3;
/**
 * How long a provider is treated as down after the last task in which it was unavailable. The next task after this time
 * shows whether the provider has recovered.
 */
export const DOWN_MINUTES = 10;

/** The number of newest tasks that show how well a provider works now. */
export const RECENT_TASKS = 20;
/**
 * A provider is degraded if at least this share of its newest tasks failed. The share is computed from the newest
 * `RECENT_TASKS` tasks that were served or failed; tasks in which the login was refused are not included. A provider
 * that is down gets the status `degraded` when `DOWN_MINUTES` have passed since its last failed task.
 */
const DEGRADED = 0.25;
/**
 * The minimum number of refused logins, among the `RECENT_TASKS` newest tasks, with which a provider is degraded. A
 * single refusal shows nothing, because people mistype passwords.
 */
const LOGINS_REFUSED = 18;

/**
 * The numbers of served and failed tasks. `newest` contains the statuses of the newest `DOWN_AFTER_TASKS` tasks, newest
 * first.
 */
export type TaskCounts = {
  served: number;
  failed: number;
  recent_served: number;
  recent_failed: number;
  newest: readonly TaskStatus[];
  newest_at: Date | null;
  /** The number of tasks in which the login was refused. These tasks are neither served nor failed. */
  login_errors: number;
  recent_login_errors: number;
  /**
   * The median and the 95th percentile of the time that a task took, in milliseconds. Both are `null` if no task was
   * measured.
   */
  ms_median: number | null;
  ms_p95: number | null;
};

export function healthOf(counts: TaskCounts, now: Date): ProviderHealth {
  const counted = counts.served + counts.failed;
  const all = counted + counts.login_errors;
  if (all === 0) return UNKNOWN_HEALTH;
  return {
    status: statusOf(counts, now),
    success_rate: counted < TASKS_MIN ? null : rateOf(counts.served / counted),
    measured: {
      success_ratio: counted === 0 ? null : counts.served / counted,
      login_failure_ratio: counts.login_errors / all,
      seconds: secondsOf(counts),
    },
  };
}

const secondsOf = ({ ms_median, ms_p95 }: TaskCounts): ProviderMeasures['seconds'] =>
  ms_median === null || ms_p95 === null ? null : { median: ms_median / 1000, p95: ms_p95 / 1000 };

function statusOf(counts: TaskCounts, now: Date): ProviderStatus {
  const { newest, newest_at, recent_served, recent_failed, recent_login_errors } = counts;
  const is_failing = newest.length >= DOWN_AFTER_TASKS && newest.every((status) => status === 'unavailable');
  const ended_ms = newest_at?.getTime() ?? 0;
  if (is_failing && now.getTime() - ended_ms < DOWN_MINUTES * 60_000) return 'down';
  if (recent_login_errors >= LOGINS_REFUSED) return 'degraded';
  const recent = recent_served + recent_failed;
  if (recent === 0) return 'unknown';
  return is_failing || recent_failed / recent >= DEGRADED ? 'degraded' : 'up';
}

const rateOf = (share: number): SuccessRate => (share >= HIGH ? 'high' : share >= MEDIUM ? 'medium' : 'low');
