// Accepts uploaded files: stores their contents, finds their users, and enqueues one job per file, which reads the
// file.
import { createHash, type KeyObject } from 'node:crypto';
import { incorrect } from '#base/errors.ts';
import { filesRead } from '#base/measures.ts';
import { mapInTurns } from '#base/turns.ts';
import { NOT_VALIDATED } from '#domain/documents/collection-files.ts';
import { type CollectionAnswer, NO_VISIT } from '#domain/documents/collections.ts';
import { COLLECTION_FILES_MAX, type Upload, type UploadedFile, type UploadType } from '#domain/documents/uploads.ts';
import { type FileFacts, sealFacts } from '#services/connections/document-records.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import {
  addCollectionUsers,
  insertCollection,
  lockCollection,
  updateCollection,
} from '#storage/documents/collections.ts';
import { type FileRow, insertFiles, listFiles, type StoredFile } from '#storage/documents/document-files.ts';
import { readCollection } from './collections.ts';
import { rewrapFile, type SealedFile, sealFile } from './files.ts';
import { keepFiles, storeFiles } from './stored-files.ts';
import { type Addressee, placeAddressees } from './upload-people.ts';

/**
 * The collections of a client take turns. First, the first file of every collection is read, then the second file of
 * every collection, and so on. So a person who uploads one file does not wait for 100 files of another person. A
 * waiting file moves forward by one turn every 15 minutes, so the last files of a long collection are not postponed
 * forever.
 */
const TURN_SECONDS = 900;

export function enqueueReading(ctx: Ctx, file_id: string, position: number): Promise<void> {
  const start_after_seconds = Math.min(0, (position - COLLECTION_FILES_MAX) * TURN_SECONDS);
  return ctx.queue.enqueue(ctx.db, ctx.scope, 'read_document_file', { file_id }, { start_after_seconds });
}

/** Creates a collection and returns it. */
export async function createCollection(ctx: Ctx, upload: Upload, visit = NO_VISIT): Promise<CollectionAnswer> {
  const id = ctx.newId();
  return store(ctx, id, upload, async (ctx) => {
    const now = ctx.now();
    const times = { created_at: now, updated_at: now, finalized_at: null };
    await insertCollection(ctx.db, ctx.scope, { ...visit, ...times, id, product_type: null });
    return [];
  });
}

export async function addFiles(ctx: Ctx, id: string, upload: Upload): Promise<CollectionAnswer> {
  return store(ctx, id, upload, async (ctx) => {
    const collection = await lockCollection(ctx.db, ctx.scope, id);
    if (collection === undefined) throw new Error('the collection no longer exists');
    if (collection.product_type !== null) {
      throw incorrect({ field: 'documents', message: 'The collection is finalized.' });
    }
    const before = await listFiles(ctx.db, ctx.scope, id);
    if (before.length + upload.files.length > COLLECTION_FILES_MAX) {
      const message = `Ensure this list has no more than ${COLLECTION_FILES_MAX - before.length} items.`;
      throw incorrect({ field: 'documents', message });
    }
    await updateCollection(ctx.db, ctx.scope, { ...collection, updated_at: ctx.now() });
    return before;
  });
}

/**
 * Stores the files in the collection that `open` locks or creates, and enqueues a job for each file. `open` returns the
 * files that the collection already has. The contents are stored before the transaction, so that the transaction does
 * not wait for a file server. Users are locked before the collection, as in all other code. The response is built from
 * the collection within the transaction, because the processing of a file may start as soon as the file is committed.
 */
async function store(
  ctx: Ctx,
  id: string,
  upload: Upload,
  open: (ctx: Ctx) => Promise<readonly StoredFile[]>,
): Promise<CollectionAnswer> {
  const client_key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  const sealed = await mapInTurns(upload.files, (file) => sealUpload(ctx, client_key, file));
  await storeFiles(ctx, sealed);
  return inTransaction(ctx, async (ctx) => {
    const { of_files, user_ids } = await placeAddressees(ctx, upload);
    const before = await open(ctx);
    await addCollectionUsers(ctx.db, ctx.scope, id, user_ids);
    const rows = toRows(ctx, id, { sealed, addressees: of_files, client_key, before });
    await insertFiles(ctx.db, ctx.scope, rows);
    await keepFiles(
      ctx,
      rows.map((row) => row.id),
    );
    for (const { id: file_id, status, position } of rows) {
      if (status === 'pending') await enqueueReading(ctx, file_id, position);
      else ctx.db.afterCommit(() => filesRead.inc({ environment: ctx.scope.environment, status }));
    }
    return readCollection(ctx, id);
  });
}

type SealedUpload = SealedFile & { id: string; content_hash: Buffer; facts: FileFacts; mime_type: UploadType };

/**
 * Seals the file for the client. As soon as the file's user is known, the file's key is wrapped again for that user.
 */
function sealUpload(ctx: Ctx, client_key: KeyObject, file: UploadedFile): SealedUpload {
  const { filename, mime_type, doc_type } = file;
  const id = ctx.newId();
  const bytes = Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength);
  const md5sum = createHash('md5').update(bytes).digest('hex');
  return {
    ...sealFile(ctx, client_key, id, bytes),
    id,
    content_hash: ctx.vault.hash('document_file', createHash('sha256').update(bytes).digest('hex')),
    facts: { filename, md5sum, doc_type },
    mime_type,
  };
}

type Arrivals = {
  sealed: readonly SealedUpload[];
  addressees: readonly (Addressee | null)[];
  client_key: KeyObject;
  before: readonly StoredFile[];
};

function toRows(ctx: Ctx, collection_id: string, { sealed, addressees, client_key, before }: Arrivals): FileRow[] {
  // The next position is one after the last file's position. It is not the number of files, because files may have been
  // removed.
  const first_position = (before.at(-1)?.position ?? -1) + 1;
  const seen = new Set(before.map(({ content_hash }) => content_hash.toString('hex')));
  return sealed.map((file, at): FileRow => {
    const hash = file.content_hash.toString('hex');
    const is_known = seen.has(hash);
    seen.add(hash);
    const addressee = addressees[at] ?? null;
    return {
      id: file.id,
      collection_id,
      position: first_position + at,
      user_id: addressee?.id ?? null,
      status: is_known ? 'duplicate' : 'pending',
      mime_type: file.mime_type,
      content_hash: file.content_hash,
      wrapped_key: addressee === null ? file.wrapped_key : rewrapFile(ctx, client_key, addressee.key, file),
      sealed: sealFacts(ctx, addressee?.key ?? client_key, file.id, file.facts),
      validations: NOT_VALIDATED,
      error: null,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    };
  });
}
