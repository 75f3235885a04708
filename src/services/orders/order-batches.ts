// Batches of orders. The orders that a client sent in a batch are stored sealed and created in the background, chunk by
// chunk. A chunk's orders and their results are written in one transaction, so a worker may crash at any moment without
// harm.
import type { KeyObject } from 'node:crypto';
import { mapInTurns } from '#base/turns.ts';
import type { Decision } from '#domain/access/limits.ts';
import {
  type BatchItem,
  type BatchResult,
  BROKEN_BATCH,
  createdResult,
  existingResult,
  failedResult,
  newOrderBatch,
  type OrderBatchAnswer,
  presentOrderBatch,
  toBatchItem,
} from '#domain/orders/order-batches.ts';
import type { NewOrder } from '#domain/orders/orders.ts';
import { take } from '#services/access/limits.ts';
import { AnswerText } from '#services/platform/answer-text.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import type { JobCtx } from '#services/platform/jobs.ts';
import { sealList, sealListText, unsealList } from '#services/platform/sealed-json.ts';
import type { Sealed } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import {
  advanceOrderBatch,
  BatchesTaken,
  countTry,
  failOrderBatch,
  findOpenChunk,
  findOrderBatch,
  finishChunk,
  hasPendingBatch,
  insertChunk,
  insertOrderBatch,
  listChunkResults,
  lockFirstBatch,
} from '#storage/orders/order-batches.ts';
import { listNewestByNumber } from '#storage/orders/orders.ts';
import { politeDb } from '#storage/platform/polite-db.ts';
import { createOrders, type OrderMade } from './order-creation.ts';

/** A part of the orders that were sent in a batch. `items` contains the orders as JSON values, separated by commas. */
export type BatchPart = { readonly items: Buffer; readonly count: number };

/** The access key against whose budget a batch is counted. */
export type BatchAllowance = { subject_id: string; limit: number };

const COME_AGAIN_SECONDS = 1;
/**
 * The maximum number of attempts to create one chunk of a batch. The job gets one more attempt than this, so that its
 * last attempt can report the failure to the client.
 */
export const BATCH_TRIES_MAX = 8;
/**
 * The number of orders created per round. The CPU time per order, in this process and in the database together, is 1.7
 * ms in rounds of ten, 1.0 ms in rounds of twenty and 0.8 ms in rounds of fifty.
 */
const ROUND_MAX = 25;
/**
 * The maximum time for which each SQL statement of a batch waits until the running requests have finished. Requests
 * have priority over a batch.
 */
const LET_PASS_MS = 25;

/** `batch` is `undefined` if the budget does not suffice; then nothing is stored or taken from the budget. */
export async function createOrderBatch(
  ctx: Ctx,
  { subject_id, limit }: BatchAllowance,
  parts: readonly BatchPart[],
): Promise<{ decision: Decision; batch: OrderBatchAnswer | undefined }> {
  const order_count = parts.reduce((sum, { count }) => sum + count, 0);
  const key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  return inTransaction(ctx, async (ctx) => {
    const decision = await take(ctx.db, ctx.scope, {
      budget: 'batch-orders',
      subject_id,
      n: order_count,
      limit,
    });
    if (!decision.admitted) return { decision, batch: undefined };
    const batch = newOrderBatch(ctx.newId(), order_count, ctx.now());
    await insertOrderBatch(ctx.db, ctx.scope, batch);
    let first_index = 0;
    for (const { items, count } of parts) {
      const where = chunkPlace(ctx, 'orders_sealed', batch.id, first_index);
      const orders_sealed = sealListText(key, Buffer.concat([LIST_OPEN, items, LIST_CLOSE]), where);
      await insertChunk(ctx.db, ctx.scope, { batch_id: batch.id, first_index, orders_sealed });
      first_index += count;
    }
    await enqueueNext(ctx, 0);
    return { decision, batch: presentOrderBatch(batch, []) };
  });
}

const LIST_OPEN = Buffer.from('[');
const LIST_CLOSE = Buffer.from(']');

