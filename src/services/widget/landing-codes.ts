// The code with which an applicant proves their identity after returning in another browser. It is sent to the order's
// phone number or email address, never to an address entered on the page.
import { randomInt } from 'node:crypto';
import { incorrect, throttled } from '#base/errors.ts';
import { BUDGETS } from '#domain/access/limits.ts';
import type { MessageChannel } from '#domain/orders/order-messages.ts';
import { take } from '#services/access/limits.ts';
import { type HeldOrder, statusOf } from '#services/orders/order-moves.ts';
import { tellOfOrder, templateSettingsOf } from '#services/orders/order-notices.ts';
import type { OpenOrder } from '#services/orders/order-records.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import {
  type Browser,
  confirmVisitor,
  countCodeTry,
  isConfirmed,
  isConnectedElsewhere,
  lockVisitorCode,
  setVisitorCode,
} from '#storage/orders/order-visitors.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';

const CODE_SECONDS = 10 * 60;
/**
 * The maximum number of attempts per code. With at most ten codes a day, the chance of guessing a code is 50 in a
 * million per day.
 */
const TRIES_MAX = 5;

/**
 * The channels through which a code can be sent. The list is empty if the order has neither a phone number nor an email
 * address.
 */
export const channelsOf = ({ record }: OpenOrder): MessageChannel[] => [
  ...(record.phone === null ? [] : (['sms'] as const)),
  ...(record.email === null ? [] : (['email'] as const)),
];

/**
 * True if the visitor must type a code. No code is needed if this browser has already confirmed a code. Otherwise a
 * code is needed in two cases: if the template always requires a code, or if an account was connected for the order,
 * but not in this browser.
 */
export async function needsCode(ctx: Ctx, order: StoredOrder, browser: Browser): Promise<boolean> {
  if (await isConfirmed(ctx.db, ctx.scope, browser)) return false;
  if ((await templateSettingsOf(ctx, order))?.orders.verify_code === true) return true;
  return isConnectedElsewhere(ctx.db, ctx.scope, browser);
}

/** Creates a code and sends it, in the given transaction. */
export async function sendCode(
  ctx: Ctx,
  held: HeldOrder,
  open: OpenOrder,
  { browser, value, channel }: { browser: Browser; value: string; channel: MessageChannel },
): Promise<void> {
  const { order } = held;
  if (!channelsOf(open).includes(channel)) {
    throw incorrect({ field: 'channel', message: 'The order has no contact details for this channel.' });
  }
  const draw = { budget: 'codes', subject_id: order.id, n: 1, limit: BUDGETS.codes.size, now: ctx.now() } as const;
  const { admitted, retry_after_seconds } = await take(ctx.db, ctx.scope, draw);
  if (!admitted) throw throttled(retry_after_seconds);
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  await setVisitorCode(ctx.db, ctx.scope, browser, {
    user_id: order.user_id,
    code_hash: hashOf(ctx, order.id, value, digits),
    code_expires_at: new Date(ctx.now().getTime() + CODE_SECONDS * 1000),
  });
  await tellOfOrder(ctx, order, 'code', statusOf(held), { digits, channel });
}

/**
 * Checks the code in the given transaction. The transaction must commit even if the code is wrong, because the failed
 * attempt is counted.
 */
export async function checkCode(
  ctx: Ctx,
  { browser, value, code }: { browser: Browser; value: string; code: string },
): Promise<boolean> {
  const sent = await lockVisitorCode(ctx.db, ctx.scope, browser);
  if (sent === undefined || sent.code_hash === null) return false;
  if (sent.tries >= TRIES_MAX || sent.code_expires_at <= ctx.now()) return false;
  if (!sent.code_hash.equals(hashOf(ctx, browser.order_id, value, code.replaceAll(/\s/g, '')))) {
    await countCodeTry(ctx.db, ctx.scope, browser);
    return false;
  }
  await confirmVisitor(ctx.db, ctx.scope, browser, ctx.now());
  return true;
}

const hashOf = (ctx: Ctx, order_id: string, value: string, digits: string): Buffer =>
  ctx.vault.hash('landing_code', order_id, value, digits);
