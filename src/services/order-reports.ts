// The reports an order makes by itself, each time something of it completes.
import { changeAssetReport, DEFAULT_ASSET_REPORT } from '#domain/asset-report-options.ts';
import type { Suborder } from '#domain/suborders.ts';
import { type StoredOrder, updateOrder } from '#storage/orders.ts';
import { findUser, type StoredUser } from '#storage/users.ts';
import { makeAssetReport } from './asset-reports.ts';
import type { Ctx } from './ctx.ts';
import { note } from './events.ts';
import { templateSettingsOf } from './order-notices.ts';
import { openOrder } from './order-records.ts';
import { createUserReport } from './user-reports.ts';

/** Over all links of the person, as they are now. */
export async function makeReports(ctx: Ctx, order: StoredOrder, suborder: Suborder): Promise<void> {
  const user = await findUser(ctx.db, ctx.scope, order.user_id);
  const report = user && (await makeReport(ctx, user, order, suborder));
  if (report === undefined) return;
  const column = report.kind === 'voa' ? 'voa_report_id' : 'voie_report_id';
  order[column] = report.report_id;
  await updateOrder(ctx.db, ctx.scope, order.id, { [column]: report.report_id });
  await note(ctx, [
    { order_id: order.id, event_type: 'report-created', data: { ...report, suborder_id: suborder.id } },
  ]);
}

type Made = { kind: 'voie' | 'voe' | 'voa'; report_id: string };

async function makeReport(
  ctx: Ctx,
  user: StoredUser,
  order: StoredOrder,
  suborder: Suborder,
): Promise<Made | undefined> {
  switch (suborder.product_type) {
    case 'income':
    case 'employment': {
      const is_voe = suborder.product_type === 'employment';
      const { report_id } = await createUserReport(ctx, user, { is_voe });
      return { kind: is_voe ? 'voe' : 'voie', report_id };
    }
    case 'assets':
    case 'transactions':
      return { kind: 'voa', report_id: await makeAssetReport(ctx, user, await assetOptions(ctx, order)) };
    default:
      return undefined;
  }
}

/** The order's own wishes, on top of the template's. */
async function assetOptions(ctx: Ctx, order: StoredOrder) {
  const [settings, { record }] = await Promise.all([templateSettingsOf(ctx, order), openOrder(ctx, order)]);
  return changeAssetReport(settings?.reports.voa ?? DEFAULT_ASSET_REPORT, record.voa ?? {});
}
