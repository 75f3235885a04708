// The attempts to deliver one event, with the exact bytes of their requests.
import { toTimestamp } from '#base/timestamps.ts';
import { headersOf, type WebhookAttemptAnswer } from '#domain/console/webhook-attempts.ts';
import { logBegins } from '#domain/events/webhook-requests.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findPayload, type HistoryAttempt, listAttemptsOf } from '#storage/console/order-history.ts';

const ATTEMPTS_MAX = 500;

/** All attempts to deliver an event in the last 30 days, to any endpoint, oldest first. */
export async function readAttempts(ctx: Ctx, webhook_id: string): Promise<WebhookAttemptAnswer[]> {
  const [attempts, payload] = await Promise.all([
    listAttemptsOf(ctx.db, ctx.scope, [webhook_id], ATTEMPTS_MAX),
    findPayload(ctx.db, ctx.scope, webhook_id),
  ]);
  const begins = logBegins(ctx.now());
  return attempts.filter(({ sent_at }) => sent_at >= begins).map((attempt) => present(attempt, payload ?? null));
}

const present = (row: HistoryAttempt, payload: string | null): WebhookAttemptAnswer => ({
  id: row.id,
  delivery_id: row.delivery_id,
  endpoint_id: row.endpoint_id,
  webhook_id: row.event_id,
  event_type: row.event_type,
  attempt: row.attempt,
  state: row.state,
  sent_at: toTimestamp(row.sent_at),
  duration_ms: row.duration_ms,
  next_attempt_at: row.next_attempt_at && toTimestamp(row.next_attempt_at),
  request: { method: 'POST', url: row.webhook_url, headers: headersOf(row.event_id, row), body: payload },
  response: { status_code: row.status_code, error_message: row.error_message },
});
