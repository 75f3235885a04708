// Reads what one order costs. The invoice belongs to the order's group, so it may also cover other orders.
import { formatMoney } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { amountOf, totalOf } from '#domain/billing/invoices.ts';
import type { OrderUsageAnswer } from '#domain/billing/order-usage.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findInvoice, listInvoicedOrders } from '#storage/billing/invoices.ts';
import { listSampleUsage, listUsage } from '#storage/billing/usage.ts';

/** The maximum number of lines. An order has one line per task, and usually about five tasks. */
const LINES_MAX = 500;

export async function readOrderUsage(
  ctx: Ctx,
  order: { id: string; order_group_id: string },
): Promise<OrderUsageAnswer> {
  const is_sample = ctx.scope.environment === 'sandbox';
  const [rows, invoice, orders] = await Promise.all([
    (is_sample ? listSampleUsage : listUsage)(ctx.db, ctx.scope, order, LINES_MAX + 1),
    findInvoice(ctx.db, ctx.scope, order.order_group_id),
    listInvoicedOrders(ctx.db, ctx.scope, order.order_group_id),
  ]);
  const lines = rows.slice(0, LINES_MAX).map((row) => ({ ...row, count: 1 }));
  return {
    is_sample,
    lines: lines.map(({ task_id, used_at, ...line }) => ({
      ...line,
      task_id,
      used_at: toTimestamp(used_at),
      amount: formatMoney(amountOf(line)),
    })),
    total: formatMoney(totalOf(lines)),
    has_more: rows.length > LINES_MAX,
    invoice:
      invoice === undefined
        ? null
        : {
            id: invoice.id,
            order_group_id: invoice.order_group_id,
            status: invoice.status,
            orders: orders.length,
            total: invoice.lines && formatMoney(totalOf(invoice.lines)),
            created_at: toTimestamp(invoice.created_at),
            updated_at: toTimestamp(invoice.updated_at),
          },
  };
}
