// Generates thousands of rows for every list in the database, as many as a client has after years of use. The rows
// contain no sealed data, so they can only be listed and counted. A test that opens a record must seal data for it
// first.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** SQL for the id of the n-th row of a table. */
const id = (table: string, n = 'n'): string => `md5($1 || ' ${table} ' || ${n})`;
/**
 * SQL for the creation time of row n. The rows are created one second apart. An SQL statement inserts several rows, and
 * the last of them is created at `$5`.
 */
const MOMENT = `$5::timestamptz - make_interval(secs => $4::int - n)`;

/** SQL that distributes values over the rows. `shares` states how many of every hundred rows get each value. */
const spread = (shares: Readonly<Record<string, number>>): string => {
  let upto = 0;
  const cases = Object.entries(shares).map(([value, share]) => `when n % 100 < ${(upto += share)} then ${value}`);
  return `case ${cases.join(' ')} end`;
};
const ORDER_STATUS = spread({
  "'completed'": 60,
  "'expired'": 20,
  "'sent'": 8,
  "'pending'": 5,
  "'error'": 3,
  "'no_data'": 2,
  "'skipped'": 1,
  "'canceled'": 1,
});
const TASK_STATUS = spread({ "'done'": 70, "'login_error'": 15, "'no_data'": 10, "'parse'": 4, "'mfa'": 1 });
const PRODUCT = spread({ "'income'": 60, "'assets'": 25, "'employment'": 10, "'insurance'": 4, "'deposit_switch'": 1 });
const PROVIDER = spread({ "'northwind'": 55, "'lantern'": 30, "'harbor'": 14, "'quarry'": 1 });
const SOURCE = spread({ "'payroll'": 60, "'financial_accounts'": 30, "'insurance'": 9, "'docs'": 1 });
const EVENT = spread({
  "'task-status-updated'": 70,
  "'order-status-updated'": 25,
  "'link-connected'": 4,
  "'link-deleted'": 1,
});
const REPORT = spread({ "'voie'": 60, "'voa'": 30, "'income_insights'": 10 });
const REVIEW = spread({ "'cleared'": 60, "'pending'": 30, "'confirmed'": 10 });
const ANSWER = spread({ '200': 90, '500': 9, '404': 1 });

