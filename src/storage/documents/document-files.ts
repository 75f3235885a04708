// Rows of uploaded files. Their content is in the file store.
import type { FileError, FileStatus, Validations } from '#domain/documents/collection-files.ts';
import type { PageProgress } from '#domain/documents/file-readings.ts';
import type { UploadType } from '#domain/documents/uploads.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { insertRows } from '#storage/platform/rows.ts';

export type FileRow = {
  id: string;
  collection_id: string;
  /** The file's position in the collection, in the order of upload. */
  position: number;
  user_id: string | null;
  status: FileStatus;
  /**
   * Before the file is read, the type that the upload declares. After that, the type detected from the file's bytes.
   */
  mime_type: UploadType;
  /** A keyed hash of the content, by which a second upload of the same file is recognised. */
  content_hash: Buffer;
  /** The file's key, wrapped with the user's key or, while `user_id` is null, with the client's key. */
  wrapped_key: Buffer;
  /** The sealed name, checksum and chosen kind of the file. */
  sealed: Buffer;
  validations: Validations;
  error: FileError | null;
  created_at: Date;
  updated_at: Date;
};
export type StoredFile = FileRow & {
  /** How many times a worker has started to read the file. */
  tries: number;
  /** The page that is being read, and the number of pages; null if unknown. */
  reading_page: number | null;
  pages_count: number | null;
};

const NAMES = [
  'id',
  'collection_id',
  'position',
  'user_id',
  'status',
  'mime_type',
  'content_hash',
  'wrapped_key',
  'sealed',
  'validations',
  'error',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof FileRow)[];
const COLUMNS = [...NAMES, 'tries', 'reading_page', 'pages_count'].join(', ');

export const insertFiles = (tx: Db, scope: Scope, files: readonly FileRow[]): Promise<void> =>
  insertRows(tx, scope, 'document_files', NAMES, files);

export async function findFile(db: Db, scope: Scope, id: string): Promise<StoredFile | undefined> {
  const { rows } = await db.lookup<StoredFile>(
    `select ${COLUMNS} from document_files where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Finds the scope to which a file belongs. Needs the system scope. */
export async function findFileScope(db: Db, id: string): Promise<Scope | undefined> {
  const { rows } = await db.lookup<Scope>('select client_id, environment from document_files where id = $1', [id]);
  return rows[0];
}

/** Returns the files of a collection, in the order of upload. */
export async function listFiles(db: Db, scope: Scope, collection_id: string): Promise<StoredFile[]> {
  const { rows } = await db.query<StoredFile>(
    `select ${COLUMNS} from document_files
     where client_id = $1 and environment = $2 and collection_id = $3 order by position`,
    [scope.client_id, scope.environment, collection_id],
  );
  return rows;
}

/** Marks the file as being read. Returns undefined if the file has already been read, or was erased. */
export async function beginReading(db: Db, scope: Scope, id: string, now: Date): Promise<StoredFile | undefined> {
  const { rows } = await db.query<StoredFile>(
    `update document_files set status = 'validating', updated_at = $4, reading_page = null
     where client_id = $1 and environment = $2 and id = $3 and status in ('pending', 'validating')
     returning ${COLUMNS}`,
    [scope.client_id, scope.environment, id, now],
  );
  return rows[0];
}

/** Increases by one the number of times that a worker has started to read the file. */
export async function countTry(db: Db, scope: Scope, id: string): Promise<void> {
  await db.query('update document_files set tries = tries + 1 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
  ]);
}

/** Stores which page is being read. A file that already has a result is not changed. */
export async function noteProgress(db: Db, scope: Scope, id: string, { page, pages }: PageProgress): Promise<void> {
  await db.query(
    `update document_files set reading_page = $4, pages_count = $5
     where client_id = $1 and environment = $2 and id = $3 and status = 'validating'`,
    [scope.client_id, scope.environment, id, page, pages],
  );
}

/** Writes the result of reading. Returns false if the file already has a result, or was erased. */
export async function endReading(tx: Db, scope: Scope, file: FileRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update document_files set user_id = $4, status = $5, wrapped_key = $6, sealed = $7, validations = $8, error = $9,
       updated_at = $10, mime_type = $11, reading_page = null
     where client_id = $1 and environment = $2 and id = $3 and status = 'validating'`,
    [
      scope.client_id,
      scope.environment,
      file.id,
      file.user_id,
      file.status,
      file.wrapped_key,
      file.sealed,
      file.validations,
      file.error,
      file.updated_at,
      file.mime_type,
    ],
  );
  return rowCount > 0;
}

export async function deleteFile(tx: Db, scope: Scope, id: string): Promise<void> {
  await tx.query('delete from document_files where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
  ]);
}

/** Changes the status of a duplicate file to pending, so that the file is read. */
export async function unmarkDuplicate(tx: Db, scope: Scope, id: string, now: Date): Promise<void> {
  await tx.query(
    `update document_files set status = 'pending', updated_at = $4
     where client_id = $1 and environment = $2 and id = $3 and status = 'duplicate'`,
    [scope.client_id, scope.environment, id, now],
  );
}

/** Deletes the files of an erased user. Returns the ids of these files, so that the caller can remove the contents. */
export async function deleteFilesOf(tx: Db, scope: Scope, user_id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'delete from document_files where client_id = $1 and environment = $2 and user_id = $3 returning id',
    [scope.client_id, scope.environment, user_id],
  );
  return rows.map(({ id }) => id);
}

/** Returns the error of the user's newest file that has an error. */
export async function findFileError(db: Db, scope: Scope, user_id: string): Promise<FileError | undefined> {
  const { rows } = await db.query<{ error: FileError }>(
    `select error from document_files
     where client_id = $1 and environment = $2 and user_id = $3 and error is not null order by created_at desc, id limit 1`,
    [scope.client_id, scope.environment, user_id],
  );
  return rows[0]?.error;
}
