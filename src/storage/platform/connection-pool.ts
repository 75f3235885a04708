// The connection pool. This file defines how connections are opened, how a client takes a connection from its share,
// and which errors mean that a connection is lost.
import pg from 'pg';
import { unavailable } from '#base/errors.ts';
import { type ConnectionShares, openShares, type PoolUser } from './connection-shares.ts';
import type { Judged } from './lookups.ts';
import { openPrimary, type Primary, READ_ONLY, requireWritable } from './primary.ts';

export type DatabaseOptions = {
  /** The address of the database. It may name several hosts (primary.ts). */
  url: string;
  /**
   * The address of the server itself. Set it if `url` leads to a pooler in transaction mode. Behind such a pooler, a
   * connection has no session: two transactions of one connection may run on different connections to the server.
   */
  direct_url?: string | undefined;
  /** The role to which connections switch. Set it if the login role could bypass row-level security. */
  role?: string | undefined;
  connections_max: number;
  /** How long a request waits for the database before it fails. The default is DATABASE_TIMEOUT_MS. */
  timeout_ms?: number | undefined;
  application_name?: string;
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void;
};

/** The time within which requests are answered with 503 if the database is unreachable. */
export const DATABASE_TIMEOUT_MS = 5_000;

type Timeouts = Record<'connect_ms' | 'search_ms' | 'lock_ms' | 'statement_ms' | 'query_ms' | 'wait_ms', number>;

/**
 * The database server's timeouts are shorter than the database client's timeouts. If the server ends a statement with
 * an error, the connection stays usable. If the client stopped waiting first, it would lose the connection, while the
 * server would continue the statement and keep its locks.
 */
const timeoutsWithin = (timeout_ms: number): Timeouts => ({
  connect_ms: Math.round(timeout_ms * 0.6),
  search_ms: Math.round(timeout_ms * 0.2),
  lock_ms: Math.round(timeout_ms * 0.7),
  statement_ms: Math.round(timeout_ms * 0.84),
  query_ms: Math.round(timeout_ms * 0.9),
  // The longest time that a request waits for a connection while the client's other requests are being served. In this
  // case the database is busy, but it is reachable.
  wait_ms: timeout_ms * 2,
});
/**
 * The maximum number of simultaneous waits for a connection, per client. 400 concurrent requests need far fewer waits.
 */
const WAITING_MAX = 2_000;
/** Error codes of a connection that was lost, refused or ended by the server; 53300 is "too many connections". */
const GONE = /^(08...|57P0[1-5]|25P0[34]|53300|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const GONE_MESSAGE = /timeout|Connection terminated|not queryable|Cannot use a pool|starting up|shutting down/i;

export type Pooled = {
  readonly pool: pg.Pool;
  /**
   * The statements with which every transaction must set the role, the search path and the timeouts. It is undefined if
   * each connection sets them only once, which is the usual case.
   */
  readonly transaction_settings: string | undefined;
  readonly primary: Primary;
  readonly shares: ConnectionShares;
  /**
   * The connections that were opened after a server was last found to be read-only, or after another host was found to
   * be the primary. An older connection may lead to the old primary, whose data may be out of date. Older connections
   * are therefore closed instead of reused.
   */
  current: WeakSet<pg.ClientBase>;
};

export function openPooled(options: DatabaseOptions): Pooled {
  const timeouts = timeoutsWithin(options.timeout_ms ?? DATABASE_TIMEOUT_MS);
  const primary = openPrimary(options.url, timeouts.search_ms, () => {
    pooled.current = new WeakSet();
  });
  const has_sessions = options.direct_url === undefined;
  const pool = openPool(
    options,
    timeouts,
    primary,
    has_sessions ? settingsOf(options, timeouts, '') : undefined,
    (client) => pooled.current.add(client),
  );
  const limits = { standstill_ms_max: timeouts.connect_ms, wait_ms_max: timeouts.wait_ms, waiting_max: WAITING_MAX };
  const shares = openShares(options.connections_max, limits);
  const transaction_settings = has_sessions ? undefined : settingsOf(options, timeouts, 'local');
  const pooled: Pooled = { pool, transaction_settings, primary, shares, current: new WeakSet() };
  return pooled;
}

/**
 * The class of the pool's connections. Each connection is opened to the host that is the primary at that time. If a
 * connection cannot be opened, a search for the primary starts here. The search in `takeClient` is not enough, because
 * some code uses the pool without `takeClient`.
 */
const clientOf = (primary: Primary) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: primary.url() });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (callback === undefined) return super.connect();
      super.connect((error: Error | undefined) => {
        if (error !== undefined && error !== null) void primary.search();
        callback(error as Error);
      });
    }
  };

/**
 * The server plans a statement once for all values, often while the statement's tables are empty. A plan that reads a
 * whole table would be kept while the table grows, so sequential scans are off. If there is no index, the server still
 * scans the table. In PostgreSQL 17 and earlier, the estimated cost of such a scan is so high that JIT compilation
 * would start, so JIT is off as well.
 */