const ROWS = `from generate_series($3::int, $4::int) as n`;
const STATEMENTS: Readonly<Record<string, string>> = {
  data_keys: `insert into data_keys (client_id, environment, owner_id, master_key_id, wrapped_key)
    select $1, $2, ${id('users')}, coalesce((select master_key_id from data_keys where client_id = $1 limit 1), 'none'), ''
    ${ROWS} where $5::timestamptz is not null`,
  users: `insert into users (client_id, environment, id, external_user_id, sealed, created_at, updated_at, products,
      email_hash, name_hash, last_name_hash, has_name_hashes)
    select $1, $2, ${id('users')}, 'person-' || n, '', ${MOMENT}, ${MOMENT}, array[${PRODUCT}],
      decode(md5('email' || n), 'hex'), decode(md5('name' || n), 'hex'), decode(md5('last' || n % 1000), 'hex'), true
    ${ROWS}`,
  orders: `insert into orders (client_id, environment, id, user_id, order_group_id, products, status, order_number,
      external_user_id, source, client_name, refresh_approved, suppress_user_notifications,
      first_notification_delay_hours, sealed, ssn_hash, ssn_last4_hash, share_key_hash, short_key_hash, token_sealed,
      token_expires_at, created_at, updated_at, expires_at, canceled_at, finalized_at)
    select $1, $2, ${id('orders')}, ${id('users')}, ${id('groups')}, array[${PRODUCT}], ${ORDER_STATUS}, 'L-' || n,
      'person-' || n, 'internal', 'Acme Lending', false, true, 0, '', decode(md5('ssn' || n), 'hex'),
      decode(md5('last4' || n % 10000), 'hex'), decode(${id('share')}, 'hex'), decode(${id('short')}, 'hex'), '',
      ${MOMENT}, ${MOMENT}, ${MOMENT}, ${MOMENT} + interval '3 days',
      case when ${ORDER_STATUS} = 'canceled' then ${MOMENT} end,
      case when ${ORDER_STATUS} not in ('sent', 'pending') then ${MOMENT} end ${ROWS}`,
  suborders: `insert into suborders (client_id, environment, id, order_id, user_id, kind, position, product_type, status,
      data_sources, sealed, created_at, updated_at)
    select $1, $2, ${id('suborders')}, ${id('orders')}, ${id('users')}, 'employer', 0, ${PRODUCT}, ${ORDER_STATUS},
      '{payroll}', '', ${MOMENT}, ${MOMENT} ${ROWS}`,
  tasks: `insert into tasks (client_id, environment, id, link_id, user_id, order_id, status, product_type,
      allowed_products, data_source, provider_id, is_suspicious, is_refresh, history_months, version, progress_at,
      progress_real_at, created_at, updated_at)
    select $1, $2, ${id('tasks')}, ${id('links')}, ${id('users')}, ${id('orders')}, ${TASK_STATUS}, ${PRODUCT},
      array[${PRODUCT}], ${SOURCE}, ${PROVIDER}, false, false, 12, 1, ${MOMENT}, ${MOMENT}, ${MOMENT}, ${MOMENT} ${ROWS}`,
  links: `insert into links (client_id, environment, id, user_id, provider_id, data_source, link_hash, allowed_products,
      initial_product_type, last_task_id, is_suspicious, is_connected, access_token_hash, access_token_last4, sealed,
      created_at, updated_at)
    select $1, $2, ${id('links')}, ${id('users')}, ${PROVIDER}, ${SOURCE}, ${id('hashes')}, array[${PRODUCT}],
      ${PRODUCT}, ${id('tasks')}, false, true, decode(${id('access')}, 'hex'), '0000', '', ${MOMENT}, ${MOMENT}
    ${ROWS} where n % 10 <> 0`,
  deleted_links: `insert into deleted_links (client_id, environment, id, user_id, provider_id, data_source, link_hash,
      allowed_products, initial_product_type, last_task_id, is_suspicious, access_token_last4, created_at, updated_at,
      deleted_at)
    select $1, $2, ${id('links')}, ${id('users')}, ${PROVIDER}, ${SOURCE}, ${id('hashes')}, array[${PRODUCT}],
      ${PRODUCT}, ${id('tasks')}, false, '0000', ${MOMENT}, ${MOMENT}, ${MOMENT} ${ROWS} where n % 10 = 0`,
  user_reports: `insert into user_reports (client_id, environment, id, user_id, kind, is_voe, sealed, created_at)
    select $1, $2, ${id('reports')}, ${id('users')}, ${REPORT}, false, '', ${MOMENT} ${ROWS}`,
  document_collections: `insert into document_collections (client_id, environment, id, product_type, created_at, updated_at)
    select $1, $2, ${id('collections')}, 'income', ${MOMENT}, ${MOMENT} ${ROWS}`,
  document_files: `insert into document_files (client_id, environment, id, collection_id, position, user_id, status,
      mime_type, content_hash, wrapped_key, sealed, validations, created_at, updated_at)
    select $1, $2, ${id('files')}, ${id('collections')}, 0, ${id('users')}, 'successful', 'application/pdf',
      decode(${id('contents')}, 'hex'), '', '', '{}', ${MOMENT}, ${MOMENT} ${ROWS}`,
  documents: `insert into documents (client_id, environment, id, collection_id, file_id, user_id, document_type,
      first_page, last_page, is_suspicious, figures_hash, sealed, created_at)
    select $1, $2, ${id('documents')}, ${id('collections')}, ${id('files')}, ${id('users')}, 'PAYSTUB', 1, 1, true,
      decode(${id('figures')}, 'hex'), '', ${MOMENT} ${ROWS}`,
  document_reviews: `insert into document_reviews (client_id, environment, id, review_status, created_at)
    select $1, $2, ${id('documents')}, ${REVIEW}, ${MOMENT} ${ROWS}`,
  templates: `insert into templates (client_id, environment, id, name, products, default_for_products, settings, created_at,
      updated_at)
    select $1, $2, ${id('templates')}, 'template ' || n, array[${PRODUCT}], false, '{}', ${MOMENT}, ${MOMENT} ${ROWS}`,
  events: `insert into events (client_id, environment, id, event_type, user_id, link_id, task_id, order_id, payload,
      created_at, sequence)
    select $1, $2, ${id('events')}, ${EVENT}, ${id('users')}, ${id('links')}, ${id('tasks')}, ${id('orders')}, '{}',
      ${MOMENT}, n ${ROWS}`,
  webhook_deliveries: `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type,
      sequence, chain, state, attempts, due_at, fires_at, created_at)
    select $1, $2, ${id('deliveries')}, ${id('endpoints', 'n % 3')}, ${id('events')}, ${EVENT}, n, ${id('tasks')},
      'delivered', 1, ${MOMENT}, ${MOMENT}, ${MOMENT} ${ROWS}`,
  webhook_attempts: `insert into webhook_attempts (client_id, environment, id, endpoint_id, delivery_id, event_id,
      event_type, webhook_url, attempt, state, status_code, sent_at, duration_ms)
    select $1, $2, ${id('attempts')}, ${id('endpoints', 'n % 3')}, ${id('deliveries')}, ${id('events')}, ${EVENT},
      'https://receiver.example/', 1, 'delivered', ${ANSWER}, ${MOMENT}, 1 ${ROWS} order by n`,
};

export const FILLED_TABLES = Object.keys(STATEMENTS);

/**
 * The number of rows that one statement inserts. A larger number could exceed the statement timeout of the database
 * client.
 */
const ROWS_PER_STATEMENT = 2_000;

/**
 * Inserts rows 1 to `rows` into each table; the newest row is created at `newest_at`. `db` must have the system scope.
 */
export async function fillLists(
  db: Db,
  scope: Scope,
  rows: number,
  newest_at: Date,
  tables: readonly string[] = FILLED_TABLES,
): Promise<void> {
  for (const table of tables) {
    const statement = STATEMENTS[table];
    if (statement === undefined) throw new Error(`nothing fills ${table}`);
    for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
      const last = Math.min(rows, first + ROWS_PER_STATEMENT - 1);
      const since_ms = newest_at.getTime() - (rows - last) * 1000;
      await db.query(statement, [scope.client_id, scope.environment, first, last, new Date(since_ms)]);
    }
  }
}

/** SQL that selects the ids that `fillLists` generates for row `$2`. These ids are used in filters by id. */
export const ID_OF = `select ${id('users', '$2')} as user_id, ${id('links', '$2')} as link_id,
  ${id('orders', '$2')} as order_id, ${id('endpoints', '($2::int % 3)')} as endpoint_id`;
