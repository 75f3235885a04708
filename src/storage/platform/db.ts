// Access to PostgreSQL. A handle is bound to a scope, and row-level security shows the handle only the rows of this
// scope. A handle without a scope sees no tenant row at all. A query that lacks a condition on the client therefore
// cannot leak another client's data.

import { Writable } from 'node:stream';
import pg from 'pg';
import { ServiceError, unavailable } from '#base/errors.ts';
import { isId } from '#base/ids.ts';
import { isTracing, spanned } from '#base/tracing.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import { type ConnectionShares, openShares, type PoolUser, SERVICE } from './connection-shares.ts';
import { type GroupWrites, openGroupWrites } from './group-writes.ts';
import { type Judged, type Lookups, openLookups } from './lookups.ts';
import { type Db, type Row, runTransaction, type Wire } from './transactions.ts';

export type { Db, Row } from './transactions.ts';

/** The scope for work that belongs to no client, such as authentication, timers and housekeeping. It sees every row. */
export const SYSTEM = 'system';
/** The scope of a connection on which no scope was set. In this scope no row of any tenant is visible. */
export const UNSCOPED = 'unscoped';
export type DbScope = Scope | typeof SYSTEM | typeof UNSCOPED;

export type Database = {
  scoped(scope: DbScope): Db;
  /**
   * The connection pool, for a job library, a listener or a bulk loader. Its queries set no scope. They run in the
   * scope that was last set on the connection.
   */
  readonly pool: pg.Pool;
  /** Rejects if the database accepts no writes. */
  checkWritable(): Promise<void>;
  load(): { connections_max: number; in_use: number; waiting: number };
  close(): Promise<void>;
};

export type DatabaseOptions = {
  url: string;
  /** The role to which connections switch. Set it if the login role could bypass row-level security. */
  role?: string | undefined;
  connections_max: number;
  /** How long a request waits for the database before it fails; DATABASE_TIMEOUT_MS if not given. */
  timeout_ms?: number | undefined;
  application_name?: string;
  /** Called when an idle connection breaks. */
  onError?: (error: Error) => void;
};

const ATTEMPTS_MAX = 8;
/** If the database is unreachable, requests are answered with 503 within this time. */
export const DATABASE_TIMEOUT_MS = 5_000;

type Timeouts = { connect_ms: number; lock_ms: number; statement_ms: number; query_ms: number; wait_ms: number };

/**
 * The database server's timeouts are shorter than the database client's timeouts. If the server ends a statement with
 * an error, the connection stays usable. If the client stops waiting first, the client loses the connection, while the
 * server continues the statement and keeps its locks.
 */
const timeoutsWithin = (timeout_ms: number): Timeouts => ({
  connect_ms: Math.round(timeout_ms * 0.6),
  lock_ms: Math.round(timeout_ms * 0.7),
  statement_ms: Math.round(timeout_ms * 0.84),
  query_ms: Math.round(timeout_ms * 0.9),
  // The longest time that a request waits for a connection while the client's other requests are being served. In this
  // case the database is busy, but it is reachable.
  wait_ms: timeout_ms * 2,
});
/**
 * The maximum number of waits for a connection that one client may have at the same time. 400 concurrent requests need
 * far fewer waits.
 */
const WAITING_MAX = 2_000;
const RETRYABLE = new Set(['40001', '40P01']);
/**
 * The error code of a server that has become a standby or read-only. After this error, a new connection must be opened
 * to find the new primary.
 */
const READ_ONLY = '25006';
/** Error codes of a connection that was lost, refused or ended by the server; 53300 is "too many connections". */
const GONE = /^(08...|57P0[1-5]|25P0[34]|53300|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const GONE_MESSAGE = /timeout|Connection terminated|not queryable|Cannot use a pool|starting up|shutting down/i;

export function openDatabase(options: DatabaseOptions): Database {
  const timeouts = timeoutsWithin(options.timeout_ms ?? DATABASE_TIMEOUT_MS);
  const pool = openPool(options, timeouts, (client) => pooled.current.add(client));
  const limits = { standstill_ms_max: timeouts.connect_ms, wait_ms_max: timeouts.wait_ms, waiting_max: WAITING_MAX };
  const shares = openShares(options.connections_max, limits);
  const pooled: Pooled = { pool, shares, current: new WeakSet() };
  const connections: Connections = { pooled, lookups: lookupsOn(pooled), group_writes: groupWritesOn(pooled) };
  // Many requests of one caller use the same scope object. The database handle for a scope object is therefore cached.
  const handles = new WeakMap<Scope, Db>();
  return {
    scoped(scope) {
      if (typeof scope === 'string') return handle(connections, scope);
      const db = handles.get(scope) ?? handle(connections, scope);
      handles.set(scope, db);
      return db;
    },
    pool,
    checkWritable: () => useClient(pooled, requireWritable),
    load: () => ({ connections_max: options.connections_max, ...shares.load() }),
    close: () => pool.end(),
  };
}

/**
 * The server plans a statement once for all values, often while the statement's tables are empty. A plan that reads a
 * whole table would be kept while the table grows, so sequential scans are off. If there is no index, the server still
 * scans the table. In PostgreSQL 17 and earlier, the estimated cost of such a scan is so high that JIT compilation
 * would start, so JIT is off as well.
 */
const PLANNING = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off;';

function openPool(options: DatabaseOptions, timeouts: Timeouts, onOpened: (client: pg.ClientBase) => void): pg.Pool {
  const role = options.role === undefined ? '' : `set role ${pg.escapeIdentifier(options.role)};`;
  const pool = new pg.Pool({
    connectionString: options.url,
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
        client.query(
          `${role} set search_path = vouch; set statement_timeout = ${timeouts.statement_ms}; set lock_timeout = ${timeouts.lock_ms}; set idle_in_transaction_session_timeout = '30s'; ${PLANNING}`,
        ),
        requireWritable(client),
      ]);
      onOpened(client);
    },
  } as pg.PoolConfig);
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}

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

