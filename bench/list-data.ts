// The rows that bench/lists.ts reads: one client with a thousand rows of each kind, and 200 other clients with a total
// of a million orders. One of these clients has 300,000 orders. A data folder that was filled before is reused.
import pg from 'pg';
import { pino } from 'pino';
import { systemClock } from '#base/clock.ts';
import { changeLoan } from '#domain/orders/orders.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import { openMailer } from '#outbound/mail.ts';
import { openTexter } from '#outbound/text-messages.ts';
import {
  createClient,
  createClientKey,
  deleteClientKey,
  listClientKeys,
  listClients,
} from '#services/access/clients.ts';
import { ORDER_HOOKS } from '#services/orders/order-moves.ts';
import { openCompute } from '#services/platform/compute.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { openPasswords } from '#services/platform/passwords.ts';
import { sealJson } from '#services/platform/sealed-json.ts';
import { openVault, place, type Vault } from '#services/platform/vault.ts';
import { databaseFileStore } from '#storage/documents/file-contents.ts';
import { LISTS } from '#storage/lists.ts';
import { type Database, type Db, openDatabase, SYSTEM } from '#storage/platform/db.ts';
import { startEmbedded } from '#storage/platform/embedded/embedded.ts';
import { loadMasterKeys } from '#storage/platform/embedded/master-keys.ts';
import { openEventSignal } from '#storage/platform/event-signal.ts';
import { closeBlocks, openBlockCloser } from '#storage/platform/lists/list-blocks.ts';
import { FILLED_TABLES, fillLists } from '#test/list-rows.ts';
import type { Service } from './service.ts';
import { progress } from './table.ts';

const CLIENTS = 200;
const FEW = 1_000;
/** Share of all orders that belong to the largest client. */
const WHALE_SHARE = 0.3;
/** How many rows per order the other clients have in each table except `orders` and `suborders`. */
const OTHER_ROWS_SHARE = 0.25;
/**
 * The age of the newest generated rows. The service stores the count of a block (a range of rows in a list) only after
 * the rows of the block have this age.
 */
const OLDER_THAN_MS = 600_000;
const PEOPLE_PER_STATEMENT = 500;

export type Reader = { readonly scope: Scope; readonly headers: Record<string, string>; readonly rows: number };
/**
 * Three clients: one with few rows, one of the 199 clients that have equally many rows, and the client with the most
 * rows.
 */
export type Readers = { readonly few: Reader; readonly one: Reader; readonly whale: Reader };

/** The database of the running service, for writing rows and keys directly. */
export type Storage = {
  readonly database: Database;
  readonly vault: Vault;
  /** A superuser's connection without timeouts, for statements that may take minutes. */
  readonly patient: pg.Pool;
  readonly parts: CtxParts;
  close(): Promise<void>;
};

export async function openStorage(service: Service): Promise<Storage> {
  const embedded = await startEmbedded({ data_dir: service.data_dir, log: () => undefined });
  const database = openDatabase({ url: embedded.url(), role: 'vouch_app', connections_max: 4 });
  const patient = new pg.Pool({ connectionString: embedded.url(), max: 1 });
  const vault = await openVault(database, await loadMasterKeys(undefined, service.data_dir, false));
  return {
    database,
    vault,
    patient,
    parts: partsOf(service, database, vault),
    async close() {
      await patient.end();
      await database.close();
    },
  };
}

export type ListData = Storage & { readonly readers: Readers };

export async function openListData(service: Service, orders: number): Promise<ListData> {
  const storage = await openStorage(service);
  const { database, patient, parts } = storage;
  const known = new Map((await listClients(parts)).map(({ name, id }) => [name, id]));
  const clientOf = async (name: string): Promise<Scope> => ({
    client_id: known.get(name) ?? (await createClient(parts, name)).id,
    environment: ENVIRONMENTS[0],
  });
  const whale_rows = Math.round(orders * WHALE_SHARE);
  const rows = Math.round((orders - whale_rows) / (CLIENTS - 1));
  const few = { scope: await clientOf(`lists: ${FEW} orders`), rows: FEW };
  const whale = { scope: await clientOf(`lists: ${whale_rows} of ${orders}`), rows: whale_rows };
  const others: { scope: Scope; rows: number }[] = [];
  for (let at = 1; at < CLIENTS; at++) others.push({ scope: await clientOf(`lists: ${rows}, number ${at}`), rows });
  const [one = few, ...rest] = others;
  const is_filled = known.has(`lists: ${rows}, number ${CLIENTS - 1}`);
  if (!is_filled) await fill(database, patient, [few, one, whale], rest);
  const withKey = async (client: Filled): Promise<Reader> => ({
    ...client,
    headers: await newKeyHeaders(parts, client.scope),
  });
  return { ...storage, readers: { few: await withKey(few), one: await withKey(one), whale: await withKey(whale) } };
}

