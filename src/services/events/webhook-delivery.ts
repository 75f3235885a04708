// Makes one delivery attempt: signs the request, sends it, and evaluates the response. Also stores the results of
// several attempts at once.
import type { KeyObject } from 'node:crypto';
import { ownerNow } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { groupBy } from '#base/lists.ts';
import { unseal } from '#base/sealing.ts';
import { isTracing, spannedIn } from '#base/tracing.ts';
import { type AttemptOutcome, isSuccess, retryDelayMs } from '#domain/events/webhook-deliveries.ts';
import { accessKey, signWithKeys, webhookKey } from '#domain/events/webhook-signatures.ts';
import type { WebhookClient } from '#outbound/webhook-client.ts';
import { type CtxParts, ctxFor } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';
import { findEventTrace } from '#storage/events/events.ts';
import {
  type AttemptRow,
  type ClaimedDelivery,
  type SendingEndpoint,
  settleDeliveries,
} from '#storage/events/webhook-deliveries.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { noteFailure, noteRecovery } from './webhook-health.ts';

/** The keys that sign the requests to one endpoint. */
export type SigningKeys = { signing_key: KeyObject; access_key: KeyObject | undefined };

export async function openSigningKeys({ vault }: CtxParts, endpoint: SendingEndpoint): Promise<SigningKeys> {
  const { client_id, environment, endpoint_id, key_id, key_sealed } = endpoint;
  const scope = { client_id, environment };
  const key = await vault.unwrap(scope, client_id, endpoint);
  const signing_secret = unseal(
    key,
    endpoint.secret_sealed,
    place(scope, 'webhook_endpoints', 'secret_sealed', endpoint_id),
  );
  const access_key =
    key_id === null || key_sealed === null
      ? undefined
      : accessKey(unseal(key, key_sealed, place(scope, 'api_keys', 'secret_sealed', key_id)).toString('utf8'));
  return { signing_key: webhookKey(signing_secret.toString('utf8')), access_key };
}

/** The error of a delivery that is not sent because its event was deleted after 90 days. */
const EVENT_FORGOTTEN = 'The event is no longer stored.';

/**
 * Whether a request was sent for this delivery. If no request was sent, the delivery's result does not affect the
 * endpoint's health.
 */
export const wasSent = ({ payload }: Pick<ClaimedDelivery, 'payload'>): boolean => payload !== null;

export async function attemptDelivery(
  parts: CtxParts,
  client: WebhookClient,
  endpoint: SendingEndpoint,
  keys: SigningKeys,
  delivery: ClaimedDelivery,
): Promise<AttemptRow> {
  if (!isTracing()) return attempt(parts, client, endpoint, keys, delivery);
  const { client_id, environment, endpoint_id, event_id, event_type, attempts } = delivery;
  const db = parts.database.scoped(SYSTEM);
  const trace_id = await findEventTrace(db, { client_id, environment }, event_id).catch(() => undefined);
  const attributes = { 'vouch.event_id': event_id, 'vouch.endpoint_id': endpoint_id, 'vouch.attempt': attempts + 1 };
  return spannedIn(trace_id, { name: `webhook ${event_type}`, kind: 'client', attributes }, () =>
    attempt(parts, client, endpoint, keys, delivery),
  );
}

async function attempt(
  { clock }: CtxParts,
  client: WebhookClient,
  endpoint: SendingEndpoint,
  keys: SigningKeys,
  delivery: ClaimedDelivery,
): Promise<AttemptRow> {
  const sent_at = ownerNow(clock, endpoint.clock_offset_seconds);
  const { payload } = delivery;
  if (payload === null) {
    return {
      ...delivery,
      attempt_id: newId(),
      webhook_url: endpoint.webhook_url,
      status_code: null,
      error_message: EVENT_FORGOTTEN,
      sent_at,
      sent_timestamp: null,
      webhook_signature: null,
      access_signature: null,
      duration_ms: 0,
      state: 'dead',
      next_attempt_at: null,
    };
  }
  const sent_timestamp = Math.floor(clock.now().getTime() / 1000);
  const headers = signWithKeys({
    webhook_id: delivery.event_id,
    body: payload,
    timestamp_seconds: sent_timestamp,
    ...keys,
  });
  const { status_code, error_message, duration_ms } = await client.post({
    url: endpoint.webhook_url,
    headers,
    body: payload,
  });
  const has_arrived = error_message === null && isSuccess(status_code);
  const retry_ms = has_arrived ? undefined : retryDelayMs(delivery.attempts + 1, Math.random());
  return {
    ...delivery,
    attempt_id: newId(),
    webhook_url: endpoint.webhook_url,
    status_code,
    error_message: has_arrived ? null : (error_message ?? `The endpoint responded with ${status_code}.`),
    sent_at,
    sent_timestamp,
    webhook_signature: headers['webhook-signature'] ?? null,
    access_signature: headers['X-Webhook-Sign'] ?? null,
    duration_ms,
    ...outcomeOf(has_arrived, retry_ms, clock.now().getTime() + endpoint.clock_offset_seconds * 1000),
  };
}

/**
 * The retry time is exact to the millisecond, because the shortest delay is so short that rounding to seconds would
 * distort it.
 */
function outcomeOf(has_arrived: boolean, retry_ms: number | undefined, owner_ms: number): AttemptOutcome {
  if (has_arrived) return { state: 'delivered', next_attempt_at: null };
  if (retry_ms === undefined) return { state: 'dead', next_attempt_at: null };
  return { state: 'waiting', next_attempt_at: new Date(owner_ms + retry_ms) };
}

/** Stores a batch of attempts in the log, and updates their deliveries and the health of their endpoints. */
export async function settleAttempts(
  parts: CtxParts,
  attempts: readonly AttemptRow[],
  endpointOf: (attempt: AttemptRow) => SendingEndpoint,
): Promise<void> {
  await parts.database.scoped(SYSTEM).transaction(async (tx) => {
    const settled = await settleDeliveries(tx, attempts);
    const ours = attempts.filter((attempt) => settled.has(attempt.id) && wasSent(attempt));
    for (const [endpoint, results] of groupBy(ours, endpointOf)) {
      const { client_id, environment, endpoint_id, clock_offset_seconds } = endpoint;
      const ctx = { ...ctxFor(parts, { client_id, environment }, clock_offset_seconds), db: tx };
      const failed_at = endpoint.failing_since === null ? results.findIndex(hasFailed) : 0;
      // Nothing is written for an endpoint that was healthy and has no failure in this batch.
      if (failed_at === -1) continue;
      if (results.slice(failed_at).some((result) => !hasFailed(result))) await noteRecovery(ctx, endpoint_id);
      const last = results.at(-1);
      if (last !== undefined && hasFailed(last)) await noteFailure({ ...ctx, now: () => last.sent_at }, endpoint_id);
    }
  });
}

const hasFailed = ({ state }: AttemptRow): boolean => state !== 'delivered';
