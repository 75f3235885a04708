// /v1/orders/batch/: creates many orders in the background from one request, and shows the progress of a batch.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { applyBudget, batchAllowance } from '#api/platform/budgets.ts';
import type { LongList } from '#api/platform/long-lists.ts';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { BATCH_BYTES_MAX, BATCH_ORDERS_MAX, NewOrderBatch, OrderBatchAnswer } from '#domain/orders/order-batches.ts';
import { createOrderBatch, getOrderBatch } from '#services/orders/order-batches.ts';

export function orderBatchRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/orders/batch/',
    operation: 'createOrderBatch',
    summary: 'Create up to 10,000 orders in the background',
    description:
      'Takes an array of orders or an object with `orders`. An order whose `order_number` was used before is reported as `existing` and not created again.',
    tag: 'Orders',
    status: 202,
    body: Type.Unsafe<LongList>(NewOrderBatch),
    body_bytes_max: BATCH_BYTES_MAX,
    long_list: { name: 'orders', items_max: BATCH_ORDERS_MAX },
    answer: OrderBatchAnswer,
    budget: 'batch-orders',
    async handle({ ctx, body, request, reply }) {
      const { decision, batch } = await createOrderBatch(ctx, batchAllowance(request), body.parts);
      applyBudget(request, reply, 'batch-orders', decision);
      if (batch === undefined) throw new Error('a batch was accepted but not stored');
      return batch;
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/orders/batch/:batch_id/',
    operation: 'getOrderBatch',
    summary: 'Read the progress of a batch of orders and the result of each order',
    description: 'Results are empty while the batch is pending.',
    tag: 'Orders',
    status: 200,
    params: Type.Object({ batch_id: Id }),
    answer: OrderBatchAnswer,
    find: (ctx, { batch_id }) => getOrderBatch(ctx, batch_id),
    handle: async ({ found }) => found,
  });
}
