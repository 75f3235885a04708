// Data refresh orders. A refresh order is a new order for the links of an old order; creating it starts a refresh of
// these links.
import { incorrect } from '#base/errors.ts';
import { newShortKey } from '#base/ids.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { assetReportFaults, changeAssetReport, DEFAULT_ASSET_REPORT } from '#domain/access/asset-report-options.ts';
import { type NewRefreshOrder, nothingToRefresh, planRefresh } from '#domain/orders/order-refresh.ts';
import { EXPIRATION_HOURS, type OrderRecord, phoneOf, toManager } from '#domain/orders/orders.ts';
import { linksOf } from '#services/connections/links.ts';
import { isRefreshable, startRefresh } from '#services/connections/refresh.ts';
import { note } from '#services/events/events.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { type StoredLink } from '#storage/connections/links.ts';
import { findLastTaskOf } from '#storage/connections/tasks.ts';
import { type StoredOrder, updateOrder } from '#storage/orders/orders.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';
import { holdUser } from '#storage/people/users.ts';
import { draftOrder, insertDrafts } from './order-creation.ts';
import { holdOrder } from './order-moves.ts';
import { templateSettingsOf } from './order-notices.ts';
import { openOrder, openSuborder } from './order-records.ts';
import { historyMonthsFor } from './order-reports.ts';
import { getOrder } from './orders.ts';

/** Creates the new order, the reference to it in the old order, and the tasks, in one transaction. */
export async function refreshOrder(ctx: Ctx, found: StoredOrder, body: NewRefreshOrder): Promise<StoredOrder> {
  const today = toTimestamp(ctx.now()).slice(0, 10);
  const faults = body.reports?.voa
    ? assetReportFaults(changeAssetReport(DEFAULT_ASSET_REPORT, body.reports.voa), 'reports.voa.', today)
    : [];
  if (faults.length > 0) throw incorrect(...faults);
  return inTransaction(ctx, async (ctx) => {
    // The user is locked before the order, in the same sequence as in an erasure.
    await holdUser(ctx.db, ctx.scope, found.user_id);
    const held = await holdOrder(ctx, found.id);
    if (held === undefined) throw new Error('the order no longer exists');
    const { order, suborders } = held;
    const links = await liveLinks(ctx, order);
    const linkOf = ({ link_id }: SuborderRow) => (link_id === null ? undefined : links.get(link_id));
    const { product, picked } = planRefresh(
      body,
      order.products,
      suborders,
      (ordered) => linkOf(ordered) !== undefined,
    );
    const live = picked.flatMap((suborder) => {
      const link = linkOf(suborder);
      return link === undefined ? [] : [{ suborder, link }];
    });
    const { key, record } = await openOrder(ctx, order);
    if (key === undefined) throw nothingToRefresh();
    const settings = await templateSettingsOf(ctx, order);
    const refreshed = recordOf(ctx, record, body);
    const draft = draftOrder(
      ctx,
      { id: order.user_id, key },
      {
        products: [product],
        order_number: order.order_number,
        external_user_id: order.external_user_id,
        template_id: order.template_id,
        source: order.source,
        client_name: order.client_name,
        order_group_id: order.order_group_id,
        initial_order: order.id,
        refresh_approved: order.refresh_approved,
        suppress_user_notifications: order.suppress_user_notifications,
        first_notification_delay_hours: order.first_notification_delay_hours,
        record: refreshed,
        suborders: live.map(({ suborder }) => ({
          kind: suborder.kind,
          product_type: product,
          suborder_number: suborder.suborder_number,
          company_mapping_id: suborder.company_mapping_id,
          provider_id: suborder.provider_id,
          data_sources: suborder.data_sources,
          record: openSuborder(ctx, key, suborder),
        })),
        expiration_hours: settings === null ? EXPIRATION_HOURS : Number(settings.orders.link_expiration),
        // A refresh order sends no invitation. The applicant gets a message only if a link turns out to be
        // disconnected.
        invites: false,
      },
    );
    const served = live.map(({ link }, at) => {
      const suborder = draft.suborders[at];
      if (suborder === undefined) throw new Error('a link has no suborder');
      Object.assign(suborder, { link_id: link.id, data_source: link.data_source });
      return { link, suborder };
    });
    await insertDrafts(ctx, [draft]);
    await updateOrder(ctx.db, ctx.scope, order.id, { refresh_order: draft.order.id, updated_at: ctx.now() });
    await note(ctx, [{ order_id: order.id, event_type: 'order-refreshed', data: { refresh_order: draft.order.id } }]);
    for (const { link, suborder } of served) {
      await startRefresh(ctx, link, {
        product_type: product,
        last: await findLastTaskOf(ctx.db, ctx.scope, link.id, [product]),
        deposit: null,
        history_months: historyMonthsFor(settings, refreshed),
        order: { id: draft.order.id, suborder_id: suborder.id, template_id: order.template_id },
        with_recent_paystub: product === 'employment' && (body.include_recent_paystub ?? false),
      });
    }
    return getOrder(ctx, draft.order.id);
  });
}

/** Maps the id of each refreshable link of the user to the link. */
async function liveLinks(ctx: Ctx, { user_id }: StoredOrder): Promise<Map<string, StoredLink>> {
  const links = (await linksOf(ctx, [user_id])).filter((link) => isRefreshable(ctx, link));
  return new Map(links.map((link) => [link.id, link]));
}

/**
 * The record of the new order: the old order's record with new landing page keys, and with the fields that the client
 * sent.
 */
const recordOf = (ctx: Ctx, before: OrderRecord, body: NewRefreshOrder): OrderRecord => ({
  ...before,
  email: body.email || before.email,
  phone: phoneOf(body) ?? before.phone,
  manager: body.manager === undefined ? before.manager : toManager(body.manager),
  voa: body.reports?.voa ?? before.voa,
  share_key: ctx.newId(),
  short_key: newShortKey(),
});
