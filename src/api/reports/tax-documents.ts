// /v1/links/{link_id}/tax/: tax documents.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { TaxDocumentAnswer } from '#domain/reports/tax-documents.ts';
import { getLink } from '#services/connections/links.ts';
import { getTaxDocument, taxDocumentsOf } from '#services/reports/tax-documents.ts';

export function taxDocumentRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/v1/links/:link_id/tax/',
    operation: 'listTaxDocuments',
    summary: 'List all tax documents of a link, newest year first',
    description: 'Returns an array, not a page.',
    tag: 'Tax',
    status: 200,
    params: Type.Object({ link_id: Id }),
    answer: Type.Array(TaxDocumentAnswer, { description: 'All tax documents, newest year first.' }),
    find: (ctx, { link_id }) => getLink(ctx, link_id),
    handle: ({ ctx, found }) => taxDocumentsOf(ctx, found),
  });

  route(app, {
    method: 'GET',
    url: '/v1/links/:link_id/tax/:tax_id/',
    operation: 'getTaxDocument',
    summary: 'Read a tax document',
    description: 'Returns the same element as the list.',
    tag: 'Tax',
    status: 200,
    params: Type.Object({ link_id: Id, tax_id: Id }),
    answer: TaxDocumentAnswer,
    find: async (ctx, { link_id, tax_id }) => getTaxDocument(ctx, await getLink(ctx, link_id), tax_id),
    handle: async ({ found }) => found,
  });
}
