// An endpoint's health. An endpoint is treated as failing from its first failure until the next success, and is
// disabled after five days of failing. Its owner is notified a day before the endpoint is disabled, and again when it
// is disabled.
import { DISABLED_AFTER_SECONDS, WARNED_AFTER_SECONDS } from '#domain/events/webhook-deliveries.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { enqueueMail } from '#services/platform/mails.ts';
import { clearTimer, setTimer, type TimerHandler } from '#services/platform/timers.ts';
import { findEndpoint } from '#storage/events/webhook-endpoints.ts';
import {
  buryDeliveries,
  clearFailing,
  disableFailing,
  hurryDeliveries,
  markFailing,
} from '#storage/events/webhook-health.ts';

export const ENDPOINT_DISABLED = 'The endpoint is disabled.';
const NOTHING_CAME_THROUGH = 'Nothing could be delivered for five days.';

/**
 * Marks the endpoint as failing. Called in the transaction that stores the failed attempt; `ctx.now()` is the attempt's
 * time on the owner's clock.
 */
export async function noteFailure(ctx: Ctx, endpoint_id: string): Promise<void> {
  const since = ctx.now();
  if (!(await markFailing(ctx.db, ctx.scope, endpoint_id, since))) return;
  await setTimer(ctx, { kind: 'webhook_warning', subject_id: endpoint_id, due_at: later(since, WARNED_AFTER_SECONDS) });
  await setTimer(ctx, {
    kind: 'webhook_disabling',
    subject_id: endpoint_id,
    due_at: later(since, DISABLED_AFTER_SECONDS),
  });
}

/**
 * Marks the endpoint as recovered, and makes all its waiting deliveries due now. Called for the first success after
 * failures.
 */
export async function noteRecovery(ctx: Ctx, endpoint_id: string): Promise<void> {
  if (await clearFailing(ctx.db, ctx.scope, endpoint_id)) {
    await clearTimer(ctx, 'webhook_warning', endpoint_id);
    await clearTimer(ctx, 'webhook_disabling', endpoint_id);
  }
  await hurryDeliveries(ctx.db, ctx.scope, endpoint_id, ctx.now());
  ctx.db.afterCommit(() => ctx.event_signal.send());
}

export const onWebhookWarning: TimerHandler = async (ctx, { subject_id }) => {
  if (await hasFailedFor(ctx, subject_id, WARNED_AFTER_SECONDS)) {
    await enqueueMail(ctx, 'webhook_failing', subject_id);
  }
};

export const onWebhookDisabling: TimerHandler = async (ctx, { subject_id }) => {
  if (!(await hasFailedFor(ctx, subject_id, DISABLED_AFTER_SECONDS))) return;
  const disabled = await disableFailing(ctx.db, ctx.scope, subject_id, NOTHING_CAME_THROUGH, ctx.now());
  if (disabled === undefined) return;
  await buryDeliveries(ctx.db, ctx.scope, disabled, ctx.now(), ENDPOINT_DISABLED);
  await enqueueMail(ctx, 'webhook_disabled', subject_id);
};

/**
 * Whether the endpoint has been failing for at least `seconds`. This is checked when the timer fires, because the
 * endpoint may have recovered since the timer was set.
 */
async function hasFailedFor(ctx: Ctx, id: string, seconds: number): Promise<boolean> {
  const endpoint = await findEndpoint(ctx.db, ctx.scope, id);
  if (endpoint === undefined || !endpoint.enabled || endpoint.failing_since === null) return false;
  return later(endpoint.failing_since, seconds) <= ctx.now();
}

const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);
