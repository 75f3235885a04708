// /v1/documents/reviews/ and /v1/documents/{document_id}/review/: people review documents that look altered.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import { NewReview, ReviewedDocument, ReviewListQuery } from '#domain/documents/reviews.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { getDocument, listReviews, reviewDocument } from '#services/documents/reviews.ts';

export function documentReviewRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/v1/documents/reviews/',
    operation: 'listDocumentReviews',
    summary: 'List the documents that need or had a review, newest first',
    description: 'A document needs a review if it looks altered.',
    tag: 'Documents',
    status: 200,
    query: ReviewListQuery,
    answer: pageOf(ReviewedDocument),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, documents } = await listReviews(ctx, query, paging);
      return toPage(ctx.settings.base_url, request.url, paging, { count, results: documents });
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/documents/:document_id/review/',
    operation: 'reviewDocument',
    summary: 'Decide about a document that looks altered',
    description: '`cleared` ends the suspicion on the document, its link and its reports; `confirmed` keeps it.',
    tag: 'Documents',
    status: 200,
    params: Type.Object({ document_id: Id }),
    body: NewReview,
    answer: ReviewedDocument,
    find: (ctx, { document_id }) => getDocument(ctx, document_id),
    handle: ({ ctx, found, body }) => reviewDocument(ctx, found.id, body),
  });
}
