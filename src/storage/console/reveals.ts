// Rows of reveals. During a reveal, which lasts one minute, one session sees the unmasked values in the responses of
// one path.
import type { Purpose } from '#domain/console/audit.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

const OURS = 'client_id = $1 and environment = $2';

/** Starts a reveal, or extends an existing reveal. Also deletes the ended reveals of this scope. */
export async function saveReveal(
  tx: Db,
  scope: Scope,
  reveal: { session_id: string; path: string; purpose: Purpose; until: Date },
  now: Date,
): Promise<void> {
  await tx.query(`delete from console_reveals where ${OURS} and until <= $3`, [
    scope.client_id,
    scope.environment,
    now,
  ]);
  await tx.query(
    `insert into console_reveals (client_id, environment, session_id, path, purpose, until)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id, environment, session_id, path) do update set purpose = excluded.purpose, until = excluded.until`,
    [scope.client_id, scope.environment, reveal.session_id, reveal.path, reveal.purpose, reveal.until],
  );
}

export async function hasReveal(db: Db, scope: Scope, session_id: string, path: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from console_reveals where ${OURS} and session_id = $3 and path = $4 and until > $5`,
    [scope.client_id, scope.environment, session_id, path, now],
  );
  return rowCount > 0;
}
