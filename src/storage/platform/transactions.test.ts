import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase, testServer } from '#test/database.ts';
import { onServer, PATIENT_MS } from '#test/server.ts';
import { type Database, type Db, openDatabase, SYSTEM } from './db.ts';
import { OWN_SAVEPOINT_WAIT_MS } from './transactions.ts';

let database: TestDatabase;
/** A database with two connections, so that transactions of different clients use the same connection in turn. */
let narrow: Database;
beforeAll(async () => {
  database = await freshDatabase();
  narrow = openDatabase({ url: database.url, role: database.role, timeout_ms: PATIENT_MS, connections_max: 2 });
});
afterAll(async () => {
  await narrow.close();
  await database.drop();
});
afterEach(() => {
  vi.useRealTimers();
});

const INSERT = `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
  values ($1, $2, $3, 'note', $3, now(), now())`;

const newScope = (): Scope => ({ client_id: newId(), environment: 'sandbox' });

const write = (tx: Db, scope: Scope, id: string): Promise<unknown> =>
  tx.query(INSERT, [scope.client_id, scope.environment, id]);

const add = async (tx: Db, scope: Scope): Promise<string> => {
  const id = newId();
  await write(tx, scope, id);
  return id;
};

async function idsOf(scopes: readonly Scope[]): Promise<string[]> {
  const { rows } = await database
    .scoped(SYSTEM)
    .query<{ id: string }>('select id from timers where client_id = any($1)', [
      scopes.map(({ client_id }) => client_id),
    ]);
  return rows.map(({ id }) => id).toSorted();
}

/** A step of a generated transaction. It runs on a transaction handle. Branches run concurrently on the same handle. */
type Step =
  | { kind: 'write' | 'callback' | 'failing statement' | 'throw' }
  | { kind: 'pause'; ticks: number }
  | { kind: 'savepoint'; steps: Step[]; is_caught: boolean }
  | { kind: 'branches'; branches: Step[][]; is_caught: boolean };

/**
 * `made` contains the rows and callbacks that take effect if the transaction commits. `own` is true if all statements
 * of the handle itself succeeded.
 */
type Outcome = { made: string[]; is_thrown: boolean; own: boolean };

/**
 * Returns the outcome that a transaction with these steps must have. A step's name is its path in the tree of steps.
 */
function expected(steps: readonly Step[], path: string): Outcome {
  const made: string[] = [];
  let own = true;
  for (const [at, step] of steps.entries()) {
    const name = `${path}.${at}`;
    if (step.kind === 'throw') return { made, is_thrown: true, own };
    if (step.kind === 'failing statement') own = false;
    if (step.kind === 'write' || step.kind === 'callback') made.push(name);
    if (step.kind === 'savepoint') {
      const inside = expected(step.steps, name);
      const is_kept = inside.own && !inside.is_thrown;
      if (is_kept) made.push(...inside.made);
      else if (!step.is_caught) return { made, is_thrown: true, own };
    }
    if (step.kind === 'branches') {
      const all = step.branches.map((branch, index) => expected(branch, `${name}/${index}/`));
      made.push(...all.flatMap((branch) => branch.made));
      own &&= all.every((branch) => branch.own);
      if (!step.is_caught && all.some(({ is_thrown }) => is_thrown)) return { made, is_thrown: true, own };
    }
  }
  return { made, is_thrown: false, own };
}

type Run = {
  scope: Scope;
  ids: Map<string, string>;
  called: string[];
  /** The promises of all branches. A branch may still run after its transaction has ended. */
  branches: Promise<unknown>[];
};

async function play(tx: Db, steps: readonly Step[], path: string, run: Run): Promise<void> {
  for (const [at, step] of steps.entries()) {
    const name = `${path}.${at}`;
    switch (step.kind) {
      case 'write': {
        const id = newId();
        run.ids.set(name, id);
        await write(tx, run.scope, id);
        break;
      }
      case 'callback':
        tx.afterCommit(() => run.called.push(name));
        break;
      case 'failing statement':
        await tx.query('select 1 / 0').catch(() => undefined);
        break;
      case 'throw':
        throw new Error(`thrown by ${name}`);
      case 'pause':
        for (let ticks = 0; ticks < step.ticks; ticks++) await tick();
        break;
      case 'savepoint': {
        const inside = tx.transaction((inner) => play(inner, step.steps, name, run));
        await (step.is_caught ? inside.catch(() => undefined) : inside);
        break;
      }
      case 'branches': {
        const branches = step.branches.map((branch, index) => play(tx, branch, `${name}/${index}/`, run));
        run.branches.push(...branches);
        // A step inside a branch waits for all of its own branches. Otherwise the result would depend on what an
        // abandoned branch does while its handle is still open.
        if (step.is_caught || path.endsWith('/')) await Promise.allSettled(branches);
        if (!step.is_caught) await Promise.all(branches);
      }
    }
  }
}