/** Creates a new access key and returns the headers of a request that uses it. */
export async function newKeyHeaders(parts: CtxParts, scope: Scope): Promise<Record<string, string>> {
  // A client has at most two keys, and the secrets of an earlier run are lost, so the old keys are deleted.
  const { client_id } = scope;
  for (const { id, deactivated_at } of await listClientKeys(parts, client_id)) {
    if (deactivated_at === null) await deleteClientKey(parts, client_id, id);
  }
  const { access_secret } = await createClientKey(parts, scope);
  return { 'x-access-client-id': client_id, 'x-access-secret': access_secret };
}

/** The parts of the service that are needed to create clients. Providers, jobs and notifications are not needed. */
const partsOf = (service: Service, database: Database, vault: Vault): CtxParts => ({
  database,
  vault,
  clock: systemClock,
  block_closer: openBlockCloser(systemClock, () => undefined),
  queue: { enqueue: async () => undefined },
  event_signal: openEventSignal(database),
  file_store: databaseFileStore,
  mailer: openMailer(undefined, ''),
  texter: openTexter(undefined, pino({ level: 'silent' })),
  connectors: new Map(),
  provider_health: async () => new Map(),
  compute: openCompute(),
  reader: {
    read: async () => ({ unreadable: 'it is not readable' }),
    draw: async () => ({ unreadable: 'it is not readable' }),
    load: () => ({ busy: 0, max: 0 }),
  },
  order_hooks: ORDER_HOOKS,
  passwords: openPasswords(),
  identity_provider: undefined,
  settings: {
    base_url: service.url,
    public_url: service.url,
    requests_limit: 1,
    webhook_policy: { allow: [], loopback: false },
    sandbox_notifications: false,
  },
  log: pino({ level: 'silent' }),
});

type Filled = { readonly scope: Scope; readonly rows: number };

async function fill(
  database: Database,
  patient: pg.Pool,
  readers: readonly Filled[],
  others: readonly Filled[],
): Promise<void> {
  const system = database.scoped(SYSTEM);
  const newest_at = new Date(Math.floor((Date.now() - OLDER_THAN_MS) / 1000) * 1000);
  const orders = [...readers, ...others].reduce((sum, { rows }) => sum + rows, 0);
  const report = progress();
  let done = 0;
  await withIndexesAside(patient, FILLED_TABLES, report, async () => {
    for (const { scope, rows } of readers) {
      await fillLists(system, scope, rows, newest_at);
      report(`${(done += rows)} of ${orders} orders`);
    }
    for (const { scope, rows } of others) {
      await fillLists(system, scope, rows, newest_at, ['orders', 'suborders']);
      const further = FILLED_TABLES.filter((table) => table !== 'orders' && table !== 'suborders');
      await fillLists(system, scope, Math.ceil(rows * OTHER_ROWS_SHARE), newest_at, further);
      report(`${(done += rows)} of ${orders} orders`);
    }
  });
  await patient.query(`analyze ${inSchema(FILLED_TABLES)}`);
  for (const { scope } of [...readers, ...others]) {
    report('closing blocks');
    await closeLists(system, scope);
  }
}

/**
 * Closes the blocks of all lists, so that the counts of their rows are stored, and records the last sequence number of
 * the event log.
 */
export async function closeLists(system: Db, scope: Scope): Promise<void> {
  for (const list of LISTS) if (!list.without_blocks) while (await closeBlocks(system, scope, list, new Date()));
  await system.query(
    `insert into event_log (client_id, environment, last_sequence)
     select v.client_id, v.environment, sequence from environments v cross join lateral (
       select sequence from events e
       where e.client_id = v.client_id and e.environment = v.environment and sequence is not null
       order by sequence desc limit 1
     ) newest where v.client_id = $1
     on conflict (client_id, environment) do update set last_sequence = excluded.last_sequence`,
    [scope.client_id],
  );
}

export const inSchema = (tables: readonly string[]): string => tables.map((table) => `vouch.${table}`).join(', ');

/**
 * Fills tables while their indexes are not maintained, which is ten times as fast. Afterwards the indexes are rebuilt.
 * The indexes are not dropped and created again, because a new index would change the planner's choice: the planner
 * chooses the newest of several equally good indexes.
 */
