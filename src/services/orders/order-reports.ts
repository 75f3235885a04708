// The reports that an order creates automatically whenever a suborder completes.
import {
  type AssetReportOptions,
  changeAssetReport,
  DEFAULT_ASSET_REPORT,
} from '#domain/access/asset-report-options.ts';
import type { TemplateSettings } from '#domain/access/templates.ts';
import type { OrderRecord } from '#domain/orders/orders.ts';
import type { Suborder } from '#domain/orders/suborders.ts';
import { historyMonths } from '#domain/reports/link-history.ts';
import { note } from '#services/events/events.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { makeAssetReport } from '#services/reports/asset-reports.ts';
import { createUserReport } from '#services/reports/user-reports.ts';
import { type StoredOrder, updateOrder } from '#storage/orders/orders.ts';
import { findUser, type StoredUser } from '#storage/people/users.ts';
import { templateSettingsOf } from './order-notices.ts';
import { openOrder } from './order-records.ts';

/**
 * Creates the report of a completed suborder, if its product has a report. The report covers all links of the user in
 * their current state.
 */
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
      return { kind: 'voa', report_id: await makeAssetReport(ctx, user, await assetReportOptionsOf(ctx, order)) };
    default:
      return undefined;
  }
}

async function assetReportOptionsOf(ctx: Ctx, order: StoredOrder): Promise<AssetReportOptions> {
  const [settings, { record }] = await Promise.all([templateSettingsOf(ctx, order), openOrder(ctx, order)]);
  return assetReportOptions(settings, record);
}

/** The options of an order's asset report. The order's own options override the template's options. */
const assetReportOptions = (settings: TemplateSettings | null, { voa }: OrderRecord): AssetReportOptions =>
  changeAssetReport(settings?.reports.voa ?? DEFAULT_ASSET_REPORT, voa ?? {});

/**
 * How many months of data the order's tasks read. The number is large enough for the report to cover the requested
 * period.
 */
export const historyMonthsOf = async (ctx: Ctx, order: StoredOrder): Promise<number> =>
  historyMonths((await assetReportOptionsOf(ctx, order)).request_extended_history);

/** Returns how many months of data the tasks of a new order will read. */
export const historyMonthsFor = (settings: TemplateSettings | null, record: OrderRecord): number =>
  historyMonths(assetReportOptions(settings, record).request_extended_history);
