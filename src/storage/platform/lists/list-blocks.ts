// The closed blocks of a list (migrations 0008 and 0034), and their chapters. This module closes a block once no more
// rows can be inserted into it. It also keeps the counts of closed blocks correct. Code that deletes a row, or changes
// a column by which the list is filtered, writes a correction to `list_moves`. The correction is later added to the
// counts. Inserting a row needs no extra work.

import { type Clock, ownerNow } from '#base/clock.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { partsOf, partsSql } from './list-parts.ts';
import { blockOf, blockRows, chapterBlocks, chaptersOf, type Filter, type List, nextBlockEnd } from './list-sql.ts';

/**
 * The maximum number of blocks that are closed per step. With this number, a step holds its lock for at most 100 ms,
 * even in a list of 300,000 rows.
 */
const BLOCKS_PER_STEP = 20;
/**
 * The maximum number of chapters created per step. The number is limited because a list whose blocks were closed before
 * chapters were introduced needs many chapters.
 */
const CHAPTERS_PER_STEP = 5;
/**
 * The maximum time between the `created_at` of a row and the moment at which the row appears in the list. The two
 * differ because a transaction lasts up to 30 s and because the clocks of two of our servers may differ. If the sandbox
 * clock of the rows' owner is moved, work that began before the move may still insert rows with the old time for this
 * many seconds after the move.
 */
const SETTLING_SECONDS = 120;
/**
 * A row that was inserted more recently than this is in no closed block, so a change of the row needs no correction of
 * the counts. The row was inserted within 30 s of its `created_at`, and the transaction that changes the row lasts at
 * most 30 s as well. So this transaction ends before a block that contains the row is closed. Most changes happen right
 * after the insert.
 */
const YOUNG_SECONDS = 30;

/**
 * The maximum number of corrections processed in one step. The number is limited because a hundred thousand corrections
 * wait if a batch of orders expires at once.
 */
const movesPerStep = (list: List): number => 2 * blockRows(list);

/** Closes up to 20 blocks and makes up to 5 chapters; returns whether there is more to do. `now` is real time. */
export async function closeBlocks(db: Db, scope: Scope, list: List, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The lock is taken before the statement that reads the list, so that two concurrent calls run one after the other.
    const { rows } = await tx.query<Timekeeping>(
      `select clock_offset_seconds, clock_moved_at from environments
        where client_id = $1 and environment = $2 for update`,
      [scope.client_id, scope.environment],
    );
    const settled_at = settledAt(rows[0], now);
    if (settled_at === undefined) return false;
    const own = [scope.client_id, scope.environment, settled_at];
    const { rows: blocks } = await tx.query<{ has_more: boolean }>(closeSql(list), own);
    const { rows: chapters } = await tx.query<{ has_more: boolean }>(chaptersSql(list), own.slice(0, 2));
    return [...blocks, ...chapters].some(({ has_more }) => has_more);
  });
}

type Timekeeping = { clock_offset_seconds: number; clock_moved_at: Date | null };

/** Returns a time on the owner's clock up to which the list can get no new rows; undefined if there is no such time. */
function settledAt(environment: Timekeeping | undefined, now: Date): Date | undefined {
  if (environment === undefined) return undefined;
  const { clock_offset_seconds, clock_moved_at } = environment;
  const real = new Date(now.getTime() - SETTLING_SECONDS * 1000);
  if (clock_moved_at !== null && clock_moved_at >= real) return undefined;
  return ownerNow({ now: () => real }, clock_offset_seconds);
}

/**
 * The SQL that counts the new blocks and processes corrections, in one statement and therefore one snapshot. A
 * correction for a row in a closed block is added to that block. A correction for a row after the last block is
 * dropped, because the block that will contain the row counts the row's current state. If a block were closed before
 * all corrections of its rows are processed, these corrections would be counted twice. So no block is closed while
 * there are more corrections than one step processes.
 */
