// An endpoint's claimed deliveries, and the limits on them.
import { groupBy } from '#base/lists.ts';
import type { ClaimedDelivery, SendingEndpoint } from '#storage/events/webhook-deliveries.ts';
import type { SigningKeys } from './webhook-delivery.ts';

/** The maximum number of concurrent requests to one endpoint. */
const AT_ONCE = 16;
export const IN_HAND_MAX = 512;
/**
 * The maximum number of concurrent requests to a failing endpoint. The same maximum applies to its claimed deliveries.
 */
export const FAILING_AT_ONCE = 4;

/**
 * An endpoint's claimed deliveries, grouped by chain. The deliveries of a chain must arrive in sequence, so they are
 * sent one after the other.
 */
export type Route = {
  endpoint: SendingEndpoint;
  keys: SigningKeys;
  waiting: ClaimedDelivery[][];
  in_hand: number;
  sending: number;
  /**
   * True after a failure of the endpoint. When this becomes true, the process gives up its claims on unsent deliveries.
   * While it is true, the process claims only a few deliveries at a time.
   */
  is_failing: boolean;
};

export const hasHandFree = ({ sending, is_failing }: Route): boolean =>
  sending < (is_failing ? FAILING_AT_ONCE : AT_ONCE);

export const isFull = ({ in_hand, is_failing }: Route): boolean =>
  in_hand >= (is_failing ? FAILING_AT_ONCE : IN_HAND_MAX / 2);

/**
 * Returns the clients that each have at least as many claimed deliveries as there are free slots. These clients get no
 * further deliveries for now, so that one client's many slow endpoints do not delay other clients.
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

/**
 * Groups deliveries by chain. The deliveries in a group keep their order. Each delivery without a chain forms a
 * separate group.
 */
export function chainsOf(deliveries: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  return [...groupBy(deliveries, ({ chain, id }) => chain ?? id).values()];
}
