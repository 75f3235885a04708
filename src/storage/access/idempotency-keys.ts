// Responses stored under the Idempotency-Key of the request that they answer.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type KeyedRequest = { method: string; path: string; key: string; body_hash: Buffer };
export type StoredAnswer = {
  body_hash: Buffer;
  created_at: Date;
  status: number | null;
  answer_sealed: Buffer | null;
  /**
   * The ids of people. The response is encrypted with the client's key and with the key of each of these people. The
   * ids are in the order in which these keys were applied.
   */
  subject_ids: string[];
};

/**
 * Claims the idempotency key for this transaction; returns whether the claim succeeded. A second request with the same
 * key waits here for the first request's transaction. It fails with a lock timeout after `wait_ms_max`.
 */
export async function claimKey(
  tx: Db,
  scope: Scope,
  request: KeyedRequest,
  now: Date,
  expired_before: Date,
  wait_ms_max: number,
): Promise<boolean> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [`${wait_ms_max}ms`]);
  const { rowCount } = await tx.query(
    `insert into idempotency_keys (client_id, environment, method, path, key, body_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (client_id, environment, method, path, key) do update
     set body_hash = excluded.body_hash, created_at = excluded.created_at, status = null, answer_sealed = null,
       subject_ids = '{}'
     where idempotency_keys.created_at < $8`,
    [
      scope.client_id,
      scope.environment,
      request.method,
      request.path,
      request.key,
      request.body_hash,
      now,
      expired_before,
    ],
  );
  return rowCount === 1;
}

export async function findAnswer(db: Db, scope: Scope, request: KeyedRequest): Promise<StoredAnswer | undefined> {
  const { rows } = await db.lookup<StoredAnswer>(
    `select body_hash, created_at, status, answer_sealed, subject_ids from idempotency_keys
     where client_id = $1 and environment = $2 and method = $3 and path = $4 and key = $5`,
    [scope.client_id, scope.environment, request.method, request.path, request.key],
  );
  return rows[0];
}

export async function storeAnswer(
  tx: Db,
  scope: Scope,
  request: KeyedRequest,
  { status, answer_sealed, subject_ids }: Pick<StoredAnswer, 'status' | 'answer_sealed' | 'subject_ids'>,
): Promise<void> {
  await tx.query(
    `update idempotency_keys set status = $6, answer_sealed = $7, subject_ids = $8
     where client_id = $1 and environment = $2 and method = $3 and path = $4 and key = $5`,
    [scope.client_id, scope.environment, request.method, request.path, request.key, status, answer_sealed, subject_ids],
  );
}
