// Finalises collections: for each user, a task reads the user's documents into a link, as for any other data source.
import { incorrect } from '#base/errors.ts';
import type { ProductType } from '#domain/access/products.ts';
import { isFinalFile } from '#domain/documents/collection-files.ts';
import {
  type Collection,
  type FinalizationAnswer,
  type FinalizationStarted,
  presentFinalization,
  presentStarted,
} from '#domain/documents/collections.ts';
import { createDocumentTask, type NewDocumentTask } from '#services/connections/document-tasks.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import {
  listCollectionUsers,
  lockCollection,
  type StoredCollection,
  setCollectionTask,
  updateCollection,
} from '#storage/documents/collections.ts';
import { listFiles } from '#storage/documents/document-files.ts';
import { listDocuments, type StoredDocument } from '#storage/documents/documents.ts';
import { holdUser } from '#storage/people/users.ts';
import { getCollection, statusOf } from './collections.ts';
import { compareWithLinks } from './other-links.ts';

/**
 * Requests the finalisation. The finalisation starts when all files have been read. The response to the first request
 * always has the status `finalizing`, even if the tasks have already ended when the response is sent. The response to a
 * repeated request has the current status.
 */
export async function finalizeCollection(
  ctx: Ctx,
  id: string,
  product_type: ProductType,
): Promise<FinalizationStarted> {
  const is_first = await inTransaction(ctx, (ctx) => requestFinalization(ctx, id, product_type));
  if (is_first) return presentStarted('finalizing', true);
  const collection = await getCollection(ctx, id);
  return presentStarted(statusOf(collection), collection.product_type !== null);
}

/** Requests the finalisation in the given transaction. A second request changes nothing and returns false. */
export async function requestFinalization(
  ctx: Ctx,
  id: string,
  product_type: ProductType,
  about?: TaskAbout,
): Promise<boolean> {
  // Users are locked before the collection, as in all other code.
  for (const user_id of (await listCollectionUsers(ctx.db, ctx.scope, id)).toSorted()) {
    await holdUser(ctx.db, ctx.scope, user_id);
  }
  const collection = await lockCollection(ctx.db, ctx.scope, id);
  if (collection === undefined) throw new Error('the collection no longer exists');
  if (collection.product_type !== null) return false;
  const files = await listFiles(ctx.db, ctx.scope, id);
  const is_read = files.every(({ status }) => isFinalFile(status));
  if (is_read && !files.some(({ status }) => status === 'successful')) throw nothingRead();
  const requested = { ...collection, product_type, updated_at: ctx.now() };
  await updateCollection(ctx.db, ctx.scope, requested);
  if (is_read) await finalizeIfReady(ctx, requested, about);
  return true;
}

export const nothingRead = () => incorrect({ field: 'documents', message: 'No file could be read.' });

/** The values that a task of the widget has in addition to the user and the product. */
export type TaskAbout = Omit<NewDocumentTask, 'user_id' | 'product_type'>;

/**
 * Starts the finalisation if it was requested. All files must have been read, and the caller must have locked the
 * collection.
 */
export async function finalizeIfReady(ctx: Ctx, collection: Collection, about?: TaskAbout): Promise<void> {
  const { id, product_type } = collection;
  if (product_type === null) return;
  const documents = await listDocuments(ctx.db, ctx.scope, id);
  for (const user_id of await usersWithFiles(ctx, id, documents)) {
    await compareWithLinks(
      ctx,
      user_id,
      documents.filter((document) => document.user_id === user_id),
    );
    const task_id = await createDocumentTask(ctx, { ...about, user_id, product_type });
    await setCollectionTask(ctx.db, ctx.scope, { collection_id: id, user_id, task_id });
  }
  await updateCollection(ctx.db, ctx.scope, { ...collection, finalized_at: ctx.now(), updated_at: ctx.now() });
}

/**
 * Returns the users with at least one file or document in the collection, even if none of their files could be read.
 */
async function usersWithFiles(ctx: Ctx, id: string, documents: readonly StoredDocument[]): Promise<string[]> {
  const files = await listFiles(ctx.db, ctx.scope, id);
  const found = new Set([...files, ...documents].map(({ user_id }) => user_id));
  return (await listCollectionUsers(ctx.db, ctx.scope, id)).filter((user_id) => found.has(user_id));
}

export const getFinalization = (collection: StoredCollection): FinalizationAnswer =>
  presentFinalization(collection, statusOf(collection), collection.results);
