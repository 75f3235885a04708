// Rows of usage records: the price of each successful prod task, and the number of records per order group, product and
// price.

import type { ProductType } from '#domain/access/products.ts';
import type { InvoiceLine } from '#domain/billing/invoices.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type NewUsage = {
  task_id: string;
  link_id: string;
  order_id: string | null;
  order_group_id: string | null;
  product_type: ProductType;
  use_case: string | null;
  created_at: Date;
};

/** Records a task's usage at the current price. Returns false if the task already has a record. */
export async function insertUsage(tx: Db, scope: Scope, usage: NewUsage): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into usage_records (client_id, environment, task_id, link_id, order_id, order_group_id, product_type,
       use_case, created_at, unit_price)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
       coalesce((select unit_price from prices where product_type = $7), 0))
     on conflict (client_id, environment, task_id) do nothing`,
    [
      scope.client_id,
      scope.environment,
      usage.task_id,
      usage.link_id,
      usage.order_id,
      usage.order_group_id,
      usage.product_type,
      usage.use_case,
      usage.created_at,
    ],
  );
  return rowCount > 0;
}

export type OrderUsage = Omit<InvoiceLine, 'count'> & { task_id: string; used_at: Date };
type OrderOfGroup = { id: string; order_group_id: string };

/** Returns the usage records of one order, oldest first. The group is given because the index is on the group. */
export async function listUsage(
  db: Db,
  scope: Scope,
  { id, order_group_id }: OrderOfGroup,
  limit: number,
): Promise<OrderUsage[]> {
  const { rows } = await db.query<OrderUsage>(
    `select task_id, product_type, unit_price, created_at as used_at from usage_records
     where client_id = $1 and environment = $2 and order_group_id = $3 and order_id = $4
     order by created_at, task_id limit $5`,
    [scope.client_id, scope.environment, order_group_id, id, limit],
  );
  return rows;
}

/** Returns the usage of one order in the sandbox, oldest first: its done tasks, at a price of zero. */
export async function listSampleUsage(
  db: Db,
  scope: Scope,
  { id }: Pick<OrderOfGroup, 'id'>,
  limit: number,
): Promise<OrderUsage[]> {
  const { rows } = await db.query<OrderUsage>(
    `select id as task_id, product_type, '0.00' as unit_price, coalesce(finished_at, updated_at) as used_at from tasks
     where client_id = $1 and environment = $2 and status = 'done' and order_id = $3
     order by used_at, id limit $4`,
    [scope.client_id, scope.environment, id, limit],
  );
  return rows;
}

/** Counts an order group's usage records by product and price. */
export async function sumUsage(db: Db, scope: Scope, order_group_id: string): Promise<InvoiceLine[]> {
  const { rows } = await db.query<InvoiceLine>(
    `select product_type, count(*) as count, unit_price from usage_records
     where client_id = $1 and environment = $2 and order_group_id = $3 group by product_type, unit_price`,
    [scope.client_id, scope.environment, order_group_id],
  );
  return rows;
}

/**
 * Counts an order group's usage in the sandbox by product. The sandbox keeps no usage records, so this function counts
 * done tasks and sets their price to zero.
 */
export async function sumSampleUsage(db: Db, scope: Scope, order_group_id: string): Promise<InvoiceLine[]> {
  const { rows } = await db.query<InvoiceLine>(
    `select product_type, count(*) as count, '0.00' as unit_price from tasks
     where client_id = $1 and environment = $2 and status = 'done' and order_id = any(array(
       select id from orders where client_id = $1 and environment = $2 and order_group_id = $3))
     group by product_type`,
    [scope.client_id, scope.environment, order_group_id],
  );
  return rows;
}

/** Counts the usage records of a time range by product and price. The end of the range, `to`, is not included. */
export async function sumUsageBetween(db: Db, scope: Scope, from: Date, to: Date): Promise<InvoiceLine[]> {
  const { rows } = await db.query<InvoiceLine>(
    `select product_type, count(*) as count, unit_price from usage_records
     where client_id = $1 and environment = $2 and created_at >= $3 and created_at < $4
     group by product_type, unit_price`,
    [scope.client_id, scope.environment, from, to],
  );
  return rows;
}
