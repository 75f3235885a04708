// The history of an order. It is read from the order's timeline, its events, the deliveries of these events, and the
// invoice.
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  type EventMoment,
  inOrderOfTime,
  type LinkFacts,
  type OrderFacts,
  type OrderHistoryAnswer,
  type PlacedMoment,
  stateAfter,
} from '#domain/console/order-history.ts';
import { mayDo, type Role } from '#domain/console/roles.ts';
import type { NewEvent } from '#domain/events/events.ts';
import { timelineEntryOf } from '#domain/events/order-timeline.ts';
import { fileEvents } from '#services/events/event-log.ts';
import { timelineOf } from '#services/orders/order-timelines.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findInvoice } from '#storage/billing/invoices.ts';
import { findLink } from '#storage/connections/links.ts';
import {
  type HistoryAttempt,
  type HistoryEvent,
  listAttemptsOf,
  listConnectionEvents,
  listDeliveriesOf,
  listHistoryEvents,
} from '#storage/console/order-history.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import { listSuborders } from '#storage/orders/suborders.ts';

/** The maximum number of history entries (moments) of each kind. An order has about fifty entries in total. */
const MOMENTS_MAX = 1_000;

/**
 * Reads the history of an order. If `moment` is the id of an entry of this history, the result also contains the state
 * after this entry.
 */
export async function readOrderHistory(
  ctx: Ctx,
  order: StoredOrder,
  moment: string | undefined,
  role: Role,
): Promise<OrderHistoryAnswer> {
  await fileEvents(ctx);
  const suborders = await listSuborders(ctx.db, ctx.scope, [order.id]);
  const { count, results, positions } = await timelineOf(
    ctx,
    order,
    { page: 1, page_size: MOMENTS_MAX },
    { hides_page_keys: true },
  );
  const link_ids = [
    ...new Set([
      ...suborders.flatMap(({ link_id }) => link_id ?? []),
      ...results.flatMap(({ data }) => data['link_id'] ?? []),
    ]),
  ];
  const about = { id: order.id, created_at: order.created_at, link_ids };
  const events = await listHistoryEvents(ctx.db, ctx.scope, about, MOMENTS_MAX);
  const [attempts, deliveries, invoice, links] = await Promise.all([
    listAttemptsOf(
      ctx.db,
      ctx.scope,
      events.map(({ id }) => id),
      MOMENTS_MAX,
    ),
    listDeliveriesOf(
      ctx.db,
      ctx.scope,
      events.map(({ sequence }) => sequence),
      MOMENTS_MAX,
    ),
    findInvoice(ctx.db, ctx.scope, order.order_group_id),
    linkFactsOf(ctx, link_ids),
  ]);
  const shows_webhooks = mayDo(role, ctx.scope.environment, 'development', 'read');
  const history = inOrderOfTime({
    timeline: results.map(({ created_at, event_type, id, data }, at) => ({
      moment: { at: created_at, kind: event_type, id, data },
      position: positions[at] ?? 0,
    })),
    events: events.map(toEventMoment),
    attempts: attempts.map((row) => toAttemptMoment(row, shows_webhooks)),
    invoices:
      invoice === undefined
        ? []
        : [
            {
              moment: {
                at: toTimestamp(invoice.created_at),
                kind: 'invoice-created',
                id: invoice.id,
                data: { status: invoice.status },
              },
              position: invoice.position,
            },
          ],
  });
  const moments = history.map((one) => one.moment);
  const index = moment === undefined ? undefined : moments.findIndex(({ id }) => id === moment);
  if (index === -1) throw incorrect({ field: 'moment', message: 'Object not found.' });
  const facts: OrderFacts = {
    order_id: order.id,
    created_at: toTimestamp(order.created_at),
    suborders: suborders.map(({ id, created_at }) => ({ id, created_at: toTimestamp(created_at) })),
    deliveries: deliveries.map(({ event_id, endpoint_name, ...one }) => ({
      ...one,
      webhook_id: event_id,
      endpoint_name: shows_webhooks ? endpoint_name : null,
    })),
    invoice: invoice && {
      id: invoice.id,
      status: invoice.status,
      created_at: toTimestamp(invoice.created_at),
      updated_at: toTimestamp(invoice.updated_at),
    },
    links,
  };
  return {
    order_id: order.id,
    is_complete: count <= MOMENTS_MAX && events.length < MOMENTS_MAX && attempts.length < MOMENTS_MAX,
    moments,
    state: index === undefined ? null : stateAfter(facts, history, index),
  };
}

/** The present state of the links, and what was announced about their connections. */
async function linkFactsOf(ctx: Ctx, ids: readonly string[]): Promise<LinkFacts[]> {
  const events = await listConnectionEvents(ctx.db, ctx.scope, ids, MOMENTS_MAX);
  const links = await Promise.all(ids.map((id) => findLink(ctx.db, ctx.scope, id)));
  return ids.map((id, at) => ({
    id,
    is_connected: links[at]?.is_connected ?? null,
    created_at: links[at] === undefined ? null : toTimestamp(links[at].created_at),
    changes: events
      .filter(({ link_id }) => link_id === id)
      .map(({ created_at, ...event }) => ({ ...event, at: toTimestamp(created_at) })),
  }));
}

function toEventMoment({ id, event_type, created_at, position, link_id, task_id, payload }: HistoryEvent): EventMoment {
  const event: NewEvent = JSON.parse(payload);
  const data = { webhook_id: id, event_type, link_id, task_id };
  return { moment: { at: toTimestamp(created_at), kind: 'event', id, data }, position, entry: timelineEntryOf(event) };
}

/**
 * The URL of an endpoint is shown only to roles that may see webhooks, because it may contain a secret of the client.
 */
const toAttemptMoment = (row: HistoryAttempt, shows_url: boolean): PlacedMoment => ({
  position: row.position,
  moment: {
    at: toTimestamp(row.sent_at),
    kind: 'attempt',
    id: row.id,
    data: {
      webhook_id: row.event_id,
      event_type: row.event_type,
      delivery_id: row.delivery_id,
      endpoint_id: row.endpoint_id,
      webhook_url: shows_url ? row.webhook_url : null,
      attempt: row.attempt,
      state: row.state,
      status_code: row.status_code,
      error_message: row.error_message,
      duration_ms: row.duration_ms,
      next_attempt_at: row.next_attempt_at && toTimestamp(row.next_attempt_at),
    },
  },
});
