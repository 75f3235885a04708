// An order's messages. They are written and sealed in the transaction that makes them due. A job sends them, and the
// timeline shows them. There is one row and one job per recipient, so that a rejected message does not affect the
// others.
import type { KeyObject } from 'node:crypto';
import {
  type Addressee,
  addresseesOf,
  isToPerson,
  type MessageChannel,
  type MessageOutcome,
  type MessageState,
  maskAddress,
  messageState,
  type OrderMessageFacts,
  type OrderMessageKind,
} from '#domain/orders/order-messages.ts';
import { type OrderMail, orderMail, orderTextMessage } from '#render/order-messages.ts';
import { lookUpFor } from '#services/access/guesses.ts';
import { type Ctx, type CtxParts, ctxOf } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import {
  findSubscription,
  findWaitingMessage,
  insertOrderMessages,
  listMessagesOfOrder,
  listOrderMessages,
  setMessageOutcome,
  setMessageSent,
  setUnsubscribed,
  type WaitingMessage,
} from '#storage/orders/order-messages.ts';
import { SYSTEM } from '#storage/platform/db.ts';

/** The sealed content: everything needed to send the message. */
type Sealed = { channel: 'email'; to: string; mail: OrderMail } | { channel: 'sms'; to: string; text: string };

export type WrittenMessage = { id: string; channel: MessageChannel };

/**
 * Must be called within the transaction that makes the message due; `key` is the user's data key. Returns the written
 * messages, or an empty list if there is no address or the user was erased.
 */
export async function writeOrderMessages(
  ctx: Ctx,
  key: KeyObject,
  kind: OrderMessageKind,
  facts: OrderMessageFacts,
): Promise<WrittenMessage[]> {
  const { order_id, user_id } = facts;
  const created_at = ctx.now();
  const rows = addresseesOf(kind, facts).map((addressee) => {
    const id = ctx.newId();
    const message = compose(ctx, kind, facts, addressee);
    const sealed = sealJson(key, message, messagePlace(ctx, id));
    return { id, order_id, kind, channel: addressee.channel, sealed, created_at };
  });
  if (rows.length === 0 || !(await insertOrderMessages(ctx.db, ctx.scope, user_id, rows))) return [];
  for (const { id } of rows) {
    await ctx.queue.enqueue(ctx.db, ctx.scope, 'send_order_message', { message_id: id });
  }
  return rows.map(({ id, channel }) => ({ id, channel }));
}

/**
 * Sends a message. Skips the message if it was already sent or is no longer wanted. The message is marked as sent only
 * after the server's reply. If a worker crashes in between, the message is sent twice, which is only a nuisance. If the
 * message were marked before it is sent, a crash could lose the message.
 */
export async function sendOrderMessage(ctx: Ctx, message_id: string): Promise<void> {
  const row = await findWaitingMessage(ctx.db, ctx.scope, message_id);
  if (row === undefined || row.sent_at !== null) return;
  const { kind, channel } = row;
  const withhold = (outcome: MessageOutcome) => setMessageOutcome(ctx.db, ctx.scope, row.id, outcome);
  if (!isWanted(row)) return withhold('not_wanted');
  if (ctx.scope.environment === 'sandbox' && !ctx.settings.sandbox_notifications) {
    ctx.log.info({ message: kind, channel }, 'not sent: messages are disabled in the sandbox');
    return withhold('sandbox');
  }
  const key = await ctx.vault.unwrap(ctx.scope, row.user_id, row);
  const is_posted = await post(ctx, unsealJson<Sealed>(key, row.sealed, messagePlace(ctx, row.id))).catch(
    async (error: unknown) => {
      await withhold('failed');
      throw error;
    },
  );
  if (!is_posted) {
    ctx.log.info({ message: kind, channel }, 'not sent: sending is not configured for this channel');
    return withhold('not_configured');
  }
  await setMessageSent(ctx.db, ctx.scope, row.id, ctx.now());
  ctx.log.info({ message: kind, channel }, 'message sent');
}

export type ReadMessage = { channel: MessageChannel; to_masked: string; subject: string | null; text: string };

/**
 * Returns the messages with these ids, with their texts. Deleted messages are left out. Messages that were not sent,
 * for example messages of the sandbox, are also returned.
 */
