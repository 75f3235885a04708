// Reads the database's version, role and clock, as our queries see them.
import { type Database, SYSTEM } from './db.ts';

export type Vitals = { version: string; role: string; bypasses_rls: boolean; now: Date };

export async function readVitals(database: Database): Promise<Vitals> {
  const { rows } = await database.scoped(SYSTEM).query<Vitals>(
    `select current_setting('server_version') as version, current_user as role, rolsuper or rolbypassrls as bypasses_rls,
       clock_timestamp() as now
     from pg_roles where rolname = current_user`,
  );
  const [vitals] = rows;
  if (vitals === undefined) throw new Error('the current database role was not found');
  return vitals;
}
