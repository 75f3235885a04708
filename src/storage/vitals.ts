// A few readings of the database as our queries see it.
import { type Database, SYSTEM } from './db.ts';

export type Vitals = { version: string; role: string; bypasses_rls: boolean; now: Date };

export async function readVitals(database: Database): Promise<Vitals> {
  const { rows } = await database.scoped(SYSTEM).query<Vitals>(
    `select current_setting('server_version') as version, current_user as role, rolsuper or rolbypassrls as bypasses_rls,
       clock_timestamp() as now
     from pg_roles where rolname = current_user`,
  );
  const [vitals] = rows;
  if (vitals === undefined) throw new Error('the database does not know our role');
  return vitals;
}

/** A standby, or a server that was told to take nothing: it answers, but nothing can be written. */
export async function isReadOnly({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only`,
  );
  return rows[0]?.is_read_only !== false;
}
