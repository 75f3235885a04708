// What the planner knows of our tables. A server looks after that itself, but only every minute or so, and a table that
// grows from nothing to thousands of rows in between is read by plans made for nothing.
import type { Db } from './db.ts';

/** Below that any plan will do. */
const ROWS_MIN = 1_000;
/** How many times what it was when last counted. */
const GROWTH_MIN = 4;

/** Counts the tables that have outgrown what is known of them; returns their names. */
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
