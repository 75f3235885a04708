// One attempt to deliver an event, exactly as it was sent, byte for byte.
import { type Static, Type } from 'typebox';
import { Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { sentHeaders } from '#domain/events/webhook-signatures.ts';

export const WebhookAttemptAnswer = shape('WebhookAttempt', 'An attempt as it was sent, and what came back.', {
  id: Id,
  delivery_id: Id,
  endpoint_id: Id,
  webhook_id: Id,
  event_type: Type.String(),
  attempt: Type.Integer(),
  state: Type.String(),
  sent_at: Timestamp,
  duration_ms: Type.Integer(),
  next_attempt_at: nullable(Timestamp),
  request: shape('WebhookAttemptRequest', 'The request. Null: it was not kept, or nothing was sent.', {
    method: Type.String(),
    url: Type.String(),
    headers: nullable(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
    body: nullable(Type.String()),
  }),
  response: shape('WebhookAttemptResponse', 'The response. Its headers and its body are not kept.', {
    status_code: nullable(Type.Integer()),
    error_message: nullable(Type.String()),
  }),
});
export type WebhookAttemptAnswer = Static<typeof WebhookAttemptAnswer>;
export const WebhookAttemptList = Type.Object({ results: Type.Array(WebhookAttemptAnswer) });

/**
 * The signatures of an attempt. They are null if the attempt was not sent, or if it was made before signatures were
 * stored.
 */
export type SentSignatures = {
  sent_timestamp: number | null;
  webhook_signature: string | null;
  access_signature: string | null;
};

/** The headers of an attempt, in the order in which they were sent. */
export function headersOf(webhook_id: string, sent: SentSignatures): { name: string; value: string }[] | null {
  const { sent_timestamp, webhook_signature, access_signature } = sent;
  if (sent_timestamp === null || webhook_signature === null) return null;
  const headers = sentHeaders(webhook_id, {
    timestamp: String(sent_timestamp),
    webhook_signature,
    access_signature: access_signature ?? undefined,
  });
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
