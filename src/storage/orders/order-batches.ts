// Rows of order batches and their chunks.
import type { InvalidParam } from '#base/errors.ts';
import type { OrderBatch } from '#domain/orders/order-batches.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

const COLUMNS = 'id, status, order_count, created_count, failed_count, errors, created_at, updated_at';
const ONE = 'client_id = $1 and environment = $2 and id = $3';
const FIRST = `select id from order_batches where client_id = $1 and environment = $2 and status = 'pending'
  order by created_at, id limit 1`;
const OF_BATCH = 'client_id = $1 and environment = $2 and batch_id = $3';

export async function insertOrderBatch(tx: Db, scope: Scope, batch: OrderBatch): Promise<void> {
  await tx.query(
    `insert into order_batches (client_id, environment, id, status, order_count, created_count, failed_count, tries,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9)`,
    [
      scope.client_id,
      scope.environment,
      batch.id,
      batch.status,
      batch.order_count,
      batch.created_count,
      batch.failed_count,
      batch.created_at,
      batch.updated_at,
    ],
  );
}

export type NewChunk = { batch_id: string; first_index: number; orders_sealed: Buffer };

export async function insertChunk(tx: Db, scope: Scope, chunk: NewChunk): Promise<void> {
  await tx.query(
    `insert into order_batch_chunks (client_id, environment, batch_id, first_index, orders_sealed)
     values ($1, $2, $3, $4, $5)`,
    [scope.client_id, scope.environment, chunk.batch_id, chunk.first_index, chunk.orders_sealed],
  );
}

export async function findOrderBatch(db: Db, scope: Scope, id: string): Promise<OrderBatch | undefined> {
  const { rows } = await db.query<OrderBatch>(`select ${COLUMNS} from order_batches where ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Thrown if another worker has locked the client's batches. */
export class BatchesTaken extends Error {}

/**
 * Returns the client's next batch, and locks all batches of the client until the transaction ends. Batches are
 * processed one after the other, so that a batch that was sent twice does not create its orders twice. Locking only the
 * row of the next batch is not enough, because a batch that is created later in the same second may be sorted before
 * the locked batch.
 */
export async function lockFirstBatch(tx: Db, scope: Scope): Promise<string | undefined> {
  const owner = [scope.client_id, scope.environment];
  const { rows: locks } = await tx.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('order_batches/' || $1 || '/' || $2, 0)) as is_ours`,
    owner,
  );
  if (locks[0]?.is_ours !== true) throw new BatchesTaken('another worker is processing the batches');
  const { rows } = await tx.query<{ id: string }>(FIRST, owner);
  return rows[0]?.id;
}

export async function hasPendingBatch(db: Db, scope: Scope): Promise<boolean> {
  const { rowCount } = await db.query(FIRST, [scope.client_id, scope.environment]);
  return rowCount > 0;
}

/** Adds one to the number of attempts at the batch's next chunk. Returns the new number. */
export async function countTry(tx: Db, scope: Scope, id: string): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>(
    `update order_batches set tries = tries + 1 where ${ONE} returning tries`,
    [scope.client_id, scope.environment, id],
  );
  if (rows[0] === undefined) throw new Error('the batch no longer exists');
  return rows[0].tries;
}

/** Returns the batch's first chunk whose orders have not been created. */
export async function findOpenChunk(
  tx: Db,
  scope: Scope,
  batch_id: string,
): Promise<{ first_index: number; orders_sealed: Buffer } | undefined> {
  const { rows } = await tx.query<{ first_index: number; orders_sealed: Buffer }>(
    `select first_index, orders_sealed from order_batch_chunks
     where ${OF_BATCH} and orders_sealed is not null order by first_index limit 1`,
    [scope.client_id, scope.environment, batch_id],
  );
  return rows[0];
}

/** Replaces the chunk's orders with their results. */
export async function finishChunk(
  tx: Db,
  scope: Scope,
  batch_id: string,
  chunk: { first_index: number; results_sealed: Buffer },
): Promise<void> {
  await tx.query(
    `update order_batch_chunks set orders_sealed = null, results_sealed = $5 where ${OF_BATCH} and first_index = $4`,
    [scope.client_id, scope.environment, batch_id, chunk.first_index, chunk.results_sealed],
  );
}

/**
 * Adds the results of a finished chunk to the batch's counts. The batch is complete once all its orders are counted.
 */
export async function advanceOrderBatch(
  tx: Db,
  scope: Scope,
  id: string,
  chunk: { created_count: number; failed_count: number; updated_at: Date },
): Promise<void> {
  await tx.query(
    `update order_batches set created_count = created_count + $4, failed_count = failed_count + $5, tries = 0,
       status = case when created_count + failed_count + $4 + $5 = order_count then 'completed' else status end,
       updated_at = $6
     where ${ONE}`,
    [scope.client_id, scope.environment, id, chunk.created_count, chunk.failed_count, chunk.updated_at],
  );
}

/** Marks the batch as permanently failed. Its remaining orders are not created, and their data is deleted. */
export async function failOrderBatch(
  tx: Db,
  scope: Scope,
  id: string,
  failure: { errors: InvalidParam[]; updated_at: Date },
): Promise<void> {
  await tx.query(
    `with ended as (
       update order_batches set status = 'failed', errors = $4, updated_at = $5 where ${ONE} and status = 'pending'
       returning id
     )
     update order_batch_chunks set orders_sealed = null from ended where ${OF_BATCH} and batch_id = ended.id`,
    [scope.client_id, scope.environment, id, JSON.stringify(failure.errors), failure.updated_at],
  );
}

/** Returns the results of the batch's finished chunks, in the sequence of the chunks. */
export async function listChunkResults(
  db: Db,
  scope: Scope,
  batch_id: string,
): Promise<{ first_index: number; results_sealed: Buffer }[]> {
  const { rows } = await db.query<{ first_index: number; results_sealed: Buffer }>(
    `select first_index, results_sealed from order_batch_chunks
     where ${OF_BATCH} and results_sealed is not null order by first_index`,
    [scope.client_id, scope.environment, batch_id],
  );
  return rows;
}
