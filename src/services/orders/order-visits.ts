// Opens an order for a connection that is made through the sandbox API. Also finds the company that is preselected for
// a suborder, both for such a connection and for the widget.
import { incorrect } from '#base/errors.ts';
import { isDepositProduct, type ProductType } from '#domain/access/products.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import { isOpen } from '#domain/orders/order-status.ts';
import { bestCompanyMatch, findCompany } from '#services/connections/companies.ts';
import { restoreDeposit } from '#services/connections/task-secrets.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { StoredOrder } from '#storage/orders/orders.ts';
import type { SuborderRow } from '#storage/orders/suborders.ts';
import { holdOrder, markSent } from './order-moves.ts';
import { openSuborder, orderKey } from './order-records.ts';
import { historyMonthsOf } from './order-reports.ts';

/** The data that a suborder's task needs from the suborder. */
export type VisitedSuborder = {
  order_id: string;
  suborder_id: string;
  template_id: string | null;
  company: EmployerRef | null;
  deposit: DepositAccount | null;
  history_months: number;
};

/**
 * Locks the order, checks that it belongs to the user, marks it as sent, and returns its first open suborder of this
 * product.
 */
export async function openForVisit(
  ctx: Ctx,
  order_id: string,
  { user_id, product_type }: { user_id: string; product_type: ProductType },
): Promise<VisitedSuborder> {
  const held = await holdOrder(ctx, order_id);
  if (held === undefined) throw incorrect({ field: 'order_id', message: 'Object not found.' });
  if (held.order.user_id !== user_id) throw incorrect({ field: 'user_id', message: 'Object not found.' });
  const suborder = held.suborders.find((one) => one.product_type === product_type && isOpen(one.status));
  if (suborder === undefined) {
    throw incorrect({ field: 'order_id', message: 'This order has nothing open for this product.' });
  }
  await markSent(ctx, held, { seen_at: ctx.now() });
  return visited(ctx, held.order, suborder);
}

async function visited(ctx: Ctx, order: StoredOrder, suborder: SuborderRow): Promise<VisitedSuborder> {
  const record = openSuborder(ctx, await orderKey(ctx, order), suborder);
  const { account } = record;
  return {
    order_id: order.id,
    suborder_id: suborder.id,
    template_id: order.template_id,
    company: await preselectedCompany(ctx, suborder.company_mapping_id, record.company_name),
    deposit: account !== null && isDepositProduct(suborder.product_type) ? restoreDeposit(account) : null,
    history_months: await historyMonthsOf(ctx, order),
  };
}

/**
 * The company with the suborder's `company_mapping_id`; if the suborder has no such id, the company that matches the
 * suborder's employer name with high confidence.
 */
export async function preselectedCompany(
  ctx: Ctx,
  company_mapping_id: string | null,
  company_name: string | null,
): Promise<EmployerRef | null> {
  if (company_mapping_id !== null) return (await findCompany(ctx, company_mapping_id)) ?? null;
  return company_name === null ? null : ((await bestCompanyMatch(ctx, company_name)) ?? null);
}
