// /console/api/…/orders/{order_id}/messages/: the messages of an order, and the page of each mail.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { OrderMessagesAnswer } from '#domain/console/order-messages.ts';
import { recordView } from '#services/console/audit.ts';
import { readMessagePage, readOrderMessages } from '#services/console/order-messages.ts';
import { isRevealed } from '#services/console/reveals.ts';
import { getOrder } from '#services/orders/orders.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

/**
 * The page of a mail has its own origin, runs no script, loads nothing, and can be framed only by our own pages. Its
 * links do nothing. Mails have inline styles, which the policy of the console's pages would block, so the page is a
 * separate response with this policy.
 */
export const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

export function orderMessageRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/orders/:order_id/messages/',
    area: 'cases',
    status: 200,
    params: Type.Object({ order_id: Id }),
    answer: OrderMessagesAnswer,
    async handle({ ctx, session, permission, params, request }) {
      const order = await getOrder(ctx, params.order_id);
      const shows_recipients =
        permission.discloses && (await isRevealed(ctx, session.id, `/orders/${order.id}/messages/`));
      const answer = await readOrderMessages(ctx, order, shows_recipients);
      const view = { action: 'listOrderMessages', object: `orders/${order.id}/messages` };
      await recordView(ctx, actorOf(session, request), session.id, view);
      return answer;
    },
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/orders/:order_id/messages/:message_id/',
    area: 'cases',
    status: 200,
    params: Type.Object({ order_id: Id, message_id: Id }),
    async handle({ ctx, params, session, request, reply }) {
      const page = await readMessagePage(ctx, await getOrder(ctx, params.order_id), params.message_id);
      const view = { action: 'getOrderMessage', object: `orders/${params.order_id}/messages/${params.message_id}` };
      await recordView(ctx, actorOf(session, request), session.id, view);
      await reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', MAIL_POLICY)
        .header('referrer-policy', 'no-referrer')
        .send(page);
      return null;
    },
  });
}