const closeSql = (list: List): string => {
  const ours = 'client_id = $1 and environment = $2';
  return `with recursive due as materialized (
      select ctid as place from list_moves where ${ours} and list = '${list.name}' limit ${movesPerStep(list) + 1}
    ),
    due_length as materialized (select count(*) > ${movesPerStep(list)} as is_more from due),
    blocks (created_at, id, number) as (
      (select last_created_at, last_id, 0 from list_blocks
        where ${ours} and list = '${list.name}' and part = ''
        union all select '-infinity', '', 0
        order by last_created_at desc, last_id desc limit 1)
      union all
      select block_end.created_at, block_end.id, number + 1 from blocks cross join lateral (
        ${nextBlockEnd(list, 'blocks', `${ours} and created_at <= $3`)}
      ) block_end
      where number < ${BLOCKS_PER_STEP} and not (select is_more from due_length)
    ),
    spans as (
      select b.created_at, b.id, a.created_at as after_created_at, a.id as after_id
      from blocks b join blocks a on a.number = b.number - 1
    ),
    done_with as (
      delete from list_moves where ctid = any(array(select place from due)) returning part, created_at, id, change
    ),
    counted (list, part, created_at, id, rows_count) as (
      select '${list.name}', '', created_at, id, ${blockRows(list)} from spans
      ${countedSql(list, ours)}
      ${[list.name, chaptersOf(list)]
        .map(
          (name) => `union all
      select '${name}', part, block.created_at, block.id, sum(change)
      from done_with cross join lateral (${blockOf(name, 'done_with')}) block group by 2, 3, 4`,
        )
        .join(' ')}
    ),
    written as (
      insert into list_blocks (client_id, environment, list, part, last_created_at, last_id, rows_count)
      select $1, $2, list, part, created_at, id, rows_count from counted where rows_count <> 0
      on conflict (client_id, environment, list, part, last_created_at, last_id)
      do update set rows_count = list_blocks.rows_count + excluded.rows_count
    )
    select max(number) = ${BLOCKS_PER_STEP} or (select is_more from due_length) as has_more from blocks`;
};

/**
 * The SQL that groups the blocks after the last chapter into new chapters. It creates a chapter only if there are
 * enough blocks to fill it. Full chapters are created even if their blocks contain no rows.
 */
const chaptersSql = (list: List): string => {
  const blocks = `list_blocks where client_id = $1 and environment = $2 and list = '${list.name}'`;
  return `with recursive chapters (created_at, id, number) as (
      (select last_created_at, last_id, 0 from list_blocks
        where client_id = $1 and environment = $2 and list = '${chaptersOf(list)}' and part = ''
        union all select '-infinity', '', 0
        order by last_created_at desc, last_id desc limit 1)
      union all
      select chapter_end.created_at, chapter_end.id, number + 1 from chapters cross join lateral (
        select last_created_at as created_at, last_id as id from ${blocks} and part = ''
          and (last_created_at, last_id) > (chapters.created_at, chapters.id)
        order by last_created_at, last_id offset ${chapterBlocks(list) - 1} limit 1
      ) chapter_end
      where number < ${CHAPTERS_PER_STEP}
    ),
    written as (
      insert into list_blocks (client_id, environment, list, part, last_created_at, last_id, rows_count)
      select $1, $2, '${chaptersOf(list)}', part, b.created_at, b.id, sum(rows_count)
      from chapters b join chapters a on a.number = b.number - 1
      cross join lateral (
        select part, rows_count from ${blocks}
          and (last_created_at, last_id) > (a.created_at, a.id) and (last_created_at, last_id) <= (b.created_at, b.id)
      ) held
      group by part, b.created_at, b.id having sum(rows_count) <> 0 or part = ''
    )
    select max(number) = ${CHAPTERS_PER_STEP} as has_more from chapters`;
};

const countedFilters = ({ filters }: List): [string, Filter][] =>
  Object.entries(filters).filter(([, { is_counted }]) => is_counted);

/**
 * The SQL that counts, for each new block, its rows in each part of the list. The SQL begins with `union all`, because
 * it extends the query of `closeSql` that counts the new blocks.
 */
function countedSql(list: List, ours: string): string {
  const columns = countedFilters(list).map(([, { column }]) => column);
  if (columns.length === 0) return '';
  return `union all
      select '${list.name}', part, spans.created_at, spans.id, count(*) from spans cross join lateral (
        select ${columns.join(', ')} from ${list.table} where ${ours}
          and (created_at, id) > (spans.after_created_at, spans.after_id)
          and (created_at, id) <= (spans.created_at, spans.id)
        order by created_at, id limit ${blockRows(list)}
      ) held cross join lateral (${partsSql(list, 'held')}) parts group by 2, 3, 4`;
}

/**
 * A row that is added to parts of a list, or removed from parts of a list. `change` is 1 for an added row, and -1 for a
 * removed row. The part whose name is the empty string is the whole list.
 */
export type ListMove = {
  readonly list: List;
  readonly created_at: Date;
  readonly id: string;
  readonly parts: readonly string[];
  readonly change: 1 | -1;
};

