// Stores the contents of files in the file store, and removes them. The store has no transactions, so the database
// records what must be removed (storage/documents/file-removals.ts). Content that a crash leaves in the store is
// therefore always removed later.
import { unavailable } from '#base/errors.ts';
import { SEALED_FILE_BYTES_MAX } from '#domain/documents/file-store.ts';
import type { Ctx, CtxParts } from '#services/platform/ctx.ts';
import type { JobCtx } from '#services/platform/jobs.ts';
import {
  beginRemovals,
  cancelRemovals,
  countRemovals,
  endRemovals,
  type FileRemoval,
  noteRemovals,
  postponeRemovals,
  type RemovalCounts,
} from '#storage/documents/file-removals.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import type { SealedFile } from './files.ts';

/** The time after which an upload is removed if no transaction has called `keepFiles` for it. */
const KEPT_WITHIN_MS = 3_600_000;
const TRY_AGAIN_MS = 600_000;
const BATCH = 100;
/**
 * The number of failures in a row after which the store is probably down. The remaining files then wait for the next
 * run.
 */
const FAILURES_MAX = 3;

/**
 * Stores the contents of files. They are removed after an hour, unless `keepFiles` is called for them. This function
 * may be called within a transaction. If the store is a server, the function should rather be called before the
 * transaction.
 */
export async function storeFiles(
  ctx: Ctx,
  files: readonly (Pick<SealedFile, 'content'> & { id: string })[],
): Promise<void> {
  // The size of an upload was checked before, so a file that is too large is a bug. Such a file could be stored, but
  // not read again.
  if (files.some(({ content }) => content.length > SEALED_FILE_BYTES_MAX)) throw new Error('a file is too large');
  const ids = files.map(({ id }) => id);
  // The scheduled removal must be committed before the upload, even if the caller is in a transaction. A transaction
  // must not wait for a second connection of the same client, so the removal is written through a connection of the
  // system.
  const due_at = new Date(ctx.clock.now().getTime() + KEPT_WITHIN_MS);
  const noted = await noteRemovals(ctx.database.scoped(SYSTEM), ctx.scope, ids, due_at);
  if (noted < ids.length) throw new Error('a file that is being removed cannot be stored again');
  const store = ctx.file_store(ctx.db);
  for (const { id, content } of files) await store.put(ctx.scope, id, content);
}

/**
 * Cancels the scheduled removal of stored files. Must be called in the transaction that inserts the rows of the files.
 */
export async function keepFiles(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const kept = await cancelRemovals(ctx.db, ctx.scope, ids);
  if (kept < ids.length) throw unavailable(new Error('a file was stored more than an hour ago and is being removed'));
}

/** Schedules the removal of stored files. They are removed soon after the current transaction is committed. */
export async function removeFiles(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await noteRemovals(ctx.db, ctx.scope, ids, ctx.clock.now());
}

type Tools = Pick<JobCtx, 'db' | 'clock' | 'log' | 'signal' | 'file_store'>;

/** Removes the contents of all files whose removal is due. A failed removal is tried again after ten minutes. */
export async function removeDueFiles(tools: Tools): Promise<void> {
  const { db, clock, signal } = tools;
  for (let more = true; more && !signal.aborted; ) {
    const due = await beginRemovals(db, clock.now(), BATCH);
    const { removed, failed } = await removeEach(tools, due);
    if (removed.length > 0) await endRemovals(db, removed);
    if (failed.length > 0) await postponeRemovals(db, failed, new Date(clock.now().getTime() + TRY_AGAIN_MS));
    more = removed.length === BATCH;
  }
}

/** Counts the files whose contents should have been removed by now, for the operator. */
export const removalsLeft = ({ database, clock }: Pick<CtxParts, 'database' | 'clock'>): Promise<RemovalCounts> =>
  countRemovals(database.scoped(SYSTEM), clock.now());

async function removeEach(
  { db, log, signal, file_store }: Tools,
  due: readonly FileRemoval[],
): Promise<{ removed: FileRemoval[]; failed: FileRemoval[] }> {
  const store = file_store(db);
  const [removed, failed]: [FileRemoval[], FileRemoval[]] = [[], []];
  let failures_count = 0;
  for (const { client_id, environment, id } of due) {
    if (signal.aborted || failures_count === FAILURES_MAX) break;
    try {
      await store.remove({ client_id, environment }, [id]);
      removed.push({ client_id, environment, id });
      failures_count = 0;
    } catch (err) {
      log.warn({ err, file_id: id }, 'could not remove a file');
      failed.push({ client_id, environment, id });
      failures_count++;
    }
  }
  return { removed, failed };
}
