import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elapsedMs } from '#base/clock.ts';
import { unavailable } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { BUDGETS, type Decision, type Hit } from '#domain/access/limits.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { lockWindow } from '#storage/access/limits.ts';
import { type Database, type Db, openDatabase } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { PATIENT_MS } from '#test/server.ts';
import { type Draw, type Limiter, openLimiter, take } from './limits.ts';

let database: TestDatabase;
/**
 * A database handle that simulates a second process. It has its own connection pool and therefore its own connections.
 */
let other: Database;
beforeAll(async () => {
  database = await freshDatabase();
  other = openDatabase({ url: database.url, role: database.role, timeout_ms: PATIENT_MS, connections_max: 4 });
});
afterAll(async () => {
  await other.close();
  await database.drop();
});

const scope: Scope = { client_id: newId(), environment: 'prod' };
const admittedOf = (decisions: readonly Decision[]): number => decisions.filter(({ admitted }) => admitted).length;
const sum = (hits: readonly Hit[]): number => hits.reduce((total, [, n]) => total + n, 0);
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) results.push(await work());
  return results;
}

const draw = (part: Draw): Promise<Decision> => take(database.scoped(scope), scope, part);

const windowOf = (key_id: string) =>
  database
    .scoped(scope)
    .transaction(async (tx) => (await lockWindow(tx, scope, { budget: 'requests', subject_id: key_id })).window);

/** Returns the given database, but calls `wrap` around each of its transactions. */
const around = (inner: Database, wrap: <T>(run: () => Promise<T>) => Promise<T>): Database => ({
  ...inner,
  scoped(to) {
    const db = inner.scoped(to);
    return { ...db, transaction: (work) => wrap(() => db.transaction(work)) };
  },
});

const ask = async (limiter: Limiter, key_id: string, limit: number) => limiter.request(scope, key_id, limit);

