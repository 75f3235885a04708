// The rows that bench/console.ts reads: one client with 100,000 rows of each kind, a million events, and a million rows in
// its audit log and in its request log. A data folder that was filled before is reused.
import { newId } from '#base/ids.ts';
import type { Role } from '#domain/console/roles.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import { createClient, createDashboardUser, listClients } from '#services/access/clients.ts';
import { BLOCK_ENTRIES, countBlocks } from '#storage/console/audit-blocks.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { FILLED_TABLES, fillLists } from '#test/list-rows.ts';
import { fillAuditLog, fillEvents, fillRequestLog, LOG_TABLES } from '#test/log-rows.ts';
import { closeLists, inSchema, newKeyHeaders, openStorage, type Storage, withIndexesAside } from './list-data.ts';
import type { Service } from './service.ts';
import { progress } from './table.ts';

export const LOG_ROWS = 1_000_000;
/**
 * The time between two rows of the request log. It is so short that even the oldest of a million rows is younger than
 * seven days, the time for which rows are kept.
 */
const CHUNK_SECONDS = 0.6;
/** The newest rows of the request log come from a busy minute: a thousand requests per row, one row per second. */
const BUSY_SECONDS = 60;
const BUSY_ENTRIES = 1_000;
/**
 * The age of the newest generated rows. The service stores the count of a block (a range of rows in a list) only after
 * the rows of the block have this age.
 */
const OLDER_THAN_MS = 600_000;

export type ConsoleData = Storage & {
  readonly scope: Scope;
  /** The user to whom most entries of the audit log belong. */
  readonly user_id: string;
  readonly api_headers: Record<string, string>;
};

export async function openConsoleData(service: Service, orders: number): Promise<ConsoleData> {
  const storage = await openStorage(service);
  const { parts } = storage;
  const name = `console: ${orders} orders`;
  const known = (await listClients(parts)).find((client) => client.name === name);
  const { id: client_id } = known ?? (await createClient(parts, name));
  const scope: Scope = { client_id, environment: ENVIRONMENTS[0] };
  if (known === undefined) await fill(storage, scope, orders);
  const user_id = await userOfAudit(storage, scope);
  return { ...storage, scope, user_id, api_headers: await newKeyHeaders(parts, scope) };
}

async function fill({ database, patient }: Storage, scope: Scope, orders: number): Promise<void> {
  const system = database.scoped(SYSTEM);
  const now_ms = Math.floor(Date.now() / 1000) * 1000;
  const newest_at = new Date(now_ms - OLDER_THAN_MS);
  const busy_at = new Date(now_ms - BUSY_SECONDS * 1000);
  const report = progress();
  const tables = [...FILLED_TABLES, ...LOG_TABLES];
  await withIndexesAside(patient, tables, report, async () => {
    for (const table of FILLED_TABLES) {
      if (table === 'events') await fillEvents(system, scope, { rows: LOG_ROWS, orders, newest_at });
      else await fillLists(system, scope, orders, newest_at, [table]);
      report(`filled ${table}`);
    }
    await fillAuditLog(system, scope, { rows: LOG_ROWS, newest_at, user_id: newId() });
    report('filled the audit log');
    await fillRequestLog(system, scope, { rows: LOG_ROWS, newest_at: busy_at, seconds: CHUNK_SECONDS, entries: 2 });
    const busy = { rows: BUSY_SECONDS, newest_at: new Date(now_ms), seconds: 1, entries: BUSY_ENTRIES };
    await fillRequestLog(system, scope, busy);
    report('filled the request log');
  });
  for (let block = 0; block < LOG_ROWS / BLOCK_ENTRIES; block++) await countBlocks(system, scope);
  await patient.query(`analyze ${inSchema(tables)}`);
  await closeLists(system, scope);
}

async function userOfAudit({ database }: Storage, scope: Scope): Promise<string> {
  const { rows } = await database
    .scoped(scope)
    .query<{ user_id: string }>(
      'select dashboard_user_id as user_id from audit_entries where client_id = $1 and environment = $2 and place = 1',
      [scope.client_id, scope.environment],
    );
  return rows[0]?.user_id ?? '';
}

/** Signs in to the console as a new user with the role, and returns the headers of the session's requests. */
export async function signIn(
  service: Service,
  { parts, scope }: ConsoleData,
  role: Role,
): Promise<Record<string, string>> {
  const { email, password } = await createDashboardUser(
    parts,
    { email: `${newId()}@example.com`, role, environments: [scope.environment] },
    scope.client_id,
  );
  const response = await fetch(`${service.url}/console/api/session/`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`signing in: ${response.status} ${text}`);
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (cookie === undefined) throw new Error('signing in set no cookie');
  return { cookie };
}