type Pooled = {
  readonly pool: pg.Pool;
  readonly shares: ConnectionShares;
  /**
   * The connections that were opened after a server was last found to be read-only. An older connection may lead to
   * that server, and the data of that server may be out of date. Older connections are therefore closed instead of
   * reused.
   */
  current: WeakSet<pg.ClientBase>;
};
type Connections = {
  readonly pooled: Pooled;
  readonly lookups: Lookups<DbScope, pg.PoolClient>;
  readonly group_writes: GroupWrites<DbScope>;
};

const userOf = (scope: DbScope): PoolUser => (typeof scope === 'string' ? SERVICE : scope.client_id);

const handle = (connections: Connections, scope: DbScope): Db => ({
  query: (sql, values) => traced(sql, () => query(connections.pooled, scope, sql, values)),
  lookup: (sql, values) =>
    traced(sql, () => connections.lookups.run(scope, (client) => runScoped(client, scope, sql, values))),
  write: (sql, values) => traced(sql, () => connections.group_writes.run(scope, { sql, values })),
  transaction: (work) => spanned(TRANSACTION, () => transact(connections.pooled, scope, work)),
  afterCommit: (run) => run(),
});

const query = <R extends Row>(pooled: Pooled, scope: DbScope, sql: string, values?: readonly unknown[]) =>
  onConnection(pooled, userOf(scope), (client) => runScoped<R>(client, scope, sql, values));

const transact = <T>(pooled: Pooled, scope: DbScope, work: (tx: Db) => Promise<T>): Promise<T> =>
  retrying(() =>
    onConnection(pooled, userOf(scope), (client) => runTransaction(wireOf(client), beginOf(client, scope), work)),
  );

const groupWritesOn = (pooled: Pooled): GroupWrites<DbScope> =>
  openGroupWrites({
    nameOf: scopeKey,
    alone: async (scope, { sql, values }) => void (await query(pooled, scope, sql, values)),
    together: (scope, writes) =>
      transact(pooled, scope, async (tx) => {
        await Promise.all(writes.map(({ sql, values }) => tx.query(sql, values)));
      }),
    // If a lock timed out, the group of writes was certainly rolled back. If the connection was lost, the group may
    // have been committed.
    isUncertain: (error) => error instanceof ServiceError && !isLockTimeout(error),
  });

const lookupsOn = (pooled: Pooled): Lookups<DbScope, pg.PoolClient> =>
  openLookups({
    nameOf: scopeKey,
    acquire: (scope) => acquire(pooled, userOf(scope)),
    release: (scope, client, broken) => release(pooled, userOf(scope), client, broken),
    mayJoin: (client) => pooled.current.has(client),
    judge,
  });

async function onConnection<T>(pooled: Pooled, user: PoolUser, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const { shares } = pooled;
  if (!shares.take(user)) await shares.wait(user);
  try {
    return await useClient(pooled, use);
  } finally {
    shares.giveBack(user);
  }
}

async function useClient<T>(pooled: Pooled, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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

async function acquire(pooled: Pooled, user: PoolUser): Promise<pg.PoolClient> {
  const { shares } = pooled;
  if (!shares.take(user)) await shares.wait(user);
  try {
    return await takeClient(pooled);
  } catch (error) {
    shares.giveBack(user);
    throw error;
  }
}

function release(pooled: Pooled, user: PoolUser, client: pg.PoolClient, broken: Error | undefined): void {
  putBack(pooled, client, broken);
  pooled.shares.giveBack(user);
}

async function takeClient(pooled: Pooled): Promise<pg.PoolClient> {
  try {
    for (;;) {
      const client = await pooled.pool.connect();
      if (pooled.current.has(client)) return client;
      client.release(true);
    }
  } catch (error) {
    throw unavailable(error);
  }
}

function putBack(pooled: Pooled, client: pg.PoolClient, broken: Error | undefined): void {
  if (codeOf(broken) === READ_ONLY && pooled.current.has(client)) pooled.current = new WeakSet();
  client.release(broken);
}

function judge(error: unknown): Judged {
  const is_gone = isGone(error);
  const is_ours = !is_gone && !isLockTimeout(error) && !isStatementTimeout(error);
  const broken = error instanceof Error ? error : new Error(String(error));
  return { thrown: is_ours ? error : unavailable(error), broken: is_gone ? broken : undefined };
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= ATTEMPTS_MAX || !RETRYABLE.has(codeOf(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** tries));
    }
  }
}

