// Deletes expired rows in small batches, so that no statement holds locks for long. Deletions of a client's rows are
// noted in `removals`.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from './db.ts';

/**
 * Runs a delete statement on a table with the columns `client_id` and `environment`. The same statement notes how many
 * rows each client lost and when, so that the note is correct even after a crash. Returns the number of deleted rows.
 */
export async function removeRows(db: Db, table: string, statement: string, values: unknown[]): Promise<number> {
  const { rows } = await db.query<{ removed: number }>(
    `with gone as (${statement} returning client_id, environment),
     noted as (
       insert into removals as r (client_id, environment, table_name, removed_at, rows_removed)
       select client_id, environment, '${table}', now(), count(*) from gone group by client_id, environment
       on conflict (client_id, environment, table_name) do update
       set removed_at = excluded.removed_at, rows_removed = r.rows_removed + excluded.rows_removed
     )
     select count(*) as removed from gone`,
    values,
  );
  return rows[0]?.removed ?? 0;
}

export type Removal = { table_name: string; removed_at: Date; rows_removed: number };

export async function listRemovals(db: Db, scope: Scope): Promise<Removal[]> {
  const { rows } = await db.query<Removal>(
    `select table_name, removed_at, rows_removed from removals where client_id = $1 and environment = $2`,
    [scope.client_id, scope.environment],
  );
  return rows;
}

/**
 * Returns the number of deleted rows. If it is less than the limit, no expired row is left, except rows that are
 * locked.
 */
export const deleteIdempotencyKeys = (db: Db, created_before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    'idempotency_keys',
    `delete from idempotency_keys where (client_id, environment, method, path, key) in (
       select client_id, environment, method, path, key from idempotency_keys
       where created_at < $1 order by created_at limit $2 for update skip locked)`,
    [created_before, limit],
  );

export async function deleteRateWindows(db: Db, updated_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from rate_windows where (client_id, environment, budget, subject_id) in (
       select client_id, environment, budget, subject_id from rate_windows
       where updated_at < $1 order by updated_at limit $2 for update skip locked)`,
    [updated_before, limit],
  );
  return rowCount;
}

export const deleteBridgeTokens = (db: Db, expired_before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    'bridge_tokens',
    `delete from bridge_tokens where (client_id, environment, id) in (
       select client_id, environment, id from bridge_tokens
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );

export const deletePublicTokens = (db: Db, expired_before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    'public_tokens',
    `delete from public_tokens where (client_id, environment, token_hash) in (
       select client_id, environment, token_hash from public_tokens
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );

export async function deleteProviderNotices(db: Db, received_before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from provider_notices where (provider_id, notice_hash) in (
       select provider_id, notice_hash from provider_notices
       where received_at < $1 order by received_at limit $2 for update skip locked)`,
    [received_before, limit],
  );
  return rowCount;
}

/** The statement compares `newest_at` in UTC, because the index contains it in this form (migration 0070). */
export const deleteRequestChunks = (db: Db, newest_before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    'request_chunks',
    `delete from request_chunks where (client_id, environment, newest_at, id) in (
       select client_id, environment, newest_at, id from request_chunks
       where newest_at at time zone 'UTC' < $1::timestamptz at time zone 'UTC'
       order by newest_at at time zone 'UTC' limit $2 for update skip locked)`,
    [newest_before, limit],
  );

/**
 * Deletes the sessions whose `expires_at` has passed. An idle session ends earlier, but no session continues after
 * `expires_at`.
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

export const deleteInvitations = (db: Db, expired_before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    'dashboard_invitations',
    `delete from dashboard_invitations where (client_id, environment, id) in (
       select client_id, environment, id from dashboard_invitations
       where expires_at < $1 order by expires_at limit $2 for update skip locked)`,
    [expired_before, limit],
  );

// A sandbox clock may be years ahead of real time, so the age of an owner's rows is calculated with the owner's clock.
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

export const deleteEvents = (db: Db, created_before: Date, limit: number): Promise<number> =>
  removeRows(db, 'events', DELETE_EVENTS, [created_before, limit]);

export const deleteDeliveries = (db: Db, created_before: Date, limit: number): Promise<number> =>
  removeRows(db, 'webhook_deliveries', DELETE_DELIVERIES, [created_before, limit]);

export const deleteAttempts = (db: Db, sent_before: Date, limit: number): Promise<number> =>
  removeRows(db, 'webhook_attempts', DELETE_ATTEMPTS, [sent_before, limit]);
