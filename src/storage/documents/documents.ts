// Rows of the documents in uploaded files, and of their reviews.
import type { DocumentRecord } from '#domain/documents/collection-documents.ts';
import type { ReviewStatus } from '#domain/documents/uploaded-documents.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { noteDeleted, noteMoves } from '#storage/platform/lists/list-blocks.ts';
import { partOf } from '#storage/platform/lists/list-parts.ts';
import type { List } from '#storage/platform/lists/pages.ts';
import { insertRows } from '#storage/platform/rows.ts';

export type DocumentRow = Omit<DocumentRecord, 'review_status'> & {
  figures_hash: Buffer | null;
  name_hash: Buffer | null;
  layout: number[] | null;
  /** Hashes of the numbers that the employer gave to the document or its person, such as an employee number. */
  number_hashes: Buffer[];
  sealed: Buffer;
};
export type StoredDocument = DocumentRecord & { sealed: Buffer };

const NAMES = [
  'id',
  'collection_id',
  'file_id',
  'user_id',
  'document_type',
  'first_page',
  'last_page',
  'is_suspicious',
  'figures_hash',
  'name_hash',
  'layout',
  'sealed',
  'created_at',
] as const satisfies readonly (keyof DocumentRow)[];

const SHOWN = `d.id, d.collection_id, d.file_id, d.user_id, d.document_type, d.first_page, d.last_page, d.is_suspicious,
  d.sealed, d.created_at, coalesce(r.review_status, 'not_required') as review_status`;
const REVIEW = `left join document_reviews r on r.client_id = d.client_id and r.environment = d.environment and r.id = d.id`;

/** Inserts documents. The review of a suspicious document is pending from the start. */
export async function insertDocuments(tx: Db, scope: Scope, documents: readonly DocumentRow[]): Promise<void> {
  await insertRows(tx, scope, 'documents', NAMES, documents);
  const numbers = documents.flatMap(({ id, number_hashes }) =>
    number_hashes.map((number_hash) => ({ number_hash, document_id: id })),
  );
  await insertRows(tx, scope, 'document_numbers', ['number_hash', 'document_id'], numbers);
  const pending = documents
    .filter(({ is_suspicious }) => is_suspicious)
    .map(({ id, created_at }) => ({ id, created_at, review_status: 'pending' }));
  await insertRows(tx, scope, 'document_reviews', ['id', 'review_status', 'created_at'], pending);
}

export async function listDocuments(db: Db, scope: Scope, collection_id: string): Promise<StoredDocument[]> {
  const { rows } = await db.query<StoredDocument>(
    `select ${SHOWN} from documents d ${REVIEW}
     join document_files f on f.client_id = d.client_id and f.environment = d.environment and f.id = d.file_id
     where d.client_id = $1 and d.environment = $2 and d.collection_id = $3 order by f.position, d.first_page, d.id`,
    [scope.client_id, scope.environment, collection_id],
  );
  return rows;
}

/** Returns the user's documents in all collections that were finalised into this link. */
export async function listDocumentsOfLink(
  db: Db,
  scope: Scope,
  { user_id, link_id }: { user_id: string; link_id: string },
): Promise<StoredDocument[]> {
  const { rows } = await db.query<StoredDocument>(
    `select ${SHOWN} from document_collection_users u
     join tasks t on t.client_id = u.client_id and t.environment = u.environment and t.id = u.task_id and t.link_id = $4
     join documents d on d.client_id = u.client_id and d.environment = u.environment
       and d.collection_id = u.collection_id and d.user_id = u.user_id
     ${REVIEW}
     where u.client_id = $1 and u.environment = $2 and u.user_id = $3 order by d.created_at, d.id`,
    [scope.client_id, scope.environment, user_id, link_id],
  );
  return rows;
}

/**
 * Returns the link that received the documents when the document's collection was finalised, and the order for which
 * the collection was finalised. Returns undefined before finalisation.
 */
export async function findLinkOfDocument(
  db: Db,
  scope: Scope,
  { collection_id, user_id }: Pick<DocumentRecord, 'collection_id' | 'user_id'>,
): Promise<{ link_id: string; order_id: string | null } | undefined> {
  const { rows } = await db.query<{ link_id: string; order_id: string | null }>(
    `select t.link_id, t.order_id from document_collection_users u
     join tasks t on t.client_id = u.client_id and t.environment = u.environment and t.id = u.task_id
     where u.client_id = $1 and u.environment = $2 and u.collection_id = $3 and u.user_id = $4`,
    [scope.client_id, scope.environment, collection_id, user_id],
  );
  return rows[0];
}

