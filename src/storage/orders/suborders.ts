// Rows of suborders.

import type { DataSource } from '#domain/access/products.ts';
import type { SuborderStatus } from '#domain/orders/order-status.ts';
import type { Suborder } from '#domain/orders/suborders.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { insertRows } from '#storage/platform/rows.ts';

export type SuborderRow = Suborder & { sealed: Buffer };

const COLUMN_NAMES = [
  'id',
  'order_id',
  'user_id',
  'kind',
  'position',
  'product_type',
  'status',
  'suborder_number',
  'company_mapping_id',
  'provider_id',
  'data_sources',
  'link_id',
  'data_source',
  'sealed',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SuborderRow)[];
const COLUMNS = COLUMN_NAMES.join(', ');

export const insertSuborders = (tx: Db, scope: Scope, suborders: readonly SuborderRow[]): Promise<void> =>
  insertRows(tx, scope, 'suborders', COLUMN_NAMES, suborders);

/** Returns each order's suborders in the sequence of the client's request. */
export async function listSuborders(db: Db, scope: Scope, order_ids: readonly string[]): Promise<SuborderRow[]> {
  const { rows } = await db.query<SuborderRow>(
    `select s.* from unnest($3::text[]) as wanted (order_id) cross join lateral (
       select ${COLUMNS} from suborders where client_id = $1 and environment = $2 and order_id = wanted.order_id) s
     order by s.order_id, s.position`,
    [scope.client_id, scope.environment, order_ids],
  );
  return rows;
}

export async function moveSuborders(
  tx: Db,
  scope: Scope,
  ids: readonly string[],
  status: SuborderStatus,
  updated_at: Date,
): Promise<void> {
  await tx.query(
    `update suborders set status = $4, updated_at = $5 where client_id = $1 and environment = $2 and id = any($3)`,
    [scope.client_id, scope.environment, ids, status, updated_at],
  );
}

/** Replaces the suborder's sealed data. */
export async function resealSuborder(tx: Db, scope: Scope, id: string, sealed: Buffer): Promise<void> {
  await tx.query('update suborders set sealed = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    sealed,
  ]);
}

/**
 * Changes the suborder's link: from now on this link provides the suborder's data. Returns false if the suborder has
 * ended.
 */
export async function connectSuborder(
  tx: Db,
  scope: Scope,
  id: string,
  connection: { link_id: string; data_source: DataSource; updated_at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update suborders set link_id = $4, data_source = $5, updated_at = $6
     where client_id = $1 and environment = $2 and id = $3 and status in ('pending', 'sent')`,
    [scope.client_id, scope.environment, id, connection.link_id, connection.data_source, connection.updated_at],
  );
  return rowCount > 0;
}
