// How long a task waits if its provider is busy, and how often the task asks again.

/** The waits of a task since its last successful step. `since_ms` is a time on the owner's clock. */
export type BusyWait = { since_ms: number; count: number };

/** The maximum total time for which a provider may make a task wait. */
export const BUSY_SECONDS_MAX = 600;
/**
 * The longest wait of a person who is logging in. If the wait would be longer, the login ends with a message that says
 * when to try again.
 */
export const BUSY_LOGIN_SECONDS_MAX = 30;
/**
 * If a provider repeatedly asks for a short wait, each wait is twice the previous wait. This is the maximum number of
 * seconds of such a wait.
 */
const GROW_TO_SECONDS = 60;

export type NextWait = { seconds: number; wait: BusyWait };

/** Returns `undefined` if the task would have to wait for longer than `seconds_max` in total. */
export function nextWait(
  before: BusyWait | null,
  asked_seconds: number,
  { now, seconds_max }: { now: Date; seconds_max: number },
): NextWait | undefined {
  const { since_ms, count } = before ?? { since_ms: now.getTime(), count: 0 };
  const seconds = Math.max(asked_seconds, Math.min(2 ** count, GROW_TO_SECONDS));
  const ends_ms = now.getTime() + seconds * 1000;
  return ends_ms > since_ms + seconds_max * 1000 ? undefined : { seconds, wait: { since_ms, count: count + 1 } };
}
