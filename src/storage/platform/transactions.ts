// One transaction on one connection, and the savepoints inside it. A handle has one user at a time: while a savepoint of
// it is open, everything else on the handle waits, because the connection cannot tell whose statement is whose. A handle
// ends with its transaction or savepoint; a branch of work that comes later is refused, since the connection may serve
// another client by then.

export type Row = Record<string, unknown>;

export type Db = {
  /** One statement. The text must be a constant: it is prepared once per connection and kept. */
  query<R extends Row = Row>(sql: string, values?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>;
  /**
   * One statement that finds few rows by their keys and waits for no lock. Outside of a transaction it shares a
   * connection with other lookups of its scope.
   */
  lookup<R extends Row = Row>(sql: string, values?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>;
  /**
   * One statement that writes rows of its own by their keys. Outside of a transaction it is committed together with others
   * of its scope that come at the same time.
   */
  write(sql: string, values: readonly unknown[]): Promise<void>;
  /**
   * Runs `work` in a transaction and again when the database asks for it (40001, 40P01), so it may have
   * no effect outside the database. Inside a transaction it opens a savepoint; savepoints of one handle run one after
   * the other, and the handle's own statements wait for them. Work that uses the outer handle inside a savepoint of
   * that handle waits for itself and is refused after `OWN_SAVEPOINT_WAIT_MS`.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs once the transaction is committed, and never when it is not; outside of one at once. It must not throw. */
  afterCommit(run: () => void): void;
};

/** A connection as a transaction needs it. */
export type Wire = {
  /** A statement of the transaction itself, not prepared. */
  send(text: string): Promise<{ command: string }>;
  /** The same, in one packet with what is sent next. */
  sendAhead(text: string): Promise<unknown>;
  query: Db['query'];
  /** Whether the error means that the connection is lost. Nothing more is sent then. */
  isGone(error: unknown): boolean;
};

/** As long as a statement may take; a savepoint that needs longer would be ended by the server soon after. */
export const OWN_SAVEPOINT_WAIT_MS = 4_500;

/** The transaction or a savepoint in it. */
type Level = {
  readonly root: Root;
  is_over: boolean;
  /** The savepoint that is open in this one. */
  inner: Level | undefined;
  /** What waits for this savepoint to end. */
  waiting: Waiting[] | undefined;
  timer: NodeJS.Timeout | undefined;
  after_commit: (() => void)[] | undefined;
};

/** `failure`: why no part of the transaction may be committed any more. */
type Root = { readonly wire: Wire; top: Level | undefined; savepoints: number; failure: unknown };
type Waiting = { resolve(): void; reject(error: Error): void };

export async function runTransaction<T>(wire: Wire, begin: string, work: (tx: Db) => Promise<T>): Promise<T> {
  const root: Root = { wire, top: undefined, savepoints: 0, failure: undefined };
  const level = newLevel(root);
  root.top = level;
  // Not awaited here: the first statements of the work go out with it. It is answered before any of them.
  const begun = wire.sendAhead(begin);
  begun.catch(() => undefined);
  try {
    const result = await work(handleOf(level));
    close(level);
    await begun;
    const { command } = await wire.send('commit');
    // The answer to a commit after a failed statement, be its error caught or not.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
    for (const run of level.after_commit ?? []) run();
    return result;
  } catch (error) {
    end(level);
    const failure = root.failure ?? error;
    // Statements of other branches that are still under way were sent before this one and are undone by it.
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

/** Starts at once where no savepoint of the handle is open, otherwise after it. */
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
      const error = new Error('a transaction waits for a savepoint of its own that does not end');
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
    // Sent before anything else can happen: a moment later the transaction may have ended.
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

/** What cannot be undone for certain must not be committed: then the whole transaction fails. */
async function undo(outer: Level, name: string, opened: Promise<unknown>, error: unknown): Promise<void> {
  const { root } = outer;
  if (outer.is_over) return;
  if (root.wire.isGone(error)) return fail(root, error);
  try {
    await opened;
  } catch (failure) {
    // Not even begun: an earlier statement of the outer handle has failed, which is for its user to undo.
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

/** The work of a handle has returned, so nothing of it may still be under way. */
function close(level: Level): void {
  if (level.root.failure !== undefined) throw level.root.failure;
  if (level.is_over) throw overError(level);
  if (level.inner !== undefined) throw new Error('a transaction ended while a savepoint of it was open');
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
