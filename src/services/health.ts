// Whether this process can do its work: the store answers, takes what is written and has every table this code needs.
import type { Database } from '#storage/db.ts';
import { pendingMigrations } from '#storage/migrations.ts';
import { isReadOnly } from '#storage/vitals.ts';

/** The reason why not, or undefined when all is well. */
export async function checkReady(database: Database): Promise<Error | undefined> {
  try {
    const pending = await pendingMigrations(database.pool);
    if (pending.length > 0) return new Error(`migrations are missing: ${pending.join(', ')}`);
    return (await isReadOnly(database)) ? new Error('the database is read-only') : undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
