// /v1/documents/collections/: files are uploaded, read, and finalised into links.
import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, pageOf } from '#base/schema.ts';
import {
  CollectionAnswer,
  CollectionListQuery,
  CollectionSummary,
  FinalizationAnswer,
  FinalizationStarted,
} from '#domain/documents/collections.ts';
import { Finalization, NewCollection, NewUpload, UPLOAD_BYTES_MAX, type Upload } from '#domain/documents/uploads.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { getCollection, listCollections, presentCollection } from '#services/documents/collections.ts';
import { addFiles, createCollection } from '#services/documents/file-intake.ts';
import { finalizeCollection, getFinalization } from '#services/documents/finalizing.ts';
import type { Ctx } from '#services/platform/ctx.ts';

const params = Type.Object({ collection_id: Id });
const find = (ctx: Ctx, { collection_id }: { collection_id: string }) => getCollection(ctx, collection_id);

/** The body is parsed and its files are decoded in a worker thread, so the handler receives an `Upload`. */
const sent = (schema: TSchema) => Type.Unsafe<Upload>(schema);
const readUpload = (with_users: boolean) => (ctx: Ctx, body: Buffer) =>
  ctx.compute.run('read_upload', { body, with_users }, { client_id: ctx.scope.client_id, bytes: body.length });

export function collectionRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    url: '/v1/documents/collections/',
    operation: 'createDocumentCollection',
    summary: 'Upload files',
    description:
      'Creates a collection with up to ten files, which are read in the background. A file without a user is matched to `users` by the name on its documents.',
    tag: 'Documents',
    status: 201,
    body: sent(NewCollection),
    body_bytes_max: UPLOAD_BYTES_MAX,
    read_body: readUpload(true),
    answer: CollectionAnswer,
    handle: ({ ctx, body }) => createCollection(ctx, body),
  });

  route(app, {
    method: 'GET',
    url: '/v1/documents/collections/',
    operation: 'listDocumentCollections',
    summary: 'List collections, newest first',
    description: 'Each collection is shown without its files, documents and users.',
    tag: 'Documents',
    status: 200,
    query: CollectionListQuery,
    answer: pageOf(CollectionSummary),
    async handle({ ctx, query, request }) {
      const paging = parsePaging(query);
      const { count, collections } = await listCollections(ctx, paging);
      return toPage(ctx.settings.base_url, request.url, paging, { count, results: collections });
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/documents/collections/:collection_id/',
    operation: 'getDocumentCollection',
    summary: 'Read a collection: the status of each file and what was read from it',
    description: 'A collection is `processed` when all its files have a final status.',
    tag: 'Documents',
    status: 200,
    params,
    answer: CollectionAnswer,
    find,
    handle: ({ ctx, found }) => presentCollection(ctx, found),
  });

  route(app, {
    method: 'POST',
    url: '/v1/documents/collections/:collection_id/upload/',
    operation: 'uploadDocuments',
    summary: 'Add files to a collection',
    description: 'A collection has at most 100 files, and takes no more files after it is finalised.',
    tag: 'Documents',
    status: 201,
    params,
    body: sent(NewUpload),
    body_bytes_max: UPLOAD_BYTES_MAX,
    read_body: readUpload(false),
    answer: CollectionAnswer,
    find,
    handle: ({ ctx, found, body }) => addFiles(ctx, found.id, body),
  });

  route(app, {
    method: 'POST',
    url: '/v1/documents/collections/:collection_id/finalize/',
    operation: 'finalizeDocumentCollection',
    summary: 'Turn the documents of a collection into links',
    description:
      'For each user, one link and one task are created. If files are still being read, this happens when the last of them is read.',
    tag: 'Documents',
    status: 202,
    params,
    body: Finalization,
    answer: FinalizationStarted,
    find,
    handle: ({ ctx, found, body }) => finalizeCollection(ctx, found.id, body.product_type || 'income'),
  });

  route(app, {
    method: 'GET',
    url: '/v1/documents/collections/:collection_id/finalize/',
    operation: 'getDocumentFinalization',
    summary: 'Read how far the finalisation of a collection is',
    description: 'The status is `done` if all tasks have ended and at least one of them is done.',
    tag: 'Documents',
    status: 200,
    params,
    answer: FinalizationAnswer,
    find,
    handle: async ({ found }) => getFinalization(found),
  });
}
