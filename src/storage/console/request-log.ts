// Rows of the request log. Each row holds the requests of about one second, oldest first.
import type { RequestEntry } from '#domain/console/request-log.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type NewChunk = Scope & {
  id: string;
  newest_at: Date;
  outcomes: number;
  entries: readonly RequestEntry[];
};

/** Inserts rows of any client. Needs the system scope. */
export async function insertChunks(db: Db, chunks: readonly NewChunk[]): Promise<void> {
  await db.query(
    `insert into request_chunks (client_id, environment, id, newest_at, entries_count, outcomes, entries)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[])`,
    [
      chunks.map(({ client_id }) => client_id),
      chunks.map(({ environment }) => environment),
      chunks.map(({ id }) => id),
      chunks.map(({ newest_at }) => newest_at),
      chunks.map(({ entries }) => entries.length),
      chunks.map(({ outcomes }) => outcomes),
      chunks.map(({ entries }) => JSON.stringify(entries)),
    ],
  );
}

/**
 * Each row stores a batch of requests. `entries` is the batch as JSON text, or null if the filter rules out every
 * request in the batch. `searched` is the number of requests whose text was searched.
 */
export type ReadChunk = { id: string; newest_at: Date; searched: number; entries: string | null };

export type ChunkFilter = {
  /** A bit mask of the requested outcomes. */
  outcomes: number;
  /** The beginning of the path; empty if any path is requested. */
  path: string;
};

/**
 * The possible row limits of one statement. There are several limits, because a row may hold a thousand requests or
 * only one. The limits are constants in the statements, so that the planner expects few rows.
 */
export const CHUNK_ROWS = [3, 20, 200] as const;
const ROWS_MAX = 200;

/** Returns up to `rows_max` rows at or before a position, newest first. */
export async function listChunks(
  db: Db,
  scope: Scope,
  from: { newest_at: Date | string; id: string },
  since: Date,
  { outcomes, path }: ChunkFilter,
  rows_max: (typeof CHUNK_ROWS)[number],
): Promise<ReadChunk[]> {
  const { rows } = await db.query<ReadChunk>(
    `select id, newest_at, case when outcomes & $6 <> 0 then entries_count else 0 end as searched,
       case when outcomes & $6 <> 0 and ($7 = '' or strpos(entries, $7) > 0) then entries end as entries
     from request_chunks
     where client_id = $1 and environment = $2 and (newest_at, id) <= ($3, $4) and newest_at >= $5
     order by newest_at desc, id desc limit ${rows_max}`,
    [scope.client_id, scope.environment, from.newest_at, from.id, since, outcomes, textOf(path)],
  );
  return rows;
}

/**
 * Returns the text to search for in a row's JSON text: the beginning of a JSON string that begins with `path`. The JSON
 * text of every row that has a request to such a path contains this text. Returns '' if any path is requested.
 */
const textOf = (path: string): string => (path === '' ? '' : JSON.stringify(path).slice(0, -1));

/** Returns the row that contains the request. Searches only rows whose newest entry is in the given time range. */
export async function findChunkOf(
  db: Db,
  scope: Scope,
  request_id: string,
  since: Date,
  until: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ entries: string }>(
    `select entries from (
       select newest_at, id, entries from request_chunks
       where client_id = $1 and environment = $2 and newest_at >= $3 and newest_at <= $4
       order by newest_at, id limit ${ROWS_MAX}
     ) near where position($5 in entries) > 0 order by newest_at, id limit 1`,
    [scope.client_id, scope.environment, since, until, request_id],
  );
  return rows[0]?.entries;
}
