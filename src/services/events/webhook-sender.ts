// The webhook sender does three things. It adds announced events to the event log. It claims due deliveries, one
// endpoint after another. It sends the claimed deliveries. A slow or unreachable endpoint occupies only its own few
// slots. A failing endpoint gets even fewer slots until a delivery to it succeeds.
import { setTimeout as sleep } from 'node:timers/promises';
import { newAlarm } from '#base/alarm.ts';
import { elapsedMs } from '#base/clock.ts';
import { groupBy } from '#base/lists.ts';
import { webhookAttempts } from '#base/measures.ts';
import { openWebhookClient, type WebhookClient } from '#outbound/webhook-client.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import {
  type AttemptRow,
  type ClaimedDelivery,
  claimDeliveries,
  type EndpointKey,
  readSendingEndpoints,
  releaseDeliveries,
  renewLeases,
  type SendingEndpoint,
} from '#storage/events/webhook-deliveries.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { fileEvents } from './event-log.ts';
import { attemptDelivery, openSigningKeys, settleAttempts, wasSent } from './webhook-delivery.ts';
import {
  chainsOf,
  FAILING_AT_ONCE,
  fullClients,
  hasHandFree,
  hasSameSecrets,
  IN_HAND_MAX,
  isFull,
  type Route,
} from './webhook-routes.ts';

export type WebhookSender = {
  /** Called when there may be new events to add to the event log, or deliveries to send. */
  wake(): void;
  /** Waits for running requests and releases the claimed deliveries that were not sent. */
  stop(): Promise<void>;
};

/**
 * The maximum number of claimed deliveries, for all clients together. A client gets another slot only while it has
 * fewer claimed deliveries than there are free slots.
 */
const TOTAL_MAX = 2_000;
const CLAIM_MAX = 500;
/**
 * The time after which the deliveries claimed by a crashed process can be claimed again. A running process renews its
 * leases.
 */
const LEASE_SECONDS = 15;
const RENEW_MS = 5_000;
/**
 * The maximum time until the sender notices that a waiting delivery is due. `IDLE_POLL_MS` applies while the sender is
 * idle, and `BUSY_POLL_MS` while it is sending deliveries.
 */
const IDLE_POLL_MS = 500;
const BUSY_POLL_MS = 50;
const BUSY_MS = 1_000;
/**
 * The pause after the sender has added events to the event log to which no endpoint is subscribed. During the pause,
 * the sender adds no further events. The pause is harmless, because every read of the event log also adds the new
 * events.
 */
const UNWANTED_MS = 50;
const SETTLE_MAX = 500;
const OUTAGE_PAUSE_MS = 1_000;

type Attempted = { attempt: AttemptRow; route: Route };

const NO_ENDPOINT: EndpointKey = { client_id: '', environment: 'sandbox', endpoint_id: '' };

