// Fills an order's messages with the order's data, and sends the messages.

import type { TimelineEvent } from '#domain/events/order-timeline.ts';
import type { OrderMessageFacts, OrderMessageKind } from '#domain/orders/order-messages.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { templateOf } from '#services/access/templates.ts';
import { note } from '#services/events/events.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import { writeOrderMessages } from './order-messages.ts';
import { openOrder, shortShareUrl } from './order-records.ts';

/**
 * The timeline event of each kind of message. Status mails have no timeline event. Messages of the kinds `reconnect`
 * and `code` appear as reminders.
 */
const TIMELINE_EVENTS: Record<OrderMessageKind, TimelineEvent | undefined> = {
  invitation: 'invitation-sent',
  reminder: 'reminder-sent',
  reconnect: 'reminder-sent',
  code: 'reminder-sent',
  status: undefined,
};

export const templateSettingsOf = async (ctx: Ctx, { template_id }: StoredOrder) =>
  template_id === null ? null : (await templateOf(ctx, template_id)).settings;

/** True if no messages may be sent to the applicant. */
export async function isSilent(ctx: Ctx, order: StoredOrder): Promise<boolean> {
  if (order.suppress_user_notifications || order.unsubscribed_at !== null) return true;
  return (await templateSettingsOf(ctx, order))?.orders.suppress_user_notifications ?? false;
}

/**
 * Writes the order's messages of this kind. The messages report a change, so this function must be called in the
 * transaction that makes the change. Does nothing if the user was erased, or if messages of this kind must not be sent
 * to the applicant.
 */
export async function tellOfOrder(
  ctx: Ctx,
  order: StoredOrder,
  kind: OrderMessageKind,
  status: OrderStatus,
  code?: OrderMessageFacts['code'],
): Promise<void> {
  if (kind !== 'status' && kind !== 'code' && (await isSilent(ctx, order))) return;
  const { key, record } = await openOrder(ctx, order);
  if (key === undefined) return;
  const messages = await writeOrderMessages(ctx, key, kind, {
    order_id: order.id,
    user_id: order.user_id,
    template: await templateSettingsOf(ctx, order),
    client_name: order.client_name,
    first_name: record.first_name,
    last_name: record.last_name,
    email: record.email,
    phone: record.phone,
    custom_field: record.custom_field,
    short_share_url: shortShareUrl(ctx, record),
    share_key: record.share_key,
    expires_at: order.expires_at,
    status,
    order_number: order.order_number,
    manager: record.manager,
    cc_emails: record.cc_emails,
    ...(code !== undefined && { code }),
  });
  const event_type = TIMELINE_EVENTS[kind];
  if (event_type === undefined) return;
  await note(
    ctx,
    messages.map(({ id, channel }) => ({ order_id: order.id, event_type, data: { message_id: id, channel, kind } })),
  );
}
