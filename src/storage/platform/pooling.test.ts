// Tests of a database behind PgBouncer. They check which modes the service recognizes at its start, and how statements,
// transactions and scopes work through a pooler in transaction mode. The tests are skipped if PgBouncer is not
// installed.
import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { DEBIAN_PGBOUNCER, type Pooler, startPooler } from '#test/debian-pgbouncer.ts';
import { PATIENT_MS } from '#test/server.ts';
import { type Database, openDatabase, SYSTEM } from './db.ts';
import { isSameDatabase, poolingOf } from './pooling.ts';

const CONNECTIONS_MAX = 2;

let database: TestDatabase;
let poolers: Record<'session' | 'transaction' | 'statement', Pooler>;
let pooled: Database;

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1);

describe.skipIf(!existsSync(DEBIAN_PGBOUNCER.file))('a database behind a pooler', () => {
  beforeAll(async () => {
    database = await freshDatabase();
    const [session, transaction, statement] = await Promise.all(
      (['session', 'transaction', 'statement'] as const).map((mode) =>
        startPooler(database.url, { mode, connections_max: CONNECTIONS_MAX }),
      ),
    );
    if (session === undefined || transaction === undefined || statement === undefined) throw new Error('no pooler');
    poolers = { session, transaction, statement };
    pooled = openDatabase({
      url: transaction.urlOf(nameOf(database)),
      direct_url: database.url,
      role: database.role,
      timeout_ms: PATIENT_MS,
      connections_max: 20,
    });
  });
  afterAll(async () => {
    await pooled.close();
    await Promise.all(Object.values(poolers).map((pooler) => pooler.stop()));
    await database.drop();
  });

  describe('poolingOf()', () => {
    test('poolingOf() returns `session` if the address leads to the server itself', async () => {
      expect(await poolingOf(database.url, PATIENT_MS)).toBe('session');
    });

    test.for(['session', 'transaction', 'statement'] as const)(
      'poolingOf recognizes a pooler in %s mode',
      async (mode) => {
        expect(await poolingOf(poolers[mode].urlOf(nameOf(database)), PATIENT_MS)).toBe(mode);
      },
    );

    test('poolingOf() recognizes transaction mode even if the pooler has only one connection to the server', async () => {
      const narrow = await startPooler(database.url, { mode: 'transaction', connections_max: 1 });
      try {
        expect(await poolingOf(narrow.urlOf(nameOf(database)), PATIENT_MS)).toBe('transaction');
      } finally {
        await narrow.stop();
      }
    });
  });

  test('isSameDatabase() compares the database behind the pooler with the database of the direct address', async () => {
    const through = poolers.transaction.urlOf(nameOf(database));
    expect(await isSameDatabase(through, database.url, PATIENT_MS)).toBe(true);
    expect(await isSameDatabase(through, databaseBeside(database.url), PATIENT_MS)).toBe(false);
  });

  test('each statement sees its own scope, even if there are many more statements than connections to the server', async () => {
    const scopes = Array.from({ length: 40 }, (): Scope => ({ client_id: newId(), environment: 'sandbox' }));
    const seen = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const scope = scopes[index % scopes.length] as Scope;
        const run = index % 2 === 0 ? pooled.scoped(scope).query : pooled.scoped(scope).lookup;
        const { rows } = await run<{ client_id: string; pid: number; index: number }>(
          `select current_setting('vouch.client_id') as client_id, pg_backend_pid() as pid, $1::int as index`,
          [index],
        );
        return { rows, expected: { client_id: scope.client_id, pid: expect.any(Number), index } };
      }),
    );
    for (const { rows, expected } of seen) expect(rows).toEqual([expected]);
    expect(new Set(seen.map(({ rows }) => rows[0]?.pid)).size).toBeLessThanOrEqual(CONNECTIONS_MAX);
  });

  test('each transaction has the role, the search path and the timeouts, and leaves nothing behind', async () => {
    const settings = `select current_user::text as role, current_setting('search_path') as path,
        current_setting('lock_timeout') as lock_timeout, current_setting('vouch.client_id', true) as scope`;
    const { rows } = await pooled.scoped(SYSTEM).transaction((tx) => tx.query(settings));
    const role = database.role ?? new URL(database.url).username;
    expect(rows).toEqual([{ role, path: 'vouch', lock_timeout: '42s', scope: '*' }]);
    // The client below sets nothing. The pooler gives it a connection on which transactions like the one above have
    // run.
    const client = new pg.Client({ connectionString: poolers.transaction.urlOf(nameOf(database)) });
    await client.connect();
    try {
      const { rows: after } = await client.query(`select current_setting('vouch.client_id', true) as scope`);
      expect(after).toEqual([{ scope: '' }]);
    } finally {
      await client.end();
    }
  });

  test('a statement that fails is rolled back, and its connection serves the next statement', async () => {
    const db = pooled.scoped(SYSTEM);
    for (let round = 0; round < 5; round++) {
      await expect(db.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
      expect((await db.query('select $1::int as answer', [round])).rows).toEqual([{ answer: round }]);
    }
  });

  test('a transaction commits all of its statements or none, and savepoints nest', async () => {
    const scope: Scope = { client_id: newId(), environment: 'sandbox' };
    const db = pooled.scoped(scope);
    const count = async () => (await db.query('select count(*)::int as number from pooled_names')).rows[0]?.['number'];
    await database.pool.query('create table vouch.pooled_names (name text)');
    await database.pool.query('grant all on vouch.pooled_names to public');
    await db.transaction(async (tx) => {
      await tx.query(`insert into pooled_names values ('kept')`);
      const lost = tx.transaction(async (inner) => {
        await inner.query(`insert into pooled_names values ('lost')`);
        throw new Error('on purpose');
      });
      await expect(lost).rejects.toThrow('on purpose');
    });
    const failed = db.transaction(async (tx) => {
      await tx.query(`insert into pooled_names values ('also lost')`);
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await count()).toBe(1);
  });
});

/** The address of another database on the same server. */
function databaseBeside(url: string): string {
  const beside = new URL(url);
  beside.pathname = '/postgres';
  return beside.toString();
}