describe('Limiter.request', () => {
  test('one process admits 300 requests, lowers the remaining count by one each time, and rejects the 301st', async () => {
    const limiter = openLimiter({ database });
    const key_id = newId();
    const decisions = await inTurn(301, () => ask(limiter, key_id, 300));
    expect(decisions.map(({ left }) => left)).toEqual([...Array.from({ length: 300 }, (_, index) => 299 - index), 0]);
    expect(decisions.map(({ admitted }) => admitted).indexOf(false)).toBe(300);
    expect(decisions[0]).toEqual({ admitted: true, limit: 300, left: 299, retry_after_seconds: 0, reset_seconds: 60 });
    const seconds = decisions[300]?.retry_after_seconds ?? 0;
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(decisions[300]?.reset_seconds).toBe(seconds);
    await limiter.stop();
    expect(sum((await windowOf(key_id)).hits)).toBe(300);
  });

  test('two processes together admit exactly 300 requests, however the requests are spread over the two', async () => {
    const limiters = [openLimiter({ database }), openLimiter({ database: other })];
    const key_id = newId();
    const decisions = await Promise.all(
      limiters.flatMap((limiter, index) =>
        Array.from({ length: 8 }, () => inTurn(index === 0 ? 60 : 25, () => ask(limiter, key_id, 300))),
      ),
    );
    expect(admittedOf(decisions.flat())).toBe(300);
    await Promise.all(limiters.map((limiter) => limiter.stop()));
    expect(await windowOf(key_id)).toMatchObject({ leases: [] });
  });

  test('if another process holds a lease of permits, a request is not rejected too early: it waits until that process reports how many permits it used', async () => {
    const [quick, slow] = [openLimiter({ database }), openLimiter({ database: other })];
    const key_id = newId();
    // The second process (`slow`) gets a lease for these three requests, and uses only a part of the lease.
    await times(3, () => ask(slow, key_id, 100));
    expect((await windowOf(key_id)).leases).toHaveLength(1);
    expect(admittedOf(await times(200, () => ask(quick, key_id, 100)))).toBe(97);
    expect((await slow.request(scope, key_id, 100)).admitted).toBe(false);
    await Promise.all([quick.stop(), slow.stop()]);
  });

  test('two processes never admit more than the limit in any window, and keep admitting in later windows', async () => {
    const [limit, window_ms] = [40, 300];
    const limiters = [openLimiter({ database, window_ms }), openLimiter({ database: other, window_ms })];
    const key_id = newId();
    const admitted: { from_ms: number; to_ms: number }[] = [];
    const hammer = async (limiter: Limiter) => {
      while (admitted.length < 3 * limit) {
        const from_ms = elapsedMs();
        const decision = await limiter.request(scope, key_id, limit);
        if (decision.admitted) admitted.push({ from_ms, to_ms: elapsedMs() });
        else await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    await Promise.all([...limiters, ...limiters].map(hammer));
    for (const { from_ms } of admitted) {
      const surely = admitted.filter((one) => one.from_ms >= from_ms && one.to_ms < from_ms + window_ms);
      expect(surely.length).toBeLessThanOrEqual(limit);
    }
    await Promise.all(limiters.map((limiter) => limiter.stop()));
  });

  test('requests that a process admitted still count after the process restarts', async () => {
    const key_id = newId();
    const before = openLimiter({ database });
    expect(admittedOf(await inTurn(70, () => ask(before, key_id, 100)))).toBe(70);
    await before.stop();
    const after = openLimiter({ database });
    expect(admittedOf(await times(70, () => ask(after, key_id, 100)))).toBe(30);
    await after.stop();
  });

  test('if a process is killed, all permits of its lease count as used', async () => {
    const [limit, window_ms, key_id] = [100, 3_000, newId()];
    let alive = true;
    const cut = around(other, async (run) => {
      if (!alive) throw unavailable();
      return run();
    });
    const killed = openLimiter({ database: cut, window_ms });
    await times(3, () => ask(killed, key_id, limit));
    alive = false;
    const [lease] = (await windowOf(key_id)).leases;
    const survivor = openLimiter({ database, window_ms });
    const decisions = await times(limit, () => ask(survivor, key_id, limit));
    expect(admittedOf(decisions)).toBe(limit - 3 - (lease?.[1] ?? 0));
    await Promise.all([survivor.stop(), killed.stop()]);
  });

  test('an unused lease is returned automatically', async () => {
    const limiter = openLimiter({ database, window_ms: 5_000 });
    const key_id = newId();
    await times(5, () => ask(limiter, key_id, 100));
    expect((await windowOf(key_id)).leases).toHaveLength(1);
    await expect.poll(() => windowOf(key_id)).toMatchObject({ leases: [] });
    await limiter.stop();
  });

  test('while less than half of the limit is used, most requests need no transaction', async () => {
    let transactions = 0;
    const counted = around(database, (run) => {
      transactions++;
      return run();
    });
    const limiter = openLimiter({ database: counted });
    const [key_id, busy_id] = [newId(), newId()];
    await inTurn(140, () => ask(limiter, key_id, 300));
    expect(transactions).toBeLessThanOrEqual(25);
    transactions = 0;
    await inTurn(10_000, () => ask(limiter, busy_id, 1e9));
    expect(transactions).toBeLessThanOrEqual(15);
    await limiter.stop();
  });

  test('concurrent requests share one transaction, even if more than half of the limit is used', async () => {
    let transactions = 0;
    const counted = around(database, (run) => {
      transactions++;
      return run();
    });
    const limiter = openLimiter({ database: counted });
    const key_id = newId();
    await times(200, () => ask(limiter, key_id, 300));
    transactions = 0;
    const decisions = await times(32, () => ask(limiter, key_id, 300));
    expect(decisions.map(({ left }) => left)).toEqual(Array.from({ length: 32 }, (_, index) => 99 - index));
    expect(transactions).toBe(1);
    await times(100, () => ask(limiter, key_id, 300));
    transactions = 0;
    expect(admittedOf(await inTurn(50, () => ask(limiter, key_id, 300)))).toBe(0);
    expect(transactions).toBeLessThanOrEqual(1);
    await limiter.stop();
  });

  test('a new limit applies from the next request on', async () => {
    const limiter = openLimiter({ database });
    const key_id = newId();
    expect(admittedOf(await inTurn(15, () => ask(limiter, key_id, 10)))).toBe(10);
    expect(await limiter.request(scope, key_id, 40)).toMatchObject({ admitted: true, limit: 40, left: 29 });
    expect(await limiter.request(scope, key_id, 5)).toMatchObject({ admitted: false, limit: 5, left: 0 });
    await limiter.stop();
  });

  test('if the database is unreachable, the limiter admits nothing and throws `unavailable`', async () => {
    const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', connections_max: 2 });
    const limiter = openLimiter({ database: gone });
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => ask(limiter, newId(), 300)));
    expect(asked).toEqual(
      asked.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) })),
    );
    await limiter.stop();
    await gone.close();
  });

  test('two limiters together never admit more requests than the limit, even if their transactions fail before or after the commit', async () => {
    let transactions = 0;
    const failing = (inner: Database) =>
      around(inner, async (run) => {
        transactions++;
        if (transactions % 5 === 0) throw unavailable();
        const result = await run();
        if (transactions % 7 === 0) throw unavailable();
        return result;
      });
    const limiters = [openLimiter({ database: failing(database) }), openLimiter({ database: failing(other) })];
    const key_id = newId();
    const asked = await Promise.all(
      [...limiters, ...limiters].map((limiter) => inTurn(150, () => ask(limiter, key_id, 300).catch(() => undefined))),
    );
    const decisions = asked.flat().filter((decision) => decision !== undefined);
    expect(admittedOf(decisions)).toBeLessThanOrEqual(300);
    expect(admittedOf(decisions)).toBeGreaterThan(150);
    await Promise.all(limiters.map((limiter) => limiter.stop()));
  });
});

