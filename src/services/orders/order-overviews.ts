// Orders as the operator sees them: ids, statuses and times. Sealed data is not unsealed. Values that the client chose
// freely (order numbers, external ids) are left out, and so is data that reveals a person's employer or bank.
import { toTimestamp } from '#base/timestamps.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { type Ctx, type CtxParts, ctxOf } from '#services/platform/ctx.ts';
import { findOrderScope, type StoredOrder } from '#storage/orders/orders.ts';
import { listSuborders, type SuborderRow } from '#storage/orders/suborders.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { getOrder, listOrders } from './orders.ts';

export type OrderOverview = ReturnType<typeof overviewOf>;

/**
 * Lists the newest orders that match, newest first. `count` is the number of all matching orders, including those that
 * are not listed.
 */
export async function listOrderOverviews(
  ctx: Ctx,
  { status, limit }: { status?: OrderStatus | undefined; limit: number },
): Promise<{ count: number; results: OrderOverview[] }> {
  const query = status === undefined ? {} : { status };
  const { count, orders } = await listOrders(ctx, query, { page: 1, page_size: limit });
  return { count, results: await overviewsOf(ctx, orders) };
}

/** Finds the order with this id. The order may belong to any client. */
export async function findOrderOverview(
  parts: CtxParts,
  id: string,
): Promise<({ client_id: string; env_type: Environment } & OrderOverview) | undefined> {
  const scope = await findOrderScope(parts.database.scoped(SYSTEM), id);
  if (scope === undefined) return undefined;
  const ctx = await ctxOf(parts, scope);
  const [overview] = await overviewsOf(ctx, [await getOrder(ctx, id)]);
  return overview && { client_id: scope.client_id, env_type: scope.environment, ...overview };
}

async function overviewsOf(ctx: Ctx, orders: readonly StoredOrder[]): Promise<OrderOverview[]> {
  const ids = orders.map(({ id }) => id);
  const suborders = await listSuborders(ctx.db, ctx.scope, ids);
  return orders.map((order) =>
    overviewOf(
      order,
      suborders.filter(({ order_id }) => order_id === order.id),
    ),
  );
}

const overviewOf = (order: StoredOrder, suborders: readonly SuborderRow[]) => ({
  id: order.id,
  status: order.status,
  products: order.products,
  user_id: order.user_id,
  order_group_id: order.order_group_id,
  template_id: order.template_id,
  initial_order: order.initial_order,
  refresh_order: order.refresh_order,
  created_at: toTimestamp(order.created_at),
  updated_at: toTimestamp(order.updated_at),
  invited_at: timeOf(order.invited_at),
  consented_at: timeOf(order.consented_at),
  completed_at: timeOf(order.completed_at),
  canceled_at: timeOf(order.canceled_at),
  finalized_at: timeOf(order.finalized_at),
  expires_at: toTimestamp(order.expires_at),
  suborders: suborders.map(({ id, kind, product_type, status, link_id, created_at, updated_at }) => ({
    id,
    kind,
    product_type,
    status,
    link_id,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  })),
});

const timeOf = (moment: Date | null): string | null => (moment === null ? null : toTimestamp(moment));
