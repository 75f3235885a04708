// The client's actions on orders: creating, reading, listing, finding by SSN, changing, adding employers, and
// canceling.
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { currentTraceId } from '#base/tracing.ts';
import {
  type AddedEmployers,
  changeLoan,
  type NewOrder,
  notEditable,
  type OrderChanges,
  type OrderListQuery,
} from '#domain/orders/orders.ts';
import { canEdit, employerFaults, payrollProducts, planEmployers } from '#domain/orders/suborders.ts';
import { type Paging, parseRange } from '#domain/platform/pages.ts';
import { toSsn } from '#domain/platform/people.ts';
import { note } from '#services/events/events.ts';
import { updateUser } from '#services/people/users.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { clearTimer, setTimer } from '#services/platform/timers.ts';
import {
  findOrder,
  ORDERS,
  type OrderChange,
  type StoredOrder,
  updateOrder as updateRow,
} from '#storage/orders/orders.ts';
import { insertSuborders } from '#storage/orders/suborders.ts';
import { lockUser } from '#storage/people/users.ts';
import { type PageQuery, readPage } from '#storage/platform/lists/pages.ts';
import { canBeAsked, createOrders, draftSuborder, hoursAfter } from './order-creation.ts';
import { cancelHeld, type HeldOrder, holdOrder, statusOf } from './order-moves.ts';
import { isSilent } from './order-notices.ts';
import { type OpenOrder, openOrder, orderKey, sealOrder } from './order-records.ts';

/**
 * If requests are traced, the new order's id is the trace id of the request that creates the order (base/tracing.ts).
 */
export async function createOrder(ctx: Ctx, body: NewOrder): Promise<StoredOrder> {
  const [made] = await inTransaction(ctx, (ctx) => createOrders(ctx, [body], currentTraceId()));
  if (made === undefined) throw new Error('a requested order was not created');
  if ('faults' in made) throw incorrect(...made.faults);
  return getOrder(ctx, made.order_id);
}

export async function getOrder(ctx: Ctx, id: string): Promise<StoredOrder> {
  const order = await findOrder(ctx.db, ctx.scope, id);
  if (order === undefined) throw await missing(ctx, (db, scope) => findOrder(db, scope, id));
  return order;
}

export type OrderPage = { count: number; orders: StoredOrder[] };

export async function listOrders(ctx: Ctx, query: OrderListQuery, paging: Paging): Promise<OrderPage> {
  return readOrders(ctx, { ...query, ...paging, ...parseRange(query) });
}

/** Finds orders by SSN: nine digits match exactly that SSN, four digits match every SSN that ends with them. */
export async function lookUpOrders(ctx: Ctx, ssn: string, paging: Paging): Promise<OrderPage> {
  const digits = toSsn(ssn);
  if (digits === undefined) throw new Error('an SSN that passed validation is invalid');
  const { client_id } = ctx.scope;
  const hashed =
    digits.length === 9
      ? { ssn_hash: ctx.vault.hash('ssn', client_id, digits) }
      : { ssn_last4_hash: ctx.vault.hash('ssn_last4', client_id, digits) };
  return readOrders(ctx, { ...hashed, ...paging });
}

async function readOrders(ctx: Ctx, query: PageQuery): Promise<OrderPage> {
  const { count, rows, needs_closing } = await readPage<StoredOrder>(ctx.db, ctx.scope, ORDERS, query);
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, ORDERS);
  return { count, orders: rows };
}

export async function updateOrder(ctx: Ctx, found: StoredOrder, changes: OrderChanges): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { first_name, last_name, ssn } = changes;
    if ((first_name ?? last_name ?? ssn) !== undefined) {
      // The user is locked before the order, because an erasure takes the two locks in the same sequence. After an
      // erasure, the order still exists, but the user does not.
      if ((await lockUser(ctx.db, ctx.scope, found.user_id)) === undefined) throw incorrect(notEditable);
      await updateUser(ctx, found.user_id, {
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        ...(ssn !== undefined && { ssn }),
      });
    }
    const held = await holdExisting(ctx, found.id);
    if (!canEdit(held.suborders)) throw incorrect(notEditable);
    await change(ctx, held, changes);
  });
}

