// An order's timers: invitation, reminders, expiry, and the timeout of half an hour after which the applicant is
// considered to have left.
import type { Ctx } from '#services/platform/ctx.ts';
import { setTimer, type TimerHandler } from '#services/platform/timers.ts';
import { hoursAfter } from './order-creation.ts';
import { type HeldOrder, holdOrder, leftAt, markSent, onPersonLeft, statusOf } from './order-moves.ts';
import { isSilent, tellOfOrder, templateSettingsOf } from './order-notices.ts';

/** The times at which reminders are sent, in hours after the invitation. A template can set other times. */
const REMINDERS_HOURS = [24, 48];

export const onInvitation: TimerHandler = async (ctx, { subject_id }) => {
  const held = await holdOpen(ctx, subject_id);
  if (held === undefined || held.order.invited_at !== null || (await isSilent(ctx, held.order))) return;
  const invited_at = ctx.now();
  await tellOfOrder(ctx, held.order, 'invitation', statusOf(held));
  await markSent(ctx, held, { invited_at });
  await setReminder(ctx, held, 0);
};

export const onReminder: TimerHandler = async (ctx, { subject_id, payload }) => {
  const held = await holdOpen(ctx, subject_id);
  if (held === undefined) return;
  await tellOfOrder(ctx, held.order, 'reminder', statusOf(held));
  await setReminder(ctx, held, Number(payload['number']) + 1);
};

/**
 * Sets the timer of the reminder with this number. No timer is set for a reminder that would be due at or after the
 * order's expiry.
 */
async function setReminder(ctx: Ctx, { order }: HeldOrder, number: number): Promise<void> {
  const settings = await templateSettingsOf(ctx, order);
  const hours = (settings?.orders.reminders_hours ?? REMINDERS_HOURS).toSorted((a, b) => a - b)[number];
  if (hours === undefined || order.invited_at === null) return;
  const due_at = hoursAfter(order.invited_at, hours);
  if (due_at >= order.expires_at) return;
  await setTimer(ctx, { kind: 'order_reminder', subject_id: order.id, due_at, payload: { number } });
}

export const onExpiry: TimerHandler = async (ctx, { subject_id }) => {
  await holdOrder(ctx, subject_id);
};

export const onLeft: TimerHandler = async (ctx, { subject_id }) => {
  const held = await holdOpen(ctx, subject_id);
  if (held === undefined) return;
  const due_at = leftAt(held.order.seen_at ?? held.order.created_at);
  if (due_at > ctx.now()) await setTimer(ctx, { kind: 'order_left', subject_id, due_at });
  else await onPersonLeft(ctx, held);
};

async function holdOpen(ctx: Ctx, order_id: string): Promise<HeldOrder | undefined> {
  const held = await holdOrder(ctx, order_id);
  return held?.order.finalized_at === null ? held : undefined;
}
