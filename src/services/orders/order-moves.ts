// State changes of an order: suborders get a new status, the order's status is derived from its suborders, reports are
// created, and the order's end is announced once. All functions here run in the transaction that causes the state
// change, and hold the lock on the order's row.

import { firstProduct } from '#domain/access/products.ts';
import { isDisconnecting, isFinal, type TaskStatus } from '#domain/connections/tasks.ts';
import type { NewEvent } from '#domain/events/events.ts';
import type { TimelineEvent } from '#domain/events/order-timeline.ts';
import {
  canBecome,
  endingAfter,
  isOpen,
  type OrderStatus,
  orderStatus,
  type SuborderStatus,
} from '#domain/orders/order-status.ts';
import { onOrderFinal } from '#services/billing/invoices.ts';
import { announce, note } from '#services/events/events.ts';
import type { Ctx, OrderHooks } from '#services/platform/ctx.ts';
import { setTimer } from '#services/platform/timers.ts';
import { listTasksOfOrders, type OrderTask } from '#storage/connections/tasks.ts';
import {
  lockOpenOrdersOf,
  lockOrder,
  type OrderChange,
  type StoredOrder,
  updateOrder,
} from '#storage/orders/orders.ts';
import { connectSuborder, listSuborders, moveSuborders, type SuborderRow } from '#storage/orders/suborders.ts';
import { deleteTimersOf } from '#storage/platform/timers.ts';
import { tellOfOrder } from './order-notices.ts';
import { makeReports } from './order-reports.ts';

/** An order whose row is locked by this transaction. */
export type HeldOrder = { order: StoredOrder; suborders: SuborderRow[] };

export const LEFT_AFTER_SECONDS = 30 * 60;
const TIMERS = ['order_invitation', 'order_reminder', 'order_expiry', 'order_left'];

/**
 * Locks an order. If the order's expiry time has passed, also ends the order, even if the order's expiry timer has not
 * fired yet.
 */
export async function holdOrder(ctx: Ctx, id: string): Promise<HeldOrder | undefined> {
  const order = await lockOrder(ctx.db, ctx.scope, id);
  if (order === undefined) return undefined;
  const held = { order, suborders: await listSuborders(ctx.db, ctx.scope, [id]) };
  if (order.finalized_at === null && order.expires_at <= ctx.now()) await expireHeld(ctx, held);
  return held;
}

export const statusOf = ({ order, suborders }: HeldOrder): OrderStatus =>
  orderStatus(
    order.canceled_at,
    suborders.map(({ status }) => status),
  );

type Move = { suborder: SuborderRow; to: SuborderStatus };

/** Applies the `wanted` status changes that are allowed, with all consequences for the order. */
async function apply(ctx: Ctx, held: HeldOrder, wanted: readonly Move[], change: OrderChange = {}): Promise<void> {
  const before = statusOf(held);
  const moves = wanted.filter(({ suborder, to }) => canBecome(suborder.status, to));
  const now = ctx.now();
  for (const to of new Set(moves.map(({ to }) => to))) {
    const moved = moves.filter((move) => move.to === to).map(({ suborder }) => suborder);
    await moveSuborders(
      ctx.db,
      ctx.scope,
      moved.map(({ id }) => id),
      to,
      now,
    );
    for (const suborder of moved) suborder.status = to;
  }
  Object.assign(held.order, change);
  const after = statusOf(held);
  const is_over = held.order.finalized_at === null && !held.suborders.some(({ status }) => isOpen(status));
  Object.assign(held.order, {
    status: after,
    updated_at: now,
    ...(is_over && { finalized_at: now, completed_at: after === 'completed' ? now : null }),
  });
  const { updated_at, finalized_at, completed_at } = held.order;
  await updateOrder(ctx.db, ctx.scope, held.order.id, {
    ...change,
    status: after,
    updated_at,
    finalized_at,
    completed_at,
  });
  await announce(ctx, [
    ...moves.map(({ suborder }) => suborderEvent(held.order, suborder)),
    ...(after === before ? [] : [orderEvent(held.order, after)]),
  ]);
  for (const { suborder, to } of moves) if (to === 'completed') await makeReports(ctx, held.order, suborder);
  if (is_over) await finish(ctx, held, after);
}

