// The life of a delivery: when it is tried again, and when it is given up.

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** After the first failure, the second, and so on; after one more there are no further attempts. */
export const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400] as const;
/** So that a crowd that failed together does not come back together. */
const JITTER = 0.2;

/** An endpoint through which nothing came for so long is disabled; its owner is told a day before. */
export const DISABLED_AFTER_SECONDS = 5 * 86_400;
export const WARNED_AFTER_SECONDS = 4 * 86_400;

export const DELIVERIES_KEPT_DAYS = 30;
export const EVENTS_KEPT_DAYS = 90;

export const isSuccess = (status_code: number | null): boolean =>
  status_code !== null && status_code >= 200 && status_code <= 299;

/** In whole milliseconds after this attempt (from 1) failed, or undefined after the last. `chance` is from 0 to 1. */
export function retryDelayMs(attempt: number, chance: number): number | undefined {
  const seconds = RETRY_SECONDS[attempt - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * chance));
}

export type AttemptOutcome = { state: DeliveryState; next_attempt_at: Date | null };
