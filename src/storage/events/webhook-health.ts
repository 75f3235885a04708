// Writes an endpoint's state when the endpoint begins to fail, recovers, or is disabled.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** Marks the endpoint as failing. Returns false if it was already failing. */
export async function markFailing(tx: Db, scope: Scope, id: string, since: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhook_endpoints set failing_since = $4
     where client_id = $1 and environment = $2 and id = $3 and failing_since is null`,
    [scope.client_id, scope.environment, id, since],
  );
  return rowCount > 0;
}

/** Marks the endpoint as no longer failing. Returns false if it was not failing. */
export async function clearFailing(tx: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhook_endpoints set failing_since = null
     where client_id = $1 and environment = $2 and id = $3 and failing_since is not null`,
    [scope.client_id, scope.environment, id],
  );
  return rowCount > 0;
}

/** Disables a failing endpoint. Returns undefined if the endpoint has recovered or is already disabled. */
export async function disableFailing(
  tx: Db,
  scope: Scope,
  id: string,
  disabled_reason: string,
  updated_at: Date,
): Promise<{ id: string; webhook_url: string } | undefined> {
  const { rows } = await tx.query<{ id: string; webhook_url: string }>(
    `update webhook_endpoints set enabled = false, disabled_reason = $4, updated_at = $5
     where client_id = $1 and environment = $2 and id = $3 and enabled and failing_since is not null
     returning id, webhook_url`,
    [scope.client_id, scope.environment, id, disabled_reason, updated_at],
  );
  return rows[0];
}

/**
 * The maximum number of deliveries that one statement changes. Several hundred thousand deliveries may be waiting for
 * one endpoint. A single statement for all of them would exceed the statement timeout.
 */
const BATCH_ROWS = 5_000;

/**
 * The condition for a batch of waiting deliveries. It makes the planner find the rows only by id (see rows.ts). `$1` to
 * `$3` identify the endpoint.
 */
const inBatch = (further: string): string =>
  `id = any(array(
     select id from webhook_deliveries
     where client_id = $1 and environment = $2 and endpoint_id = $3 and state = 'waiting' ${further}
     limit ${BATCH_ROWS} for update
   )) and (client_id, environment) is not distinct from ($1, $2)`;

/**
 * Runs a statement that processes one batch. Repeats the statement until no row is left. Returns the total number of
 * processed rows.
 */
async function inBatches(tx: Db, sql: string, values: readonly unknown[]): Promise<number> {
  for (let done = 0; ; ) {
    const { rowCount } = await tx.query(sql, values);
    if (rowCount === 0) return done;
    done += rowCount;
  }
}

/** Makes each waiting delivery of this endpoint due at `due_at`, unless the delivery is due earlier. */
export function hurryDeliveries(tx: Db, scope: Scope, endpoint_id: string, due_at: Date): Promise<number> {
  return inBatches(
    tx,
    `update webhook_deliveries set due_at = $4, fires_at = $4
     where ${inBatch('and fires_at > $4')}`,
    [scope.client_id, scope.environment, endpoint_id, due_at],
  );
}

/** Deletes the waiting deliveries of a deleted endpoint. */
export async function dropWaitingDeliveries(tx: Db, scope: Scope, endpoint_id: string): Promise<void> {
  await inBatches(tx, `delete from webhook_deliveries where ${inBatch('')}`, [
    scope.client_id,
    scope.environment,
    endpoint_id,
  ]);
}

/** Marks the endpoint's waiting deliveries as dead without another attempt, and logs them. Returns their number. */
export function buryDeliveries(
  tx: Db,
  scope: Scope,
  endpoint: { id: string; webhook_url: string },
  moment: Date,
  error_message: string,
): Promise<number> {
  return inBatches(
    tx,
    `with dead as (
       update webhook_deliveries set state = 'dead', attempts = attempts + 1, leased_until = null
       where ${inBatch('order by fires_at, sequence')}
       returning id, event_id, event_type, attempts, sequence
     )
     insert into webhook_attempts (client_id, environment, id, endpoint_id, delivery_id, event_id, event_type,
       webhook_url, attempt, state, error_message, sent_at, duration_ms)
     select $1, $2, replace(gen_random_uuid()::text, '-', ''), $3, id, event_id, event_type, $4, attempts, 'dead', $5,
       $6, 0
     from dead order by sequence`,
    [scope.client_id, scope.environment, endpoint.id, endpoint.webhook_url, error_message, moment],
  );
}
