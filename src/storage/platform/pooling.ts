// Finds out whether a database address leads to a pooler such as PgBouncer, and in which mode the pooler is. The
// service needs this at the start, because behind a pooler in transaction mode a connection has no session: its
// settings, notifications and advisory locks are lost between two transactions.
import pg from 'pg';

/**
 * `session`: a connection always uses the same connection to the server, with or without a pooler. `transaction`: each
 * transaction may use another connection to the server. `statement`: each statement may use another connection to the
 * server, and transactions are refused.
 */
export type Pooling = 'session' | 'transaction' | 'statement';

/**
 * The number of comparisons. There are several, because a pooler chooses among its idle connections to the server, so a
 * single comparison might not show that connections are shared.
 */
const COMPARISONS = 3;
/** The error code (protocol violation) with which PgBouncer refuses a transaction in statement mode. */
const REFUSED_TRANSACTION = '08P01';

/**
 * Opens two connections and compares the servers' process ids. If a transaction on the second connection runs in the
 * process that has just served the first connection, or if the first connection changes its process, the connections
 * have no sessions.
 */
export const poolingOf = (url: string, connect_ms: number): Promise<Pooling> =>
  withConnections(url, connect_ms, async (first, second) => {
    const pids = new Set<number>();
    for (let comparison = 0; comparison < COMPARISONS; comparison++) {
      pids.add(await pidOf(first));
      const other = await pidInTransaction(second);
      if (other === undefined) return 'statement';
      if (pids.has(other)) return 'transaction';
      // The transaction is still open, so a pooler cannot use the transaction's process for the first connection.
      pids.add(await pidOf(first));
      await second.query('commit');
      if (pids.size > 1) return 'transaction';
    }
    return 'session';
  });

/** Whether both addresses lead to the same database on the same running server. */
export async function isSameDatabase(url: string, other_url: string, connect_ms: number): Promise<boolean> {
  const [one, other] = await Promise.all([url, other_url].map((each) => identityOf(each, connect_ms)));
  return one === other;
}

const identityOf = (url: string, connect_ms: number): Promise<string | undefined> =>
  withClient(url, connect_ms, async (client) => {
    const { rows } = await client.query<{ identity: string }>(
      `select format('%s %s', current_database(), pg_postmaster_start_time()) as identity`,
    );
    return rows[0]?.identity;
  });

const PID = 'select pg_backend_pid() as pid';

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(PID);
  return rows[0]?.pid ?? 0;
}

async function pidInTransaction(client: pg.Client): Promise<number | undefined> {
  try {
    await client.query('begin');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === REFUSED_TRANSACTION) return undefined;
    throw error;
  }
  return pidOf(client);
}

const withConnections = <T>(url: string, connect_ms: number, use: (a: pg.Client, b: pg.Client) => Promise<T>) =>
  withClient(url, connect_ms, (first) => withClient(url, connect_ms, (second) => use(first, second)));

async function withClient<T>(url: string, connect_ms: number, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vouch-start',
    connectionTimeoutMillis: connect_ms,
    query_timeout: connect_ms,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    // We do not wait until the connection is closed, because the server may no longer answer.
    void client.end().catch(() => undefined);
  }
}
