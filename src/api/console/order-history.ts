// /console/api/…/orders/: the history of an order, what it costs, and the export of a list of orders.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { OrderUsageAnswer } from '#domain/billing/order-usage.ts';
import { OrderExportQuery } from '#domain/console/order-export.ts';
import { OrderHistoryAnswer, OrderHistoryQuery } from '#domain/console/order-history.ts';
import { readOrderUsage } from '#services/billing/order-usage.ts';
import { exportOrders } from '#services/console/order-export.ts';
import { readOrderHistory } from '#services/console/order-history.ts';
import { getOrder } from '#services/orders/orders.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

export function orderHistoryRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/orders/:order_id/timeline/',
    area: 'cases',
    view: 'readOrderHistory',
    status: 200,
    params: Type.Object({ order_id: Id }),
    query: OrderHistoryQuery,
    answer: OrderHistoryAnswer,
    handle: async ({ ctx, membership, params, query }) =>
      readOrderHistory(ctx, await getOrder(ctx, params.order_id), query.moment, membership.role),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/orders/:order_id/invoice/',
    area: 'cases',
    status: 200,
    params: Type.Object({ order_id: Id }),
    answer: OrderUsageAnswer,
    handle: async ({ ctx, params }) => readOrderUsage(ctx, await getOrder(ctx, params.order_id)),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/orders/export/',
    area: 'disclosure',
    right: 'write',
    status: 200,
    query: OrderExportQuery,
    async handle({ ctx, session, query, request, reply }) {
      const file = await exportOrders(ctx, actorOf(session, request), query);
      await reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="orders.csv"')
        .send(Readable.from(file, { highWaterMark: 1 }));
    },
  });
}