async function finish(ctx: Ctx, { order }: HeldOrder, status: OrderStatus): Promise<void> {
  await deleteTimersOf(ctx.db, ctx.scope, TIMERS, order.id);
  await announce(ctx, [
    {
      event_type: 'order-finalized',
      ...subjectOf(order),
      order_id: order.id,
      order_number: order.order_number,
    },
  ]);
  await tellOfOrder(ctx, order, 'status', status);
  await onOrderFinal(ctx, order.order_group_id);
}

const subjectOf = ({ user_id, template_id }: StoredOrder) => ({ user_id, template_id });

const suborderEvent = (order: StoredOrder, suborder: SuborderRow): NewEvent => ({
  event_type: 'order-status-updated',
  ...subjectOf(order),
  ...orderSet(order, suborder),
  status: suborder.status,
});

const orderSet = (order: StoredOrder, suborder: SuborderRow) => ({
  order_id: order.id,
  order_number: order.order_number,
  employer_id: suborder.id,
  product: suborder.product_type,
  link_id: suborder.link_id,
  data_source: suborder.data_source,
});

const orderEvent = (order: StoredOrder, status: OrderStatus): NewEvent => ({
  event_type: 'order-status-updated',
  ...subjectOf(order),
  order_id: order.id,
  order_number: order.order_number,
  employer_id: null,
  product: firstProduct(order.products),
  link_id: null,
  data_source: null,
  status,
});

const all = (held: HeldOrder, to: SuborderStatus): Move[] => held.suborders.map((suborder) => ({ suborder, to }));

/**
 * Marks the order and its suborders as sent. Called when a message was sent to the applicant, or when the applicant has
 * opened the landing page.
 */
export async function markSent(ctx: Ctx, held: HeldOrder, change: OrderChange = {}): Promise<void> {
  const { suborders } = held;
  const moves = suborders
    .filter(({ status }) => status === 'pending')
    .map((suborder) => ({ suborder, to: 'sent' as const }));
  await apply(ctx, held, moves, change);
}

export async function cancelHeld(ctx: Ctx, held: HeldOrder): Promise<void> {
  await note(ctx, [noteOf(held.order, 'order-canceled', { status: 'canceled' })]);
  await apply(ctx, held, all(held, 'canceled'), { canceled_at: ctx.now() });
}

async function expireHeld(ctx: Ctx, held: HeldOrder): Promise<void> {
  await note(ctx, [noteOf(held.order, 'order-expired', { status: 'expired' })]);
  await apply(ctx, held, all(held, 'expired'));
}

/**
 * Marks a suborder as skipped, because it does not concern the applicant. Returns false if the suborder has already
 * ended or is not part of the order.
 */
export async function skipHeld(ctx: Ctx, held: HeldOrder, suborder_id: string): Promise<boolean> {
  const suborder = held.suborders.find(({ id }) => id === suborder_id);
  if (suborder === undefined || !isOpen(suborder.status)) return false;
  await apply(ctx, held, [{ suborder, to: 'skipped' }]);
  return true;
}

const noteOf = (order: StoredOrder, event_type: TimelineEvent, data: Record<string, string | null> = {}) => ({
  order_id: order.id,
  event_type,
  data,
});

/**
 * Cancels the user's open orders. Runs before the user is erased, while the orders' personal data can still be read.
 */
export async function cancelOrdersOf(ctx: Ctx, user_id: string): Promise<void> {
  for (const order of await lockOpenOrdersOf(ctx.db, ctx.scope, user_id)) {
    await cancelHeld(ctx, { order, suborders: await listSuborders(ctx.db, ctx.scope, [order.id]) });
  }
}

export const ORDER_HOOKS: OrderHooks = { onLink, onEnd };

