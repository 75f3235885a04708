// Finds files and documents that belong to different users, although they have the same content or have numbers in
// common.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

const SAME = {
  content: 'document_files where client_id = $1 and environment = $2 and content_hash = $3 and user_id <> $4',
  figures: 'documents where client_id = $1 and environment = $2 and figures_hash = $3 and user_id <> $4',
};

/** Whether another user has a file with the same content, or a document with the same amounts, dates and numbers. */
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

/** A document of another person. `numbers` is how many of the given numbers the document contains. */
type Sharing = { numbers: number; layout: number[] | null };

/**
 * The maximum number of documents returned. One person has only few documents with the same number. So if more
 * documents than this contain a number, the number belongs to many people.
 */
const SHARING_MAX = 50;

/**
 * Returns the documents that contain at least one of the numbers and belong to another user with another name. The
 * document with the most of these numbers comes first.
 */
export async function listSharingNumbers(
  db: Db,
  scope: Scope,
  about: { user_id: string; name_hash: Buffer; number_hashes: readonly Buffer[] },
): Promise<Sharing[]> {
  const { rows } = await db.query<Sharing>(
    `select count(*)::integer as numbers, d.layout from document_numbers n
     join documents d on d.client_id = n.client_id and d.environment = n.environment and d.id = n.document_id
     where n.client_id = $1 and n.environment = $2 and n.number_hash = any($3) and d.user_id <> $4 and d.name_hash <> $5
     group by d.id, d.layout order by numbers desc limit ${SHARING_MAX}`,
    [scope.client_id, scope.environment, about.number_hashes, about.user_id, about.name_hash],
  );
  return rows;
}
