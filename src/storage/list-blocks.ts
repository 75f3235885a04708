// The closed blocks of a list (migration 0008): closing them behind the writers, and keeping them true when
// a row is deleted. Inserting a row costs nothing here.

import { type Clock, ownerNow } from '#base/clock.ts';
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';
import { blockRows, type List, nextBlockEnd } from './pages.ts';

/** One step holds its lock for some 20 ms. */
const BLOCKS_PER_STEP = 20;
/**
 * A row may appear this long after the time it bears: a transaction lasts 30 s at most, and the clocks of
 * two of our servers may differ. The same holds for work that began before its owner's clock was moved.
 */
const SETTLING_SECONDS = 60;

/** Closes what can be closed, up to 20 blocks; true when there is more to close. `now` is real time. */
export async function closeBlocks(db: Db, scope: Scope, list: List, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The lock comes before the statement that looks: two closers go one after the other, and a row that is
    // being deleted is either gone when we look or taken off the finished block.
    const { rows } = await tx.query<Timekeeping>(
      `select clock_offset_seconds, clock_moved_at from environments
        where client_id = $1 and environment = $2 for update`,
      [scope.client_id, scope.environment],
    );
    const settled_at = settledAt(rows[0], now);
    if (settled_at === undefined) return false;
    const { rowCount } = await tx.query(closeSql(list), [scope.client_id, scope.environment, settled_at]);
    return rowCount === BLOCKS_PER_STEP;
  });
}

type Timekeeping = { clock_offset_seconds: number; clock_moved_at: Date | null };

/** Up to which time, in the owner's, no more rows can appear. */
function settledAt(environment: Timekeeping | undefined, now: Date): Date | undefined {
  if (environment === undefined) return undefined;
  const { clock_offset_seconds, clock_moved_at } = environment;
  const real = new Date(now.getTime() - SETTLING_SECONDS * 1000);
  if (clock_moved_at !== null && clock_moved_at >= real) return undefined;
  return ownerNow({ now: () => real }, clock_offset_seconds);
}

const closeSql = (list: List): string =>
  `with recursive blocks (created_at, id, number) as (
      (select last_created_at, last_id, 0 from list_blocks
        where client_id = $1 and environment = $2 and list = '${list.name}'
        union all select '-infinity', '', 0
        order by last_created_at desc, last_id desc limit 1)
      union all
      select block_end.created_at, block_end.id, number + 1 from blocks cross join lateral (
        ${nextBlockEnd(list, 'blocks', 'client_id = $1 and environment = $2 and created_at <= $3')}
      ) block_end
      where number < ${BLOCKS_PER_STEP}
    )
    insert into list_blocks (client_id, environment, list, last_created_at, last_id, rows_count)
    select $1, $2, '${list.name}', created_at, id, ${blockRows(list)} from blocks where number > 0`;

/** Belongs into the transaction that deletes the row, and only if it really did. */
export async function noteDeleted(tx: Db, scope: Scope, list: List, created_at: Date, id: string): Promise<void> {
  const own = [scope.client_id, scope.environment];
  const [, { rows }] = await Promise.all([
    // Keeps closers away until we commit, but not other deleters.
    tx.query('select 1 from environments where client_id = $1 and environment = $2 for key share', own),
    tx.query<{ rows_count: number }>(takeOffSql(list), [...own, created_at, id]),
  ]);
  if (rows[0]?.rows_count === 0) await tx.query(removeEmptySql(list), own);
}

/** The block that holds a key is the first that ends on or after it; a key behind the last is in the tail. */
const takeOffSql = (list: List): string =>
  `update list_blocks set rows_count = rows_count - 1
    where client_id = $1 and environment = $2 and list = '${list.name}' and (last_created_at, last_id) = (
      select last_created_at, last_id from list_blocks
      where client_id = $1 and environment = $2 and list = '${list.name}' and (last_created_at, last_id) >= ($3, $4)
      order by last_created_at, last_id limit 1
    )
    returning rows_count`;

const removeEmptySql = (list: List): string =>
  `delete from list_blocks where client_id = $1 and environment = $2 and list = '${list.name}' and rows_count = 0`;

export type BlockCloser = {
  /** Closes blocks in the background until nothing is left to close. `db` is no transaction. */
  wake(db: Db, scope: Scope, list: List): void;
  /** Resolves when the background is quiet; await it before closing the database. */
  quiet(): Promise<void>;
};

/** How long a list is left alone afterwards: what remains of its tail may be long and still too young to close. */
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
