// The only place that reads the wall clock. All other code receives a Clock, so that a test can freeze time and a
// client's sandbox can run ahead.

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The owner's time: the real time plus the sandbox offset, truncated to the whole seconds we publish. */
export const ownerNow = (clock: Clock, offset_seconds: number): Date =>
  new Date((Math.floor(clock.now().getTime() / 1000) + offset_seconds) * 1000);

/** A monotonic clock in milliseconds, for measuring durations. */
export const elapsedMs = (): number => performance.now();
