// /v1/orders/: create, read, change, refresh and cancel orders.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import { TimelineAnswer, TimelineQuery } from '#domain/events/order-timeline.ts';
import { CertificationsAnswer } from '#domain/orders/certifications.ts';
import { ListedOrderAnswer, OrderAnswer } from '#domain/orders/order-answers.ts';
import { NewRefreshOrder } from '#domain/orders/order-refresh.ts';
import {
  AddedEmployers,
  LookupQuery,
  NewOrder,
  OrderChanges,
  OrderListQuery,
  OrderLookup,
} from '#domain/orders/orders.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import type { House } from '#services/house.ts';
import { certificationsOf } from '#services/orders/certifications.ts';
import { presentListedOrders, presentOrder, presentOrders } from '#services/orders/order-answers.ts';
import { openOrder } from '#services/orders/order-records.ts';
import { refreshOrder } from '#services/orders/order-refresh.ts';
import { timelineOf } from '#services/orders/order-timelines.ts';
import {
  addEmployers,
  cancelOrder,
  createOrder,
  getOrder,
  listOrders,
  lookUpOrders,
  updateOrder,
} from '#services/orders/orders.ts';
import type { Ctx } from '#services/platform/ctx.ts';

const params = Type.Object({ order_id: Id });
const tag = 'Orders';
const find = (ctx: Ctx, { order_id }: { order_id: string }) => getOrder(ctx, order_id);

export function orderRoutes(app: FastifyInstance, house: House): void {
  const { base_url } = house.settings;

  route(app, {
    method: 'POST',
    url: '/v1/orders/',
    operation: 'createOrder',
    summary: 'Create an order, with its person, token and landing page',
    description:
      'Every call creates a new order; send an `Idempotency-Key` to repeat a call safely. Order creation has its own rate limit.',
    tag,
    status: 201,
    budget: 'orders',
    body: NewOrder,
    answer: OrderAnswer,
    handle: async ({ ctx, body }) => presentOrder(ctx, await createOrder(ctx, body)),
  });

  route(app, {
    method: 'GET',
    url: '/v1/orders/',
    operation: 'listOrders',
    summary: 'List orders without their data, newest first',
    description: 'To get employments, accounts and policies, read the individual order.',
    tag,
    status: 200,
    query: OrderListQuery,
    answer: pageOf(ListedOrderAnswer),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, orders } = await listOrders(ctx, query, paging);
      return toPage(base_url, request.url, paging, { count, results: await presentListedOrders(ctx, orders) });
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/orders/lookup/',
    operation: 'lookUpOrders',
    summary: 'Find orders by SSN, or by its last four digits',
    description:
      'Nine digits find the orders with exactly this number; four digits find those whose number ends with them.',
    tag,
    status: 200,
    query: LookupQuery,
    body: OrderLookup,
    answer: pageOf(OrderAnswer),
    async handle({ ctx, query, body, request }) {
      const paging = parsePaging(query);
      const { count, orders } = await lookUpOrders(ctx, body.ssn, paging);
      return toPage(base_url, request.url, paging, { count, results: await presentOrders(ctx, orders) });
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/orders/:order_id/',
    operation: 'getOrder',
    summary: 'Read an order with its data',
    description: 'While the order is open, a bridge token that is about to expire is replaced by a new one.',
    tag,
    status: 200,
    params,
    answer: OrderAnswer,
    find,
    async handle({ ctx, found, request }) {
      const answer = await presentOrder(ctx, found);
      // As in responses about a user, only a dashboard user who has asked to see the SSN gets the whole SSN.
      const is_revealed = (await request.overseer?.isRevealed(ctx)) === true;
      return is_revealed ? { ...answer, ssn: (await openOrder(ctx, found)).record.ssn } : answer;
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/v1/orders/:order_id/',
    operation: 'updateOrder',
    summary: 'Change an order while all its employers are pending or sent',
    description:
      '`loan` and `notification_settings` are merged key by key. Names and `ssn` are also written to the user.',
    tag,
    status: 204,
    params,
    body: OrderChanges,
    find,
    handle: ({ ctx, found, body }) => updateOrder(ctx, found, body),
  });

  for (const { url, operation } of [
    { url: '/v1/orders/:order_id/', operation: 'refreshOrder' },
    { url: '/v1/orders/:order_id/refresh/', operation: 'createRefreshOrder' },
  ]) {
    route(app, {
      method: 'POST',
      url,
      operation,
      summary: 'Refresh the data of an order: creates a new order for the same links',
      description:
        'The person does not need to log in. Both paths do the same thing; an empty body refreshes everything.',
      tag,
      status: 201,
      params,
      body: NewRefreshOrder,
      answer: OrderAnswer,
      find,
      handle: async ({ ctx, found, body }) => presentOrder(ctx, await refreshOrder(ctx, found, body)),
    });
  }

  route(app, {
    method: 'POST',
    url: '/v1/orders/:order_id/cancel/',
    operation: 'cancelOrder',
    summary: 'Cancel an order',
    description:
      'Open suborders become `canceled`; running tasks finish without effect on the order. The body is ignored.',
    tag,
    status: 200,
    params,
    answer: OrderAnswer,
    find,
    handle: async ({ ctx, found }) => presentOrder(ctx, await cancelOrder(ctx, found.id)),
  });

  route(app, {
    method: 'POST',
    url: '/v1/orders/:order_id/employers/',
    operation: 'addEmployers',
    summary: 'Add employers to an open order',
    description: 'The order needs a payroll product.',
    tag,
    status: 201,
    params,
    body: AddedEmployers,
    answer: OrderAnswer,
    find,
    handle: async ({ ctx, found, body }) => presentOrder(ctx, await addEmployers(ctx, found.id, body)),
  });

  route(app, {
    method: 'GET',
    url: '/v1/orders/:order_id/events/',
    operation: 'listOrderEvents',
    summary: 'List the timeline of an order, oldest first',
    description: 'Contains the events of the order, messages to the person, and visits to the landing page.',
    tag,
    status: 200,
    params,
    query: TimelineQuery,
    answer: pageOf(TimelineAnswer),
    find,
    async handle({ ctx, found, query, request }) {
      const paging = parsePaging(query);
      const hides_page_keys = request.overseer !== undefined;
      return toPage(base_url, request.url, paging, await timelineOf(ctx, found, paging, { hides_page_keys }));
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/orders/:order_id/certifications/',
    operation: 'listCertifications',
    summary: 'List the decisions that the person made about their data',
    description: 'Empty unless the template enables certification. Not paged.',
    tag,
    status: 200,
    params,
    answer: CertificationsAnswer,
    find,
    handle: async ({ ctx, found }) => ({ results: await certificationsOf(ctx, found) }),
  });
}
