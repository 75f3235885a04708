// Checks whether this process can work: the database responds, accepts writes and has every migration this code needs.
import { ServiceError } from '#base/errors.ts';
import type { Database } from '#storage/platform/db.ts';
import { pendingMigrations } from '#storage/platform/migrations.ts';

/** The reason why this process is not ready; `undefined` if it is ready. */
export async function checkReady(database: Database): Promise<Error | undefined> {
  try {
    const pending = await pendingMigrations(database.pool);
    if (pending.length > 0) return new Error(`migrations are missing: ${pending.join(', ')}`);
    await database.checkWritable();
    return undefined;
  } catch (error) {
    // The cause is returned, because the operator needs the database's original error.
    const reason = error instanceof ServiceError ? error.cause : error;
    return reason instanceof Error ? reason : new Error(String(reason));
  }
}
