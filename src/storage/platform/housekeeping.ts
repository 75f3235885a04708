// Deletes expired rows in small batches, so that no statement holds locks for long.
import type { Db } from './db.ts';

/**
 * Returns the number of deleted rows. If it is less than the limit, no expired row is left, except rows that are
 * locked.
 */
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

export async function deleteProviderNotices(db: Db, received_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from provider_notices where (provider_id, notice_hash) in (
       select provider_id, notice_hash from provider_notices
       where received_at < $1 order by received_at limit $2 for update skip locked)`,
    [received_before, limit],
  );
  return rowCount;
}

export async function deleteRequestChunks(db: Db, newest_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from request_chunks where (client_id, environment, newest_at, id) in (
       select client_id, environment, newest_at, id from request_chunks
       where newest_at < $1 order by newest_at limit $2 for update skip locked)`,
    [newest_before, limit],
  );
  return rowCount;
}

/**
 * Deletes the sessions whose `expires_at` has passed. A session that is not used ends earlier, but no session lasts
 * longer than `expires_at`.
 */
export async function deleteSessions(db: Db, expired_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from dashboard_sessions where (client_id, id) in (
       select client_id, id from dashboard_sessions
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );
  return rowCount;
}

export async function deleteSignInAttempts(db: Db, updated_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sign_in_attempts where subject_hash in (
       select subject_hash from sign_in_attempts
       where updated_at < $1 order by updated_at limit $2 for update skip locked)`,
    [updated_before, limit],
  );
  return rowCount;
}

export async function deleteInvitations(db: Db, expired_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from dashboard_invitations where (client_id, environment, id) in (
       select client_id, environment, id from dashboard_invitations
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );
  return rowCount;
}

// A sandbox clock may be years ahead of real time, so the age of an owner's rows is measured on the owner's clock.
const OLD = `< $1::timestamptz + make_interval(secs => v.clock_offset_seconds)`;
const DELETE_EVENTS = `
  delete from events where (client_id, environment, id) in (
    select old.client_id, old.environment, old.id from environments v cross join lateral (
      select client_id, environment, id from events t
      where t.client_id = v.client_id and t.environment = v.environment and t.sequence is not null
        and t.created_at ${OLD}
      order by t.created_at limit $2 for update skip locked
    ) as old limit $2)`;
const DELETE_ATTEMPTS = `
  delete from webhook_attempts where (client_id, environment, id) in (
    select old.client_id, old.environment, old.id from environments v cross join lateral (
      select client_id, environment, id from webhook_attempts t
      where t.client_id = v.client_id and t.environment = v.environment and t.sent_at ${OLD}
      order by t.sent_at limit $2
    ) as old limit $2)`;
/**
 * How many of an endpoint's first deliveries are checked for their age. The deliveries are sorted by the sequence
 * number of their event. A replay creates a new delivery of an old event, so a few new deliveries may come before an
 * old delivery.
 */
const OLDEST_LOOKED_AT = 20;
// The query visits the endpoints one after another, including deleted endpoints. It reads an endpoint's deliveries in
// the order of their events, so the first few deliveries show whether the endpoint has old deliveries. There is no
// index on the age, because such an index would make every write slower.
const DELETE_DELIVERIES = `
  delete from webhook_deliveries where (id, client_id, environment) in (
    with recursive endpoints (endpoint_id) as (
      select min(endpoint_id) from webhook_deliveries
      union all
      select (select min(d.endpoint_id) from webhook_deliveries d where d.endpoint_id > e.endpoint_id)
      from endpoints e where e.endpoint_id is not null
    ),
    aged as materialized (
      select endpoint_id from endpoints e where exists (
        select from (
          select client_id, environment, created_at from webhook_deliveries d
          where d.endpoint_id = e.endpoint_id order by sequence limit ${OLDEST_LOOKED_AT}
        ) as oldest
        join environments v on v.client_id = oldest.client_id and v.environment = oldest.environment
        where oldest.created_at ${OLD})
    )
    select old.id, old.client_id, old.environment from aged cross join lateral (
      select id, client_id, environment, created_at from webhook_deliveries d
      where d.endpoint_id = aged.endpoint_id order by sequence limit $2
    ) as old
    join environments v on v.client_id = old.client_id and v.environment = old.environment
    where old.created_at ${OLD} limit $2)`;

export const deleteEvents = async (db: Db, created_before: Date, limit: number): Promise<number> =>
  (await db.query(DELETE_EVENTS, [created_before, limit])).rowCount;

export const deleteDeliveries = async (db: Db, created_before: Date, limit: number): Promise<number> =>
  (await db.query(DELETE_DELIVERIES, [created_before, limit])).rowCount;

export const deleteAttempts = async (db: Db, sent_before: Date, limit: number): Promise<number> =>
  (await db.query(DELETE_ATTEMPTS, [sent_before, limit])).rowCount;
