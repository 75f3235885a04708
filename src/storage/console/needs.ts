// Items that need the attention of a dashboard user: links that must be connected again, and orders that have been open
// for a long time. Each kind is counted up to a limit.
import { COUNTED_MAX } from '#domain/console/home.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type Waiting = { id: string; title: string; since: Date };
export type Waited = { count: number; first: Waiting[] };

/**
 * Counts the matching rows, and returns the first `limit` of them. Counting stops at COUNTED_MAX plus one, so that the
 * caller can see whether there are more than COUNTED_MAX rows.
 */
async function waited(
  db: Db,
  matching: string,
  columns: string,
  values: readonly unknown[],
  limit: number,
): Promise<Waited> {
  const [{ rows: counted }, { rows: first }] = await Promise.all([
    db.query<{ count: number }>(
      `select count(*) as count from (select 1 from ${matching} limit ${COUNTED_MAX + 1}) counted`,
      values,
    ),
    db.query<Waiting>(`select ${columns} from ${matching} limit ${limit}`, values),
  ]);
  return { count: counted[0]?.count ?? 0, first };
}

/**
 * Returns the first `limit` links that are no longer connected. The link that has been disconnected longest comes
 * first.
 */
export const listDisconnected = (db: Db, scope: Scope, limit: number): Promise<Waited> =>
  waited(
    db,
    `links where client_id = $1 and environment = $2 and not is_connected order by updated_at, id`,
    'id, provider_id as title, updated_at as since',
    [scope.client_id, scope.environment],
    limit,
  );

/** Whether the scope has any order, in any status. */
export async function hasOrders(db: Db, scope: Scope): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from orders where client_id = $1 and environment = $2 limit 1', [
    scope.client_id,
    scope.environment,
  ]);
  return rowCount > 0;
}

/** Returns the first `limit` orders that have the given status and were created before the given time, oldest first. */
export const listStuckOrders = (
  db: Db,
  scope: Scope,
  status: string,
  created_before: Date,
  limit: number,
): Promise<Waited> =>
  waited(
    db,
    `orders where client_id = $1 and environment = $2 and status = $3 and created_at < $4 order by created_at, id`,
    `id, coalesce(order_number, id) as title, created_at as since`,
    [scope.client_id, scope.environment, status, created_before],
    limit,
  );
