// The messages of an order as they looked to their recipients. They are stored as they were sent, so nothing is
// rendered again. The keys of the landing page are hidden, because anyone who has such a key can act for the person.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { OrderMessagesAnswer } from '#domain/console/order-messages.ts';
import { readMessagesOfOrder, type WholeMessage } from '#services/orders/order-messages.ts';
import { openOrder } from '#services/orders/order-records.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';

/** The maximum number of messages. An order has an invitation and a few reminders, each by mail and text message. */
const MESSAGES_MAX = 200;
const HIDDEN = '••••';
/**
 * A code has six digits. A colour in the HTML may also have six digits, so a number after `#` is not treated as a code.
 */
const CODE = /(?<![#\w])\d{6}(?!\w)/g;

/** `shows_recipients` is true if the user has requested to see the masked values (reveals.ts). */
export async function readOrderMessages(
  ctx: Ctx,
  order: StoredOrder,
  shows_recipients: boolean,
): Promise<OrderMessagesAnswer> {
  const { is_erased, messages } = await messagesOf(ctx, order);
  return {
    is_erased,
    has_more: messages.length > MESSAGES_MAX,
    results: messages.slice(0, MESSAGES_MAX).map(({ html, to, to_masked, created_at, sent_at, ...message }) => ({
      ...message,
      to: shows_recipients ? to : to_masked,
      has_page: html !== null,
      created_at: toTimestamp(created_at),
      sent_at: sent_at && toTimestamp(sent_at),
    })),
  };
}

/** Returns the HTML page of a mail. */
export async function readMessagePage(ctx: Ctx, order: StoredOrder, message_id: string): Promise<string> {
  const { messages } = await messagesOf(ctx, order);
  const html = messages.find(({ id }) => id === message_id)?.html;
  if (html === undefined || html === null) throw notFound();
  return html;
}

async function messagesOf(ctx: Ctx, order: StoredOrder): Promise<{ is_erased: boolean; messages: WholeMessage[] }> {
  const { key, record } = await openOrder(ctx, order);
  if (key === undefined) return { is_erased: true, messages: [] };
  const messages = await readMessagesOfOrder(ctx, key, order, MESSAGES_MAX + 1);
  const hidden = hiderOf([record.share_key, record.short_key], ctx.scope.environment === 'sandbox');
  return { is_erased: false, messages: messages.map(hidden) };
}

/**
 * Hides the keys of the landing page. In prod, also hides the codes, because only the applicant may see them. (The
 * timeline hides the codes too.) The sandbox sends no messages by default, so there the codes must be readable.
 */
function hiderOf(keys: readonly string[], shows_codes: boolean): (message: WholeMessage) => WholeMessage {
  const secrets = keys.filter((key) => key !== '');
  return (message) => {
    const hidden = (text: string): string => {
      const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
      return message.kind === 'code' && !shows_codes ? shown.replaceAll(CODE, HIDDEN) : shown;
    };
    const { subject, text, html } = message;
    return { ...message, subject: subject && hidden(subject), text: hidden(text), html: html && hidden(html) };
  };
}
