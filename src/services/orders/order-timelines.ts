// An order's timeline as the API returns it. The sealed data to which the entries refer is unsealed and included.
import type { KeyObject } from 'node:crypto';
import { toTimestamp } from '#base/timestamps.ts';
import type { TimelineAnswer, TimelineData } from '#domain/events/order-timeline.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { listTimeline } from '#storage/orders/order-timeline.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import { listSuborders } from '#storage/orders/suborders.ts';
import { readOrderMessages } from './order-messages.ts';
import { openOrder, openSuborder, orderKey } from './order-records.ts';

/**
 * An order's timeline, oldest entry first, with the texts of messages and the reasons why suborders were skipped. If
 * `hides_page_keys` is true, the texts contain no URL with which the reader could act as the applicant. `positions`
 * contains a number for each entry. Timeline entries, events, delivery attempts and invoices get their numbers from one
 * common sequence, so the numbers show which of them was written first.
 */
export async function timelineOf(
  ctx: Ctx,
  order: StoredOrder,
  paging: Paging,
  { hides_page_keys }: { hides_page_keys: boolean },
): Promise<{ count: number; results: TimelineAnswer[]; positions: number[] }> {
  const { count, entries } = await listTimeline(ctx.db, ctx.scope, order.id, paging);
  const key = await orderKey(ctx, order);
  // By default the sandbox writes messages but does not send them. So its timeline shows the code in a message. In prod
  // only the applicant sees the code.
  const shows_codes = ctx.scope.environment === 'sandbox';
  const named = entries
    .filter(({ data }) => shows_codes || data['kind'] !== 'code')
    .map(({ data }) => data['message_id'])
    .filter((id): id is string => typeof id === 'string');
  const messages = key === undefined ? new Map() : await readOrderMessages(ctx, key, named);
  const hide = hides_page_keys ? await pageKeyHider(ctx, order) : (data: TimelineData) => data;
  const is_skipped = entries.some(({ data }) => data['status'] === 'skipped');
  const reasons = key !== undefined && is_skipped ? await skipReasonsOf(ctx, key, order) : new Map();
  const results = entries.map(({ created_at, data, position: _position, ...entry }) => ({
    ...entry,
    created_at: toTimestamp(created_at),
    data: hide({
      order_id: order.id,
      ...data,
      ...(data['message_id'] && messages.get(data['message_id'])),
      ...(data['status'] === 'skipped' && data['suborder_id'] && reasons.get(data['suborder_id'])),
    }),
  }));
  return { count, results, positions: entries.map(({ position }) => position) };
}

const HIDDEN = '••••';

/**
 * Hides the keys of the landing page in the texts of messages. A message contains the URL of the landing page, and
 * anyone who has this URL can act as the applicant.
 */
async function pageKeyHider(ctx: Ctx, order: StoredOrder): Promise<(data: TimelineData) => TimelineData> {
  const { record } = await openOrder(ctx, order);
  const keys = [record.share_key, record.short_key].filter((key) => key !== '');
  const hidden = (text: string) => keys.reduce((shown, key) => shown.replaceAll(key, HIDDEN), text);
  return (data) => (typeof data['text'] === 'string' ? { ...data, text: hidden(data['text']) } : data);
}

async function skipReasonsOf(ctx: Ctx, key: KeyObject, order: StoredOrder): Promise<Map<string, { reason: string }>> {
  const suborders = await listSuborders(ctx.db, ctx.scope, [order.id]);
  return new Map(
    suborders.flatMap((row) => {
      const { skip_reason } = openSuborder(ctx, key, row);
      return skip_reason === undefined ? [] : [[row.id, { reason: skip_reason }]];
    }),
  );
}