export function startWebhookSender(
  parts: CtxParts,
  client: WebhookClient = openWebhookClient(parts.settings.webhook_policy),
): WebhookSender {
  const system = parts.database.scoped(SYSTEM);
  const routes = new Map<string, Route>();
  const under_way = new Set<Promise<void>>();
  const results: Attempted[] = [];
  const closing = new AbortController();
  const alarm = newAlarm();
  /** All claimed deliveries, by id. */
  const held = new Map<string, ClaimedDelivery>();
  let after = NO_ENDPOINT;
  let busy_until_ms = 0;
  /**
   * `has_news` is true if there may be events to add to the event log. `may_claim` is true if there may be deliveries
   * to claim.
   */
  let has_news = true;
  let may_claim = true;
  let file_again_ms = 0;
  let look_again_ms = 0;
  let settling: Promise<void> | undefined;

  async function round(): Promise<number> {
    const is_due = elapsedMs() >= look_again_ms;
    if (is_due || (has_news && elapsedMs() >= file_again_ms)) {
      has_news = false;
      const { filed, addressed } = await fileEvents(parts);
      const is_unwanted = filed > 0 && addressed === 0;
      // If events were added and none of them has a subscriber, there is no new delivery to claim. But if the poll is
      // due, there may be an older delivery to claim.
      if (is_due || !is_unwanted) may_claim = true;
      file_again_ms = is_unwanted ? elapsedMs() + UNWANTED_MS : 0;
      look_again_ms = elapsedMs() + pollMs();
    }
    if (!may_claim) return 0;
    may_claim = false;
    const full = [...routes.values()].filter(isFull).map(({ endpoint }) => endpoint.endpoint_id);
    const free = TOTAL_MAX - held.size;
    if (free <= 0) return 0;
    const claimed = await claimDeliveries(system, {
      now: parts.clock.now(),
      after,
      full,
      full_clients: fullClients(routes.values(), free),
      per_endpoint: IN_HAND_MAX / 2,
      per_failing: FAILING_AT_ONCE,
      // Each claim takes at most a quarter of the free slots, so that a single claim does not give a client far more
      // than its fair share.
      total: Math.min(CLAIM_MAX, Math.ceil(free / 4)),
      lease_seconds: LEASE_SECONDS,
    });
    if (claimed.length > 0) {
      may_claim = true;
      await take(claimed);
    }
    return claimed.length;
  }

  const pollMs = (): number => (elapsedMs() < busy_until_ms ? BUSY_POLL_MS : IDLE_POLL_MS);

  async function take(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const groups = groupBy(claimed, ({ endpoint_id }) => endpoint_id);
    const endpoints = await readSendingEndpoints(
      system,
      [...groups.values()].flatMap((group) => group.slice(0, 1)),
    );
    for (const endpoint of endpoints) {
      after = endpoint;
      // An endpoint whose secrets cannot be unsealed delays only its own deliveries.
      await dispatch(endpoint, groups.get(endpoint.endpoint_id) ?? []).catch((err: unknown) => {
        parts.log.error({ err, endpoint_id: endpoint.endpoint_id }, 'deliveries to an endpoint cannot be sent');
      });
    }
  }

  async function dispatch(endpoint: SendingEndpoint, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const route = await routeOf(endpoint);
    route.waiting.push(...chainsOf(deliveries));
    route.in_hand += deliveries.length;
    for (const delivery of deliveries) held.set(delivery.id, delivery);
    send(route);
  }

  /**
   * Removes claimed deliveries from this process's memory. A delivery whose outcome is not recorded is claimed again
   * when its lease expires.
   */
  function drop(route: Route, deliveries: readonly Pick<ClaimedDelivery, 'id'>[]): void {
    for (const { id } of deliveries) if (held.delete(id)) route.in_hand--;
    if (route.in_hand === 0) routes.delete(route.endpoint.endpoint_id);
  }

  async function routeOf(endpoint: SendingEndpoint): Promise<Route> {
    const known = routes.get(endpoint.endpoint_id);
    const keys =
      known !== undefined && hasSameSecrets(known.endpoint, endpoint)
        ? known.keys
        : await openSigningKeys(parts, endpoint);
    const route = known ?? { waiting: [], in_hand: 0, sending: 0, is_failing: false, endpoint, keys };
    Object.assign(route, { endpoint, keys, is_failing: endpoint.failing_since !== null });
    routes.set(endpoint.endpoint_id, route);
    return route;
  }

  function send(route: Route): void {
    while (hasHandFree(route) && !closing.signal.aborted) {
      const chain = route.waiting.shift();
      if (chain === undefined) return;
      route.sending++;
      const run = sendChain(route, chain)
        .catch((err: unknown) => {
          parts.log.error({ err }, 'a delivery could not be attempted');
          drop(route, chain);
        })
        .finally(() => {
          route.sending--;
          under_way.delete(run);
          send(route);
        });
      under_way.add(run);
    }
  }

  async function sendChain(route: Route, chain: readonly ClaimedDelivery[]): Promise<void> {
    for (const [at, delivery] of chain.entries()) {
      const attempt = await attemptDelivery(parts, client, route.endpoint, route.keys, delivery);
      webhookAttempts.observe({ state: attempt.state }, attempt.duration_ms / 1000);
      results.push({ attempt, route });
      settling ??= settle().finally(() => {
        settling = undefined;
      });
      if (attempt.state === 'delivered' || !wasSent(attempt)) continue;
      await slowDown(route);
      // The deliveries of a chain must arrive in sequence, so the later deliveries wait for the retry of this delivery.
      if (attempt.state === 'waiting') return release(route, chain.slice(at + 1));
    }
  }

  async function slowDown(route: Route): Promise<void> {
    if (route.is_failing) return;
    route.is_failing = true;
    await release(route, route.waiting.splice(0).flat());
  }

  async function release(route: Route, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    drop(route, deliveries);
    await releaseDeliveries(system, deliveries);
  }

  /** Stores the results of delivery attempts, many results per transaction. */
  async function settle(): Promise<void> {
    while (results.length > 0) {
      const batch = results.splice(0, SETTLE_MAX);
      const routeFor = new Map(batch.map(({ attempt, route }) => [attempt, route.endpoint]));
      const attempts = batch.map(({ attempt }) => attempt);
      await retryUntilStored(() =>
        settleAttempts(parts, attempts, (attempt) => {
          const endpoint = routeFor.get(attempt);
          if (endpoint === undefined) throw new Error('a delivery attempt has no endpoint');
          return endpoint;
        }),
      );
      for (const { attempt, route } of batch) drop(route, [attempt]);
      may_claim = true;
      alarm.ring();
    }
  }

  /**
   * Writes the results of sent deliveries. Retries the write during a database outage, because these results must not
   * be lost. Gives up only if the sender is being stopped.
   */
  async function retryUntilStored(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (err) {
        parts.log.warn({ err }, 'deliveries could not be saved, trying again');
        if (closing.signal.aborted) return;
        await sleep(OUTAGE_PAUSE_MS);
      }
    }
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      alarm.reset();
      const taken = await round().catch((err: unknown) => {
        parts.log.warn({ err }, 'could not look for deliveries, trying again');
        return undefined;
      });
      if (taken === undefined)
        await sleep(OUTAGE_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (taken !== undefined && taken > 0) {
        busy_until_ms = elapsedMs() + BUSY_MS;
        look_again_ms = Math.min(look_again_ms, elapsedMs() + BUSY_POLL_MS);
      } else await alarm.wait((has_news ? file_again_ms : look_again_ms) - elapsedMs());
    }
  }

  const renewing = setInterval(() => {
    if (held.size > 0) void renewLeases(system, [...held.values()], LEASE_SECONDS).catch(() => undefined);
  }, RENEW_MS);
  const running = loop();
  return {
    wake() {
      has_news = true;
      alarm.ring();
    },
    async stop() {
      closing.abort();
      alarm.ring();
      await running;
      await Promise.allSettled(under_way);
      await settling;
      clearInterval(renewing);
      const unsent = [...routes.values()].flatMap(({ waiting }) => waiting.splice(0).flat());
      if (unsent.length > 0) await releaseDeliveries(system, unsent).catch(() => undefined);
      await client.close();
    },
  };
}
