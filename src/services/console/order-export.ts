// Exports a filtered list of orders as CSV, in pieces. Each piece is read with one statement, so no connection is held
// between two pieces.
import type { Static } from 'typebox';
import { type Actor, declaredNames } from '#domain/console/audit.ts';
import { CSV_HEAD, EXPORTED_MAX, OrderExportQuery, toCsvLine } from '#domain/console/order-export.ts';
import { parseRange } from '#domain/platform/pages.ts';
import { openOrder } from '#services/orders/order-records.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { listOrdersBefore } from '#storage/orders/orders.ts';
import { recordAudit } from './audit.ts';

/** A value that sorts after every id. Ids are hexadecimal, so they contain no "g". */
const AFTER_ALL_IDS = 'g';

type Query = Static<typeof OrderExportQuery>;

/** Records the export in the audit log, with the names of the filters. Returns the CSV file in pieces. */
export async function exportOrders(ctx: Ctx, actor: Actor, query: Query): Promise<AsyncGenerator<string>> {
  await recordAudit(ctx, actor, {
    action: 'exportOrders',
    object: 'orders',
    after: { filters: declaredNames(OrderExportQuery, query) },
  });
  return fileOf(ctx, query);
}

async function* fileOf(ctx: Ctx, query: Query): AsyncGenerator<string> {
  const { created_at__gte, created_at__lte } = parseRange(query);
  const { status, order_number, external_user_id, user_id, product_type } = query;
  const filter = { status, order_number, external_user_id, user_id, product_type, created_at__gte };
  let before: { created_at: Date | string; id: string } = {
    created_at: created_at__lte ?? 'infinity',
    id: AFTER_ALL_IDS,
  };
  yield CSV_HEAD;
  for (let exported = 0; exported < EXPORTED_MAX; ) {
    const rows = await listOrdersBefore(ctx.db, ctx.scope, filter, before);
    const last = rows.at(-1);
    if (last === undefined) return;
    const opened = await Promise.all(rows.slice(0, EXPORTED_MAX - exported).map((row) => openOrder(ctx, row)));
    yield opened.map(({ row, record }) => toCsvLine(row, record)).join('');
    exported += opened.length;
    before = last;
  }
}