/** Results are unsealed and serialised in a worker thread, because both are slow for ten thousand orders. */
export async function getOrderBatch(ctx: Ctx, id: string): Promise<AnswerText> {
  const batch = await findOrderBatch(ctx.db, ctx.scope, id);
  if (batch === undefined) throw await missing(ctx, (db, scope) => findOrderBatch(db, scope, id));
  const results = batch.status === 'pending' ? [] : await resultsOf(ctx, id);
  const bytes = results.reduce((sum, { sealed }) => sum + sealed.length, 0);
  const about = { client_id: ctx.scope.client_id, bytes };
  return new AnswerText(await ctx.compute.run('open_order_batch', { batch, results }, about));
}

async function resultsOf(ctx: Ctx, batch_id: string): Promise<Sealed[]> {
  const chunks = await listChunkResults(ctx.db, ctx.scope, batch_id);
  const key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  return chunks.map(({ first_index, results_sealed }) => ({
    key,
    sealed: results_sealed,
    where: chunkPlace(ctx, 'results_sealed', batch_id, first_index),
  }));
}

/**
 * Creates the orders of one chunk of the client's first pending batch, even if the job was enqueued for another batch.
 * A job for the next chunk is enqueued in the same transaction. So each chunk gets its full number of attempts, and
 * other clients' jobs run between two chunks.
 */
export async function createBatchOrders(job: JobCtx): Promise<void> {
  const owner = await job.asOwner();
  const ctx = { ...owner, db: politeDb(owner.db, LET_PASS_MS) };
  try {
    const turn = await inTransaction(ctx, beginTurn);
    if (turn !== undefined) await takeTurn(job, ctx, turn);
    // Another worker has just finished the batch that this job would have continued. There may be a further batch.
    else if (await hasPendingBatch(ctx.db, ctx.scope)) await enqueueNext(ctx, COME_AGAIN_SECONDS);
  } catch (error) {
    if (!(error instanceof BatchesTaken)) throw error;
    // Another worker has locked the batches and will continue with the next batch. But it may have searched for the
    // next batch before our batch was committed, so we enqueue another job.
    await enqueueNext(ctx, COME_AGAIN_SECONDS);
  }
}

type Turn = { batch_id: string; tries: number };

/** The attempt is counted before it starts, because a worker that crashes cannot count it afterwards. */
async function beginTurn(ctx: Ctx): Promise<Turn | undefined> {
  const batch_id = await lockFirstBatch(ctx.db, ctx.scope);
  return batch_id === undefined ? undefined : { batch_id, tries: await countTry(ctx.db, ctx.scope, batch_id) };
}

async function takeTurn(job: JobCtx, ctx: Ctx, { batch_id, tries }: Turn): Promise<void> {
  // The worker of the last attempt crashed before it could mark the batch as failed. So the batch is marked as failed
  // now.
  if (tries > BATCH_TRIES_MAX) return inTransaction(ctx, (ctx) => giveUp(ctx, batch_id));
  try {
    await inTransaction(ctx, async (ctx) => {
      // Another worker may already have created this chunk after the transaction in `beginTurn` was committed, so the
      // batch is checked again.
      if ((await lockFirstBatch(ctx.db, ctx.scope)) === batch_id) await createChunk(ctx, batch_id);
      if (await hasPendingBatch(ctx.db, ctx.scope)) await enqueueNext(ctx, 0);
      await job.settle(ctx.db);
    });
  } catch (error) {
    if (tries < BATCH_TRIES_MAX || job.signal.aborted || error instanceof BatchesTaken) throw error;
    job.log.error({ err: error, batch_id }, 'a batch of orders could not be finished');
    await inTransaction(ctx, (ctx) => giveUp(ctx, batch_id));
  }
}

/**
 * Enqueues the client's batch job if no batch job of the client is queued. One queued job is enough for all batches of
 * the client.
 */
const enqueueNext = (ctx: Ctx, start_after_seconds: number): Promise<void> =>
  ctx.queue.enqueue(ctx.db, ctx.scope, 'create_order_batch', {}, { start_after_seconds, singleton_key: 'next' });

