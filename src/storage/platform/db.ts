// Access to PostgreSQL. A handle is bound to a scope, and row-level security shows the handle only the rows of this
// scope. A handle without a scope sees no tenant row at all. A query that lacks a condition on the client therefore
// cannot leak another client's data.

import { Writable } from 'node:stream';
import type pg from 'pg';
import { ServiceError } from '#base/errors.ts';
import { isId } from '#base/ids.ts';
import { isTracing, spanned } from '#base/tracing.ts';
import { ENVIRONMENTS, type Scope } from '#domain/platform/scope.ts';
import {
  acquire,
  codeOf,
  type DatabaseOptions,
  isGone,
  isLockTimeout,
  judge,
  onConnection,
  openPooled,
  type Pooled,
  release,
  useClient,
} from './connection-pool.ts';
import { type PoolUser, SERVICE } from './connection-shares.ts';
import { type GroupWrites, openGroupWrites } from './group-writes.ts';
import { type Lookups, openLookups } from './lookups.ts';
import { requireWritable } from './primary.ts';
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
   * A connection pool for a job library or a bulk loader. Its connections lead to the server itself, even if `scoped`
   * uses a pooler. Queries on the pool set no scope, so they run in the scope that was last set on their connection.
   */
  readonly pool: pg.Pool;
  /** Rejects if the database accepts no writes. */
  checkWritable(): Promise<void>;
  load(): { connections_max: number; in_use: number; waiting: number };
  close(): Promise<void>;
};

/** The size of the second pool, which is opened only if the handles use a pooler. The job library needs few queries. */
const DIRECT_CONNECTIONS_MAX = 3;
const ATTEMPTS_MAX = 8;
const RETRYABLE = new Set(['40001', '40P01']);

export function openDatabase(options: DatabaseOptions): Database {
  const pooled = openPooled(options);
  const { shares } = pooled;
  const direct = directOf(options) ?? pooled;
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
    pool: direct.pool,
    checkWritable: () => useClient(pooled, requireWritable),
    load: () => ({ connections_max: options.connections_max, ...shares.load() }),
    close: async () => {
      await Promise.all([pooled.pool.end(), ...(direct === pooled ? [] : [direct.pool.end()])]);
    },
  };
}

function directOf({ direct_url, ...options }: DatabaseOptions): Pooled | undefined {
  if (direct_url === undefined) return undefined;
  return openPooled({ ...options, url: direct_url, connections_max: DIRECT_CONNECTIONS_MAX });
}

type Connections = {
  readonly pooled: Pooled;
  readonly lookups: Lookups<DbScope, pg.PoolClient>;
  readonly group_writes: GroupWrites<DbScope>;
};

const userOf = (scope: DbScope): PoolUser => (typeof scope === 'string' ? SERVICE : scope.client_id);

const handle = (connections: Connections, scope: DbScope): Db => ({
  query: (sql, values) => traced(sql, () => query(connections.pooled, scope, sql, values)),
  lookup: (sql, values) =>
    traced(sql, () =>
      connections.lookups.run(scope, (client) => runScoped(connections.pooled, client, scope, sql, values)),
    ),
  write: (sql, values) => traced(sql, () => connections.group_writes.run(scope, { sql, values })),
  transaction: (work) => spanned(TRANSACTION, () => transact(connections.pooled, scope, work)),
  afterCommit: (run) => run(),
});

const query = <R extends Row>(pooled: Pooled, scope: DbScope, sql: string, values?: readonly unknown[]) =>
  onConnection(pooled, userOf(scope), (client) => runScoped<R>(pooled, client, scope, sql, values));

const transact = <T>(pooled: Pooled, scope: DbScope, work: (tx: Db) => Promise<T>): Promise<T> =>
  retrying(() =>
    onConnection(pooled, userOf(scope), (client) =>
      runTransaction(wireOf(pooled, client), beginOf(pooled, client, scope), work),
    ),
  );

const groupWritesOn = (pooled: Pooled): GroupWrites<DbScope> =>
  openGroupWrites({
    nameOf: scopeKey,
    alone: async (scope, { sql, values }) => void (await query(pooled, scope, sql, values)),
    together: (scope, writes) =>
      transact(pooled, scope, async (tx) => {
        await Promise.all(writes.map(({ sql, values }) => tx.query(sql, values)));
      }),
    // After a lock timeout, the group of writes was certainly rolled back. After a lost connection, it may have been
    // committed.
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

function runScoped<R extends Row>(
  pooled: Pooled,
  client: pg.ClientBase,
  scope: DbScope,
  sql: string,
  values?: readonly unknown[],
) {
  if (pooled.transaction_settings !== undefined) return runAlone<R>(pooled, client, scope, sql, values);
  const key = scopeKey(scope);
  if (sessionScope.get(client) === key) return run<R>(client, statementOf(sql), values);
  sessionScope.delete(client);
  // The statement that changes the scope is sent together with the query, so that the change costs no extra round trip.
  const changed = client.query(setScope(scope, ''));
  const answer = run<R>(client, statementOf(sql), values);
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

/**
 * Runs one statement in a separate transaction. `begin`, the statement and `commit` are sent together, in one round
 * trip.
 */
async function runAlone<R extends Row>(
  pooled: Pooled,
  client: pg.ClientBase,
  scope: DbScope,
  sql: string,
  values?: readonly unknown[],
) {
  sendTogether(client);
  const parts = [
    client.query(beginOf(pooled, client, scope)),
    run<R>(client, { text: sql }, values),
    client.query('commit'),
  ] as const;
  // If the statement fails, the server answers the commit with ROLLBACK. All three answers must have arrived before
  // the connection may be used again.
  for (const part of await Promise.allSettled(parts)) if (part.status === 'rejected') throw part.reason;
  return parts[1];
}

function beginOf({ transaction_settings }: Pooled, client: pg.ClientBase, scope: DbScope): string {
  if (transaction_settings !== undefined) return `begin; ${transaction_settings}; ${setScope(scope, 'local')}`;
  return sessionScope.get(client) === scopeKey(scope) ? 'begin' : `begin; ${setScope(scope, 'local')}`;
}

const wireOf = ({ transaction_settings }: Pooled, client: pg.ClientBase): Wire => ({
  send: (text) => client.query(text),
  sendAhead(text) {
    sendTogether(client);
    return client.query(text);
  },
  // A prepared statement belongs to one connection to the server, so behind a pooler nothing is prepared.
  query: (sql, values) =>
    traced(sql, () => run(client, transaction_settings === undefined ? statementOf(sql) : { text: sql }, values)),
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

/** A statement with a name is prepared once per connection. */
type Statement = { readonly name?: string; readonly text: string };
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

async function run<R extends Row>(client: pg.ClientBase, statement: Statement, values: readonly unknown[] = []) {
  sendTogether(client);
  const result = await client.query<R>(statement, [...values]);
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

export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint;
