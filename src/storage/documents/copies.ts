// Finds files and documents that belong to different users but have the same content.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

const SAME = {
  content: 'document_files where client_id = $1 and environment = $2 and content_hash = $3 and user_id <> $4',
  figures: 'documents where client_id = $1 and environment = $2 and figures_hash = $3 and user_id <> $4',
};

/** Whether another user has a file with the same content, or a document with the same figures. */
export async function isOfAnotherUser(
  db: Db,
  scope: Scope,
  what: keyof typeof SAME,
  hash: Buffer,
  user_id: string,
): Promise<boolean> {
  const { rowCount } = await db.query(`select 1 from ${SAME[what]} limit 1`, [
    scope.client_id,
    scope.environment,
    hash,
    user_id,
  ]);
  return rowCount > 0;
}