export async function readOrderMessages(
  ctx: Ctx,
  key: KeyObject,
  ids: readonly string[],
): Promise<Map<string, ReadMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await listOrderMessages(ctx.db, ctx.scope, ids);
  return new Map(rows.map(({ id, sealed }) => [id, shown(unsealJson<Sealed>(key, sealed, messagePlace(ctx, id)))]));
}

/** A message as the recipient got it, or would have got it. `html` is null for text messages. */
export type WholeMessage = {
  id: string;
  kind: OrderMessageKind;
  channel: MessageChannel;
  to: string;
  to_masked: string;
  from_name: string | null;
  subject: string | null;
  text: string;
  html: string | null;
  created_at: Date;
  sent_at: Date | null;
  state: MessageState;
};

/** Returns the messages of an order, oldest first. An erased user has no messages. */
export async function readMessagesOfOrder(
  ctx: Ctx,
  key: KeyObject,
  order: { id: string; user_id: string },
  limit: number,
): Promise<WholeMessage[]> {
  const rows = await listMessagesOfOrder(ctx.db, ctx.scope, order, limit);
  return rows.map(({ sealed, outcome, ...row }) => {
    const message = unsealJson<Sealed>(key, sealed, messagePlace(ctx, row.id));
    const mail = message.channel === 'email' ? message.mail : undefined;
    return {
      ...row,
      ...shown(message),
      to: message.to,
      from_name: mail?.from_name ?? null,
      html: mail?.html ?? null,
      state: messageState({ ...row, outcome }),
    };
  });
}

/** Whether the applicant has unsubscribed; `undefined` if there is no order with this share key. */
export async function findUnsubscription(
  parts: CtxParts,
  share_key: string,
  ip: string,
): Promise<{ is_unsubscribed: boolean } | undefined> {
  const found = await subscriptionOf(parts, share_key, ip);
  return found && { is_unsubscribed: found.unsubscribed_at !== null };
}

/** Stops messages to the applicant about the order with this share key. Returns false if no order has this key. */
export async function unsubscribe(parts: CtxParts, share_key: string, ip: string): Promise<boolean> {
  const found = await subscriptionOf(parts, share_key, ip);
  if (found === undefined) return false;
  const { client_id, environment, order_id } = found;
  const ctx = await ctxOf(parts, { client_id, environment });
  await setUnsubscribed(ctx.db, ctx.scope, order_id, ctx.now());
  return true;
}

const subscriptionOf = (parts: CtxParts, share_key: string, ip: string) =>
  lookUpFor(parts, ip, () => findSubscription(parts.database.scoped(SYSTEM), parts.vault.hash('share_key', share_key)));

const messagePlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'order_messages', 'sealed', id);

function compose(ctx: Ctx, kind: OrderMessageKind, facts: OrderMessageFacts, { channel, to }: Addressee): Sealed {
  if (channel === 'email' || !isToPerson(kind)) {
    return { channel: 'email', to, mail: orderMail(kind, facts, ctx.settings.public_url) };
  }
  return { channel, to, text: orderTextMessage(kind, facts) };
}

/**
 * Whether a message should be sent. Messages to the client's staff are always sent. The applicant gets no messages once
 * the order has ended. An applicant who has unsubscribed gets only codes.
 */
const isWanted = ({ kind, finalized_at, canceled_at, unsubscribed_at }: WaitingMessage): boolean => {
  if (!isToPerson(kind)) return true;
  // A code is sent even to a person who has unsubscribed, because the visitor of the landing page has just requested
  // the code.
  return finalized_at === null && canceled_at === null && (kind === 'code' || unsubscribed_at === null);
};

const post = (ctx: Ctx, message: Sealed): Promise<boolean> =>
  message.channel === 'email'
    ? ctx.mailer.send({ to: message.to, ...message.mail })
    : ctx.texter.send({ to: message.to, text: message.text });

function shown(message: Sealed): ReadMessage {
  const { channel } = message;
  const { subject, text } = channel === 'email' ? message.mail : { subject: null, text: message.text };
  return { channel, to_masked: maskAddress(message), subject, text };
}