/**
 * Writes corrections of the counts. Call it only if a row has really changed, and in the transaction that changes the
 * row. An insert needs no correction.
 */
export async function noteMoves(tx: Db, scope: Scope, moves: readonly ListMove[]): Promise<void> {
  const notes = moves.flatMap(({ list, created_at, id, parts, change }) =>
    parts.map((part) => ({ list: list.name, part, created_at, id, change })),
  );
  if (notes.length === 0) return;
  await tx.query(
    `insert into list_moves (client_id, environment, list, part, created_at, id, change)
     select $1, $2, n.* from unnest($3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::int[]) as n`,
    [
      scope.client_id,
      scope.environment,
      notes.map(({ list }) => list),
      notes.map(({ part }) => part),
      notes.map(({ created_at }) => created_at),
      notes.map(({ id }) => id),
      notes.map(({ change }) => change),
    ],
  );
}

/**
 * Writes corrections of the counts for a deleted row. `row` must contain the values that the deleted row had in the
 * columns of the counted filters.
 */
export async function noteDeleted(
  tx: Db,
  scope: Scope,
  list: List,
  row: { readonly created_at: Date; readonly id: string; readonly [filter: string]: unknown },
): Promise<void> {
  await noteMoves(tx, scope, [
    { list, created_at: row.created_at, id: row.id, parts: ['', ...partsOf(list, row)], change: -1 },
  ]);
}

/**
 * The SQL condition under which a change of the row needs a correction of the stored counts. The table must have a
 * column `inserted_at`, which contains real time.
 */
export const NEEDS_NOTE = `inserted_at < now() - interval '${YOUNG_SECONDS} seconds'`;

/**
 * Writes corrections for a new value of a counted filter. `row` has the row's values in the columns of the counted
 * filters before the change. The caller has checked that the change needs corrections.
 */
export const noteChange = (
  tx: Db,
  scope: Scope,
  list: List,
  filter: string,
  { row, after }: { row: { created_at: Date; id: string; [column: string]: unknown }; after: object },
): Promise<void> => {
  const { created_at, id } = row;
  return noteMoves(tx, scope, [
    { list, created_at, id, parts: partsOf(list, row, filter), change: -1 },
    { list, created_at, id, parts: partsOf(list, { ...row, ...after }, filter), change: 1 },
  ]);
};

/**
 * The SQL that writes corrections of the counts. It is part of a statement that changes the column of a counted filter.
 * `changed` is a row source with `client_id`, `environment`, `created_at`, `id`, `inserted_at` (real time), with
 * `before` and `after` for the changed column, and with the columns of the other counted filters.
 */
export function noteChangeSql(list: List, filter: string, changed: string): string {
  const columns = countedFilters(list).map(([name, { column }]) =>
    name === filter ? `value as ${column}` : `${changed}.${column}`,
  );
  return `insert into list_moves (client_id, environment, list, part, created_at, id, change)
   select client_id, environment, '${list.name}', part, created_at, id, change
   from ${changed} cross join lateral (values (before, -1), (after, 1)) as m (value, change)
   cross join lateral (select ${columns.join(', ')}) as counted
   cross join lateral (${partsSql(list, 'counted', filter)}) as parts
   where before <> after and ${NEEDS_NOTE}`;
}

export type BlockCloser = {
  /** Closes blocks in the background until nothing is left to close. `db` must not be a transaction. */
  wake(db: Db, scope: Scope, list: List): void;
  /** Resolves when no background work is left; await it before closing the database. */
  quiet(): Promise<void>;
};

/**
 * The pause after blocks of a list were closed, before further blocks of the list are closed. There is a pause even if
 * many rows are left, because these rows may be too new for a closed block.
 */
const REST_MS = 10_000;

export function openBlockCloser(clock: Clock, onError: (error: unknown) => void): BlockCloser {
  const running = new Map<string, Promise<void>>();
  const resting_until = new Map<string, number>();

  async function closeAll(db: Db, scope: Scope, list: List, key: string): Promise<void> {
    try {
      let more = true;
      while (more) more = await closeBlocks(db, scope, list, clock.now());
    } catch (error) {
      onError(error);
    } finally {
      resting_until.set(key, clock.now().getTime() + REST_MS);
      running.delete(key);
    }
  }

  return {
    wake(db, scope, list) {
      const key = `${scope.client_id} ${scope.environment} ${list.name}`;
      if (running.has(key) || clock.now().getTime() < (resting_until.get(key) ?? 0)) return;
      running.set(key, closeAll(db, scope, list, key));
    },
    quiet: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
