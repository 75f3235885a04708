// Rows of orders, each read together with the person's wrapped key. The key is missing if the person was erased. Then
// the order's encrypted data can no longer be read.

import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { noteChangeSql } from '#storage/platform/lists/list-blocks.ts';
import type { List } from '#storage/platform/lists/pages.ts';
import { insertRows } from '#storage/platform/rows.ts';

export type OrderRow = {
  id: string;
  user_id: string;
  order_group_id: string;
  products: ProductType[];
  /**
   * The status follows from the statuses of the suborders. Code that changes a suborder must also write the order's
   * status (services/orders/order-moves.ts).
   */
  status: OrderStatus;
  order_number: string | null;
  external_user_id: string | null;
  template_id: string | null;
  source: string;
  client_name: string;
  refresh_approved: boolean;
  suppress_user_notifications: boolean;
  first_notification_delay_hours: number;
  sealed: Buffer;
  ssn_hash: Buffer | null;
  ssn_last4_hash: Buffer | null;
  share_key_hash: Buffer;
  short_key_hash: Buffer;
  token_sealed: Buffer;
  token_expires_at: Date;
  initial_order: string | null;
  refresh_order: string | null;
  voie_report_id: string | null;
  voa_report_id: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  completed_at: Date | null;
  canceled_at: Date | null;
  finalized_at: Date | null;
  consented_at: Date | null;
  consent_version: string | null;
  invited_at: Date | null;
  unsubscribed_at: Date | null;
  certified_at: Date | null;
  seen_at: Date | null;
};

export type StoredOrder = OrderRow & { [Name in keyof WrappedKey]: WrappedKey[Name] | null };

const COLUMN_NAMES = [
  'id',
  'user_id',
  'order_group_id',
  'products',
  'status',
  'order_number',
  'external_user_id',
  'template_id',
  'source',
  'client_name',
  'refresh_approved',
  'suppress_user_notifications',
  'first_notification_delay_hours',
  'sealed',
  'ssn_hash',
  'ssn_last4_hash',
  'share_key_hash',
  'short_key_hash',
  'token_sealed',
  'token_expires_at',
  'initial_order',
  'refresh_order',
  'voie_report_id',
  'voa_report_id',
  'created_at',
  'updated_at',
  'expires_at',
  'completed_at',
  'canceled_at',
  'finalized_at',
  'consented_at',
  'consent_version',
  'invited_at',
  'unsubscribed_at',
  'certified_at',
  'seen_at',
] as const satisfies readonly (keyof OrderRow)[];

const COLUMNS = `${COLUMN_NAMES.map((name) => `o.${name}`).join(', ')}, k.master_key_id, k.wrapped_key`;
const KEY = `left join data_keys k
  on k.client_id = o.client_id and k.environment = o.environment and k.owner_id = o.user_id`;
const OURS = 'o.client_id = $1 and o.environment = $2';

export const insertOrders = (tx: Db, scope: Scope, orders: readonly OrderRow[]): Promise<void> =>
  insertRows(tx, scope, 'orders', COLUMN_NAMES, orders);

