// /v1/orders/{id}/invoice/: the invoice of an order group.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { InvoiceAnswer, InvoiceReference } from '#domain/billing/invoices.ts';
import { getInvoice } from '#services/billing/invoices.ts';

export function invoiceRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/v1/orders/:order_id/invoice/',
    operation: 'getInvoice',
    summary: 'Read the invoice of an order group',
    description: 'Accepts the id of the invoice, of the order group, or of any order in it.',
    tag: 'Orders',
    status: 200,
    params: Type.Object({ order_id: InvoiceReference }),
    answer: InvoiceAnswer,
    find: (ctx, { order_id }) => getInvoice(ctx, order_id),
    handle: async ({ found }) => found,
  });
}
