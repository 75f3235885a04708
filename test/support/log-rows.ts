// Generates rows of the event log and of the console's audit log and request log, as many as a client has after years
// of use. The hashes of the audit entries do not form a valid chain.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** The number of rows that one statement inserts. */
const ROWS_PER_STATEMENT = 10_000;
const AUDIT_SECONDS = 30;
const OTHER_USERS = 19;

export const LOG_TABLES = ['audit_entries', 'audit_blocks', 'request_chunks'];

/**
 * Each order has the same number of events, and the events of one order follow each other directly. One event in a
 * thousand has a rare type. The ids of orders and people are those of `fillLists`.
 */
const EVENTS = `insert into events (client_id, environment, id, event_type, user_id, link_id, task_id, order_id, payload,
    created_at, sequence)
  select $1, $2, id, event_type, user_id, link_id, task_id, order_id,
    json_build_object('webhook_id', id, 'event_type', event_type, 'status', 'done', 'user_id', user_id, 'link_id',
      link_id, 'task_id', task_id, 'order_id', order_id)::text,
    $5::timestamptz - make_interval(secs => $4::int - n), n
  from (
    select n, md5($1 || ' events ' || n) as id, md5($1 || ' users ' || at) as user_id,
      md5($1 || ' links ' || at) as link_id, md5($1 || ' tasks ' || at) as task_id,
      md5($1 || ' orders ' || at) as order_id,
      case when n % 1000 = 0 then 'link-deleted' when n % 10 = 0 then 'link-connected'
        when n % 10 < 7 then 'task-status-updated' else 'order-status-updated' end as event_type
    from generate_series($3::int, $4::int) as n cross join lateral (select 1 + (n - 1) / $6::int as at) as made
  ) as rows`;

/** Inserts `rows` events, one second apart. They belong to `orders` orders. `db` must have the system scope. */
export async function fillEvents(
  db: Db,
  scope: Scope,
  { rows, orders, newest_at }: { rows: number; orders: number; newest_at: Date },
): Promise<void> {
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    const last = Math.min(rows, first + ROWS_PER_STATEMENT - 1);
    const last_at = new Date(newest_at.getTime() - (rows - last) * 1000);
    const own = [scope.client_id, scope.environment];
    await db.query(EVENTS, [...own, first, last, last_at, Math.ceil(rows / orders)]);
  }
}

/** Six of ten entries belong to `$6`, the others to 19 further users. */
const AUDIT = `insert into audit_entries (client_id, environment, number, place, at, dashboard_user_id, email, ip, action,
    object, hash)
  select $1, $2, n, n, $5::timestamptz - make_interval(secs => ${AUDIT_SECONDS} * ($4::int - n)), dashboard_user_id,
    dashboard_user_id || '@example.com', '127.0.0.1', action,
    case action when 'listOrders' then 'orders' when 'listUsers' then 'users' when 'search' then 'search'
      else 'orders/' || md5($1 || n % 50000) end,
    md5('hash' || n)
  from generate_series($3::int, $4::int) as n cross join lateral (
    select case when n % 10 < 6 then $6 else md5('user ' || n % ${OTHER_USERS}) end as dashboard_user_id,
      case when n / 10 % 100 < 50 then 'getOrder' when n / 10 % 100 < 75 then 'listOrders'
        when n / 10 % 100 < 85 then 'readOrderHistory' when n / 10 % 100 < 95 then 'search'
        when n / 10 % 100 < 99 then 'listUsers' else 'reveal' end as action
  ) as made`;

/**
 * Inserts `rows` entries of the audit log, 30 seconds apart. The newest entry has the time `newest_at`. The client must
 * have no entry yet. `db` must have the system scope.
 */
export async function fillAuditLog(
  db: Db,
  scope: Scope,
  { rows, newest_at, user_id }: { rows: number; newest_at: Date; user_id: string },
): Promise<void> {
  const own = [scope.client_id, scope.environment];
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    const last = Math.min(rows, first + ROWS_PER_STATEMENT - 1);
    const last_at = new Date(newest_at.getTime() - (rows - last) * AUDIT_SECONDS * 1000);
    await db.query(AUDIT, [...own, first, last, last_at, user_id]);
  }
  await db.query(
    `insert into audit_chains (client_id, last_number, last_hash, last_at, sandbox_count, prod_count, removed_hash)
     values ($1, $2, repeat('0', 64), $3, $4, $5, repeat('0', 64))`,
    [
      scope.client_id,
      rows,
      newest_at,
      scope.environment === 'sandbox' ? rows : 0,
      scope.environment === 'prod' ? rows : 0,
    ],
  );
}

/** One of a thousand rows contains a request that failed with the status 500. */
const REQUESTS = `insert into request_chunks (client_id, environment, newest_at, id, entries_count, outcomes, entries)
  select $1, $2, at, md5($1 || ' chunk ' || n), $7::int,
    case when n % 1000 = 0 then 16 else 2 end,
    (select '[' || string_agg(format('[%s,"GET","/v1/orders/%s/",%s,12,"%s","%s"]', floor(extract(epoch from at) * 1000),
       md5($1 || n || i), case when n % 1000 = 0 then 500 else 200 end,
       lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5($1 || n || i), 1, 20), md5($1)),
       ',') || ']' from generate_series(1, $7::int) as i)
  from generate_series($3::int, $4::int) as n
  cross join lateral (select $5::timestamptz - make_interval(secs => $6::float8 * ($4::int - n)) as at) as made`;

/**
 * Inserts rows of the request log. Each row contains `entries` requests, and the rows are `seconds` seconds apart. `db`
 * must have the system scope.
 */
export async function fillRequestLog(
  db: Db,
  scope: Scope,
  { rows, newest_at, seconds, entries }: { rows: number; newest_at: Date; seconds: number; entries: number },
): Promise<void> {
  const per_statement = Math.ceil(ROWS_PER_STATEMENT / entries);
  for (let first = 1; first <= rows; first += per_statement) {
    const last = Math.min(rows, first + per_statement - 1);
    const last_at = new Date(newest_at.getTime() - (rows - last) * seconds * 1000);
    const own = [scope.client_id, scope.environment];
    await db.query(REQUESTS, [...own, first, last, last_at, seconds, entries]);
  }
}