async function giveUp(ctx: Ctx, batch_id: string): Promise<void> {
  await failOrderBatch(ctx.db, ctx.scope, batch_id, { errors: BROKEN_BATCH, updated_at: ctx.now() });
  if (await hasPendingBatch(ctx.db, ctx.scope)) await enqueueNext(ctx, 0);
}

async function createChunk(ctx: Ctx, batch_id: string): Promise<void> {
  const chunk = await findOpenChunk(ctx.db, ctx.scope, batch_id);
  if (chunk === undefined) throw new Error('a pending batch has no open chunk');
  const key = await ctx.vault.clientKey(ctx.db, ctx.scope);
  const { first_index } = chunk;
  const sent = openChunk(ctx, key, batch_id, chunk);
  const results = await createItems(ctx, sent, first_index);
  const results_sealed = sealList(key, results, chunkPlace(ctx, 'results_sealed', batch_id, first_index));
  await finishChunk(ctx.db, ctx.scope, batch_id, { first_index, results_sealed });
  const failed_count = results.filter(({ status }) => status === 'failed').length;
  const created_count = results.length - failed_count;
  await advanceOrderBatch(ctx.db, ctx.scope, batch_id, { created_count, failed_count, updated_at: ctx.now() });
}

const openChunk = (
  ctx: Ctx,
  key: KeyObject,
  batch_id: string,
  { first_index, orders_sealed }: { first_index: number; orders_sealed: Buffer },
): unknown[] => unsealList<unknown[]>(key, orders_sealed, chunkPlace(ctx, 'orders_sealed', batch_id, first_index));

/**
 * Returns the results in the sequence of the items in `sent`. Two orders with the same order number are never created
 * in the same round, so that the creation of the second order finds the first order.
 */
async function createItems(ctx: Ctx, sent: readonly unknown[], first_index: number): Promise<BatchResult[]> {
  const items = await mapInTurns(sent, (one, at) => toBatchItem(one, first_index + at));
  const known = await usedNumbers(ctx, items);
  const results: BatchResult[] = [];
  let waiting: WaitingItem[] = [];

  async function create(): Promise<void> {
    if (waiting.length === 0) return;
    const made = await createOrders(
      ctx,
      waiting.map(({ body }) => body),
    );
    for (const [at, item] of waiting.entries()) results.push(resultOf(item, made[at], known));
    waiting = [];
  }

  for (const item of items) {
    const { order_number } = item;
    const is_second = order_number !== null && waiting.some((other) => other.order_number === order_number);
    if (is_second || waiting.length === ROUND_MAX) await create();
    const existing = order_number === null ? undefined : known.get(order_number);
    if (existing !== undefined) results.push(existingResult(item, existing));
    else if (item.faults !== undefined) results.push(failedResult(item, item.faults));
    else waiting.push(item);
  }
  await create();
  return results.toSorted((a, b) => a.index - b.index);
}

type WaitingItem = Extract<BatchItem, { body: NewOrder }>;

/**
 * Returns the result of one order, which was either created or rejected. If a created order has an order number, adds
 * the number to `known`.
 */
function resultOf(item: WaitingItem, made: OrderMade | undefined, known: Map<string, string>): BatchResult {
  if (made === undefined) throw new Error('an order has no result');
  if ('faults' in made) return failedResult(item, made.faults);
  if (item.order_number !== null) known.set(item.order_number, made.order_id);
  return createdResult(item, made.order_id);
}

/** For each of the order numbers, the id of the newest order with that number. */
async function usedNumbers(ctx: Ctx, items: readonly BatchItem[]): Promise<Map<string, string>> {
  const numbers = new Set(items.map(({ order_number }) => order_number).filter((number) => number !== null));
  const found = numbers.size === 0 ? [] : await listNewestByNumber(ctx.db, ctx.scope, [...numbers]);
  return new Map(found.map(({ order_number, id }) => [order_number, id]));
}

const chunkPlace = (
  ctx: Ctx,
  column: 'orders_sealed' | 'results_sealed',
  batch_id: string,
  first_index: number,
): string => place(ctx.scope, 'order_batch_chunks', column, `${batch_id} ${first_index}`);
