// /console/api/…/orders/{order_id}/token/: the bridge token of a sandbox order. The widget emulator opens the widget with
// it.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '#base/errors.ts';
import { Id } from '#base/schema.ts';
import { presentOrder } from '#services/orders/order-answers.ts';
import { getOrder } from '#services/orders/orders.ts';
import { consoleRoute } from './console-routes.ts';

export function orderTokenRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/orders/:order_id/token/',
    area: 'sandbox',
    right: 'write',
    status: 200,
    params: Type.Object({ order_id: Id }),
    answer: Type.Object({ bridge_token: Type.String(), user_id: Id }),
    async handle({ ctx, params }) {
      // In prod, only the applicant may use the token of an order.
      if (ctx.scope.environment !== 'sandbox') throw notFound();
      const { bridge_token, user_id } = await presentOrder(ctx, await getOrder(ctx, params.order_id));
      return { bridge_token, user_id };
    },
  });
}
