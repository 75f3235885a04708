// Batches of orders: what a client may send, and the result for each order.
import { type Static, Type } from 'typebox';
import type { InvalidParam } from '#base/errors.ts';
import { choice, FieldFault, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { isStorable } from '#base/text.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import { NewOrder } from './orders.ts';

export const BATCH_ORDERS_MAX = 10_000;
export const BATCH_BYTES_MAX = 32 * 1_048_576;

const Orders = Type.Array(NewOrder, { minItems: 1, maxItems: BATCH_ORDERS_MAX });
/** A batch is an array of orders, or an object with the array in `orders`. */
export const NewOrderBatch = Type.Union([
  Orders,
  shape('NewOrderBatch', 'A batch of orders as an object.', { orders: Orders }),
]);

export const BATCH_STATUSES = ['pending', 'completed', 'failed'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

const Faults = nullable(Type.Array(FieldFault));

const BatchResult = shape('OrderBatchResult', 'The result for one order of a batch.', {
  index: Type.Integer({ description: 'The position in the batch as sent, starting at 0.' }),
  status: choice(['created', 'existing', 'failed']),
  order_id: nullable(Id),
  order_number: nullable(Type.String()),
  errors: Faults,
});
export type BatchResult = Static<typeof BatchResult>;

export const OrderBatchAnswer = shape('OrderBatch', 'A batch of orders, created in the background.', {
  id: Id,
  status: choice(BATCH_STATUSES),
  order_count: Type.Integer(),
  created_count: Type.Integer({ description: 'The number of orders created or already existing.' }),
  failed_count: Type.Integer(),
  results: Type.Array(BatchResult),
  errors: Faults,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type OrderBatchAnswer = Static<typeof OrderBatchAnswer>;

export type OrderBatch = {
  id: string;
  status: BatchStatus;
  order_count: number;
  created_count: number;
  failed_count: number;
  errors: InvalidParam[] | null;
  created_at: Date;
  updated_at: Date;
};

export const newOrderBatch = (id: string, order_count: number, now: Date): OrderBatch => ({
  id,
  status: 'pending',
  order_count,
  created_count: 0,
  failed_count: 0,
  errors: null,
  created_at: now,
  updated_at: now,
});

export const presentOrderBatch = (batch: OrderBatch, results: BatchResult[]): OrderBatchAnswer => ({
  id: batch.id,
  status: batch.status,
  order_count: batch.order_count,
  created_count: batch.created_count,
  failed_count: batch.failed_count,
  results,
  errors: batch.errors,
  created_at: toTimestamp(batch.created_at),
  updated_at: toTimestamp(batch.updated_at),
});

/** The error message for a batch that could not be finished, whatever the cause was. */
export const BROKEN_BATCH: InvalidParam[] = [
  { field: 'orders', message: 'The batch could not be finished. The orders created so far are kept.' },
];

/** One element of a batch. A client may send any JSON value as an element. */
export type BatchItem = { index: number; order_number: string | null } & (
  | { body: NewOrder; faults?: undefined }
  | { faults: InvalidParam[] }
);

const check = compileCheck(NewOrder, 'body');
const ORDER_NUMBER_LENGTH_MAX = 128;

export function toBatchItem(sent: unknown, index: number): BatchItem {
  const faults = check(sent);
  const order_number = orderNumberOf(sent);
  return faults.length > 0 ? { index, order_number, faults } : { index, order_number, body: sent as NewOrder };
}

/** The order number; `null` if it is absent or not valid. */
function orderNumberOf(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || !('order_number' in sent)) return null;
  const { order_number } = sent;
  if (typeof order_number !== 'string' || order_number === '' || !isStorable(order_number)) return null;
  return [...order_number].length > ORDER_NUMBER_LENGTH_MAX ? null : order_number;
}

type Named = Pick<BatchItem, 'index' | 'order_number'>;

export const createdResult = ({ index, order_number }: Named, order_id: string): BatchResult => ({
  index,
  status: 'created',
  order_id,
  order_number,
  errors: null,
});

export const existingResult = ({ index, order_number }: Named, order_id: string): BatchResult => ({
  index,
  status: 'existing',
  order_id,
  order_number,
  errors: null,
});

export const failedResult = ({ index, order_number }: Named, errors: InvalidParam[]): BatchResult => ({
  index,
  status: 'failed',
  order_id: null,
  order_number,
  errors,
});
