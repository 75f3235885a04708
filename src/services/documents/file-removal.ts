// Removes a file from a collection that is not finalised yet. The row, the documents and the content of the file are
// removed.
import { incorrect, notFound } from '#base/errors.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { lockCollection, updateCollection } from '#storage/documents/collections.ts';
import { deleteFile, listFiles, type StoredFile, unmarkDuplicate } from '#storage/documents/document-files.ts';
import { deleteDocumentsOfFile } from '#storage/documents/documents.ts';
import { enqueueReading } from './file-intake.ts';
import { removeFiles } from './stored-files.ts';

/**
 * A file may be removed while it is being read. The result of the reading is then dropped, because the file's row no
 * longer exists.
 */
export async function removeFile(ctx: Ctx, collection_id: string, file_id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const collection = await lockCollection(ctx.db, ctx.scope, collection_id);
    const files = collection === undefined ? [] : await listFiles(ctx.db, ctx.scope, collection_id);
    const file = files.find(({ id }) => id === file_id);
    if (collection === undefined || file === undefined) throw notFound();
    if (collection.product_type !== null) {
      throw incorrect({ field: 'documents', message: 'The collection is finalized.' });
    }
    await deleteDocumentsOfFile(ctx.db, ctx.scope, file);
    await deleteFile(ctx.db, ctx.scope, file_id);
    await removeFiles(ctx, [file_id]);
    await updateCollection(ctx.db, ctx.scope, { ...collection, updated_at: ctx.now() });
    if (file.status !== 'duplicate') await readDuplicate(ctx, file, files);
  });
}

/**
 * Reads a duplicate of the removed file, if there is one. Until now the duplicate was not read, because the removed
 * file was read instead.
 */
async function readDuplicate(ctx: Ctx, removed: StoredFile, files: readonly StoredFile[]): Promise<void> {
  const duplicate = files.find(
    ({ status, content_hash }) => status === 'duplicate' && content_hash.equals(removed.content_hash),
  );
  if (duplicate === undefined) return;
  await unmarkDuplicate(ctx.db, ctx.scope, duplicate.id, ctx.now());
  await enqueueReading(ctx, duplicate.id, duplicate.position);
}
