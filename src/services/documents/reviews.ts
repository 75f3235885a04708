// Reviews of documents that look altered.
import { incorrect } from '#base/errors.ts';
import { isStillSuspicious, type KeptReading, presentDocument } from '#domain/documents/collection-documents.ts';
import type { NewReview, ReviewedDocument, ReviewListQuery } from '#domain/documents/reviews.ts';
import type { Paging } from '#domain/platform/pages.ts';
import { contradictEachOther } from '#domain/reports/suspicion.ts';
import { openReading, ownerKeys, sealNote } from '#services/connections/document-records.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf } from '#services/connections/links.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { findLink, lockLink, setSuspicious } from '#storage/connections/links.ts';
import { findFile } from '#storage/documents/document-files.ts';
import {
  findDocument,
  findLinkOfDocument,
  listDocumentsOfLink,
  REVIEWS,
  type StoredDocument,
  writeReview,
} from '#storage/documents/documents.ts';
import { insertTimeline } from '#storage/orders/order-timeline.ts';
import { readPage } from '#storage/platform/lists/pages.ts';
import { uploadUrl } from './collections.ts';

export async function listReviews(
  ctx: Ctx,
  query: ReviewListQuery,
  paging: Paging,
): Promise<{ count: number; documents: ReviewedDocument[] }> {
  const { count, rows, needs_closing } = await readPage<StoredDocument>(ctx.db, ctx.scope, REVIEWS, {
    ...query,
    ...paging,
  });
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, REVIEWS);
  const keyOf = ownerKeys(ctx);
  const documents: ReviewedDocument[] = [];
  for (const row of rows) documents.push(await present(ctx, row, keyOf));
  return { count, documents };
}

export async function getDocument(ctx: Ctx, id: string): Promise<StoredDocument> {
  const document = await findDocument(ctx.db, ctx.scope, id);
  if (document === undefined) throw await missing(ctx, (db, scope) => findDocument(db, scope, id));
  return document;
}

/**
 * Writes the decision. In the same transaction, it updates `is_suspicious` of the link and its tasks, and adds an entry
 * to the timeline of the order.
 */
export async function reviewDocument(
  ctx: Ctx,
  id: string,
  { review_status, note }: NewReview,
): Promise<ReviewedDocument> {
  await inTransaction(ctx, async (ctx) => {
    const keyOf = ownerKeys(ctx);
    const document = await getDocument(ctx, id);
    const served = await findLinkOfDocument(ctx.db, ctx.scope, document);
    if (served !== undefined) await lockLink(ctx.db, ctx.scope, served.link_id);
    const note_sealed = sealNote(ctx, await keyOf(document.user_id), id, note);
    const review = { id, review_status, note_sealed, reviewed_at: ctx.now() };
    if (!(await writeReview(ctx.db, ctx.scope, review))) {
      throw incorrect({ field: 'review_status', message: 'The document does not need a review.' });
    }
    if (served === undefined || document.user_id === null) return;
    await updateFlag(ctx, { link_id: served.link_id, user_id: document.user_id });
    if (served.order_id !== null) await noteReview(ctx, served.order_id, { document_id: id, review_status });
  });
  return present(ctx, await getDocument(ctx, id), ownerKeys(ctx));
}

const noteReview = (ctx: Ctx, order_id: string, data: { document_id: string; review_status: string }): Promise<void> =>
  insertTimeline(ctx.db, ctx.scope, [{ order_id, id: ctx.newId(), event_type: 'document-reviewed', data }], ctx.now());

/** A link is suspicious if one of its documents is suspicious, or if its pay statements contradict each other. */
async function updateFlag(ctx: Ctx, about: { link_id: string; user_id: string }): Promise<void> {
  const link = await findLink(ctx.db, ctx.scope, about.link_id);
  if (link === undefined) return;
  const documents = await listDocumentsOfLink(ctx.db, ctx.scope, about);
  const { statements = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['statements']);
  const is_suspicious = documents.some(isStillSuspicious) || contradictEachOther(statements);
  await setSuspicious(ctx.db, ctx.scope, { id: link.id, is_suspicious, updated_at: ctx.now() });
}

async function present(ctx: Ctx, row: StoredDocument, keyOf: ReturnType<typeof ownerKeys>): Promise<ReviewedDocument> {
  return (await openDocument(ctx, row, keyOf)).document;
}

/**
 * Returns a document in its published form, and the data that was read from it, with the rectangle of each field on the
 * page. A document and its file are removed together, but the file is read after the document (`row`). So if the file
 * is no longer found, the document and the file have just been removed.
 */
export async function openDocument(
  ctx: Ctx,
  row: StoredDocument,
  keyOf = ownerKeys(ctx),
): Promise<{ document: ReviewedDocument; reading: KeptReading }> {
  const file = await findFile(ctx.db, ctx.scope, row.file_id);
  const reading = openReading(ctx, await keyOf(row.user_id), row.id, row.sealed);
  const document = {
    ...presentDocument(row, reading, file === undefined ? null : uploadUrl(ctx, file)),
    collection_id: row.collection_id,
  };
  return { document, reading };
}