const PLANNING = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'jit = off'];

/** The statements that set the role, the search path and the timeouts, for the session or for one transaction. */
function settingsOf({ role }: DatabaseOptions, timeouts: Timeouts, extent: 'local' | ''): string {
  const settings = [
    ...(role === undefined ? [] : [`role ${pg.escapeIdentifier(role)}`]),
    'search_path = vouch',
    `statement_timeout = ${timeouts.statement_ms}`,
    `lock_timeout = ${timeouts.lock_ms}`,
    `idle_in_transaction_session_timeout = '30s'`,
    ...PLANNING,
  ];
  return settings.map((setting) => `set ${extent} ${setting}`).join('; ');
}

function openPool(
  options: DatabaseOptions,
  timeouts: Timeouts,
  primary: Primary,
  session_settings: string | undefined,
  onOpened: (client: pg.ClientBase) => void,
): pg.Pool {
  const pool = new pg.Pool({
    Client: clientOf(primary),
    max: options.connections_max,
    connectionTimeoutMillis: timeouts.connect_ms,
    query_timeout: timeouts.query_ms,
    // With `pipeline`, a statement may be sent before the result of the previous statement has arrived.
    pipeline: true,
    keepAlive: true,
    application_name: options.application_name ?? 'vouch',
    types: { getTypeParser: typeParser },
    // oxlint-disable-next-line typescript/no-misused-promises -- pg awaits it, which its types do not say
    onConnect: async (client: pg.ClientBase) => {
      // If a connection breaks, the code that uses the connection gets the error. This listener does nothing, but
      // without a listener the `error` event would end the process.
      client.on('error', () => undefined);
      await Promise.all([
        session_settings === undefined ? undefined : client.query(session_settings),
        requireWritable(client).catch((error: unknown) => {
          void primary.search();
          throw error;
        }),
      ]);
      onOpened(client);
    },
  } as pg.PoolConfig);
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}

const DATE_OID = 1082;
const INT8_OID = 20;

/**
 * Calendar dates are returned as strings, because a Date would add a time zone. 64-bit counts are returned as numbers,
 * because the counts are small enough for a number.
 */
const typeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === DATE_OID) return (text: string) => text;
  if (oid === INT8_OID) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}) as typeof pg.types.getTypeParser;

export async function onConnection<T>(
  pooled: Pooled,
  user: PoolUser,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { shares } = pooled;
  if (!shares.take(user)) await shares.wait(user);
  try {
    return await useClient(pooled, use);
  } finally {
    shares.giveBack(user);
  }
}

export async function useClient<T>(pooled: Pooled, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await takeClient(pooled);
  let broken: Error | undefined;
  try {
    return await use(client);
  } catch (error) {
    const judged = judge(error);
    broken = judged.broken;
    throw judged.thrown;
  } finally {
    putBack(pooled, client, broken);
  }
}

export async function acquire(pooled: Pooled, user: PoolUser): Promise<pg.PoolClient> {
  const { shares } = pooled;
  if (!shares.take(user)) await shares.wait(user);
  try {
    return await takeClient(pooled);
  } catch (error) {
    shares.giveBack(user);
    throw error;
  }
}

export function release(pooled: Pooled, user: PoolUser, client: pg.PoolClient, broken: Error | undefined): void {
  putBack(pooled, client, broken);
  pooled.shares.giveBack(user);
}

async function takeClient(pooled: Pooled): Promise<pg.PoolClient> {
  try {
    return await connect(pooled).catch(async (error: unknown) => {
      if (!(await pooled.primary.search())) throw error;
      return connect(pooled);
    });
  } catch (error) {
    throw unavailable(error);
  }
}

async function connect(pooled: Pooled): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pooled.pool.connect();
    if (pooled.current.has(client)) return client;
    client.release(true);
  }
}

function putBack(pooled: Pooled, client: pg.PoolClient, broken: Error | undefined): void {
  if (codeOf(broken) === READ_ONLY && pooled.current.has(client)) pooled.current = new WeakSet();
  // If the connection is broken, a search for the primary starts in the background, so that the next request already
  // uses the new primary.
  if (broken !== undefined) void pooled.primary.search();
  client.release(broken);
}

export function judge(error: unknown): Judged {
  const is_gone = isGone(error);
  const is_ours = !is_gone && !isLockTimeout(error) && !isStatementTimeout(error);
  const broken = error instanceof Error ? error : new Error(String(error));
  return { thrown: is_ours ? error : unavailable(error), broken: is_gone ? broken : undefined };
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the error is a lock timeout, even if it is already wrapped as `unavailable`. */
export const isLockTimeout = (error: unknown): boolean =>
  codeOf(error) === '55P03' || (error instanceof Error && codeOf(error.cause) === '55P03');

const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014';

export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // A standby server uses this code to reject a statement that a standby cannot run although the statement writes
  // nothing, such as taking a lock.
  if (code === '55000') return /recovery/i.test(error.message);
  return code === '' ? GONE_MESSAGE.test(error.message) : code === READ_ONLY || GONE.test(code);
}