const { steps: anySteps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 4, depthIdentifier: 'work' }),
  step: fc.oneof(
    { depthSize: 'medium', depthIdentifier: 'work', withCrossShrink: true },
    { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'callback' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause' as const), ticks: fc.integer({ min: 1, max: 6 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('throw' as const, 'failing statement' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('savepoint' as const), steps: tie('steps'), is_caught: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('branches' as const),
        branches: fc.array(tie('steps'), { minLength: 2, maxLength: 4, depthIdentifier: 'work' }),
        is_caught: fc.boolean(),
      }),
    },
  ),
}));

describe('random trees of nested, failing and concurrent transaction steps', () => {
  test('a step’s rows and callbacks are kept if and only if all levels around the step succeed; no rows or callbacks are added after the transaction ends', async () => {
    const everything = fc.asyncProperty(fc.array(anySteps, { minLength: 2, maxLength: 4 }), async (trees) => {
      const runs = trees.map((): Run => ({ scope: newScope(), ids: new Map(), called: [], branches: [] }));
      const scopes = runs.map(({ scope }) => scope);
      await Promise.allSettled(
        runs.map(({ scope }, at) =>
          narrow.scoped(scope).transaction((tx) => play(tx, trees[at] ?? [], '', runs[at] ?? never())),
        ),
      );
      const at_the_end = await idsOf(scopes);
      for (const run of runs) await Promise.allSettled(run.branches);
      // If a branch sent a statement late, the result of that statement arrives before the results of the queries in
      // the next line.
      await Promise.all(scopes.map((scope) => narrow.scoped(scope).query('select 1')));
      const left = await idsOf(scopes);
      const rows: string[] = [];
      for (const [at, { ids, called }] of runs.entries()) {
        const { made, is_thrown, own } = expected(trees[at] ?? [], '');
        const kept = is_thrown || !own ? [] : made;
        rows.push(...kept.flatMap((name) => ids.get(name) ?? []));
        expect(called.toSorted()).toEqual(kept.filter((name) => !ids.has(name)).toSorted());
      }
      expect(left).toEqual(rows.toSorted());
      expect(at_the_end).toEqual(left);
    });
    await fc.assert(everything, { numRuns: 120 });
  }, 60_000);
});

const never = (): never => {
  throw new Error('there is a run for every tree');
};

describe('savepoints of one handle', () => {
  test('a failing savepoint does not affect another savepoint that began at the same time', async () => {
    const scope = newScope();
    const called: string[] = [];
    let kept = '';
    await database.scoped(scope).transaction(async (tx) => {
      await Promise.allSettled([
        tx.transaction(async (inner) => {
          inner.afterCommit(() => called.push('kept'));
          kept = await add(inner, scope);
          await tick();
        }),
        tx.transaction(async (inner) => {
          inner.afterCommit(() => called.push('undone'));
          await add(inner, scope);
          throw new Error('only this part');
        }),
      ]);
    });
    expect(await idsOf([scope])).toEqual([kept]);
    expect(called).toEqual(['kept']);
  });

  test('a statement of the outer handle waits until the open savepoint ends, and is not rolled back with this savepoint', async () => {
    const scope = newScope();
    let kept = '';
    await database.scoped(scope).transaction(async (tx) => {
      const inside = tx.transaction(async (inner) => {
        await tick();
        await add(inner, scope);
        throw new Error('only this part');
      });
      const [, outside] = await Promise.allSettled([inside, add(tx, scope)]);
      kept = outside.status === 'fulfilled' ? outside.value : '';
    });
    expect(await idsOf([scope])).toEqual([kept]);
  });

  test('a statement on the outer handle from inside an open savepoint is rejected after a timeout', async () => {
    const scope = newScope();
    const db = database.scoped(scope);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stuck = db.transaction((tx) =>
      tx.transaction(async (inner) => {
        await inner.query('select 1');
        const [outside] = await Promise.allSettled([
          add(tx, scope),
          vi.advanceTimersByTimeAsync(OWN_SAVEPOINT_WAIT_MS),
        ]);
        throw outside.status === 'rejected' ? outside.reason : new Error('it was let in');
      }),
    );
    await expect(stuck).rejects.toThrow('waiting for one of its own savepoints');
    expect(await idsOf([scope])).toEqual([]);
  });

  test('the outer transaction fails if it ends while a savepoint is open', async () => {
    const scope = newScope();
    let inside: Promise<unknown> = Promise.resolve();
    const outside = database.scoped(scope).transaction(async (tx) => {
      inside = tx.transaction(async (inner) => {
        await tick();
        await add(inner, scope);
      });
      inside.catch(() => undefined);
    });
    await expect(outside).rejects.toThrow('ended while one of its savepoints was open');
    await expect(inside).rejects.toThrow('has ended');
    expect(await idsOf([scope])).toEqual([]);
  });
});

