// /console/api/…/documents/{document_id}/: a document with the rectangles that show where its fields are on the page,
// and pictures of its pages.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Id } from '#base/schema.ts';
import { DocumentAnswer } from '#domain/console/document-boxes.ts';
import { recordView } from '#services/console/audit.ts';
import { refused } from '#services/console/callers.ts';
import { drawDocumentPage, readDocument } from '#services/console/documents.ts';
import { isRevealed } from '#services/console/reveals.ts';
import { getDocument } from '#services/documents/reviews.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

export function documentRoutes(app: FastifyInstance): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/documents/:document_id/',
    area: 'cases',
    view: 'getDocument',
    status: 200,
    params: Type.Object({ document_id: Id }),
    answer: DocumentAnswer,
    is_about_documents: true,
    is_revealable: true,
    handle: async ({ ctx, params, request }) =>
      readDocument(ctx, await getDocument(ctx, params.document_id), request.console_shows_values === true),
  });

  // A picture shows everything that is on the page, including values that are otherwise masked. So the user needs the
  // right of disclosure, and must first reveal the document and state a purpose. One reveal applies to all pages of the
  // document.
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/documents/:document_id/pages/:page/',
    area: 'cases',
    is_about_documents: true,
    is_disclosed: true,
    status: 200,
    params: Type.Object({ document_id: Id, page: Type.String({ pattern: '^[1-9]\\d{0,3}$' }) }),
    async handle({ ctx, session, params, request, reply }) {
      const { document_id, page } = params;
      const document = await getDocument(ctx, document_id);
      if (!(await isRevealed(ctx, session.id, `/documents/${document_id}/pages/`))) {
        throw refused('The picture of a page is shown only after a reveal with a purpose.');
      }
      const picture = await drawDocumentPage(ctx, document, Number(page));
      const view = { action: 'getDocumentPage', object: `documents/${document_id}/pages/${page}` };
      await recordView(ctx, actorOf(session, request), session.id, view);
      await reply.header('content-type', 'image/png').header('cache-control', 'no-store').send(picture);
      return null;
    },
  });
}
