import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase, testServer } from '#test/database.ts';
import { until } from '#test/jobs.ts';
import { onServer } from '#test/server.ts';
import { isLockTimeout } from './connection-pool.ts';
import { type Db, type DbScope, openDatabase, SYSTEM, UNSCOPED } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const insertTimer = `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
  values ($1, $2, $3, 'note', $3, now(), now())`;
const countTimers = 'select count(*) as count from timers';

/** Opens the database with the service's default timeout; other tests use a longer timeout. */
const openUsual = () => openDatabase({ url: database.url, role: database.role, connections_max: 10 });

async function timerOf(scope: Scope): Promise<void> {
  await database.scoped(scope).query(insertTimer, [scope.client_id, scope.environment, newId()]);
}

test.skipIf(inject('oldest_server') === null)(
  'the storage tests run on PostgreSQL 15, the oldest supported version',
  async () => {
    const { rows } = await database.pool.query<{ version: string }>(
      `select split_part(current_setting('server_version'), '.', 1) as version`,
    );
    expect(rows).toEqual([{ version: '15' }]);
  },
);

describe('row-level security', () => {
  test('row-level security is enforced, even for the table’s owner, on every table with a client_id; only console tables without an environment have another policy', async () => {
    const { rows } = await database.scoped(SYSTEM).query<{ name: string; is_on: boolean; policies: string[] }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_on,
         array(select pg_get_expr(p.polqual, p.polrelid) from pg_policy p
           where p.polrelid = c.oid and p.polpermissive) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
       where n.nspname = current_schema() and c.relkind in ('r', 'p') order by 1`,
    );
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.filter(({ is_on }) => !is_on).map(({ name }) => name)).toEqual([]);
    const written = (own: string) => [
      `((${own}) OR (( SELECT current_setting('vouch.client_id'::text, true) AS current_setting) = '*'::text))`,
    ];
    const client = `client_id = ( SELECT current_setting('vouch.client_id'::text, true) AS current_setting)`;
    const environment = `environment = ( SELECT current_setting('vouch.environment'::text, true) AS current_setting)`;
    const others = rows.filter(
      ({ policies }) => JSON.stringify(policies) !== JSON.stringify(written(`(${client}) AND (${environment})`)),
    );
    const without_environment = [
      'audit_chains',
      'dashboard_passkeys',
      'dashboard_recovery_codes',
      'dashboard_sessions',
      'dashboard_totp',
      'dashboard_users',
    ];
    expect(others).toEqual(without_environment.map((name) => ({ name, is_on: true, policies: written(client) })));
  });

  test('a client sees only its own rows, the system scope sees all rows, and a query without a scope sees no rows', async () => {
    const mine: Scope = { client_id: newId(), environment: 'sandbox' };
    const live: Scope = { client_id: mine.client_id, environment: 'prod' };
    const other: Scope = { client_id: newId(), environment: 'sandbox' };
    await Promise.all([timerOf(mine), timerOf(mine), timerOf(live), timerOf(other)]);
    const scopes: DbScope[] = [mine, live, other, UNSCOPED, SYSTEM];
    // Many queries run at once over few connections. Each query must see only its own scope.
    for (const ask of ['query', 'lookup'] as const) {
      const count = async (scope: DbScope) =>
        (await database.scoped(scope)[ask]<{ count: number }>(countTimers)).rows[0]?.count;
      const counts = await Promise.all(
        Array.from({ length: 20 }, () => scopes)
          .flat()
          .map(count),
      );
      expect(counts).toEqual(Array.from({ length: 20 }, () => [2, 1, 1, 0, 4]).flat());
    }
  });

  test('a client, or a query without a scope, cannot write a row of another client', async () => {
    const mine: Scope = { client_id: newId(), environment: 'sandbox' };
    await expect(database.scoped(mine).query(insertTimer, [newId(), 'sandbox', newId()])).rejects.toThrow(
      /row-level security/,
    );
    await expect(database.scoped(UNSCOPED).query(insertTimer, [newId(), 'sandbox', newId()])).rejects.toThrow(
      /row-level security/,
    );
  });
});

describe('a lookup whose connection is lost', () => {
  test('all lookups on a lost connection fail as unavailable; the next lookup gets a new connection', async () => {
    const db = database.scoped({ client_id: newId(), environment: 'sandbox' });
    const pid = db.lookup<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = [db.lookup('select pg_sleep(3)'), db.lookup('select 1 as one')].map((answer) =>
      expect(answer).rejects.toMatchObject({ code: 'unavailable' }),
    );
    await onServer(testServer().url, `select pg_terminate_backend(${(await pid).rows[0]?.pid})`);
    await Promise.all(lost);
    expect((await db.lookup('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('transaction', () => {
  test('a transaction commits all its statements or none, and rolling back a savepoint undoes only the savepoint’s statements', async () => {
    const mine: Scope = { client_id: newId(), environment: 'prod' };
    const db = database.scoped(mine);
    const add = (tx: typeof db) => tx.query(insertTimer, [mine.client_id, mine.environment, newId()]);
    await expect(
      db.transaction(async (tx) => {
        await add(tx);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await db.transaction(async (tx) => {
      await add(tx);
      await tx
        .transaction(async (inner) => {
          await add(inner);
          throw new Error('only this part');
        })
        .catch(() => undefined);
      await add(tx);
    });
    expect((await db.query(countTimers)).rows).toEqual([{ count: 2 }]);
  });

  test('a transaction runs its callbacks only after the commit, and runs no callback of a savepoint that was rolled back', async () => {
    const db = database.scoped({ client_id: newId(), environment: 'prod' });
    const called: string[] = [];
    db.afterCommit(() => called.push('outside'));
    await db.transaction(async (tx) => {
      tx.afterCommit(() => called.push('committed'));
      await tx.transaction(async (inner) => inner.afterCommit(() => called.push('inner')));
      await tx
        .transaction(async (inner) => {
          inner.afterCommit(() => called.push('undone'));
          throw new Error('only this part');
        })
        .catch(() => undefined);
      expect(called).toEqual(['outside']);
    });
    const failing = db.transaction(async (tx) => {
      tx.afterCommit(() => called.push('rolled back'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(called).toEqual(['outside', 'committed', 'inner']);
  });

  test('a transaction can continue on the same connection after a lock timeout inside a savepoint', async () => {
    const mine: Scope = { client_id: newId(), environment: 'prod' };
    const usual = openUsual();
    const db = usual.scoped(mine);
    await timerOf(mine);
    const touch = (tx: Db) => tx.query('update timers set attempts = attempts + 1');
    await db.transaction(async (holder) => {
      await touch(holder);
      const waiting = db.transaction(async (tx) => {
        await tx.query(insertTimer, [mine.client_id, mine.environment, newId()]);
        await expect(tx.transaction(touch)).rejects.toMatchObject({ code: '55P03' });
        return (await tx.query(countTimers)).rows;
      });
      expect(await waiting).toEqual([{ count: 2 }]);
    });
    expect((await db.query(countTimers)).rows).toEqual([{ count: 2 }]);
    await usual.close();
  });

  // The test is skipped behind a pooler, because there the connections to the server belong to the pooler.
  const has_pooler = process.env['TEST_VOUCH_POOLER'] !== undefined;
  test.skipIf(has_pooler)(
    'a statement fails as unavailable after a lock timeout or statement timeout, and its connection stays open',
    async () => {
      const mine: Scope = { client_id: newId(), environment: 'prod' };
      const usual = openUsual();
      const db = usual.scoped(mine);
      await timerOf(mine);
      const pids = async () =>
        (await usual.pool.query<{ pid: number }>(`select pid from pg_stat_activity where datname = current_database()`))
          .rows;
      const before = await pids();
      await db.transaction(async (holder) => {
        await holder.query('select 1 from timers for update');
        const [held, slow] = await Promise.all([
          db.query('update timers set attempts = 1').catch((error: unknown) => error),
          db.query('select pg_sleep(10)').catch((error: unknown) => error),
        ]);
        expect(held).toMatchObject({ code: 'unavailable', cause: { code: '55P03' } });
        expect(slow).toMatchObject({ code: 'unavailable', cause: { code: '57014' } });
        expect(isLockTimeout(held)).toBe(true);
        expect(isLockTimeout(slow)).toBe(false);
      });
      expect(await pids()).toEqual(expect.arrayContaining(before));
      await usual.close();
    },
  );

  test('a transaction is retried after a deadlock', async () => {
    const mine: Scope = { client_id: newId(), environment: 'prod' };
    const db = database.scoped(mine);
    await Promise.all([timerOf(mine), timerOf(mine)]);
    const ids = (await db.query<{ id: string }>('select id from timers')).rows.map((row) => row.id);
    const touch = (tx: Db, id?: string) =>
      tx.query('update timers set attempts = attempts + 1 where client_id = $1 and id = $2', [mine.client_id, id]);
    let runs = 0;
    let holding = 0;
    let met = () => {};
    const bothHoldOne = new Promise<void>((resolve) => {
      met = resolve;
    });
    const touchBoth = async (order: string[]) => {
      let next = order;
      await db.transaction(async (tx) => {
        runs++;
        const [one, other] = next;
        // The retry begins with the row that the other transaction has locked. So the retry waits instead of
        // deadlocking again.
        next = order.toReversed();
        await touch(tx, one);
        if (++holding === 2) met();
        await bothHoldOne;
        await touch(tx, other);
      });
    };
    await Promise.all([touchBoth(ids), touchBoth(ids.toReversed())]);
    expect(runs).toBe(3);
    expect((await db.query('select attempts from timers')).rows).toEqual([{ attempts: 2 }, { attempts: 2 }]);
  });
});

describe('a server that becomes read-only', () => {
  /** Returns the backend pids of three concurrent transactions. */
  async function backendsOf(db: Db): Promise<number[]> {
    let open = 0;
    const pidOf = (): Promise<number | undefined> =>
      db.transaction(async (tx) => {
        const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        open++;
        await until(() => open === 3);
        return rows[0]?.pid;
      });
    return (await Promise.all([pidOf(), pidOf(), pidOf()])).map(Number);
  }
  const write = (db: Db) => db.query('delete from timers');

  test('after the first rejected write to the server, all connections to it are closed, including connections that only read', async () => {
    const own = openDatabase({ url: database.url, role: database.role, connections_max: 3 });
    const db = own.scoped(SYSTEM);
    const before = await backendsOf(db);
    // The pool hands out the most recently used connection next, so the write uses the connection that is now set to
    // read-only.
    await db.query('set default_transaction_read_only = on');
    await expect(write(db)).rejects.toMatchObject({ code: 'unavailable', cause: { code: '25006' } });
    const after = await backendsOf(db);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    await write(db);
    await own.close();
  });

  test('the readiness check fails on a connection to this server; the next check uses a new connection', async () => {
    const own = openDatabase({ url: database.url, role: database.role, connections_max: 1 });
    await own.checkWritable();
    await own.scoped(SYSTEM).query('set default_transaction_read_only = on');
    await expect(own.checkWritable()).rejects.toMatchObject({ code: 'unavailable', cause: { code: '25006' } });
    await own.checkWritable();
    await own.close();
  });

  test('no new connection to a read-only server is used, because the data of the server may be out of date', async () => {
    const standby = await freshDatabase();
    const name = new URL(standby.url).pathname.slice(1);
    await onServer(standby.url, `alter database ${name} set default_transaction_read_only = on`);
    await expect(standby.scoped(SYSTEM).query(countTimers)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { code: '25006' },
    });
    await standby.drop();
  });
});