async function onLink(ctx: Ctx, task: OrderTask): Promise<void> {
  const { order_id, tracking_info: suborder_id, link_id, data_source } = task;
  if (order_id === null || suborder_id === null) return;
  const connection = { link_id, data_source, updated_at: ctx.now() };
  if (!(await connectSuborder(ctx.db, ctx.scope, suborder_id, connection))) return;
  await note(ctx, [{ order_id, event_type: 'link-connected', data: { suborder_id, link_id, task_id: task.id } }]);
}

async function onEnd(ctx: Ctx, task: OrderTask, has_left: boolean): Promise<void> {
  const held = task.order_id === null ? undefined : await holdOrder(ctx, task.order_id);
  const suborder = held?.suborders.find(({ id }) => id === task.tracking_info);
  if (held === undefined || suborder === undefined || !isOpen(suborder.status)) return;
  if (task.status === 'done') return complete(ctx, held, suborder, task);
  // The order starts some refreshes itself; others start because the applicant confirms a link in the widget. In the
  // second case the applicant is present (`has_left` is false) and can try something else.
  if (has_left && task.is_refresh) return refreshFailed(ctx, held, suborder, task.status);
  // `seen_at` is `null` from the moment the widget is closed until it is opened again.
  if (has_left || held.order.seen_at === null) return endAfter(ctx, held, suborder, task.status);
  await setTimer(ctx, { kind: 'order_left', subject_id: held.order.id, due_at: leftAt(ctx.now()) });
}

export const leftAt = (seen_at: Date): Date => new Date(seen_at.getTime() + LEFT_AFTER_SECONDS * 1000);

async function complete(ctx: Ctx, held: HeldOrder, suborder: SuborderRow, { link_id, data_source }: OrderTask) {
  if (suborder.link_id !== link_id || suborder.data_source !== data_source) {
    await connectSuborder(ctx.db, ctx.scope, suborder.id, { link_id, data_source, updated_at: ctx.now() });
    Object.assign(suborder, { link_id, data_source });
  }
  await apply(ctx, held, [{ suborder, to: 'completed' }]);
}

/**
 * If the link is disconnected and the order has `refresh_approved` set, the applicant is asked to reconnect; otherwise
 * the suborder ends.
 */
async function refreshFailed(ctx: Ctx, held: HeldOrder, suborder: SuborderRow, status: TaskStatus): Promise<void> {
  const { order } = held;
  await announce(ctx, [
    { event_type: 'order-refresh-failed', ...subjectOf(order), ...orderSet(order, suborder), status },
  ]);
  if (isDisconnecting(status) && order.refresh_approved) {
    await apply(ctx, held, [{ suborder, to: 'sent' }]);
    await tellOfOrder(ctx, order, 'reconnect', statusOf(held));
  } else {
    await apply(ctx, held, [{ suborder, to: status === 'no_data' ? 'no_data' : 'error' }]);
  }
}

async function endAfter(ctx: Ctx, held: HeldOrder, suborder: SuborderRow, status: TaskStatus): Promise<void> {
  if (!isFinal(status) || status === 'done') return;
  const ending = endingAfter(status);
  if (ending !== undefined) await apply(ctx, held, [{ suborder, to: ending }]);
}

/**
 * Ends each open suborder whose last task has failed permanently. Called when the applicant has left the widget. A
 * refresh that the order itself started is left out, because its failure was handled when the refresh ended.
 */
export async function onPersonLeft(ctx: Ctx, held: HeldOrder): Promise<void> {
  const tasks = await listTasksOfOrders(ctx.db, ctx.scope, [held.order.id]);
  for (const suborder of held.suborders.filter(({ status }) => isOpen(status))) {
    const last = tasks.findLast(({ tracking_info }) => tracking_info === suborder.id);
    const is_own_refresh = last?.is_refresh === true && last.bridge_token_id === null;
    if (last !== undefined && !is_own_refresh) await endAfter(ctx, held, suborder, last.status);
  }
}