describe('take() for refreshes, logins, codes and batches', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  test('admits four refreshes within 24 hours and rejects the fifth; the caller passes the current time', async () => {
    const subject_id = newId();
    const refresh = (at: Date) => draw({ budget: 'refresh', subject_id, n: 1, limit: BUDGETS.refresh.size, now: at });
    const lefts: number[] = [];
    for (const hours of [0, 1, 2, 3]) lefts.push((await refresh(later(hours * 3_600))).left);
    expect(lefts).toEqual([3, 2, 1, 0]);
    expect(await refresh(later(4 * 3_600))).toEqual({
      admitted: false,
      limit: 4,
      left: 0,
      retry_after_seconds: 20 * 3_600,
      reset_seconds: 20 * 3_600,
    });
    expect((await refresh(later(86_399))).admitted).toBe(false);
    expect(await refresh(later(86_400))).toMatchObject({ admitted: true, left: 0, reset_seconds: 3_600 });
    const another = await draw({ budget: 'refresh', subject_id: newId(), n: 1, limit: 4, now });
    expect(another.left).toBe(3);
  });

  test('admits exactly 4 of 40 concurrent refreshes that two processes request from the same budget', async () => {
    const subject_id = newId();
    const part: Draw = { budget: 'refresh', subject_id, n: 1, limit: BUDGETS.refresh.size, now };
    const decisions = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? database : other).scoped(scope).transaction((tx) => take(tx, scope, part)),
      ),
    );
    expect(admittedOf(decisions)).toBe(4);
  });

  test('a use of the budget is rolled back together with the caller’s transaction', async () => {
    const part: Draw = { budget: 'refresh', subject_id: newId(), n: 1, limit: 4, now };
    const work = async (tx: Db) => {
      expect((await take(tx, scope, part)).left).toBe(3);
      throw new Error('the task failed');
    };
    await expect(database.scoped(scope).transaction(work)).rejects.toThrow('the task failed');
    expect((await draw(part)).left).toBe(3);
  });

  test('admits a batch that fits the budget exactly; a batch with one order too many is rejected and leaves the budget unchanged', async () => {
    const subject_id = newId();
    const batch = (n: number) => draw({ budget: 'batch-orders', subject_id, n, limit: BUDGETS['batch-orders'].size });
    expect(await batch(10_001)).toMatchObject({ admitted: false, left: 10_000, retry_after_seconds: 3_600 });
    expect(await batch(6_000)).toMatchObject({ admitted: true, left: 4_000, reset_seconds: 3_600 });
    expect(await batch(4_001)).toMatchObject({ admitted: false, left: 4_000, retry_after_seconds: 3_600 });
    expect(await batch(4_000)).toMatchObject({ admitted: true, left: 0 });
    expect(await batch(1)).toMatchObject({ admitted: false, left: 0 });
  });

  test('admits the 1,000th order and rejects the 1,001st; single orders do not reduce the budget for batches', async () => {
    const subject_id = newId();
    const order = (n: number) => draw({ budget: 'orders', subject_id, n, limit: BUDGETS.orders.size });
    await order(998);
    const decisions = await times(4, () => order(1));
    expect(admittedOf(decisions)).toBe(2);
    const batch = await draw({ budget: 'batch-orders', subject_id, n: 1, limit: 10_000 });
    expect(batch).toMatchObject({ admitted: true, left: 9_999 });
  });
});