export async function findDocument(db: Db, scope: Scope, id: string): Promise<StoredDocument | undefined> {
  const { rows } = await db.lookup<StoredDocument>(
    `select ${SHOWN} from documents d ${REVIEW} where d.client_id = $1 and d.environment = $2 and d.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

export const REVIEWS: List = {
  name: 'document_reviews',
  table: 'document_reviews',
  alias: 'r',
  join: 'join documents d on d.client_id = r.client_id and d.environment = r.environment and d.id = r.id',
  columns: SHOWN,
  filters: { review_status: { column: 'review_status', is_counted: true } },
};

export type Review = { id: string; review_status: ReviewStatus; note_sealed: Buffer; reviewed_at: Date };

/** Returns the decision about a document; undefined while nobody has decided. */
export async function findReview(
  db: Db,
  scope: Scope,
  id: string,
): Promise<Pick<Review, 'note_sealed' | 'reviewed_at'> | undefined> {
  const { rows } = await db.query<Pick<Review, 'note_sealed' | 'reviewed_at'>>(
    `select note_sealed, reviewed_at from document_reviews
     where client_id = $1 and environment = $2 and id = $3 and reviewed_at is not null`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Writes a reviewer's decision. Returns false if the document needs no review. */
export async function writeReview(tx: Db, scope: Scope, review: Review): Promise<boolean> {
  const { rows } = await tx.query<{ created_at: Date; before: ReviewStatus }>(
    `update document_reviews r set review_status = $4, note_sealed = $5, reviewed_at = $6
     from (select id, review_status from document_reviews
       where client_id = $1 and environment = $2 and id = $3 for update) as old
     where r.client_id = $1 and r.environment = $2 and r.id = old.id
     returning r.created_at, old.review_status as before`,
    [scope.client_id, scope.environment, review.id, review.review_status, review.note_sealed, review.reviewed_at],
  );
  const [row] = rows;
  if (row === undefined) return false;
  const { created_at, before } = row;
  const move = (status: ReviewStatus, change: 1 | -1) => ({
    list: REVIEWS,
    created_at,
    id: review.id,
    parts: [partOf('review_status', status)],
    change,
  });
  if (before !== review.review_status) await noteMoves(tx, scope, [move(before, -1), move(review.review_status, 1)]);
  return true;
}

/**
 * A change of a document's signals. The review of a document that becomes suspicious is pending from `changed_at` on.
 */
export type SignalChange = Pick<StoredDocument, 'id' | 'is_suspicious' | 'sealed'> & { changed_at: Date };

/** Stores the signals of a document. An existing review stays as it is. */
export async function writeSignals(
  tx: Db,
  scope: Scope,
  { id, is_suspicious, sealed, changed_at }: SignalChange,
): Promise<void> {
  await tx.query(
    `with changed as (
       update documents set is_suspicious = $4, sealed = $5
       where client_id = $1 and environment = $2 and id = $3 returning id
     )
     insert into document_reviews (client_id, environment, id, review_status, created_at)
     select $1, $2, changed.id, 'pending', $6 from changed where $4
     on conflict (client_id, environment, id) do nothing`,
    [scope.client_id, scope.environment, id, is_suspicious, sealed, changed_at],
  );
}

/**
 * Deletes the documents of an erased user, and those documents in the user's files that belong to no user. Also deletes
 * the reviews and numbers of all these documents. The rows of the files must still exist.
 */
export const deleteDocumentsOf = (tx: Db, scope: Scope, user_id: string): Promise<void> =>
  deleteDocuments(
    tx,
    scope,
    `(user_id = $3 or user_id is null and (collection_id, file_id) in (
       select collection_id, id from document_files where client_id = $1 and environment = $2 and user_id = $3
     ))`,
    [user_id],
  );

/** Deletes the documents of a removed file, with their reviews and numbers. */
export const deleteDocumentsOfFile = (
  tx: Db,
  scope: Scope,
  { id, collection_id }: { id: string; collection_id: string },
): Promise<void> => deleteDocuments(tx, scope, 'collection_id = $3 and file_id = $4', [collection_id, id]);

async function deleteDocuments(tx: Db, scope: Scope, which: string, values: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ id: string; created_at: Date; review_status: ReviewStatus }>(
    `with gone as (
       delete from documents where client_id = $1 and environment = $2 and ${which} returning id
     ), numbers as (
       delete from document_numbers n using gone
       where n.client_id = $1 and n.environment = $2 and n.document_id = gone.id
     )
     delete from document_reviews r using gone
     where r.client_id = $1 and r.environment = $2 and r.id = gone.id returning r.id, r.created_at, r.review_status`,
    [scope.client_id, scope.environment, ...values],
  );
  for (const row of rows) await noteDeleted(tx, scope, REVIEWS, row);
}
