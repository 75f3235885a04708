// /v1/sandbox/documents/{kind}/: sample documents of sandbox people, for testing document uploads.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pdfRoute } from '#api/platform/routes.ts';
import { choice } from '#base/schema.ts';
import { SAMPLE_KINDS, SampleQuery } from '#domain/sandbox/sandbox-documents.ts';
import { getSampleDocument } from '#services/sandbox/sandbox-documents.ts';

export function sandboxDocumentRoutes(app: FastifyInstance): void {
  pdfRoute(app, {
    url: '/v1/sandbox/documents/:kind/',
    operation: 'getSampleDocument',
    summary: 'Read a document of a sample person, as a PDF',
    description: 'Its figures match the data of that person, unless the document is tampered with.',
    tag: 'Sandbox',
    sandbox_only: true,
    params: Type.Object({ kind: choice(SAMPLE_KINDS) }),
    query: SampleQuery,
    name: ({ params, query }) => `${params.kind}-${query.index ?? '0'}`,
    handle: ({ ctx, params, query }) => getSampleDocument(ctx, params.kind, query),
  });
}
