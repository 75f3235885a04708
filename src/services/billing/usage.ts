// Usage that clients pay for: one record for every `done` task in prod.

import type { Ctx } from '#services/platform/ctx.ts';
import { findOrderGroup, lockInvoice } from '#storage/billing/invoices.ts';
import { insertUsage } from '#storage/billing/usage.ts';
import type { TaskRow } from '#storage/connections/tasks.ts';
import { reopenInvoice } from './invoices.ts';

export type UsedTask = Pick<TaskRow, 'id' | 'link_id' | 'order_id' | 'product_type' | 'use_case'>;

/**
 * Called in the transaction in which the task becomes `done`. In the sandbox no record is written, but the sample
 * invoice is still created again, so that a client sees how its prod invoices will behave.
 */
export async function recordUsage(ctx: Ctx, task: UsedTask): Promise<void> {
  const { id: task_id, order_id, link_id, product_type, use_case } = task;
  const order_group_id = order_id === null ? undefined : await findOrderGroup(ctx.db, ctx.scope, order_id);
  // We lock the invoice before we write the usage record. If another process is creating the invoice at this moment,
  // the invoice either includes the usage record or is created again.
  const invoice = order_group_id === undefined ? undefined : await lockInvoice(ctx.db, ctx.scope, order_group_id);
  const is_new =
    ctx.scope.environment !== 'prod' ||
    (await insertUsage(ctx.db, ctx.scope, {
      task_id,
      link_id,
      order_id,
      order_group_id: order_group_id ?? null,
      product_type,
      use_case,
      created_at: ctx.now(),
    }));
  if (is_new && invoice?.status === 'success') await reopenInvoice(ctx, invoice);
}
