// What a bridge token may see of its order. A token for the client's own page sees the whole order. A token for the
// landing page is bound to a browser, and sees what that browser connected for the order. Such a token sees the rest,
// including the links of the user's earlier orders, only after a code is confirmed. After the order has ended, all
// tokens see only the status of the order.

import { isOpen } from '#domain/orders/order-status.ts';
import { linksOf, type StoredLink } from '#services/connections/links.ts';
import { LEFT_AFTER_SECONDS } from '#services/orders/order-moves.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { listLastTasksOfOrder, type WidgetTask } from '#storage/connections/tasks.ts';
import { isConnectedElsewhere, listLinksOfBrowser } from '#storage/orders/order-visitors.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';
import type { Visitor, WidgetToken } from './widget-tokens.ts';

/**
 * How long the task that completed an order can still be read after the end of the order. The task's success and the
 * end of the order are written in one transaction, so the widget can read the success only after the order has ended.
 * If a response is lost, the widget has to read again. Once the order has ended, no other task can be read.
 */
const LAST_TASK_SECONDS = 5 * 60;

/**
 * The browser whose connections the token may see. It is `undefined` if the token may see the connections of every
 * browser.
 */
const boundTo = ({ browser_hash, is_confirmed }: WidgetToken): Buffer | undefined =>
  browser_hash === null || is_confirmed ? undefined : browser_hash;

const isFromBrowser = (browser: Buffer, { browser_hash }: WidgetTask): boolean =>
  browser_hash !== null && browser_hash.equals(browser);

/** True if this token may see the task. */
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

/** True if this token may see a task of an open order. */
function seesOpenTask(token: WidgetToken, task: WidgetTask): boolean {
  const browser = boundTo(token);
  return browser === undefined || isFromBrowser(browser, task);
}

/** True if a part of the order is hidden from this token. */
export async function isLocked({ ctx, token }: Visitor): Promise<boolean> {
  const browser_hash = boundTo(token);
  if (browser_hash === undefined || token.order_id === null) return false;
  return isConnectedElsewhere(ctx.db, ctx.scope, { order_id: token.order_id, browser_hash });
}

/** Returns the user's links that this token may see. */
export async function seenLinks({ ctx, token }: Visitor): Promise<StoredLink[]> {
  const { order_id, user_id } = token;
  const browser_hash = boundTo(token);
  if (browser_hash === undefined || order_id === null) return linksOf(ctx, [user_id]);
  const own = await listLinksOfBrowser(ctx.db, ctx.scope, { order_id, browser_hash });
  return own.length === 0 ? [] : (await linksOf(ctx, [user_id])).filter(({ id }) => own.includes(id));
}

export type Seen = { suborder: SuborderRow; task: WidgetTask | undefined };

/** Returns the suborders that this token may see, each with its newest task if the token may see that task. */
export async function seenSuborders(
  { ctx, token }: Visitor,
  order_id: string,
  suborders: readonly SuborderRow[],
): Promise<Seen[]> {
  const tasks = await listLastTasksOfOrder(ctx.db, ctx.scope, order_id);
  return suborders.map((suborder) => visibleUnder(token, suborder, tasks)).filter((one) => one !== undefined);
}

/**
 * Returns the suborder with its task, if this token may see the task or if there is none. Otherwise the task was not
 * started in this browser. An open suborder is then returned without the task, because it can also be connected in this
 * browser. An ended suborder is then not returned (`undefined`).
 */
function visibleUnder(token: WidgetToken, suborder: SuborderRow, tasks: readonly WidgetTask[]): Seen | undefined {
  const task = tasks.find(({ tracking_info }) => tracking_info === suborder.id);
  if (task === undefined || seesOpenTask(token, task)) return { suborder, task };
  return isOpen(suborder.status) ? { suborder, task: undefined } : undefined;
}

/**
 * True while the order is open, and for `LEFT_AFTER_SECONDS` after its end. In this time the user reviews the order, in
 * the same visit in which the order ended.
 */
export const mayReview = (ctx: Ctx, { finalized_at }: Pick<StoredOrder, 'finalized_at'>): boolean =>
  finalized_at === null || isWithin(ctx, finalized_at, LEFT_AFTER_SECONDS);

const isWithin = (ctx: Ctx, since: Date, seconds: number): boolean =>
  ctx.now().getTime() < since.getTime() + seconds * 1000;
