// The only place that reads the wall clock. Everyone else is handed a Clock, so a test can hold time
// still and a client's sandbox can run ahead.

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The owner's time: the real one, moved by the sandbox offset, cut to the whole seconds we publish. */
export const ownerNow = (clock: Clock, offset_seconds: number): Date =>
  new Date((Math.floor(clock.now().getTime() / 1000) + offset_seconds) * 1000);

/** Milliseconds that only ever grow; for measuring how long something took. */
export const elapsedMs = (): number => performance.now();
