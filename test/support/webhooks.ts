// Webhooks in tests: a fake receiver that needs no network and responds as configured, and the loop that delivers
// webhooks of the test's service.
import { newId } from '#base/ids.ts';
import type { NewEvent } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WebhookClient, WebhookPost, WebhookResult } from '#outbound/webhook-client.ts';
import { announce } from '#services/events/events.ts';
import { startWebhookSender, type WebhookSender } from '#services/events/webhook-sender.ts';
import { ctxOf, inTransaction } from '#services/platform/ctx.ts';
import type { Call, TestHouse } from './house.ts';

export type Received = WebhookPost & { payload: Record<string, unknown> & { webhook_id: string; event_type: string } };
export type Answer = (request: Received) => Partial<WebhookResult> | Promise<Partial<WebhookResult>>;

export type Receiver = WebhookClient & {
  /** All received requests, in order. */
  readonly received: Received[];
  /** Sets the response to requests to this URL; the default status is 200. */
  answer(url: string, how: Answer): void;
};

export function newReceiver(): Receiver {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  return {
    received,
    answer: (url, how) => void answers.set(url, how),
    async post(request) {
      const arrived = { ...request, payload: JSON.parse(request.body) };
      received.push(arrived);
      const answer = await answers.get(request.url)?.(arrived);
      return { status_code: 200, error_message: null, duration_ms: 3, ...answer };
    },
    close: async () => undefined,
  };
}

export function deliver(house: TestHouse, receiver: WebhookClient): WebhookSender {
  const sender = startWebhookSender(house, receiver);
  house.event_signal.listen(() => sender.wake());
  return sender;
}

/** Creates a sandbox endpoint and returns it with its signing secret. */
export async function newEndpoint(
  call: Call,
  webhook_url: string,
  more: object = {},
): Promise<{ id: string; signing_secret: string }> {
  const env_type = 'sandbox';
  const response = await call('POST', '/v1/webhooks/', { name: 'Hook', webhook_url, env_type, ...more });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json();
}

/** An event of type `task-status-updated`. */
export const newStatus = (task_id: string, status: 'new' | 'login' | 'parse' | 'full_parse' | 'done'): NewEvent => ({
  event_type: 'task-status-updated',
  user_id: newId(),
  template_id: null,
  task_id,
  link_id: newId(),
  product: 'income',
  data_source: 'payroll',
  tracking_info: null,
  status,
  order_id: null,
  error_message: null,
});

export async function happen(house: TestHouse, scope: Scope, ...events: NewEvent[]): Promise<void> {
  await inTransaction(await ctxOf(house, scope), (ctx) => announce(ctx, events));
}
