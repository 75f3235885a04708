// The actions of the user on an order as a whole: accepting the terms, skipping a suborder, finishing, reviewing and
// leaving the order.
import { incorrect, notFound } from '#base/errors.ts';
import type { NewCertifications } from '#domain/orders/certifications.ts';
import { isOpen } from '#domain/orders/order-status.ts';
import { TERMS_VERSION } from '#domain/widget/terms.ts';
import type { FinishAnswer, NewConsent } from '#domain/widget/widget.ts';
import { note } from '#services/events/events.ts';
import { certify } from '#services/orders/certifications.ts';
import { type HeldOrder, holdOrder, onPersonLeft, skipHeld, statusOf } from '#services/orders/order-moves.ts';
import { openSuborder, orderKey, sealSuborder } from '#services/orders/order-records.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { setTokenConsent } from '#storage/connections/bridge-tokens.ts';
import { type StoredOrder, updateOrder } from '#storage/orders/orders.ts';
import { resealSuborder, type SuborderRow } from '#storage/orders/suborders.ts';
import { mayReview, seenSuborders } from './widget-sight.ts';
import type { Visitor } from './widget-tokens.ts';

/**
 * Stores the consent in the order and the token. Only the first consent is kept. A consent without a version applies to
 * the terms that this service shows.
 */
export async function giveConsent({ ctx, token }: Visitor, { terms_version }: NewConsent): Promise<void> {
  const consent_version = terms_version || TERMS_VERSION;
  await inTransaction(ctx, async (ctx) => {
    const held = token.order_id === null ? undefined : await hold(ctx, token.order_id);
    if (held !== undefined) {
      refuseFinal(held);
      await consentToOrder(ctx, held, consent_version);
    }
    await setTokenConsent(ctx.db, ctx.scope, token.id, ctx.now(), consent_version);
  });
}

async function consentToOrder(ctx: Ctx, { order }: HeldOrder, consent_version: string): Promise<void> {
  if (order.consented_at !== null) return;
  await updateOrder(ctx.db, ctx.scope, order.id, { consented_at: ctx.now(), consent_version });
  await note(ctx, [{ order_id: order.id, event_type: 'consent-given', data: { terms_version: consent_version } }]);
}

export async function skipSuborder(visitor: Visitor, suborder_id: string, reason: string): Promise<void> {
  await inOrder(visitor, async (ctx, held) => {
    const suborder = held.suborders.find(({ id }) => id === suborder_id);
    if (suborder === undefined) throw notFound();
    if (!(await skipHeld(ctx, held, suborder_id))) {
      throw incorrect({ field: 'status', message: `Suborder is already ${suborder.status}.` });
    }
    if (reason !== '') await keepReason(ctx, held.order, suborder, reason);
  });
}

/**
 * Stores the reason why the user skips the suborder. The timeline shows the reason. The reason is sealed, because it is
 * free text from the user.
 */
async function keepReason(ctx: Ctx, order: StoredOrder, suborder: SuborderRow, skip_reason: string): Promise<void> {
  const key = await orderKey(ctx, order);
  if (key === undefined) return;
  const record = { ...openSuborder(ctx, key, suborder), skip_reason };
  await resealSuborder(ctx.db, ctx.scope, suborder.id, sealSuborder(ctx, key, suborder.id, record));
}

/** Skips all open suborders; 400 if the order has not ended and no suborder is completed yet. */
export const finishOrder = (visitor: Visitor): Promise<FinishAnswer> =>
  inOrder(visitor, async (ctx, held) => {
    const { order, suborders } = held;
    if (order.finalized_at === null && !suborders.some(({ status }) => status === 'completed')) {
      throw incorrect({ field: 'status', message: 'No part of this order is completed yet.' });
    }
    for (const { id, status } of suborders) if (isOpen(status)) await skipHeld(ctx, held, id);
    return { order_id: order.id, is_final: order.finalized_at !== null };
  });

/**
 * Stores the applicant's review of what this token may see of the order. A review is also accepted for a limited time
 * after the order has ended, because the order ends when its last suborder is completed, and the applicant reviews the
 * order only after that.
 */
export async function reviewOrder({ ctx, token }: Visitor, body: NewCertifications): Promise<void> {
  if (token.order_id === null) throw notFound();
  await certify(ctx, token.order_id, body, async (ctx, { order, suborders }) => {
    if (!mayReview(ctx, order)) return [];
    return (await seenSuborders({ ctx, token }, order.id, suborders)).map(({ suborder }) => suborder);
  });
}

/** Records that the user has closed the widget. */
export async function leaveOrder({ ctx, token }: Visitor): Promise<void> {
  const { order_id } = token;
  if (order_id === null) return;
  await inTransaction(ctx, async (ctx) => {
    const held = await hold(ctx, order_id);
    if (held.order.finalized_at !== null) return;
    await onPersonLeft(ctx, held);
    // `seen_at` is set to null, so that the applicant counts as absent when a running task ends later.
    await updateOrder(ctx.db, ctx.scope, order_id, { seen_at: null });
  });
}

/** Runs `work` with the order's row locked; 404 for a token without an order. */
async function inOrder<T>({ ctx, token }: Visitor, work: (ctx: Ctx, held: HeldOrder) => Promise<T>): Promise<T> {
  const { order_id } = token;
  if (order_id === null) throw notFound();
  return inTransaction(ctx, async (ctx) => work(ctx, await hold(ctx, order_id)));
}

async function hold(ctx: Ctx, order_id: string): Promise<HeldOrder> {
  const held = await holdOrder(ctx, order_id);
  if (held === undefined) throw new Error('a token refers to an order that never existed');
  return held;
}

function refuseFinal(held: HeldOrder): void {
  if (held.order.finalized_at === null) return;
  throw incorrect({ field: 'status', message: `Order is already ${statusOf(held)}.` });
}
