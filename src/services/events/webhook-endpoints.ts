// Registers, reads, changes and deletes webhook endpoints. webhook-delivery.ts sends to them.
import { randomBytes } from 'node:crypto';
import { type InvalidParam, incorrect, notFound } from '#base/errors.ts';
import { seal } from '#base/sealing.ts';
import {
  alreadyRegistered,
  changeWebhook,
  ENDPOINTS_MAX,
  environmentFaults,
  lengthFault,
  type NewWebhook,
  newWebhook,
  tooManyEndpoints,
  type WebhookChanges,
  type WebhookEndpoint,
} from '#domain/events/webhooks.ts';
import { targetFault } from '#outbound/addresses.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { place } from '#services/platform/vault.ts';
import { lockEnvironment } from '#storage/access/clients.ts';
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
  WEBHOOK_URL_TAKEN,
  type WebhookEndpointRow,
} from '#storage/events/webhook-endpoints.ts';
import { dropWaitingDeliveries, hurryDeliveries } from '#storage/events/webhook-health.ts';
import { isUniqueViolation } from '#storage/platform/db.ts';

const SECRET_BYTES = 32;

/** `key_id` is the caller's access key, whose secret will sign the requests; `null` if the caller is the dashboard. */
export async function createWebhook(
  ctx: Ctx,
  input: NewWebhook,
  key_id: string | null,
): Promise<{ endpoint: WebhookEndpoint; signing_secret: string }> {
  const faults = [...(await targetFaults(ctx, input.webhook_url)), ...environmentFaults(input, ctx.scope.environment)];
  if (faults.length > 0) throw incorrect(...faults);
  return inTransaction(ctx, async (ctx) => {
    // The lock makes concurrent registrations run one after another, so that they cannot exceed the limit of endpoints.
    await lockEnvironment(ctx.db, ctx.scope);
    if ((await countEndpoints(ctx.db, ctx.scope)) >= ENDPOINTS_MAX) throw tooManyEndpoints();
    const endpoint = newWebhook(input, ctx.newId(), ctx.now());
    const signing_secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const secret_sealed = seal(
      await ctx.vault.clientKey(ctx.db, ctx.scope),
      signing_secret,
      place(ctx.scope, 'webhook_endpoints', 'secret_sealed', endpoint.id),
    );
    await unlessRegistered(ctx, insertEndpoint(ctx.db, ctx.scope, { ...endpoint, key_id, secret_sealed }));
    return { endpoint, signing_secret };
  });
}

export async function getWebhook(ctx: Ctx, id: string): Promise<WebhookEndpointRow> {
  const endpoint = await findEndpoint(ctx.db, ctx.scope, id);
  if (endpoint === undefined) throw await missing(ctx, (db, scope) => findEndpoint(db, scope, id));
  return endpoint;
}

/** Lists endpoints, newest first. If `enabled` is given, lists only the endpoints that have this value. */
export async function listWebhooks(ctx: Ctx, enabled?: boolean): Promise<WebhookEndpoint[]> {
  const endpoints = await listEndpoints(ctx.db, ctx.scope);
  return enabled === undefined ? endpoints : endpoints.filter((endpoint) => endpoint.enabled === enabled);
}

/**
 * Waiting deliveries are kept and sent to the new URL. Enabling an endpoint makes all its waiting deliveries due now.
 */
export async function updateWebhook(
  ctx: Ctx,
  endpoint: WebhookEndpoint,
  changes: WebhookChanges,
): Promise<WebhookEndpoint> {
  const { webhook_url = endpoint.webhook_url } = changes;
  const faults = webhook_url === endpoint.webhook_url ? [] : await targetFaults(ctx, webhook_url);
  if (faults.length > 0) throw incorrect(...faults);
  return inTransaction(ctx, async (ctx) => {
    const stored = await lockEndpoint(ctx.db, ctx.scope, endpoint.id);
    if (stored === undefined) throw notFound();
    const changed = changeWebhook(stored, changes, ctx.now());
    await unlessRegistered(ctx, updateEndpoint(ctx.db, ctx.scope, changed));
    if (changes.enabled === true) {
      await hurryDeliveries(ctx.db, ctx.scope, endpoint.id, ctx.now());
      ctx.db.afterCommit(() => ctx.event_signal.send());
    }
    return changed;
  });
}

/**
 * Deletes the endpoint and drops its waiting deliveries. The endpoint's delivery log is kept for the usual retention
 * time.
 */
export async function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await deleteEndpoint(ctx.db, ctx.scope, id))) throw notFound();
    await dropWaitingDeliveries(ctx.db, ctx.scope, id);
  });
}

async function targetFaults(ctx: Ctx, webhook_url: string): Promise<InvalidParam[]> {
  const message = lengthFault(webhook_url) ?? (await targetFault(webhook_url, ctx.settings.webhook_policy));
  return message === undefined ? [] : [{ field: 'webhook_url', message }];
}

async function unlessRegistered(ctx: Ctx, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw isUniqueViolation(error, WEBHOOK_URL_TAKEN) ? alreadyRegistered(ctx.scope.environment) : error;
  }
}
