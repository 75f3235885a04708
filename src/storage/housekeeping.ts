// Rows that have served their time. Deleted in small batches, so that no statement holds locks for long.
import type { Db } from './db.ts';

/** Returns how many went; fewer than the limit means that none is left. */
export async function deleteIdempotencyKeys(db: Db, created_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_keys where (client_id, environment, method, path, key) in (
       select client_id, environment, method, path, key from idempotency_keys
       where created_at < $1 order by created_at limit $2 for update skip locked)`,
    [created_before, limit],
  );
  return rowCount;
}

export async function deleteRateWindows(db: Db, updated_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from rate_windows where (client_id, environment, budget, subject_id) in (
       select client_id, environment, budget, subject_id from rate_windows
       where updated_at < $1 order by updated_at limit $2 for update skip locked)`,
    [updated_before, limit],
  );
  return rowCount;
}

export async function deleteBridgeTokens(db: Db, expired_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from bridge_tokens where (client_id, environment, id) in (
       select client_id, environment, id from bridge_tokens
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );
  return rowCount;
}

export async function deletePublicTokens(db: Db, expired_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from public_tokens where (client_id, environment, token_hash) in (
       select client_id, environment, token_hash from public_tokens
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );
  return rowCount;
}