export async function withIndexesAside(
  patient: pg.Pool,
  filled: readonly string[],
  report: (what: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const ours = 'indrelid = any($1::regclass[])';
  const tables = filled.map((table) => `vouch.${table}`);
  await patient.query(`set maintenance_work_mem = '512MB'`);
  await patient.query(`update pg_index set indisready = false, indisvalid = false where ${ours}`, [tables]);
  await work();
  for (const table of tables) {
    report(`indexes of ${table}`);
    await patient.query(`reindex table ${table}`);
  }
  const { rows } = await patient.query(`select 1 from pg_index where ${ours} and not (indisready and indisvalid)`, [
    tables,
  ]);
  if (rows.length > 0) throw new Error(`${rows.length} indexes were not built again`);
}

export const SSN = '123456789';

const EMPLOYER = { company_name: 'Northwind', company_domain: null, company_logo: null, company_address: null };
const NO_KEYS = { share_key: '0'.repeat(32), short_key: '0'.repeat(10) };
const PERSON = { first_name: 'Jane', last_name: 'Roe', email: null, phone: null, ssn: SSN };
const ORDER = {
  ...PERSON,
  ...NO_KEYS,
  custom_field: null,
  notes: null,
  cc_emails: [],
  manager: null,
  voa: null,
  loan: changeLoan(undefined, undefined),
};
const SEALED: readonly { table: string; column: string; value: object }[] = [
  { table: 'users', column: 'sealed', value: PERSON },
  { table: 'orders', column: 'sealed', value: ORDER },
  { table: 'orders', column: 'token_sealed', value: { token: '0'.repeat(32) } },
  {
    table: 'suborders',
    column: 'sealed',
    value: { ...EMPLOYER, start_date: null, end_date: null, account: null, name: null },
  },
  { table: 'links', column: 'sealed', value: { access_token: '0'.repeat(32), credentials: {}, account: {} } },
];

/** Returns the SQL that selects the given people's rows of a table. The SQL can use an existing index. */
function ownedRows(table: string): string {
  const ours = (alias: string) => `${alias}.client_id = $1 and ${alias}.environment = $2`;
  if (table === 'users') return `select id, id as owner from users u where ${ours('u')} and id = any($3)`;
  if (table !== 'suborders')
    return `select id, user_id as owner from ${table} t where ${ours('t')} and user_id = any($3)`;
  return `select s.id, o.user_id as owner from orders o join suborders s on ${ours('s')} and s.order_id = o.id
    where ${ours('o')} and o.user_id = any($3)`;
}

/** Seals (encrypts) the rows on the pages that will be read, with new keys, because generated rows are not sealed. */
export async function sealShown(
  data: Storage,
  { scope }: Pick<Reader, 'scope'>,
  people: ReadonlySet<string>,
): Promise<void> {
  const db = data.database.scoped(scope);
  const own = [scope.client_id, scope.environment];
  const all = [...people];
  for (let from = 0; from < all.length; from += PEOPLE_PER_STATEMENT) {
    const ids = all.slice(from, from + PEOPLE_PER_STATEMENT);
    const keys = new Map(ids.map((id) => [id, data.vault.newDataKey(scope, id)]));
    const wrapped = ids.flatMap((id) => keys.get(id)?.row ?? []);
    await db.query(
      `update data_keys k set master_key_id = n.master_key_id, wrapped_key = n.wrapped_key
       from unnest($3::text[], $4::text[], $5::bytea[]) as n (id, master_key_id, wrapped_key)
       where k.client_id = $1 and k.environment = $2 and k.owner_id = n.id`,
      [...own, ids, wrapped.map(({ master_key_id }) => master_key_id), wrapped.map(({ wrapped_key }) => wrapped_key)],
    );
    for (const { table, column, value } of SEALED) {
      const { rows } = await db.query<{ id: string; owner: string }>(ownedRows(table), [...own, ids]);
      const seals = rows.map(({ id, owner }) => {
        const key = keys.get(owner)?.key;
        if (key === undefined) throw new Error(`${table} of a person nobody asked for`);
        return sealJson(key, value, place(scope, table, column, id));
      });
      await db.query(
        `update ${table} t set ${column} = n.sealed from unnest($3::text[], $4::bytea[]) as n (id, sealed)
         where t.client_id = $1 and t.environment = $2 and t.id = n.id`,
        [...own, rows.map(({ id }) => id), seals],
      );
    }
  }
}

/** Gives the newest orders the same SSN. Returns the ids of the users to whom these orders belong. */
export async function giveSsn({ database, vault }: ListData, { scope }: Reader, orders: number): Promise<string[]> {
  const { rows } = await database.scoped(scope).query<{ user_id: string }>(
    `update orders set ssn_hash = $4, ssn_last4_hash = $5
     where client_id = $1 and environment = $2 and id = any(array(
       select id from orders where client_id = $1 and environment = $2 order by created_at desc, id desc limit $3))
     returning user_id`,
    [
      scope.client_id,
      scope.environment,
      orders,
      vault.hash('ssn', scope.client_id, SSN),
      vault.hash('ssn_last4', scope.client_id, SSN.slice(-4)),
    ],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Vacuums and analyzes the tables, as autovacuum would do a minute later. */
export const vacuum = async ({ patient }: ListData): Promise<void> =>
  void (await patient.query(`vacuum analyze ${inSchema([...FILLED_TABLES, 'list_blocks', 'list_moves'])}`));
