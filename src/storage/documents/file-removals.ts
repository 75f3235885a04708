// Rows for files whose content must be removed from the file store (migration 0048).
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type FileRemoval = Scope & { id: string };

/**
 * Schedules files to be removed at `due_at`. Files whose removal has already begun are left out. Returns how many
 * removals were scheduled.
 */
export async function noteRemovals(db: Db, scope: Scope, ids: readonly string[], due_at: Date): Promise<number> {
  const { rowCount } = await db.query(
    `insert into file_removals (client_id, environment, id, due_at) select $1, $2, id, $4 from unnest($3::text[]) as id
     on conflict (client_id, environment, id) do update set due_at = excluded.due_at
     where not file_removals.has_begun`,
    [scope.client_id, scope.environment, ids, due_at],
  );
  return rowCount;
}

/**
 * `due` counts removals that are due but were not begun. `failing` counts removals that were begun but have not ended.
 */
export type RemovalCounts = { due: number; failing: number };

/** Counts the removals of all clients. Needs the system scope. */
export async function countRemovals(db: Db, now: Date): Promise<RemovalCounts> {
  const { rows } = await db.query<RemovalCounts>(
    `select count(*) filter (where not has_begun)::int as due, count(*) filter (where has_begun)::int as failing
     from file_removals where due_at <= $1 or has_begun`,
    [now],
  );
  return rows[0] ?? { due: 0, failing: 0 };
}

/** Cancels removals that have not begun yet. Returns how many removals were cancelled. */
export async function cancelRemovals(db: Db, scope: Scope, ids: readonly string[]): Promise<number> {
  const { rowCount } = await db.query(
    `delete from file_removals where client_id = $1 and environment = $2 and id = any($3) and not has_begun`,
    [scope.client_id, scope.environment, ids],
  );
  return rowCount;
}

/**
 * Begins the removals that have been due for the longest time. Skips a removal that another transaction is cancelling
 * and whose row it has locked.
 */
export async function beginRemovals(db: Db, now: Date, limit: number): Promise<FileRemoval[]> {
  const { rows } = await db.query<FileRemoval>(
    `update file_removals set has_begun = true where (client_id, environment, id) in (
       select client_id, environment, id from file_removals where due_at <= $1 order by due_at limit $2
       for update skip locked)
     returning client_id, environment, id`,
    [now, limit],
  );
  return rows;
}

export async function endRemovals(db: Db, removed: readonly FileRemoval[]): Promise<void> {
  await db.query(
    `delete from file_removals where (client_id, environment, id) in (
       select * from unnest($1::text[], $2::text[], $3::text[]))`,
    columnsOf(removed),
  );
}

/** Postpones failed removals. They are tried again at `due_at`. */
export async function postponeRemovals(db: Db, failed: readonly FileRemoval[], due_at: Date): Promise<void> {
  await db.query(
    `update file_removals set due_at = $4 where (client_id, environment, id) in (
       select * from unnest($1::text[], $2::text[], $3::text[]))`,
    [...columnsOf(failed), due_at],
  );
}

const columnsOf = (removals: readonly FileRemoval[]): [string[], string[], string[]] => [
  removals.map(({ client_id }) => client_id),
  removals.map(({ environment }) => environment),
  removals.map(({ id }) => id),
];