describe('a handle after its transaction or savepoint has ended', () => {
  test('a handle that has ended rejects statements, savepoints and callbacks', async () => {
    const scope = newScope();
    const ended: Db[] = [];
    await database.scoped(scope).transaction(async (tx) => {
      await tx.transaction(async (inner) => void ended.push(inner));
      await tx
        .transaction(async (inner) => {
          ended.push(inner);
          throw new Error('only this part');
        })
        .catch(() => undefined);
      for (const inner of ended) await expect(inner.query('select 1')).rejects.toThrow('has ended');
      ended.push(tx);
    });
    expect(ended).toHaveLength(3);
    for (const tx of ended) {
      await expect(tx.query('select 1')).rejects.toThrow('has ended');
      await expect(tx.transaction(async () => undefined)).rejects.toThrow('has ended');
      expect(() => tx.afterCommit(() => undefined)).toThrow('has ended');
    }
  });

  test('code that is still running cannot use an ended handle to write into the next transaction on the same connection', async () => {
    const [late, other] = [newScope(), newScope()];
    const one = openDatabase({ url: database.url, role: database.role, timeout_ms: PATIENT_MS, connections_max: 1 });
    try {
      let goOn: () => void = () => undefined;
      const later = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let branch: Promise<unknown> = Promise.resolve();
      const failing = one.scoped(late).transaction((tx) => {
        branch = later.then(() => add(tx, late));
        branch.catch(() => undefined);
        return Promise.all([branch, Promise.reject(new Error('the other branch'))]);
      });
      await expect(failing).rejects.toThrow('the other branch');
      await one.scoped(other).transaction(async (tx) => {
        await tx.query('select 1');
        goOn();
        await expect(branch).rejects.toThrow('has ended');
      });
      expect(await idsOf([late, other])).toEqual([]);
    } finally {
      await one.close();
    }
  });
});

test('a transaction in which a statement failed is not reported as committed, even if the error was caught', async () => {
  const scope = newScope();
  const called: string[] = [];
  const failing = database.scoped(scope).transaction(async (tx) => {
    tx.afterCommit(() => called.push('committed'));
    await add(tx, scope);
    await tx.query('select 1 / 0').catch(() => undefined);
  });
  await expect(failing).rejects.toThrow('was rolled back');
  expect(await idsOf([scope])).toEqual([]);
  expect(called).toEqual([]);
});

test('a lost connection inside a savepoint makes the whole transaction fail, even if the error was caught', async () => {
  const scope = newScope();
  const failing = database.scoped(scope).transaction(async (tx) => {
    await add(tx, scope);
    await tx
      .transaction(async (inner) => {
        const { rows } = await inner.query<{ pid: number }>('select pg_backend_pid() as pid');
        await onServer(testServer().url, `select pg_terminate_backend(${rows[0]?.pid})`);
        await inner.query('select 1');
      })
      .catch(() => undefined);
    await add(tx, scope);
  });
  await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
  expect(await idsOf([scope])).toEqual([]);
});
