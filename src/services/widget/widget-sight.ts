// What a bridge token may see of its order. A token of the client's own page sees all of it. One of the landing page is
// bound to a browser and sees what that browser connected, and the rest only after a confirmed code. After the order
// has ended, all of them see only its status.

import { LEFT_AFTER_SECONDS } from '#services/orders/order-moves.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { WidgetTask } from '#storage/connections/tasks.ts';
import { isConnectedElsewhere } from '#storage/orders/order-visitors.ts';
import type { Visitor, WidgetToken } from './widget-tokens.ts';

/**
 * The task that completes an order ends it in the same transaction, so its SUCCESS, and a repeated read after a lost
 * response, come after the end. Once the order is final no other task is read.
 */
const LAST_TASK_SECONDS = 5 * 60;

/** The browser to whose connections the token is limited; undefined if it may see everything. */
const boundTo = ({ browser_hash, is_confirmed }: WidgetToken): Buffer | undefined =>
  browser_hash === null || is_confirmed ? undefined : browser_hash;

const isFromBrowser = (browser: Buffer, { browser_hash }: WidgetTask): boolean =>
  browser_hash !== null && browser_hash.equals(browser);

/** True if a task may be shown under this token. */
export function seesTask(ctx: Ctx, token: WidgetToken, task: WidgetTask): boolean {
  const is_begun_here = task.bridge_token_id === token.id;
  if (token.order_id === null || task.order_id !== token.order_id) return is_begun_here;
  if (token.order_finalized_at !== null) {
    const is_own = is_begun_here || (token.browser_hash !== null && isFromBrowser(token.browser_hash, task));
    const { status, finished_at } = task;
    if (!is_own || status !== 'done' || finished_at === null) return false;
    return finished_at <= token.order_finalized_at && isWithin(ctx, finished_at, LAST_TASK_SECONDS);
  }
  return is_begun_here || seesOpenTask(token, task);
}

/** The same, while the order is open. */
export function seesOpenTask(token: WidgetToken, task: WidgetTask): boolean {
  const browser = boundTo(token);
  return browser === undefined || isFromBrowser(browser, task);
}

/** True if some of the order is hidden from this token. */
export async function isLocked({ ctx, token }: Visitor): Promise<boolean> {
  const browser_hash = boundTo(token);
  if (browser_hash === undefined || token.order_id === null) return false;
  return isConnectedElsewhere(ctx.db, ctx.scope, { order_id: token.order_id, browser_hash });
}

/** The review comes after the end of the order: it belongs to the visit in which the order ended. */
export const isReviewTime = (ctx: Ctx, finalized_at: Date): boolean => isWithin(ctx, finalized_at, LEFT_AFTER_SECONDS);

const isWithin = (ctx: Ctx, since: Date, seconds: number): boolean =>
  ctx.now().getTime() < since.getTime() + seconds * 1000;
