// The lifecycle of a delivery: when it is retried, and after which attempt it is dead.

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The delays between attempts: the first delay follows the first failed attempt, the second delay follows the second,
 * and so on. After the last delay there is one last attempt.
 */
export const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 21_600, 86_400] as const;
/**
 * The maximum random variation of a retry delay, up or down, as a share of the delay. The variation spreads the retries
 * of deliveries that failed at the same time.
 */
const JITTER = 0.2;

/**
 * An endpoint is disabled if this much time has passed since a failure and no delivery has succeeded since then. The
 * owner of the endpoint is warned one day before.
 */
export const DISABLED_AFTER_SECONDS = 5 * 86_400;
export const WARNED_AFTER_SECONDS = 4 * 86_400;

export const DELIVERIES_KEPT_DAYS = 30;
export const EVENTS_KEPT_DAYS = 90;

export const isSuccess = (status_code: number | null): boolean =>
  status_code !== null && status_code >= 200 && status_code <= 299;

/**
 * The delay after a failure of attempt number `attempt`, counted from 1; `undefined` after the last attempt. `chance`
 * is a random number from 0 to 1 that varies the delay.
 */
export function retryDelayMs(attempt: number, chance: number): number | undefined {
  const seconds = RETRY_SECONDS[attempt - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 - JITTER + 2 * JITTER * chance));
}

export type AttemptOutcome = { state: DeliveryState; next_attempt_at: Date | null };
