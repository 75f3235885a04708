// Sends events to an endpoint again: one event that was sent before, or all events of a time range.
import { incorrect } from '#base/errors.ts';
import { EVENT_TYPES } from '#domain/events/events.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import type { WebhookEndpointRow } from '#storage/events/webhook-endpoints.ts';
import { type Replay, replayDeliveries } from '#storage/events/webhook-replays.ts';
import { fileEvents } from './event-log.ts';
import { ENDPOINT_DISABLED } from './webhook-health.ts';

/** Sends the event of an earlier request again, to this endpoint. */
export const replayRequest = (ctx: Ctx, endpoint: WebhookEndpointRow, event_id: string): Promise<number> =>
  replay(ctx, endpoint, { event_id, event_types: EVENT_TYPES, only_failed: false });

export type ReplayRange = {
  created_at__gte: Date;
  created_at__lte?: Date | undefined;
  event_type?: string | undefined;
  only_failed: boolean;
};

/** Sends the events of a time range again, but only events of types to which the endpoint is subscribed. */
export const replayRange = (ctx: Ctx, endpoint: WebhookEndpointRow, range: ReplayRange): Promise<number> =>
  replay(ctx, endpoint, {
    created_since: range.created_at__gte,
    created_until: range.created_at__lte,
    event_types: endpoint.events.filter((name) => range.event_type === undefined || name === range.event_type),
    only_failed: range.only_failed,
  });

async function replay(
  ctx: Ctx,
  { id, enabled }: WebhookEndpointRow,
  what: Omit<Replay, 'endpoint_id' | 'due_at'>,
): Promise<number> {
  if (!enabled) throw incorrect({ field: 'enabled', message: ENDPOINT_DISABLED });
  // Announced events that are not yet in the event log have never been sent, and may belong to the requested range. So
  // we first add these events to the log.
  await fileEvents(ctx);
  return inTransaction(ctx, async (ctx) => {
    const count = await replayDeliveries(ctx.db, ctx.scope, { ...what, endpoint_id: id, due_at: ctx.now() });
    ctx.db.afterCommit(() => ctx.event_signal.send());
    return count;
  });
}
