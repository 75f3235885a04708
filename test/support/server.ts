// Runs single statements on the test server itself, outside any test's own database.
import pg from 'pg';

/** A generous timeout, because no test measures the machine's speed. Tests of timeouts use shorter ones. */
export const PATIENT_MS = 60_000;

/** The same server and login, another database. */
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
