// From where the API can be reached: from its own machine only, or from others as well. Each process that serves the API
// states it with a shared lock on its listening connection. So the statement holds for as long as the process lives, and
// every process, also one that serves nothing, sees the statements of all processes.
import type pg from 'pg';

export type Reach = 'loopback' | 'network';

/** An arbitrary number for the advisory locks of this file. */
const LOCKS = 7_203_114;
const WIDTHS: Record<Reach, number> = { loopback: 1, network: 2 };

export async function stateReach(client: pg.ClientBase, reach: Reach): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [LOCKS, WIDTHS[reach]]);
}

/** Returns the widest reach that a process states; `undefined` if no process serves the API. */
export async function findReach(pool: Pick<pg.Pool, 'query'>): Promise<Reach | undefined> {
  const { rows } = await pool.query<{ width: number | null }>(
    `select max(objid::bigint)::int as width from pg_locks
     where locktype = 'advisory' and classid = $1::oid and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS],
  );
  const width = rows[0]?.width ?? undefined;
  if (width === undefined) return undefined;
  return width === WIDTHS.loopback ? 'loopback' : 'network';
}
