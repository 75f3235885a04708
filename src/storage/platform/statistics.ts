// Planner statistics of our tables. The server updates the statistics itself, but only about every minute. Until then,
// a table that has grown from nothing to thousands of rows would be read with plans made for an empty table.
import type { Db } from './db.ts';

/** A table is analyzed only if more rows than this have changed. With fewer rows, any query plan is fast enough. */
const ROWS_MIN = 1_000;
/**
 * A table is analyzed only if it has grown by more than this factor. The number of rows changed since the last ANALYZE
 * is compared with the number of rows that this ANALYZE counted.
 */
const GROWTH_MIN = 4;

/** Analyzes the tables that have grown a lot since their last ANALYZE. Returns the names of these tables. */
export async function countGrownTables(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where s.schemaname = current_schema and s.n_mod_since_analyze > $1
       and s.n_mod_since_analyze > $2 * greatest(c.reltuples, 0)
       and pg_has_role(c.relowner, 'usage')
     order by 1`,
    [ROWS_MIN, GROWTH_MIN],
  );
  for (const { name } of rows) await db.query(`analyze ${name}`);
  return rows.map(({ name }) => name);
}
