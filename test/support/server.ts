// Helpers for the PostgreSQL test server. They build database URLs, run a few statements over a new connection, and
// define a long timeout.
import pg from 'pg';

/** A generous timeout, because no test measures the machine's speed. Tests of timeouts use shorter values. */
export const PATIENT_MS = 60_000;

/** The URL of another database on the same server. It has the same user name and password. */
export function databaseUrl(server_url: string, name: string): string {
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  return url.toString();
}

/**
 * Returns the addresses with which the tested code opens a database. Usually this is the database's own address. If the
 * test run has a pooler, `url` is the database's address at the pooler, and `direct_url` is the database's own address.
 * TEST_VOUCH_POOLER is the pooler's address without a database (`npm run test:pooler`).
 */
export function throughPooler(url: string): { url: string; direct_url: string | undefined } {
  const { TEST_VOUCH_POOLER: pooler, TEST_VOUCH_DATABASE_URL: server = '' } = process.env;
  if (pooler === undefined || new URL(url).host !== new URL(server).host) return { url, direct_url: undefined };
  return { url: databaseUrl(pooler, new URL(url).pathname.slice(1)), direct_url: url };
}

/** Runs the statements one after the other. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Drops a database and ends its remaining connections. `drop database … with (force)` would do both. But it fails while
 * an autovacuum worker is in the database, because only a superuser may end the worker. A plain drop ends such workers
 * itself.
 */
export const dropDatabase = (url: string, name: string): Promise<void> =>
  onServer(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = '${name}' and usename = current_user and pid <> pg_backend_pid()`,
    `drop database ${name}`,
  );
