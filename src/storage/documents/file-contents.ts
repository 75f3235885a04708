// The file store in the database. The content of a file is stored in pieces (migration 0048).
import type { FileStore } from '#domain/documents/file-store.ts';
import type { Db } from '#storage/platform/db.ts';

const PIECE_BYTES = 512 * 1024;
/**
 * The maximum number of files that one statement deletes. A statement has a timeout, and deleting a file of 10 MB takes
 * up to 100 ms.
 */
const DELETED_AT_ONCE = 10;

/**
 * Returns a file store that uses this handle. If the handle belongs to a transaction, all reads and writes are part of
 * that transaction.
 */
export const databaseFileStore = (db: Db): FileStore => ({
  put: ({ client_id, environment }, id, sealed) =>
    db.transaction(async (tx) => {
      const pieces = piecesOf(sealed);
      for (const [piece, content] of pieces.entries()) {
        await tx.query(
          `insert into file_contents (client_id, environment, id, piece, content) values ($1, $2, $3, $4, $5)
           on conflict (client_id, environment, id, piece) do update set content = excluded.content`,
          [client_id, environment, id, piece, content],
        );
      }
      await tx.query(
        `delete from file_contents where client_id = $1 and environment = $2 and id = $3 and piece >= $4`,
        [client_id, environment, id, pieces.length],
      );
    }),
  async get({ client_id, environment }, id) {
    const { rows } = await db.query<{ content: Buffer }>(
      `select content from file_contents where client_id = $1 and environment = $2 and id = $3 order by piece`,
      [client_id, environment, id],
    );
    return rows.length === 0 ? undefined : Buffer.concat(rows.map(({ content }) => content));
  },
  async remove({ client_id, environment }, ids) {
    for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
      await db.query(`delete from file_contents where client_id = $1 and environment = $2 and id = any($3)`, [
        client_id,
        environment,
        ids.slice(at, at + DELETED_AT_ONCE),
      ]);
    }
  },
});

/**
 * Splits a file into pieces. An empty file has one empty piece, because a file without pieces is treated as missing.
 */
function piecesOf(sealed: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(sealed.length / PIECE_BYTES));
  return Array.from({ length: count }, (_, at) => sealed.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES));
}
