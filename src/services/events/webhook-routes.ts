// The claimed deliveries of one endpoint, and their limits.
import { groupBy } from '#base/lists.ts';
import type { ClaimedDelivery, SendingEndpoint } from '#storage/events/webhook-deliveries.ts';
import type { SigningKeys } from './webhook-delivery.ts';

/** Concurrent requests to one endpoint, and its claimed deliveries. */
const AT_ONCE = 16;
export const IN_HAND_MAX = 512;
/** The same for a failing endpoint. */
export const FAILING_AT_ONCE = 4;

/** The claimed deliveries of one endpoint. Those of one chain are sent one after the other. */
export type Route = {
  endpoint: SendingEndpoint;
  keys: SigningKeys;
  waiting: ClaimedDelivery[][];
  in_hand: number;
  sending: number;
  /** Something failed: unsent deliveries are released and later claimed more slowly. */
  is_failing: boolean;
};

export const hasHandFree = ({ sending, is_failing }: Route): boolean =>
  sending < (is_failing ? FAILING_AT_ONCE : AT_ONCE);

export const isFull = ({ in_hand, is_failing }: Route): boolean =>
  in_hand >= (is_failing ? FAILING_AT_ONCE : IN_HAND_MAX / 2);

/**
 * Clients with at least as many claimed deliveries as are free: one client's many slow endpoints delay no other client.
 */
export function fullClients(routes: Iterable<Route>, free: number): string[] {
  const in_hand = new Map<string, number>();
  for (const { endpoint, in_hand: count } of routes) {
    in_hand.set(endpoint.client_id, (in_hand.get(endpoint.client_id) ?? 0) + count);
  }
  return [...in_hand].flatMap(([client_id, count]) => (count >= free ? [client_id] : []));
}

export const hasSameSecrets = (a: SendingEndpoint, b: SendingEndpoint): boolean =>
  a.secret_sealed.equals(b.secret_sealed) && a.key_id === b.key_id;

/** Keeps the order; a delivery without a chain gets one of its own. */
export function chainsOf(deliveries: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  return [...groupBy(deliveries, ({ chain, id }) => chain ?? id).values()];
}