/**
 * Maps each connection to the scope of the connection's session. Only `runScoped` sets the scope, so the scope in this
 * map can be trusted.
 */
const sessionScope = new WeakMap<pg.ClientBase, string>();

function runScoped<R extends Row>(client: pg.ClientBase, scope: DbScope, sql: string, values?: readonly unknown[]) {
  const key = scopeKey(scope);
  if (sessionScope.get(client) === key) return run<R>(client, sql, values);
  sessionScope.delete(client);
  // The statement that changes the scope is sent together with the query, so that the change costs no extra round trip.
  const changed = client.query(setScope(scope, ''));
  const answer = run<R>(client, sql, values);
  return Promise.all([changed, answer]).then(
    ([, result]) => {
      sessionScope.set(client, key);
      return result;
    },
    async (error) => {
      await Promise.allSettled([changed, answer]);
      throw error;
    },
  );
}

function beginOf(client: pg.ClientBase, scope: DbScope): string {
  return sessionScope.get(client) === scopeKey(scope) ? 'begin' : `begin; ${setScope(scope, 'local')}`;
}

const wireOf = (client: pg.ClientBase): Wire => ({
  send: (text) => client.query(text),
  sendAhead(text) {
    sendTogether(client);
    return client.query(text);
  },
  query: (sql, values) => traced(sql, () => run(client, sql, values)),
  isGone,
});

/**
 * Sends all statements of one event loop tick in one packet. Each packet wakes the server, and for many statements the
 * wake-up takes longer than the statement itself. Connecting an account in the sandbox sends forty statements in twenty
 * packets.
 */
function sendTogether(client: pg.ClientBase): void {
  const stream = socketOf(client);
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Returns the private socket of a pg connection; undefined if the socket cannot be found. Without the socket everything
 * still works, but more packets are sent.
 */
function socketOf(client: pg.ClientBase): Writable | undefined {
  const connection: unknown = 'connection' in client ? client.connection : undefined;
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return undefined;
  return connection.stream instanceof Writable ? connection.stream : undefined;
}

const TRANSACTION = { name: 'transaction', kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;

/** Traces a statement. The span's name is the statement's operation and table; values are never part of a span. */
function traced<T>(sql: string, send: () => Promise<T>): Promise<T> {
  if (!isTracing()) return send();
  const [, operation = 'statement'] = /(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+(?:vouch\w*\.)?([a-z_]+)/.exec(sql) ?? [];
  return spanned(
    {
      name: table === undefined ? operation : `${operation} ${table}`,
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.collection.name': table },
    },
    send,
  );
}

type Statement = { readonly name: string; readonly text: string };
const statements = new Map<string, Statement>();

function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    // pg copies a query object's own properties on every query, but not the properties of its prototype. So the name
    // and the text are in the prototype.
    statement = Object.create({ name: `v${statements.size}`, text }) as Statement;
    statements.set(text, statement);
  }
  return statement;
}

async function run<R extends Row>(client: pg.ClientBase, text: string, values: readonly unknown[] = []) {
  sendTogether(client);
  const result = await client.query<R>(statementOf(text), [...values]);
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
}

const scopeKey = (scope: DbScope): string =>
  typeof scope === 'string' ? scope : `${scope.client_id}:${scope.environment}`;

function setScope(scope: DbScope, local: 'local' | ''): string {
  const [client_id, environment] = typeof scope === 'string' ? [scope === SYSTEM ? '*' : '', ''] : checkScope(scope);
  return `set ${local} vouch.client_id = '${client_id}'; set ${local} vouch.environment = '${environment}'`;
}

/** The scope is written into the statement text, so it must be validated. */
function checkScope(scope: Scope): [string, string] {
  if (!isId(scope.client_id) || !ENVIRONMENTS.includes(scope.environment)) throw new Error('invalid scope');
  return [scope.client_id, scope.environment];
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint;

/** Whether the error is a lock timeout, even if it is already wrapped as `unavailable`. */
export const isLockTimeout = (error: unknown): boolean =>
  codeOf(error) === '55P03' || (error instanceof Error && codeOf(error.cause) === '55P03');

const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014';

export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // With this code, a standby server rejects statements that it cannot run although they are not writes, such as taking
  // a lock.
  if (code === '55000') return /recovery/i.test(error.message);
  return code === '' ? GONE_MESSAGE.test(error.message) : code === READ_ONLY || GONE.test(code);
}
