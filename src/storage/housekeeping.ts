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

// A sandbox may be years ahead, so what is old by its owner's clock is found owner by owner.
const deleteOwnersRows = (table: string, time: string) => `
  delete from ${table} where (client_id, environment, id) in (
    select old.client_id, old.environment, old.id from environments v cross join lateral (
      select client_id, environment, id from ${table} t
      where t.client_id = v.client_id and t.environment = v.environment
        and t.${time} < $1::timestamptz + make_interval(secs => v.clock_offset_seconds)
      order by t.${time} limit $2 for update skip locked
    ) as old limit $2)`;
const DELETE_EVENTS = deleteOwnersRows('events', 'created_at');
const DELETE_DELIVERIES = deleteOwnersRows('webhook_deliveries', 'created_at');
const DELETE_ATTEMPTS = deleteOwnersRows('webhook_attempts', 'sent_at');

export const deleteEvents = async (db: Db, created_before: Date, limit: number): Promise<number> =>
  (await db.query(DELETE_EVENTS, [created_before, limit])).rowCount;

export const deleteDeliveries = async (db: Db, created_before: Date, limit: number): Promise<number> =>
  (await db.query(DELETE_DELIVERIES, [created_before, limit])).rowCount;

export const deleteAttempts = async (db: Db, sent_before: Date, limit: number): Promise<number> =>
  (await db.query(DELETE_ATTEMPTS, [sent_before, limit])).rowCount;