async function change(ctx: Ctx, held: HeldOrder, changes: OrderChanges): Promise<void> {
  const { order } = held;
  const open = await openOrder(ctx, order);
  if (open.key === undefined) throw incorrect(notEditable);
  const record = {
    ...open.record,
    first_name: changes.first_name ?? open.record.first_name,
    last_name: changes.last_name ?? open.record.last_name,
    ssn: changes.ssn === undefined ? open.record.ssn : (toSsn(changes.ssn ?? '') ?? null),
    loan: changeLoan(open.record.loan, changes.loan),
    notes: changes.notes === undefined ? open.record.notes : changes.notes,
  };
  const settings = changes.notification_settings;
  const changed: OrderChange = {
    ...sealOrder(ctx, open.key, order.id, record),
    refresh_approved: changes.refresh_approved ?? order.refresh_approved,
    suppress_user_notifications: settings?.suppress_user_notifications ?? order.suppress_user_notifications,
    first_notification_delay_hours: settings?.first_notification_delay_hours ?? order.first_notification_delay_hours,
    updated_at: ctx.now(),
  };
  await updateRow(ctx.db, ctx.scope, order.id, changed);
  await moveInvitation(ctx, { ...open, row: { ...order, ...changed } });
  await note(ctx, [{ order_id: order.id, event_type: 'order-updated', data: { status: statusOf(held) } }]);
}

/**
 * Updates the timer of the invitation after a change of the order, unless the invitation has already been sent. A
 * refresh order has no invitation.
 */
async function moveInvitation(ctx: Ctx, { row, record }: OpenOrder): Promise<void> {
  if (row.invited_at !== null || row.initial_order !== null) return;
  if (!canBeAsked(record) || (await isSilent(ctx, row))) return clearTimer(ctx, 'order_invitation', row.id);
  const due_at = hoursAfter(row.created_at, row.first_notification_delay_hours);
  await setTimer(ctx, { kind: 'order_invitation', subject_id: row.id, due_at });
}

export async function cancelOrder(ctx: Ctx, id: string): Promise<StoredOrder> {
  return inTransaction(ctx, async (ctx) => {
    const held = await holdExisting(ctx, id);
    refuseFinal(held);
    await cancelHeld(ctx, held);
    return getOrder(ctx, id);
  });
}

export async function addEmployers(ctx: Ctx, id: string, { employers }: AddedEmployers): Promise<StoredOrder> {
  return inTransaction(ctx, async (ctx) => {
    const held = await holdExisting(ctx, id);
    const { order, suborders } = held;
    const faults = addingFaults(held, employers);
    const key = await orderKey(ctx, order);
    if (faults.length > 0 || key === undefined) throw incorrect(...faults);
    const first = suborders.length;
    const added = planEmployers(order.products, employers).map((plan, at) =>
      draftSuborder(ctx, key, order, plan, first + at),
    );
    await insertSuborders(ctx.db, ctx.scope, added);
    const status = statusOf({ order, suborders: [...suborders, ...added] });
    await updateRow(ctx.db, ctx.scope, id, { status, updated_at: ctx.now() });
    await note(
      ctx,
      added.map((suborder) => ({
        order_id: id,
        event_type: 'employers-added',
        data: { suborder_id: suborder.id, status: suborder.status },
      })),
    );
    return getOrder(ctx, id);
  });
}

function addingFaults(held: HeldOrder, employers: AddedEmployers['employers']): InvalidParam[] {
  const { order } = held;
  if (order.finalized_at !== null) return [{ field: 'employers', message: `Order is already ${statusOf(held)}.` }];
  if (payrollProducts(order.products).length === 0) {
    return [{ field: 'employers', message: 'None of the products of this order is verified with an employer.' }];
  }
  return employerFaults(order.products, employers);
}

function refuseFinal(held: HeldOrder): void {
  if (held.order.finalized_at !== null) {
    throw incorrect({ field: 'status', message: `Order is already ${statusOf(held)}.` });
  }
}

async function holdExisting(ctx: Ctx, id: string): Promise<HeldOrder> {
  const held = await holdOrder(ctx, id);
  if (held === undefined) throw new Error('the order no longer exists');
  return held;
}
