// Numbered SQL migrations that run forward only. Each migration runs in one transaction under a row lock; a new
// database gets all migrations in one transaction. The same transaction writes the rows that record the migrations. So
// two processes that start at the same time both succeed, and a killed process leaves no partial migration.
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import pg from 'pg';
import { protectTenantTables } from './tenant-policies.ts';

/** The folder of migrations. Each of its subfolders holds 25 migrations and is named after their number range. */
const DIRECTORY = new URL('./migrations/', import.meta.url);
/** The minimum is PostgreSQL 15. Older versions lack `security_invoker` views and have other default privileges. */
const SERVER_VERSION_MIN = 150_000;
const APP_ROLE = 'vouch_app';
/** Error codes that occur if another process creates the same object at the same moment. */
const RACED = new Set(['23505', '42P06', '42P07', '42710', 'XX000']);

export type Migration = { id: string; sql: string };

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(DIRECTORY, { recursive: true })).filter((path) => path.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (path) => ({ id: basename(path, '.sql'), sql: await readFile(new URL(path, DIRECTORY), 'utf8') })),
  );
}

type PrepareOptions = {
  log(line: string): void;
  /** Timeout for the connection to the server. Migrations themselves have no timeout. */
  connect_ms: number;
};

/**
 * Creates or updates the schema, the role and the tables. If row-level security does not apply to the login role,
 * returns another role, under which queries must run. Returns undefined if the login role is an ordinary role, to which
 * row-level security applies.
 */
export async function prepareDatabase(url: string, { log, connect_ms }: PrepareOptions): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vouch-migrate',
    connectionTimeoutMillis: connect_ms,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await checkVersion(client);
    // We do not wait for the disk after each of dozens of migrations, because that would noticeably slow down the
    // start. If a crash loses migrations, the next start applies them again, in the same order.
    await client.query('set synchronous_commit = off');
    const role = await stepDown(client);
    await client.query('set search_path = vouch');
    await racing(() => client.query('create schema if not exists vouch'));
    await racing(() =>
      client.query(
        'create table if not exists vouch.migrations (id text primary key, applied_at timestamptz not null)',
      ),
    );
    await client.query(`insert into migrations values ('lock', now()) on conflict do nothing`);
    const applied = await appliedMigrations(client);
    const pending = (await readMigrations()).filter(({ id }) => !applied.has(id));
    const is_new = applied.size === 1;
    const steps = is_new ? [pending] : pending.map((migration) => [migration]);
    const run: string[] = [];
    for (const step of steps) run.push(...(await apply(client, step)));
    if (run.length === 1) log(`migrated ${run[0]}`);
    else if (run.length > 1) log(`migrated ${run[0]} to ${run.at(-1)} (${run.length} migrations)`);
    return role;
  } finally {
    await client.end();
  }
}

/**
 * The ids of the migrations that this code needs. They are cached, because load balancers check readiness every second,
 * and the files do not change while the process runs.
 */
let needed: Promise<string[]> | undefined;

/** Returns the ids of migrations that this code needs and the database lacks. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const applied = await appliedMigrations(pool);
  needed ??= readMigrations().then((migrations) => migrations.map(({ id }) => id));
  return (await needed).filter((id) => !applied.has(id));
}

async function appliedMigrations(db: pg.Pool | pg.Client): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select id from vouch.migrations');
  return new Set(rows.map(({ id }) => id));
}

/**
 * In one transaction, applies those migrations that no other process has applied in the meantime. Returns their ids.
 */
async function apply(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(`select 1 from migrations where id = 'lock' for update`);
    const applied = await appliedMigrations(client);
    const missing = migrations.filter(({ id }) => !applied.has(id));
    for (const { id, sql } of missing) {
      await client.query(sql);
      await client.query('insert into migrations values ($1, now())', [id]);
    }
    if (missing.length > 0) await protectTenantTables(client);
    await client.query('commit');
    return missing.map(({ id }) => id);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  if (Number(rows[0]?.version) < SERVER_VERSION_MIN) throw new Error('the PostgreSQL server is older than version 15');
}

/** Row-level security does not apply to superusers and BYPASSRLS roles, so we switch to an ordinary role. */
async function stepDown(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ bypasses: boolean; database: string }>(
    `select (rolsuper or rolbypassrls) as bypasses, current_database() as database from pg_roles where rolname = current_user`,
  );
  const [login] = rows;
  if (login?.bypasses !== true) return undefined;
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rowCount === 0) await racing(() => client.query(`create role ${APP_ROLE} nologin`));
  await racing(() =>
    client.query(`grant create, connect, temporary on database ${pg.escapeIdentifier(login.database)} to ${APP_ROLE}`),
  );
  await client.query(`set role ${APP_ROLE}`);
  return APP_ROLE;
}

/** Runs an idempotent statement, and repeats it if another process ran the same statement at the same moment. */
async function racing(run: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (tries >= 5 || !RACED.has(code)) throw error;
    }
  }
}
