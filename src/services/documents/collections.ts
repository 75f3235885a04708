// Reads collections of uploaded files: the status of each file, and the documents that were found in it.
import type { KeyObject } from 'node:crypto';
import { mapInTurns } from '#base/turns.ts';
import { presentDocument } from '#domain/documents/collection-documents.ts';
import { type CollectionFileAnswer, duplicateOf, type Validations } from '#domain/documents/collection-files.ts';
import {
  type CollectionAnswer,
  type CollectionSummary,
  collectionStatus,
  presentSummary,
} from '#domain/documents/collections.ts';
import { uploadName } from '#domain/documents/uploads.ts';
import type { User } from '#domain/people/users.ts';
import type { Paging } from '#domain/platform/pages.ts';
import { openFacts, openReading, ownerKeys } from '#services/connections/document-records.ts';
import { openUser } from '#services/people/users.ts';
import { type Ctx, missing } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import {
  COLLECTIONS,
  findCollection,
  listCollectionUsers,
  type StoredCollection,
  toCollection,
} from '#storage/documents/collections.ts';
import { type FileRow, listFiles, type StoredFile } from '#storage/documents/document-files.ts';
import { listDocuments } from '#storage/documents/documents.ts';
import { findUser } from '#storage/people/users.ts';
import { readPage } from '#storage/platform/lists/pages.ts';

export async function getCollection(ctx: Ctx, id: string): Promise<StoredCollection> {
  const collection = await findCollection(ctx.db, ctx.scope, id);
  if (collection === undefined) throw await missing(ctx, (db, scope) => findCollection(db, scope, id));
  return collection;
}

export const statusOf = (collection: StoredCollection) =>
  collectionStatus(
    collection,
    collection.file_statuses,
    collection.results.map(({ status }) => status),
  );

const summaryOf = (collection: StoredCollection): CollectionSummary =>
  presentSummary(collection, statusOf(collection), collection.results);

export async function listCollections(
  ctx: Ctx,
  paging: Paging,
): Promise<{ count: number; collections: CollectionSummary[] }> {
  const { count, rows, needs_closing } = await readPage<StoredCollection>(ctx.db, ctx.scope, COLLECTIONS, paging);
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, COLLECTIONS);
  return { count, collections: rows.map(toCollection).map(summaryOf) };
}

export const readCollection = async (ctx: Ctx, id: string): Promise<CollectionAnswer> =>
  presentCollection(ctx, await getCollection(ctx, id));

export async function presentCollection(ctx: Ctx, collection: StoredCollection): Promise<CollectionAnswer> {
  const { id } = collection;
  const files = await listFiles(ctx.db, ctx.scope, id);
  const documents = await listDocuments(ctx.db, ctx.scope, id);
  const people = await peopleOf(ctx, id);
  const keyOf = await keysOf(ctx, [...files, ...documents]);
  const urls = new Map(files.map((file) => [file.id, uploadUrl(ctx, file)]));
  // The response shows only documents whose file is in `files`. Another file may be added and read between the two
  // queries. Such a file and its documents appear in the next response.
  const shown = documents.flatMap((document) => {
    const url = urls.get(document.file_id);
    return url === undefined ? [] : [{ document, url }];
  });
  return {
    ...summaryOf(collection),
    uploaded_files: files.map(
      (file): CollectionFileAnswer => ({
        file_id: file.id,
        filename: openFacts(ctx, keyOf(file), file.id, file.sealed).filename,
        mime_type: file.mime_type,
        status: file.status,
        validations: validationsOf(file, files),
        user_id: file.user_id,
        external_user_id: people.find((person) => person.id === file.user_id)?.external_user_id ?? null,
        file: uploadUrl(ctx, file),
        error: file.error,
      }),
    ),
    // Unsealing yields to the event loop between documents, because a collection may contain years of bank statements.
    documents: await mapInTurns(shown, ({ document, url }) =>
      presentDocument(document, openReading(ctx, keyOf(document), document.id, document.sealed), url),
    ),
    users: people.map(({ id, external_user_id, first_name, last_name }) => ({
      id,
      external_user_id,
      first_name,
      last_name,
      files_count: files.filter((file) => file.user_id === id).length,
    })),
  };
}

function validationsOf(file: StoredFile, files: readonly StoredFile[]): Validations {
  if (file.status !== 'duplicate') return file.validations;
  const original = files.find(
    ({ status, content_hash }) => status !== 'duplicate' && content_hash.equals(file.content_hash),
  );
  return duplicateOf(original?.validations ?? file.validations);
}

type Owned = { user_id: string | null };

/** Reads the keys of all owners in advance, so that the records can be unsealed synchronously. */
async function keysOf(ctx: Ctx, records: readonly Owned[]): Promise<(record: Owned) => KeyObject> {
  const keyOf = ownerKeys(ctx);
  const keys = new Map<string | null, KeyObject>();
  for (const { user_id } of records) keys.set(user_id, await keyOf(user_id));
  return ({ user_id }) => {
    const key = keys.get(user_id);
    if (key === undefined) throw new Error('the key of an owner was not read');
    return key;
  };
}

/** Returns the users of a collection, in the order in which the client sent them. */
export async function peopleOf(ctx: Ctx, collection_id: string): Promise<User[]> {
  const people: User[] = [];
  for (const id of await listCollectionUsers(ctx.db, ctx.scope, collection_id)) {
    const stored = await findUser(ctx.db, ctx.scope, id);
    if (stored !== undefined) people.push(await openUser(ctx, stored));
  }
  return people;
}

/** Returns the signed URL of the uploaded file. */
export const uploadUrl = (ctx: Ctx, { id, mime_type }: Pick<FileRow, 'id' | 'mime_type'>): string =>
  fileUrl(ctx, id, uploadName(mime_type));
