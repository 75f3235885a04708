// How the charts of the home page count the statuses of tasks and the results of delivery attempts.
import type { Tone } from '../../../shared/parts/marks.tsx';
import { toneOf } from '../../parts/statuses.tsx';

const OUTCOMES = ['done', 'under_way', 'no_data', 'repeated', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The class of a task with this status. A status without a tone is a failure. */
export const outcomeOfTask = (status: string): Outcome => BY_TONE[toneOf(status)];

const BY_TONE: Readonly<Record<Tone, Outcome>> = {
  good: 'done',
  busy: 'under_way',
  // no_data, expired, skipped and canceled: ended, but neither with data nor by a failure.
  warn: 'no_data',
  calm: 'no_data',
  bad: 'failed',
};

/**
 * The class of a delivery attempt that left its delivery in this state. `waiting`: the attempt failed, and another one
 * will follow.
 */
export const outcomeOfAttempt = (state: string): Outcome =>
  state === 'delivered' ? 'done' : state === 'waiting' ? 'repeated' : 'failed';

export type HourCount = { hour: string; outcome: string; count: number };

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** The starts of the last 24 hours, oldest first. */
export function hoursUntil(now: string): number[] {
  const last_ms = Math.floor(Date.parse(now) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, at) => last_ms - (HOURS - 1 - at) * HOUR_MS);
}

/** The counts of each class that occurs, for each hour. */
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
