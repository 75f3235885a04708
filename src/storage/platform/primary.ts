// A database address may name several hosts. This module finds the host that accepts writes. An address with one host
// is used as it is. An address with several hosts looks like `postgres://user@db1:5432,db2:5432/vouch`. After a
// failover, another of these hosts is the primary.
import pg from 'pg';

export type Primary = {
  /** The address of the host that was last found to accept writes. Before the first search, it is the first host. */
  url(): string;
  /**
   * Asks all hosts at the same time, and uses the first host to answer that it accepts writes. Returns false if there
   * is only one host, or if no host accepts writes within the time limit. Never rejects. Concurrent calls share one
   * search.
   */
  search(): Promise<boolean>;
};

/** `onMoved` is called when a search finds that a different host now accepts writes. */
export function openPrimary(url: string, search_ms_max: number, onMoved?: () => void): Primary {
  const hosts = hostsIn(url);
  let current = hosts[0] ?? url;
  let running: Promise<boolean> | undefined;

  async function searchNow(): Promise<boolean> {
    try {
      const found = await Promise.any(hosts.map((host) => writable(host, search_ms_max)));
      const has_moved = found !== current;
      current = found;
      if (has_moved) onMoved?.();
      return true;
    } catch {
      return false;
    } finally {
      running = undefined;
    }
  }

  return {
    url: () => current,
    search: () => (hosts.length === 1 ? Promise.resolve(false) : (running ??= searchNow())),
  };
}

/** Returns one address per host. */
export function hostsIn(url: string): string[] {
  const [, before, hosts, after] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)((?:[/?#].*)?)$/s.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Returns the address if its server accepts writes; otherwise rejects. */
async function writable(url: string, ms_max: number): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vouch-search',
    connectionTimeoutMillis: ms_max,
    query_timeout: ms_max,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireWritable(client);
    return url;
  } finally {
    // We do not wait until the connection is closed, because the server may no longer answer.
    void client.end().catch(() => undefined);
  }
}

/**
 * The error code of a server that has become a standby or read-only. After this error, a new connection must be opened
 * to find the new primary.
 */
export const READ_ONLY = '25006';

/**
 * If the server accepts no writes, rejects with the error that a write would get. The data of such a server may be out
 * of date.
 */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only`,
  );
  if (rows[0]?.is_read_only !== false) {
    throw Object.assign(new Error('the database is read-only'), { code: READ_ONLY });
  }
}
