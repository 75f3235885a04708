// Handles the documents that a person uploads in the widget: accepts the files, returns their status, and starts the
// task that reads them into the link.
import { consentMissing, incorrect, notFound } from '#base/errors.ts';
import { isFinalFile } from '#domain/documents/collection-files.ts';
import type { CollectionVisit } from '#domain/documents/collections.ts';
import type { PageProgress } from '#domain/documents/file-readings.ts';
import type { UploadedFile } from '#domain/documents/uploads.ts';
import { problemOf, type UploadView } from '#domain/widget/widget-documents.ts';
import { openFacts, ownerKeys } from '#services/connections/document-records.ts';
import { addFiles, createCollection } from '#services/documents/file-intake.ts';
import { removeFile } from '#services/documents/file-removal.ts';
import { nothingRead, requestFinalization } from '#services/documents/finalizing.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { findOpenCollection, findTaskOf } from '#storage/documents/collections.ts';
import { listFiles, type StoredFile } from '#storage/documents/document-files.ts';
import { listDocuments } from '#storage/documents/documents.ts';
import { countStart, requestFor, type TaskRequest, taskOf } from './widget-tasks.ts';
import { consentedAt, type Visitor, type WidgetToken } from './widget-tokens.ts';

/** A file as the widget sends it. */
export type WidgetFile = Pick<UploadedFile, 'filename' | 'mime_type' | 'content' | 'doc_type'>;

const visitOf = (token: WidgetToken, suborder_id: string | null): CollectionVisit => ({
  bridge_token_id: token.id,
  order_id: token.order_id,
  suborder_id,
  template_id: token.template_id,
  browser_hash: token.browser_hash,
});

export async function uploadFile(visitor: Visitor, suborder_id: string | null, file: WidgetFile): Promise<UploadView> {
  const { ctx, token } = visitor;
  const visit = await inTransaction(ctx, async (ctx) =>
    visitOf(token, suborderOf(await allowed(ctx, token, suborder_id))),
  );
  const upload = { files: [{ ...file, user_id: token.user_id, external_user_id: null }], people: [] };
  const open = await findOpenCollection(ctx.db, ctx.scope, visit);
  if (open === undefined) await createCollection(ctx, upload, visit);
  else await addFiles(ctx, open, upload);
  return listUploads(visitor, suborder_id);
}

/**
 * Returns the request for which documents are sent. Throws if the applicant has not consented, or if the request does
 * not accept documents.
 */
async function allowed(ctx: Ctx, token: WidgetToken, suborder_id: string | null): Promise<TaskRequest> {
  if (consentedAt(token) === null) throw consentMissing();
  const key = await ctx.vault.unwrap(ctx.scope, token.user_id, token);
  const request = await requestFor(ctx, key, token, suborder_id);
  if (!request.data_sources.includes('docs') || request.renewed !== undefined) {
    throw incorrect({ field: 'documents', message: 'Documents are not accepted for this request.' });
  }
  return request;
}

/**
 * Returns the suborder's id, or null if there is no order. In an order, a task's `tracking_info` is the id of its
 * suborder.
 */
const suborderOf = ({ order_id, tracking_info }: TaskRequest): string | null =>
  order_id === null ? null : tracking_info;

/**
 * Returns the id of the collection that is not finalised yet. Returns `undefined` after the token's order has ended.
 */
const openCollectionOf = async ({ ctx, token }: Visitor, suborder_id: string | null): Promise<string | undefined> =>
  token.order_finalized_at === null ? findOpenCollection(ctx.db, ctx.scope, visitOf(token, suborder_id)) : undefined;

/** Returns the uploaded files of the collection that is not finalised yet. */
export async function listUploads(visitor: Visitor, suborder_id: string | null): Promise<UploadView> {
  const { ctx } = visitor;
  const id = await openCollectionOf(visitor, suborder_id);
  if (id === undefined) return { files: [] };
  const files = await listFiles(ctx.db, ctx.scope, id);
  const documents = await listDocuments(ctx.db, ctx.scope, id);
  const keyOf = ownerKeys(ctx);
  return {
    files: await Promise.all(
      files.map(async (file) => {
        const { filename, doc_type } = openFacts(ctx, await keyOf(file.user_id), file.id, file.sealed);
        return {
          file_id: file.id,
          filename,
          doc_type: doc_type ?? 'other',
          status: file.status,
          is_final: isFinalFile(file.status),
          reading: readingOf(file),
          problem: problemOf(file),
          document_types: documents.filter(({ file_id }) => file_id === file.id).map((one) => one.document_type),
        };
      }),
    ),
  };
}

/** Removes a file that was not submitted yet. Returns the files that are left. */
export async function removeUpload(visitor: Visitor, suborder_id: string | null, file_id: string): Promise<UploadView> {
  const id = await openCollectionOf(visitor, suborder_id);
  if (id === undefined) throw notFound();
  await removeFile(visitor.ctx, id, file_id);
  return listUploads(visitor, suborder_id);
}

const readingOf = ({ status, reading_page, pages_count }: StoredFile): PageProgress | null =>
  isFinalFile(status) || reading_page === null || pages_count === null
    ? null
    : { page: reading_page, pages: pages_count };

/**
 * Starts the task that reads the uploaded documents into the link. All files must have a final status. Returns the id
 * of the task.
 */
export async function finishUploads({ ctx, token }: Visitor, suborder_id: string | null): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const request = await allowed(ctx, token, suborder_id);
    const id = await findOpenCollection(ctx.db, ctx.scope, visitOf(token, suborderOf(request)));
    if (id === undefined) throw nothingRead();
    const files = await listFiles(ctx.db, ctx.scope, id);
    if (!files.every(({ status }) => isFinalFile(status))) {
      throw incorrect({ field: 'documents', message: 'The files are still being read.' });
    }
    await countStart(ctx, token, request.order_id);
    await requestFinalization(ctx, id, request.product_type, {
      ...taskOf(token, request),
      company_mapping: request.company,
    });
    const task_id = await findTaskOf(ctx.db, ctx.scope, id, token.user_id);
    if (task_id === undefined) throw nothingRead();
    return task_id;
  });
}
