// Counts the statuses of tasks and the results of delivery attempts for the charts of the home page.
import type { Tone } from '../../../shared/parts/marks.tsx';
import { toneOf } from '../../parts/statuses.tsx';

const OUTCOMES = ['done', 'under_way', 'no_data', 'repeated', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Returns the class of a task with this status. A status without a tone is treated as a failure. */
export const outcomeOfTask = (status: string): Outcome => BY_TONE[toneOf(status)];

const BY_TONE: Readonly<Record<Tone, Outcome>> = {
  good: 'done',
  busy: 'under_way',
  // The statuses no_data, expired, skipped and canceled: the task has ended without data, but has not failed.
  warn: 'no_data',
  calm: 'no_data',
  bad: 'failed',
};

/**
 * Returns the class of a delivery attempt, from the state of the delivery after the attempt. `waiting`: the attempt
 * failed, and another attempt will follow.
 */
export const outcomeOfAttempt = (state: string): Outcome =>
  state === 'delivered' ? 'done' : state === 'waiting' ? 'repeated' : 'failed';

export type HourCount = { hour: string; outcome: string; count: number };

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** The times at which the last 24 clock hours began, oldest first. */
export function hoursUntil(now: string): number[] {
  const last_ms = Math.floor(Date.parse(now) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, at) => last_ms - (HOURS - 1 - at) * HOUR_MS);
}

/** Returns one series for each class that occurs: the counts of the class for each hour. */
export function countsPerHour(
  hours_ms: readonly number[],
  counts: readonly HourCount[],
  classOf: (outcome: string) => Outcome,
): { outcome: Outcome; values: number[] }[] {
  const first_ms = hours_ms[0] ?? 0;
  const occurring = new Set(
    counts.filter(({ hour }) => Date.parse(hour) >= first_ms).map(({ outcome }) => classOf(outcome)),
  );
  return OUTCOMES.filter((outcome) => occurring.has(outcome)).map((outcome) => ({
    outcome,
    values: hours_ms.map((hour_ms) =>
      counts
        .filter((one) => Date.parse(one.hour) === hour_ms && classOf(one.outcome) === outcome)
        .reduce((sum, { count }) => sum + count, 0),
    ),
  }));
}
