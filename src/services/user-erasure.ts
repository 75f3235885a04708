// Erases a user: the links with all their data, everything else stored about the user, and the user's data key. Without
// the data key, nothing that was sealed with it can be read again.
import { deleteBridgeTokensOf } from '#storage/connections/bridge-tokens.ts';
import { lockLinksOf } from '#storage/connections/links.ts';
import { lockRunningTasks, type StoredTask } from '#storage/connections/tasks.ts';
import { removeCollectionUser } from '#storage/documents/collections.ts';
import { deleteFilesOf } from '#storage/documents/document-files.ts';
import { deleteDocumentsOf } from '#storage/documents/documents.ts';
import { deleteCertificationsOf } from '#storage/orders/certifications.ts';
import { deleteOrderMessagesOf } from '#storage/orders/order-messages.ts';
import { deleteOrderVisitorsOf } from '#storage/orders/order-visitors.ts';
import { forgetOrdersOf } from '#storage/orders/orders.ts';
import { deleteUser as deleteRow, findUser, lockUser, USERS } from '#storage/people/users.ts';
import { noteDeleted } from '#storage/platform/lists/list-blocks.ts';
import { announceErasure } from '#storage/platform/notices.ts';
import { deleteScoringReportsOf } from '#storage/reports/scoring-reports.ts';
import { deleteUserReportsOf } from '#storage/reports/user-reports.ts';
import { eraseLink, linksOf, revokeAfterCommit, type StoredLink } from './connections/links.ts';
import { endTask } from './connections/task-moves.ts';
import { openSecretsOf } from './connections/task-secrets.ts';
import { removeFiles } from './documents/stored-files.ts';
import { cancelOrdersOf } from './orders/order-moves.ts';
import { type Ctx, inTransaction, missing } from './platform/ctx.ts';

export async function deleteUser(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const link of await erase(ctx, id)) revokeAfterCommit(ctx, link);
  });
}

/** Erases the user; returns the links that the user had. */
async function erase(ctx: Ctx, id: string): Promise<StoredLink[]> {
  const stored = await lockUser(ctx.db, ctx.scope, id);
  if (stored === undefined) throw await missing(ctx, (db, scope) => findUser(db, scope, id));
  // Locks are taken in the same sequence as in a task step: link, task, order. Any other sequence may deadlock with a
  // worker that is writing a step, and the database takes a second to resolve a deadlock.
  await lockLinksOf(ctx.db, ctx.scope, id);
  // Tasks are locked before the links are listed. So a worker that is about to create a link either creates the link
  // before the links are listed or finds that the task has ended. The orders are canceled before the tasks are ended,
  // so that open suborders become canceled. In the reverse order, open suborders would fail together with their tasks.
  const running = await lockRunningTasks(ctx.db, ctx.scope, id);
  await cancelOrdersOf(ctx, id);
  await endTasks(ctx, running);
  const links = await linksOf(ctx, [id]);
  for (const link of links) await eraseLink(ctx, link);
  await forgetOrdersOf(ctx.db, ctx.scope, id);
  await deleteOrderMessagesOf(ctx.db, ctx.scope, id);
  await deleteOrderVisitorsOf(ctx.db, ctx.scope, id);
  await deleteCertificationsOf(ctx.db, ctx.scope, id);
  await deleteDocumentsOf(ctx.db, ctx.scope, id);
  await removeFiles(ctx, await deleteFilesOf(ctx.db, ctx.scope, id));
  await removeCollectionUser(ctx.db, ctx.scope, id);
  await deleteBridgeTokensOf(ctx.db, ctx.scope, id);
  await deleteUserReportsOf(ctx.db, ctx.scope, id);
  await deleteScoringReportsOf(ctx.db, ctx.scope, id);
  await deleteRow(ctx.db, ctx.scope, id);
  // The user has no products any more, because the deletion of the user's last link has also removed the last product.
  await noteDeleted(ctx.db, ctx.scope, USERS, { ...stored, products: [] });
  await announceErasure(ctx.db, id);
  ctx.db.afterCommit(() => ctx.vault.forget(id));
  return links;
}

/**
 * Ends running tasks while the data key still exists. Without the key, a running task could not be unsealed and would
 * never end.
 */
async function endTasks(ctx: Ctx, running: readonly StoredTask[]): Promise<void> {
  for (const row of running) {
    await endTask(ctx, await openSecretsOf(ctx, row), 'error', 'The user was deleted.');
  }
}
