// Rows of imported files.
import type { ImportRecord } from '#domain/connections/imports.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { insertRows } from '#storage/platform/rows.ts';

export type ImportRow = ImportRecord & {
  content_hash: Buffer;
  is_new: boolean;
  sealed: Buffer;
  content_sealed: Buffer;
};
/** An import with the wrapped key of its person. */
export type StoredImport = ImportRecord & WrappedKey & { sealed: Buffer };
/** The sealed data that was read from the file. */
export type StoredContent = { id: string; content_sealed: Buffer };

const NAMES = [
  'id',
  'user_id',
  'link_id',
  'task_id',
  'content_hash',
  'format',
  'accounts_count',
  'transactions_count',
  'new_transactions_count',
  'statements_count',
  'tax_documents_count',
  'is_new',
  'sealed',
  'content_sealed',
  'created_at',
] as const satisfies readonly (keyof ImportRow)[];

const SHOWN = `i.id, i.user_id, i.link_id, i.task_id, i.format, i.accounts_count, i.transactions_count,
  i.new_transactions_count, i.statements_count, i.tax_documents_count, i.sealed, i.created_at, k.master_key_id, k.wrapped_key`;
const KEY = `join data_keys k on k.client_id = i.client_id and k.environment = i.environment and k.owner_id = i.user_id`;

export const insertImport = (tx: Db, scope: Scope, row: ImportRow): Promise<void> =>
  insertRows(tx, scope, 'imports', NAMES, [row]);

export async function findImport(db: Db, scope: Scope, id: string): Promise<StoredImport | undefined> {
  const { rows } = await db.lookup<StoredImport>(
    `select ${SHOWN} from imports i ${KEY} where i.client_id = $1 and i.environment = $2 and i.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Finds the import of a file by the keyed hash of the file's bytes. */
export async function findImportByContent(
  db: Db,
  scope: Scope,
  user_id: string,
  content_hash: Buffer,
): Promise<StoredImport | undefined> {
  const { rows } = await db.query<StoredImport>(
    `select ${SHOWN} from imports i ${KEY}
     where i.client_id = $1 and i.environment = $2 and i.user_id = $3 and i.content_hash = $4`,
    [scope.client_id, scope.environment, user_id, content_hash],
  );
  return rows[0];
}

/** Returns the contents of the person's imports, in the order in which the files were imported. */
export async function listContentsOf(db: Db, scope: Scope, user_id: string): Promise<StoredContent[]> {
  const { rows } = await db.query<StoredContent>(
    `select id, content_sealed from imports where client_id = $1 and environment = $2 and user_id = $3 order by position`,
    [scope.client_id, scope.environment, user_id],
  );
  return rows;
}

/** Returns the ids of the person's imports, in the order in which the files were imported. */
export async function listImportIdsOf(db: Db, scope: Scope, user_id: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from imports where client_id = $1 and environment = $2 and user_id = $3 order by position`,
    [scope.client_id, scope.environment, user_id],
  );
  return rows.map(({ id }) => id);
}

/** Whether the file of this task contained data that no earlier file contained. */
export async function hasNews(db: Db, scope: Scope, task_id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from imports where client_id = $1 and environment = $2 and task_id = $3 and is_new',
    [scope.client_id, scope.environment, task_id],
  );
  return rowCount > 0;
}
