// What the catalog does not know of our tables: the street of each, and which row an id column names. Both lists are
// complete: a table or an id column that is missing here fails the test of the documentation.
import type { Column, Schema, Table } from './schema-catalog.ts';

/** In reading order; a table comes after those it refers to by a foreign key. */
const STREETS = {
  platform: ['migrations', 'service_keys', 'data_keys', 'timers', 'list_blocks', 'list_moves', 'process_faults'],
  access: [
    'clients',
    'environments',
    'api_keys',
    'dashboard_users',
    'rate_windows',
    'idempotency_keys',
    'templates',
    'deleted_templates',
  ],
  people: ['users'],
  billing: ['prices', 'usage_records', 'invoices'],
  events: ['events', 'event_log', 'webhook_endpoints', 'webhook_deliveries', 'webhook_attempts'],
  connections: [
    'companies',
    'links',
    'deleted_links',
    'link_sections',
    'tasks',
    'bridge_tokens',
    'public_tokens',
    'sandbox_bank_grants',
    'sandbox_bank_access_tokens',
  ],
  reports: ['user_reports', 'payroll_reports', 'link_income_reports', 'scoring_reports'],
  orders: [
    'orders',
    'suborders',
    'order_timeline',
    'certifications',
    'order_messages',
    'order_visitors',
    'order_batches',
    'order_batch_chunks',
  ],
  widget: ['widget_funnel'],
  sandbox: ['sandbox_declarations'],
} satisfies Record<string, readonly string[]>;

/** The table whose id the column holds. */
const NAMED: Readonly<Record<string, string>> = {
  batch_id: 'order_batches',
  bridge_token_id: 'bridge_tokens',
  company_mapping_id: 'companies',
  delivery_id: 'webhook_deliveries',
  endpoint_id: 'webhook_endpoints',
  event_id: 'events',
  grant_id: 'sandbox_bank_grants',
  initial_order: 'orders',
  key_id: 'api_keys',
  last_task_id: 'tasks',
  link_id: 'links',
  order_id: 'orders',
  refresh_order: 'orders',
  task_id: 'tasks',
  template_id: 'templates',
  user_id: 'users',
  voa_report_id: 'user_reports',
  voie_report_id: 'user_reports',
};

/** Ids that name no row, or rows of several tables. */
const UNNAMED: ReadonlySet<string> = new Set([
  'client_id', // In nearly every table: said once, not drawn.
  'external_user_id', // The client's own.
  'last_id', // The last row of a block, in any list.
  'master_key_id', // A key outside of the database.
  'oauth_client_id', // Declared by a connector.
  'order_group_id', // Orders billed together have no row of their own.
  'owner_id', // A user, or the environment itself.
  'provider_id', // Declared by a connector.
  'subject_id', // What the timer, the budget or the decision is about.
]);

export type Street = { readonly name: string; readonly tables: readonly Table[] };

export function inStreets({ tables }: Schema): Street[] {
  const unplaced = new Map(tables.map((table) => [table.name, table]));
  const take = (name: string): Table => {
    const table = unplaced.get(name);
    if (table === undefined) throw new Error(`tools/schema-streets.ts names ${name}, which is no table`);
    unplaced.delete(name);
    return table;
  };
  const streets = Object.entries(STREETS).map(([name, names]) => ({ name, tables: names.map(take) }));
  if (unplaced.size > 0)
    throw new Error(`tools/schema-streets.ts has no street for ${[...unplaced.keys()].join(', ')}`);
  return streets;
}

/** The table that a column refers to, if any. */
export function referredBy(table: Table, { name }: Column): string | undefined {
  const to = NAMED[name];
  if (to === undefined && name.endsWith('_id') && !UNNAMED.has(name)) {
    throw new Error(`tools/schema-streets.ts does not know what ${table.name}.${name} names`);
  }
  // A table may be keyed by the name that others use for its rows.
  return to === table.name && table.primary_key.includes(name) ? undefined : to;
}
