// Facts that PostgreSQL's catalog does not contain about our tables: the street (subject folder) of each table, and the
// table that an id column refers to. Both lists must be complete: the documentation test fails if a table or an id
// column is missing here.
import type { Column, Schema, Table } from './schema-catalog.ts';

/** The tables of each street in reading order. A table comes after the tables that it refers to by a foreign key. */
const STREETS = {
  platform: [
    'migrations',
    'service_keys',
    'data_keys',
    'timers',
    'list_blocks',
    'list_moves',
    'process_faults',
    'removals',
  ],
  access: [
    'clients',
    'environments',
    'api_keys',
    'dashboard_users',
    'dashboard_members',
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
    'link_logins',
    'link_identities',
    'provider_gates',
    'provider_notices',
    'tasks',
    'imports',
    'bridge_tokens',
    'public_tokens',
    'sandbox_bank_grants',
    'sandbox_bank_access_tokens',
  ],
  documents: [
    'document_collections',
    'document_collection_users',
    'document_files',
    'documents',
    'document_numbers',
    'document_reviews',
    'file_contents',
    'file_removals',
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
  console: [
    'dashboard_sessions',
    'sign_in_attempts',
    'dashboard_totp',
    'dashboard_recovery_codes',
    'dashboard_passkeys',
    'dashboard_invitations',
    'request_chunks',
    'console_hours',
    'console_views',
    'audit_chains',
    'audit_entries',
    'audit_blocks',
    'console_reveals',
  ],
} satisfies Record<string, readonly string[]>;

/** The table that each id column refers to. */
const NAMED: Readonly<Record<string, string>> = {
  batch_id: 'order_batches',
  bridge_token_id: 'bridge_tokens',
  collection_id: 'document_collections',
  company_mapping_id: 'companies',
  dashboard_user_id: 'dashboard_users',
  delivery_id: 'webhook_deliveries',
  document_id: 'documents',
  endpoint_id: 'webhook_endpoints',
  event_id: 'events',
  file_id: 'document_files',
  grant_id: 'sandbox_bank_grants',
  initial_order: 'orders',
  key_id: 'api_keys',
  last_task_id: 'tasks',
  link_id: 'links',
  order_id: 'orders',
  refresh_order: 'orders',
  session_id: 'dashboard_sessions',
  suborder_id: 'suborders',
  task_id: 'tasks',
  template_id: 'templates',
  user_id: 'users',
  voa_report_id: 'user_reports',
  voie_report_id: 'user_reports',
};

/** Id columns that refer to no row, or to rows of several tables. */
const UNNAMED: ReadonlySet<string> = new Set([
  'client_id', // The client's id is in nearly every table, so it is described once and not drawn in the diagrams.
  'credential_id', // The id that an authenticator gave to a passkey.
  'external_user_id', // The client's own id for a user.
  'home_client_id', // The client of a dashboard user who is a member of another client.
  'last_id', // The id of the last row of a block, in any list.
  'master_key_id', // The id of a master key, which is not stored in the database.
  'oauth_client_id', // An OAuth client id that a connector declares.
  'order_group_id', // The id of an order group (orders that are billed together). There is no table of order groups.
  'owner_id', // The id of the owner of a data key: a user's id or the environment's id.
  'probe_task_id', // The id of a task of any client. It is only compared with other ids.
  'provider_id', // The id of a provider that a connector declares.
  'renewal_id', // The id of a renewal of access that is under way.
  'run_id', // The id of one run of a request that is done in steps. It is only compared with other ids.
  'subject_id', // The id of the subject of a timer, a budget or a decision.
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
  // A column of a table's own primary key may have the same name as the columns with which other tables refer to this
  // table. In its own table, the column is not a reference.
  return to === table.name && table.primary_key.includes(name) ? undefined : to;
}
