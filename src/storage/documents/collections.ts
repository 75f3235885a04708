// Rows of document collections and of their users.
import type { FileStatus } from '#domain/documents/collection-files.ts';
import type { Collection, CollectionCounts, CollectionResult } from '#domain/documents/collections.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import type { List } from '#storage/platform/lists/pages.ts';
import { insertRows } from '#storage/platform/rows.ts';

/** A collection of uploaded files, together with all data from which the status of the collection is derived. */
export type StoredCollection = Collection &
  CollectionCounts & { file_statuses: FileStatus[]; results: CollectionResult[] };

const OF = (other: string): string =>
  `${other}.client_id = c.client_id and ${other}.environment = c.environment and ${other}.collection_id = c.id`;

const OWN = [
  'id',
  'product_type',
  'bridge_token_id',
  'order_id',
  'suborder_id',
  'template_id',
  'browser_hash',
  'created_at',
  'updated_at',
  'finalized_at',
];
const COLUMNS = `${OWN.map((name) => `c.${name}`).join(', ')},
  array(select f.status from document_files f where ${OF('f')} order by f.position) as file_statuses,
  (select count(*)::int from document_files f where ${OF('f')}) as files_count,
  (select count(*)::int from documents d where ${OF('d')}) as documents_count,
  (select count(*)::int from document_collection_users u where ${OF('u')}) as users_count,
  coalesce((select json_agg(json_build_object('user_id', t.user_id, 'task_id', t.id, 'link_id', t.link_id,
      'status', t.status, 'error_message', t.error_message, 'finished_at', t.finished_at) order by u.position)
    from document_collection_users u
    join tasks t on t.client_id = u.client_id and t.environment = u.environment and t.id = u.task_id
    where ${OF('u')}), '[]') as results`;

export const COLLECTIONS: List = {
  name: 'document_collections',
  table: 'document_collections',
  alias: 'c',
  columns: COLUMNS,
  filters: {},
};

/** Converts the times in `results` to dates. They are strings, because JSON has no dates. */
export const toCollection = (row: StoredCollection): StoredCollection => ({
  ...row,
  results: row.results.map((result) => ({
    ...result,
    finished_at: result.finished_at === null ? null : new Date(result.finished_at),
  })),
});

export async function findCollection(db: Db, scope: Scope, id: string): Promise<StoredCollection | undefined> {
  const { rows } = await db.lookup<StoredCollection>(
    `select ${COLUMNS} from document_collections c where c.client_id = $1 and c.environment = $2 and c.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows.map(toCollection)[0];
}

export async function insertCollection(tx: Db, scope: Scope, collection: Collection): Promise<void> {
  await insertRows<Collection>(
    tx,
    scope,
    'document_collections',
    ['id', 'bridge_token_id', 'order_id', 'suborder_id', 'template_id', 'browser_hash', 'created_at', 'updated_at'],
    [collection],
  );
}

/**
 * Finds the newest collection that belongs to this widget visit and still accepts files. A landing page has a new token
 * on each visit, so its collection is found by the suborder and the browser instead.
 */
export async function findOpenCollection(
  db: Db,
  scope: Scope,
  visit: Pick<Collection, 'bridge_token_id' | 'suborder_id' | 'browser_hash'>,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from document_collections
     where client_id = $1 and environment = $2 and suborder_id is not distinct from $4 and product_type is null
       and (bridge_token_id = $3 or suborder_id = $4 and browser_hash = $5)
     order by created_at desc, id desc limit 1`,
    [scope.client_id, scope.environment, visit.bridge_token_id, visit.suborder_id, visit.browser_hash],
  );
  return rows[0]?.id;
}

/** Locks the collection until the transaction ends, so that only one transaction changes its files or finalises it. */
export async function lockCollection(tx: Db, scope: Scope, id: string): Promise<Collection | undefined> {
  const { rows } = await tx.query<Collection>(
    `select ${OWN.join(', ')} from document_collections
     where client_id = $1 and environment = $2 and id = $3 for update`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

export async function updateCollection(tx: Db, scope: Scope, collection: Collection): Promise<void> {
  await tx.query(
    `update document_collections set product_type = $4, updated_at = $5, finalized_at = $6
     where client_id = $1 and environment = $2 and id = $3`,
    [
      scope.client_id,
      scope.environment,
      collection.id,
      collection.product_type,
      collection.updated_at,
      collection.finalized_at,
    ],
  );
}

/** Adds users to the collection, behind its existing users. Users who already belong to the collection are skipped. */
export async function addCollectionUsers(
  tx: Db,
  scope: Scope,
  collection_id: string,
  user_ids: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into document_collection_users (client_id, environment, collection_id, user_id, position)
     select $1, $2, $3, added.user_id, added.position + (
       select count(*) from document_collection_users where client_id = $1 and environment = $2 and collection_id = $3)
     from unnest($4::text[]) with ordinality as added (user_id, position)
     on conflict do nothing`,
    [scope.client_id, scope.environment, collection_id, [...new Set(user_ids)]],
  );
}

export async function listCollectionUsers(db: Db, scope: Scope, collection_id: string): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select user_id from document_collection_users
     where client_id = $1 and environment = $2 and collection_id = $3 order by position, user_id`,
    [scope.client_id, scope.environment, collection_id],
  );
  return rows.map(({ user_id }) => user_id);
}

export async function setCollectionTask(
  tx: Db,
  scope: Scope,
  { collection_id, user_id, task_id }: { collection_id: string; user_id: string; task_id: string },
): Promise<void> {
  await tx.query(
    `update document_collection_users set task_id = $5
     where client_id = $1 and environment = $2 and collection_id = $3 and user_id = $4`,
    [scope.client_id, scope.environment, collection_id, user_id, task_id],
  );
}

export async function findTaskOf(
  db: Db,
  scope: Scope,
  collection_id: string,
  user_id: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ task_id: string | null }>(
    `select task_id from document_collection_users
     where client_id = $1 and environment = $2 and collection_id = $3 and user_id = $4`,
    [scope.client_id, scope.environment, collection_id, user_id],
  );
  return rows[0]?.task_id ?? undefined;
}

/** Removes an erased user from all collections. */
export async function removeCollectionUser(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query('delete from document_collection_users where client_id = $1 and environment = $2 and user_id = $3', [
    scope.client_id,
    scope.environment,
    user_id,
  ]);
}
