// Finds files and documents that belong to different users but have the same content, or numbers in common.
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

/** A document of another person, and how many of the given numbers it has. */
type Sharing = { numbers: number; layout: number[] | null };

/** One person has few documents with a number, so more rows would be the same number of many people. */
const SHARING_MAX = 50;

/** Returns the documents of other users, with another name, that have some of the numbers; most numbers first. */
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