export async function findOrder(db: Db, scope: Scope, id: string): Promise<StoredOrder | undefined> {
  const { rows } = await db.lookup<StoredOrder>(`select ${COLUMNS} from orders o ${KEY} where ${OURS} and o.id = $3`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Locks the order. Every function that changes an order or one of its suborders takes this lock first. */
export async function lockOrder(tx: Db, scope: Scope, id: string): Promise<StoredOrder | undefined> {
  const { rows } = await tx.query<StoredOrder>(
    `select ${COLUMNS} from orders o ${KEY} where ${OURS} and o.id = $3 for update of o`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Returns the orders of a person that are not final. Locks these orders until the transaction ends. */
export async function lockOpenOrdersOf(tx: Db, scope: Scope, user_id: string): Promise<StoredOrder[]> {
  const { rows } = await tx.query<StoredOrder>(
    `select ${COLUMNS} from orders o ${KEY} where ${OURS} and o.user_id = $3 and o.finalized_at is null
     order by o.created_at, o.id for update of o`,
    [scope.client_id, scope.environment, user_id],
  );
  return rows;
}

/** The columns that `updateOrder` can change. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'status'
    | 'refresh_approved'
    | 'suppress_user_notifications'
    | 'first_notification_delay_hours'
    | 'sealed'
    | 'ssn_hash'
    | 'ssn_last4_hash'
    | 'token_sealed'
    | 'token_expires_at'
    | 'refresh_order'
    | 'voie_report_id'
    | 'voa_report_id'
    | 'updated_at'
    | 'completed_at'
    | 'canceled_at'
    | 'finalized_at'
    | 'consented_at'
    | 'consent_version'
    | 'invited_at'
    | 'certified_at'
    | 'seen_at'
  >
>;

/** Updates only the columns in `change`. */
export async function updateOrder(tx: Db, scope: Scope, id: string, change: OrderChange): Promise<void> {
  const names = COLUMN_NAMES.filter((name) => name in change);
  const changes = new Map<string, unknown>(Object.entries(change));
  const update = `update orders set ${names.map((name, at) => `${name} = $${at + 4}`).join(', ')}
    where client_id = $1 and environment = $2 and id = $3`;
  await tx.query('status' in change ? withNote(update, names.indexOf('status') + 4) : update, [
    scope.client_id,
    scope.environment,
    id,
    ...names.map((name) => changes.get(name)),
  ]);
}

/** Removes, from an erased person's orders, all data that could identify the person, their employers or their banks. */
export async function forgetOrdersOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query(
    `with forgotten as (
       update orders set ssn_hash = null, ssn_last4_hash = null, external_user_id = null
       where client_id = $1 and environment = $2 and user_id = $3 returning id
     )
     update suborders set company_mapping_id = null, provider_id = null
     where client_id = $1 and environment = $2 and order_id in (select id from forgotten)`,
    [scope.client_id, scope.environment, user_id],
  );
}

/** Returns the newest order for each of the given order numbers. */
export async function listNewestByNumber(
  db: Db,
  scope: Scope,
  order_numbers: readonly string[],
): Promise<{ order_number: string; id: string }[]> {
  const { rows } = await db.query<{ order_number: string; id: string }>(
    `select n.order_number, o.id from unnest($3::text[]) as n (order_number) cross join lateral (
       select id from orders where client_id = $1 and environment = $2 and order_number = n.order_number
       order by inserted_at desc limit 1) o`,
    [scope.client_id, scope.environment, order_numbers],
  );
  return rows;
}

/** Returns, for each pair of order number and external user id, the group of the earliest order with that pair. */
export async function listGroupsOf(
  db: Db,
  scope: Scope,
  pairs: readonly { order_number: string; external_user_id: string }[],
): Promise<{ order_number: string; external_user_id: string; order_group_id: string }[]> {
  const { rows } = await db.query<{ order_number: string; external_user_id: string; order_group_id: string }>(
    `select n.order_number, n.external_user_id, o.order_group_id
     from unnest($3::text[], $4::text[]) as n (order_number, external_user_id) cross join lateral (
       select order_group_id from orders where client_id = $1 and environment = $2
         and order_number = n.order_number and external_user_id = n.external_user_id
       order by inserted_at limit 1) o`,
    [
      scope.client_id,
      scope.environment,
      pairs.map(({ order_number }) => order_number),
      pairs.map(({ external_user_id }) => external_user_id),
    ],
  );
  return rows;
}

/** Finds the order by the key in its landing page's URL. Needs the system scope. */
export async function findOrderByKey(
  db: Db,
  by: 'share_key_hash' | 'short_key_hash',
  hash: Buffer,
): Promise<(Scope & { id: string }) | undefined> {
  const { rows } = await db.query<Scope & { id: string }>(
    `select client_id, environment, id from orders where ${by} = $1`,
    [hash],
  );
  return rows[0];
}

/**
 * Returns the scope of an order of any client, for the operator. Makes one lookup per environment, because the client
 * is the first column of every index. Needs the system scope.
 */
export async function findOrderScope(db: Db, id: string): Promise<Scope | undefined> {
  const { rows } = await db.query<Scope>(
    `select o.client_id, o.environment from environments e cross join lateral (
       select client_id, environment from orders
       where client_id = e.client_id and environment = e.environment and id = $1) o`,
    [id],
  );
  return rows[0];
}

/** The filters of an order list, and the range of creation times. */
export type OrderFilter = {
  status?: string | undefined;
  order_number?: string | undefined;
  external_user_id?: string | undefined;
  user_id?: string | undefined;
  product_type?: string | undefined;
  created_at__gte?: Date | undefined;
};

const EQUAL = [
  'status',
  'order_number',
  'external_user_id',
  'user_id',
] as const satisfies readonly (keyof OrderFilter)[];
const KEYSET_ROWS = 200;

/**
 * Returns at most 200 orders that match the filters and are older than the given position, newest first. The keys of
 * these orders are read first. They come from an index alone, in index order (see `rowsOf` in list-sql.ts).
 */
export async function listOrdersBefore(
  db: Db,
  scope: Scope,
  filter: OrderFilter,
  before: { created_at: Date | string; id: string },
): Promise<StoredOrder[]> {
  const given = EQUAL.filter((name) => filter[name] !== undefined);
  const product = PRODUCT_TYPES.find((one) => one === filter.product_type);
  const { rows } = await db.query<StoredOrder>(
    `with keys as materialized (
       select created_at, id from orders
       where client_id = $1 and environment = $2 and (created_at, id) < ($3, $4) and created_at >= $5
         ${given.map((name, at) => `and ${name} = $${at + 6}`).join(' ')}
         ${product === undefined ? '' : `and '${product}' = any(products)`}
       order by created_at desc, id desc limit ${KEYSET_ROWS}
     )
     select ${COLUMNS} from keys cross join lateral (
       select * from orders where client_id = $1 and environment = $2 and id = keys.id limit 1
     ) o ${KEY} order by o.created_at desc, o.id desc`,
    [
      scope.client_id,
      scope.environment,
      before.created_at,
      before.id,
      filter.created_at__gte ?? '-infinity',
      ...given.map((name) => filter[name]),
    ],
  );
  return rows;
}

export const ORDERS: List = {
  name: 'orders',
  table: 'orders',
  alias: 'o',
  join: KEY,
  columns: COLUMNS,
  filters: {
    status: { column: 'status', is_counted: true },
    product_type: { column: 'products', items: PRODUCT_TYPES, is_counted: true },
    order_number: { column: 'order_number' },
    external_user_id: { column: 'external_user_id' },
    user_id: { column: 'user_id' },
    ssn_hash: { column: 'ssn_hash' },
    ssn_last4_hash: { column: 'ssn_last4_hash' },
  },
  counted_pairs: [['status', 'product_type']],
};

/**
 * Extends the statement `update` so that it also records how the list counts change. The order's row is locked, so
 * `before` is the status that the order has until this update.
 */
const withNote = (update: string, place: number): string =>
  `with changed as (
     select client_id, environment, created_at, id, inserted_at, products, status as before, $${place}::text as after
     from orders where client_id = $1 and environment = $2 and id = $3
   ), noted as (${noteChangeSql(ORDERS, 'status', 'changed')})
   ${update}`;

/**
 * Stores `seen_at` as the time at which the person was last seen. If the stored time is already after `unless_after`,
 * nothing is written.
 */
export async function markOrderSeen(
  db: Db,
  scope: Scope,
  order_id: string,
  seen_at: Date,
  unless_after: Date,
): Promise<void> {
  await db.query(
    `update orders set seen_at = $4 where client_id = $1 and environment = $2 and id = $3
       and (seen_at is null or seen_at <= $5)`,
    [scope.client_id, scope.environment, order_id, seen_at, unless_after],
  );
}
