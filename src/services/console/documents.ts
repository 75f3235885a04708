// A document as the console shows it: its values, the rectangle of each value on the page, and pictures of the pages.
import type { KeyObject } from 'node:crypto';
import { notFound, unavailable } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { boxesOf, type DocumentAnswer } from '#domain/console/document-boxes.ts';
import { wholeFields } from '#domain/documents/collection-documents.ts';
import { openNote, ownerKeys } from '#services/connections/document-records.ts';
import { openFile } from '#services/documents/files.ts';
import { openDocument } from '#services/documents/reviews.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findFile } from '#storage/documents/document-files.ts';
import { findReview, type Review, type StoredDocument } from '#storage/documents/documents.ts';

/**
 * The time limit for drawing a picture, while a person waits for it. Usually, a page is drawn within one second, and a
 * photograph within three seconds.
 */
const DRAWING_MS_MAX = 30_000;

/** `shows_values` is true if the user has requested to see the masked values (reveals.ts). */
export async function readDocument(ctx: Ctx, row: StoredDocument, shows_values: boolean): Promise<DocumentAnswer> {
  const keyOf = ownerKeys(ctx);
  const opened = await openDocument(ctx, row, keyOf);
  const review = await findReview(ctx.db, ctx.scope, row.id);
  const { reading } = opened;
  const document = shows_values ? { ...opened.document, fields: wholeFields(reading) } : opened.document;
  return {
    document,
    review: review === undefined ? null : presentReview(ctx, row.id, await keyOf(row.user_id), review),
    is_being_removed: opened.document.file === null,
    boxes: boxesOf(reading),
    signal_boxes: reading.fraud_signals.map(({ box }) => box),
  };
}

const presentReview = (
  ctx: Ctx,
  id: string,
  key: KeyObject,
  { note_sealed, reviewed_at }: Pick<Review, 'note_sealed' | 'reviewed_at'>,
): DocumentAnswer['review'] => ({
  note: openNote(ctx, key, id, note_sealed),
  reviewed_at: toTimestamp(reviewed_at),
});

/**
 * Draws a page of the document in a reader process, because the file comes from outside. Throws `not_found` if the page
 * belongs to another document of the file, or if it cannot be drawn.
 */
export async function drawDocumentPage(ctx: Ctx, document: StoredDocument, page: number): Promise<Buffer> {
  if (page < document.first_page || page > document.last_page) throw notFound();
  const file = await findFile(ctx.db, ctx.scope, document.file_id);
  if (file === undefined) throw notFound();
  const bytes = await openFile(ctx, await ownerKeys(ctx)(file.user_id), file);
  const signal = AbortSignal.timeout(DRAWING_MS_MAX);
  const outcome = await ctx.reader.draw(bytes, page, { signal }).catch((error: unknown) => {
    throw signal.aborted ? unavailable(error) : error;
  });
  if ('unreadable' in outcome) throw notFound();
  return Buffer.from(outcome.picture);
}
