// Finds rows of any kind by an id, or by the beginning of an id.
import { type Found, RESULTS_MAX } from '#domain/console/search.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** The id of an attempt's endpoint, or null if the endpoint has been deleted. */
const EXISTING_ENDPOINT = `(select w.id from webhook_endpoints w
  where w.client_id = $1 and w.environment = $2 and w.id = endpoint_id)`;

/**
 * The tables whose rows have an id of 32 hex characters. `title` and `subtitle` are the columns that a search result
 * shows. `within` lists the columns, besides the id, that the path of the result needs.
 */
const TABLES: readonly {
  kind: Found['kind'];
  table: string;
  title: string;
  subtitle?: string;
  within?: readonly string[];
}[] = [
  { kind: 'order', table: 'orders', title: 'coalesce(order_number, id)', subtitle: 'status' },
  {
    kind: 'suborder',
    table: 'suborders',
    title: 'coalesce(suborder_number, product_type)',
    subtitle: 'status',
    within: ['order_id'],
  },
  { kind: 'link', table: 'links', title: 'provider_id', subtitle: 'data_source' },
  { kind: 'task', table: 'tasks', title: 'product_type', subtitle: 'status', within: ['user_id'] },
  { kind: 'report', table: 'user_reports', title: 'kind', within: ['user_id', 'kind'] },
  { kind: 'document', table: 'documents', title: 'document_type' },
  { kind: 'template', table: 'templates', title: 'name' },
  { kind: 'key', table: 'api_keys', title: `'…' || secret_last4` },
  { kind: 'webhook', table: 'webhook_endpoints', title: 'name', subtitle: 'webhook_url' },
  { kind: 'event', table: 'events', title: 'event_type' },
  {
    kind: 'attempt',
    table: 'webhook_attempts',
    title: 'event_type',
    subtitle: 'state',
    within: [EXISTING_ENDPOINT, 'event_id'],
  },
];

const BY_ID = TABLES.map(
  ({ kind, table, title, subtitle = 'null::text', within = [] }) =>
    `(select '${kind}' as kind, id, ${title} as title, ${subtitle} as subtitle, array[${within}]::text[] as within
    from ${table} where client_id = $1 and environment = $2 and id >= $3 and id <= $4 order by id limit ${RESULTS_MAX})`,
).join(' union all ');

/**
 * Returns rows whose id begins with the given hex characters. People are not included. They are found by `findUser`,
 * because their data is encrypted.
 */
export async function findByIdPrefix(db: Db, scope: Scope, prefix: string): Promise<Found[]> {
  const { rows } = await db.query<Found>(BY_ID, [scope.client_id, scope.environment, prefix, `${prefix}g`]);
  return rows;
}

/** Returns the ids of people whose id begins with the given hex characters. */
export async function findUserIds(db: Db, scope: Scope, prefix: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from users where client_id = $1 and environment = $2 and id >= $3 and id <= $4
     order by id limit ${RESULTS_MAX}`,
    [scope.client_id, scope.environment, prefix, `${prefix}g`],
  );
  return rows.map(({ id }) => id);
}

/** Returns the newest orders that have this order number, or that belong to the person with this external id. */
export async function findOrdersNamed(db: Db, scope: Scope, name: string): Promise<Found[]> {
  const newest = (column: string) => `(select 'order' as kind, id, coalesce(order_number, id) as title,
      status as subtitle, array[]::text[] as within from orders where client_id = $1 and environment = $2 and ${column} = $3
      order by created_at desc, id desc limit ${RESULTS_MAX})`;
  const { rows } = await db.query<Found>(`${newest('order_number')} union ${newest('external_user_id')}`, [
    scope.client_id,
    scope.environment,
    name,
  ]);
  return rows;
}

/** Returns the id of the person with this external id. */
export async function findUserIdNamed(db: Db, scope: Scope, external_user_id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    'select id from users where client_id = $1 and environment = $2 and external_user_id = $3',
    [scope.client_id, scope.environment, external_user_id],
  );
  return rows[0]?.id;
}
