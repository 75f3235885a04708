// The history of an order. It is read from the order's timeline, its events, the deliveries of these events, and the
// invoice.
import { toTimestamp } from '#base/timestamps.ts';
import { type Moment, type OrderFacts, type OrderHistoryAnswer, stateAt } from '#domain/console/order-history.ts';
import { mayDo, type Role } from '#domain/console/roles.ts';
import { fileEvents } from '#services/events/event-log.ts';
import { timelineOf } from '#services/orders/order-timelines.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findInvoice } from '#storage/billing/invoices.ts';
import {
  type HistoryAttempt,
  type HistoryEvent,
  listAttemptsOf,
  listDeliveriesOf,
  listHistoryEvents,
} from '#storage/console/order-history.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import { listSuborders } from '#storage/orders/suborders.ts';

/** The maximum number of moments of each kind. An order has about fifty moments. */
const MOMENTS_MAX = 1_000;

export async function readOrderHistory(
  ctx: Ctx,
  order: StoredOrder,
  at: string | undefined,
  role: Role,
): Promise<OrderHistoryAnswer> {
  await fileEvents(ctx);
  const suborders = await listSuborders(ctx.db, ctx.scope, [order.id]);
  const { count, results } = await timelineOf(
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
  const [attempts, deliveries, invoice] = await Promise.all([
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
  ]);
  const moments = inOrderOfTime([
    results.map(({ created_at, event_type, id, data }) => ({ at: created_at, kind: event_type, id, data })),
    events.map(toEventMoment),
    attempts.map((row) => toAttemptMoment(row, mayDo(role, ctx.scope.environment, 'development', 'read'))),
    invoice === undefined
      ? []
      : [
          {
            at: toTimestamp(invoice.created_at),
            kind: 'invoice-created',
            id: invoice.id,
            data: { status: invoice.status },
          },
        ],
  ]);
  const facts: OrderFacts = {
    order_id: order.id,
    suborders: suborders.map(({ id, created_at }) => ({ id, created_at: toTimestamp(created_at) })),
    deliveries: deliveries.map(({ event_id, created_at, ...one }) => ({
      ...one,
      webhook_id: event_id,
      created_at: toTimestamp(created_at),
    })),
    invoice: invoice && {
      id: invoice.id,
      status: invoice.status,
      created_at: toTimestamp(invoice.created_at),
      updated_at: toTimestamp(invoice.updated_at),
    },
  };
  return {
    order_id: order.id,
    is_complete: count <= MOMENTS_MAX && events.length < MOMENTS_MAX && attempts.length < MOMENTS_MAX,
    moments,
    state: at === undefined ? null : stateAt(facts, moments, at),
  };
}

const toEventMoment = ({ id, event_type, created_at, link_id, task_id }: HistoryEvent): Moment => ({
  at: toTimestamp(created_at),
  kind: 'event',
  id,
  data: { webhook_id: id, event_type, link_id, task_id },
});

/**
 * The URL of an endpoint is shown only to roles that may see webhooks, because it may contain a secret of the client.
 */
const toAttemptMoment = (row: HistoryAttempt, shows_url: boolean): Moment => ({
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
});

/**
 * Sorts moments by time. Moments of the same second stay in the order of the groups, and in their order within a group.
 */
const inOrderOfTime = (groups: readonly (readonly Moment[])[]): Moment[] =>
  groups.flat().toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
