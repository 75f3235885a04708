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
  /**
   * What a request that runs in steps has done so far. This field and the next two fields are `null` for requests that
   * do not run in steps.
   */
  progress: Progress | null;
  run_id: string | null;
  run_until: Date | null;
};

export type Progress = Readonly<Record<string, number>>;

/**
 * One run of a request that is carried out in steps. `until` is the time after which a repeated request may continue
 * the work of this run.
 */
export type Run = { id: string; now: Date; until: Date; expired_before: Date };

/**
 * Claims the idempotency key for this transaction; returns whether the claim succeeded. A second request with the same
 * key waits here for the first request's transaction. This wait fails with a lock timeout after `wait_ms_max`.
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
    `select body_hash, created_at, status, answer_sealed, subject_ids, progress, run_id, run_until
     from idempotency_keys
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

/** Continues the work of a run that has stopped. Returns false if another run has continued it in the meantime. */
export async function takeOverRun(
  db: Db,
  scope: Scope,
  request: KeyedRequest,
  stopped: Pick<StoredAnswer, 'run_id' | 'run_until'>,
  run: Run,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update idempotency_keys set run_id = $6, run_until = $7
     where client_id = $1 and environment = $2 and method = $3 and path = $4 and key = $5
       and status is null and run_id = $8 and run_until = $9`,
    [...keyOf(scope, request), run.id, run.until, stopped.run_id, stopped.run_until],
  );
  return rowCount === 1;
}

/** Stores what the run has done. Returns false, and stores nothing, if the key belongs to another run. */
export async function storeProgress(
  tx: Db,
  scope: Scope,
  request: KeyedRequest,
  progress: Progress,
  run: Run,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into idempotency_keys (client_id, environment, method, path, key, body_hash, created_at, progress, run_id,
       run_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (client_id, environment, method, path, key) do update
     set body_hash = excluded.body_hash, created_at = excluded.created_at, status = null, answer_sealed = null,
       subject_ids = '{}', progress = excluded.progress, run_id = excluded.run_id, run_until = excluded.run_until
     where idempotency_keys.run_id = excluded.run_id or idempotency_keys.created_at < $11`,
    [
      ...keyOf(scope, request),
      request.body_hash,
      run.now,
      JSON.stringify(progress),
      run.id,
      run.until,
      run.expired_before,
    ],
  );
  return rowCount === 1;
}

const keyOf = ({ client_id, environment }: Scope, { method, path, key }: KeyedRequest) => [
  client_id,
  environment,
  method,
  path,
  key,
];
