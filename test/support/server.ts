// Helpers for the PostgreSQL test server: database URLs, single statements over their own connection, a long timeout.
import pg from 'pg';

/** A generous timeout, because no test measures the machine's speed. Tests of timeouts use shorter values. */
export const PATIENT_MS = 60_000;

/** The URL of another database on the same server, with the same login. */
export function databaseUrl(server_url: string, name: string): string {
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  return url.toString();
}

export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
