// What clients use, and so what they pay for: one record for every task of prod that reached its end.

import type { Ctx } from '#services/platform/ctx.ts';
import { findOrderGroup, lockInvoice } from '#storage/billing/invoices.ts';
import { insertUsage } from '#storage/billing/usage.ts';
import type { TaskRow } from '#storage/connections/tasks.ts';
import { reopenInvoice } from './invoices.ts';

export type UsedTask = Pick<TaskRow, 'id' | 'link_id' | 'order_id' | 'product_type' | 'use_case'>;

/**
 * In the transaction in which the task becomes `done`. The sandbox keeps no record; its sample invoice is made anew all
 * the same, so that a client can see there how its own will behave.
 */
export async function recordUsage(ctx: Ctx, task: UsedTask): Promise<void> {
  const { id: task_id, order_id, link_id, product_type, use_case } = task;
  const order_group_id = order_id === null ? undefined : await findOrderGroup(ctx.db, ctx.scope, order_id);
  // Before the record is there, so that an invoice being made right now either has it or is made again.
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
