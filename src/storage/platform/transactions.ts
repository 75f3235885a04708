// One transaction on one connection, and the savepoints inside it. While a savepoint of a handle is open, every other
// call on the handle waits, because any statement sent on the connection would become part of the savepoint. A handle
// ends with its transaction or savepoint. Later calls on it are rejected, because the connection may then serve another
// client.

export type Row = Record<string, unknown>;

export type Db = {
  /** Runs one statement. The SQL string must be a constant, because it is prepared once per connection and cached. */
  query<R extends Row = Row>(sql: string, values?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>;
  /**
   * Runs one statement that finds few rows by their keys and waits for no lock. Outside of a transaction it shares a
   * connection with other lookups of its scope.
   */
  lookup<R extends Row = Row>(sql: string, values?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>;
  /**
   * Runs one statement that writes rows by their keys. The caller ensures that no concurrent statement writes the same
   * rows. Outside of a transaction, the statement is committed in one batch with concurrent writes of the same scope.
   */
  write(sql: string, values: readonly unknown[]): Promise<void>;
  /**
   * Runs `work` in a transaction and retries it after a serialization failure or deadlock (40001, 40P01), so `work`
   * must have no effect outside the database. If a transaction is already open, `work` runs in a savepoint. Savepoints
   * of one handle run one after the other, and the handle's own statements wait until the savepoint ends. If work
   * inside a savepoint awaits a call on the handle that opened the savepoint, the work and the call wait for each
   * other. Such a call is rejected after `OWN_SAVEPOINT_WAIT_MS`.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Calls `run` after the commit. After a rollback, `run` is not called. Outside of a transaction, calls `run`
   * immediately. `run` must not throw.
   */
  afterCommit(run: () => void): void;
};

/** The operations that a transaction needs from its connection. */
export type Wire = {
  /** Sends a transaction-control statement, such as `commit`, without preparing it. */
  send(text: string): Promise<{ command: string }>;
  /** Sends a transaction-control statement in the same packet as the next statement. */
  sendAhead(text: string): Promise<unknown>;
  query: Db['query'];
  /** Whether the error means that the connection is lost. Nothing more is sent on a lost connection. */
  isGone(error: unknown): boolean;
};

/**
 * The maximum time that a call waits for an open savepoint to end. This time is close to the statement timeout, because
 * the server would soon end a savepoint that takes longer.
 */
export const OWN_SAVEPOINT_WAIT_MS = 4_500;

/** A level of nesting: the transaction, or a savepoint in it. */
type Level = {
  readonly root: Root;
  is_over: boolean;
  /** The savepoint that is open directly inside this transaction or savepoint. */
  inner: Level | undefined;
  /** Calls on the outer handle that wait for this savepoint to end. */
  waiting: Waiting[] | undefined;
  timer: NodeJS.Timeout | undefined;
  after_commit: (() => void)[] | undefined;
};

/** `failure` is the reason why no part of the transaction may be committed any more. */
type Root = { readonly wire: Wire; top: Level | undefined; savepoints: number; failure: unknown };
type Waiting = { resolve(): void; reject(error: Error): void };

export async function runTransaction<T>(wire: Wire, begin: string, work: (tx: Db) => Promise<T>): Promise<T> {
  const root: Root = { wire, top: undefined, savepoints: 0, failure: undefined };
  const level = newLevel(root);
  root.top = level;
  // `begin` is not awaited here, so that it is sent together with the first statements of the work. The server executes
  // `begin` before these statements.
  const begun = wire.sendAhead(begin);
  begun.catch(() => undefined);
  try {
    const result = await work(handleOf(level));
    close(level);
    await begun;
    const { command } = await wire.send('commit');
    // If a statement failed, the server answers the commit with ROLLBACK, even if the error was caught.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
    for (const run of level.after_commit ?? []) run();
    return result;
  } catch (error) {
    end(level);
    const failure = root.failure ?? error;
    // Concurrent branches of the work may have statements that are still in progress. These statements were sent before
    // the rollback, so the rollback undoes them.
    if (!wire.isGone(failure)) await wire.send('rollback');
    throw failure;
  }
}

function newLevel(root: Root): Level {
  return { root, is_over: false, inner: undefined, waiting: undefined, timer: undefined, after_commit: undefined };
}

function handleOf(level: Level): Db {
  const { wire } = level.root;
  const query: Db['query'] = (sql, values) =>
    level.is_over || level.inner !== undefined ? inTurn(level, () => wire.query(sql, values)) : wire.query(sql, values);
  return {
    query,
    lookup: query,
    write: async (sql, values) => void (await query(sql, values)),
    transaction: (work) => inTurn(level, () => runSavepoint(level, work)),
    afterCommit(run) {
      if (level.is_over) throw overError(level);
      (level.after_commit ??= []).push(run);
    },
  };
}

/** Calls `start` immediately if the handle has no open savepoint, otherwise after the savepoint has ended. */
async function inTurn<T>(level: Level, start: () => Promise<T>): Promise<T> {
  for (;;) {
    if (level.is_over) throw overError(level);
    if (level.inner === undefined) return start();
    await endOf(level.inner);
  }
}

function endOf(inner: Level): Promise<void> {
  return new Promise((resolve, reject) => {
    (inner.waiting ??= []).push({ resolve, reject });
    inner.timer ??= setTimeout(() => {
      inner.timer = undefined;
      const error = new Error('a transaction is waiting for one of its own savepoints, which does not end');
      for (const waiting of inner.waiting?.splice(0) ?? []) waiting.reject(error);
    }, OWN_SAVEPOINT_WAIT_MS);
  });
}

async function runSavepoint<T>(outer: Level, work: (tx: Db) => Promise<T>): Promise<T> {
  const { root } = outer;
  const { wire } = root;
  const level = newLevel(root);
  outer.inner = level;
  const name = `s${++root.savepoints}`;
  const opened = wire.sendAhead(`savepoint ${name}`);
  opened.catch(() => undefined);
  try {
    const result = await work(handleOf(level));
    close(level);
    // `release` is sent in the same tick in which the work ends, because the enclosing transaction may end in the next
    // tick.
    await Promise.all([opened, wire.send(`release ${name}`)]);
    if (level.after_commit !== undefined) (outer.after_commit ??= []).push(...level.after_commit);
    return result;
  } catch (error) {
    end(level);
    await undo(outer, name, opened, error);
    throw error;
  } finally {
    outer.inner = undefined;
    wake(level);
  }
}

/**
 * Rolls back the savepoint. If the rollback may have failed, the whole transaction fails, so that it is not committed.
 */
async function undo(outer: Level, name: string, opened: Promise<unknown>, error: unknown): Promise<void> {
  const { root } = outer;
  if (outer.is_over) return;
  if (root.wire.isGone(error)) return fail(root, error);
  try {
    await opened;
  } catch (failure) {
    // The savepoint never began, because an earlier statement of the outer handle failed. The code that uses the outer
    // handle has to undo that statement.
    if (root.wire.isGone(failure)) fail(root, failure);
    return;
  }
  if (outer.is_over) return;
  await root.wire.send(`rollback to ${name}; release ${name}`).catch((failure: unknown) => fail(root, failure));
}

function fail(root: Root, error: unknown): void {
  root.failure ??= error;
  if (root.top !== undefined) end(root.top);
}

/**
 * Ends a level (a transaction or savepoint) whose work has returned. Throws if a savepoint inside the level is still
 * open.
 */
function close(level: Level): void {
  if (level.root.failure !== undefined) throw level.root.failure;
  if (level.is_over) throw overError(level);
  if (level.inner !== undefined) throw new Error('a transaction ended while one of its savepoints was open');
  level.is_over = true;
}

function end(level: Level): void {
  level.is_over = true;
  if (level.inner === undefined) return;
  end(level.inner);
  wake(level.inner);
}

function wake(level: Level): void {
  clearTimeout(level.timer);
  for (const { resolve } of level.waiting?.splice(0) ?? []) resolve();
}

const overError = ({ root }: Level): unknown => root.failure ?? new Error('the transaction or savepoint has ended');
