// Determines from where the API can be reached: only from its own machine, or also from other machines. Each process
// that serves the API declares this with a shared advisory lock on its listening connection. So the declaration lasts
// as long as the process lives, and every process, including one that does not serve the API, can read the declarations
// of all processes.
import type pg from 'pg';

export type Reach = 'loopback' | 'network';

/** An arbitrary number for the advisory locks of this file. */
const LOCKS = 7_203_114;
const WIDTHS: Record<Reach, number> = { loopback: 1, network: 2 };

export async function stateReach(client: pg.ClientBase, reach: Reach): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [LOCKS, WIDTHS[reach]]);
}

/** Returns the widest reach that any process declares; `undefined` if no process serves the API. */
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
