// Whether this process can do its work: the store answers and has every table this code needs.
import type { Database } from '#storage/db.ts';
import { pendingMigrations } from '#storage/migrations.ts';

/** The reason why not, or undefined when all is well. */
export async function checkReady(database: Database): Promise<Error | undefined> {
  try {
    const pending = await pendingMigrations(database.pool);
    return pending.length === 0 ? undefined : new Error(`migrations are missing: ${pending.join(', ')}`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
