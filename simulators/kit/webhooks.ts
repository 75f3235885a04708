// Sends webhooks, and sends them again when the receiver does not answer with success. Tests do not sleep: they call
// `idle()` to wait for all deliveries.
import { setTimeout as wait } from 'node:timers/promises';

export type Delivery = { url: string; event: string; statuses: readonly (number | null)[] };

export type WebhookSender = {
  /** Sends a webhook. `make` is called for each attempt, so that the body is signed again each time. */
  send(url: string, event: string, make: () => { headers: Record<string, string>; body: string }): void;
  /** Resolves when no webhook delivery is in progress. */
  idle(): Promise<void>;
  deliveries(): readonly Delivery[];
  stop(): void;
};

const TIMEOUT_MS = 10_000;

export function webhookSender(retry_after_ms: readonly number[] = [250, 1000]): WebhookSender {
  const under_way = new Set<Promise<void>>();
  const kept: { url: string; event: string; statuses: (number | null)[] }[] = [];
  const ended = new AbortController();
  const attempt = async (
    url: string,
    sent: { headers: Record<string, string>; body: string },
  ): Promise<number | null> => {
    try {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const headers = { 'content-type': 'application/json', ...sent.headers };
      const answer = await fetch(url, { method: 'POST', headers, body: sent.body, redirect: 'manual', signal });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  };
  const deliver = async (
    delivery: { url: string; statuses: (number | null)[] },
    make: () => { headers: Record<string, string>; body: string },
  ): Promise<void> => {
    for (const delay_ms of [0, ...retry_after_ms]) {
      if (delay_ms > 0) await wait(delay_ms, undefined, { signal: ended.signal });
      const status = await attempt(delivery.url, make());
      delivery.statuses.push(status);
      if (status !== null && status >= 200 && status < 300) return;
    }
  };
  return {
    send: (url, event, make) => {
      const delivery = { url, event, statuses: [] };
      kept.push(delivery);
      const work = deliver(delivery, make)
        .catch(() => undefined)
        .finally(() => under_way.delete(work));
      under_way.add(work);
    },
    idle: async () => {
      while (under_way.size > 0) await Promise.all(under_way);
    },
    deliveries: () => kept,
    stop: () => ended.abort(),
  };
}
