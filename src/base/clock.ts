// The only file that reads the wall clock. All other code receives a Clock. So a test can freeze time, and a client's
// sandbox can be set to a later time.

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/**
 * The current time for an owner (a client in one environment): the real time plus the sandbox offset. It is truncated
 * to whole seconds, because we publish whole seconds.
 */
export const ownerNow = (clock: Clock, offset_seconds: number): Date =>
  new Date((Math.floor(clock.now().getTime() / 1000) + offset_seconds) * 1000);

/** A monotonic clock in milliseconds, for measuring durations. */
export const elapsedMs = (): number => performance.now();
