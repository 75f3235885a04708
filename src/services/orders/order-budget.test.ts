import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unavailable } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import type { Decision } from '#domain/access/limits.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { type Database, openDatabase } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { PATIENT_MS } from '#test/server.ts';
import { openOrderBudget } from './order-budget.ts';

let database: TestDatabase;
/** Simulates a second process, with its own pool and therefore its own connections. */
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

/**
 * Returns a database that works like the given database, except that every transaction runs inside a call of `wrap`.
 */
const around = (inner: Database, wrap: <T>(run: () => Promise<T>) => Promise<T>): Database => ({
  ...inner,
  scoped(to) {
    const db = inner.scoped(to);
    return { ...db, transaction: (work) => wrap(() => db.transaction(work)) };
  },
});

describe('take', () => {
  test('admits exactly as many orders as the limit allows if 40 orders arrive concurrently in two processes', async () => {
    const budgets = [openOrderBudget(database), openOrderBudget(other)];
    const key_id = newId();
    const decisions = await Promise.all(
      budgets.flatMap((budget) => Array.from({ length: 20 }, () => budget.take(scope, key_id, 7))),
    );
    const lefts = decisions.filter(({ admitted }) => admitted).map(({ left }) => left);
    expect(lefts.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('admits 1,000 orders in an hour by default and rejects the 1,001st; admits more if the limit is higher', async () => {
    const budget = openOrderBudget(database);
    const key_id = newId();
    const decisions = await Promise.all(Array.from({ length: 1_001 }, () => budget.take(scope, key_id)));
    expect(decisions.map(({ left }) => left)).toEqual([...Array.from({ length: 1_000 }, (_, at) => 999 - at), 0]);
    expect(decisions[1_000]).toMatchObject({ admitted: false, limit: 1_000 });
    expect(decisions[1_000]?.retry_after_seconds).toBeGreaterThan(3_500);
    expect(await budget.take(scope, key_id, 1_001)).toMatchObject({ admitted: true, limit: 1_001, left: 0 });
  });

  test('32 concurrent orders take two transactions; later orders are still counted correctly', async () => {
    let transactions = 0;
    const counted = around(database, (run) => {
      transactions++;
      return run();
    });
    const budget = openOrderBudget(counted);
    const key_id = newId();
    const decisions = await Promise.all(Array.from({ length: 32 }, () => budget.take(scope, key_id, 20)));
    expect(admittedOf(decisions)).toBe(20);
    expect(transactions).toBe(2);
    expect((await budget.take(scope, key_id, 21)).left).toBe(0);
    expect((await budget.take(scope, newId(), 20)).left).toBe(19);
  });

  test('all waiting orders are rejected after a database failure, and later orders are handled normally', async () => {
    let alive = false;
    const failing = around(database, async (run) => {
      if (!alive) throw unavailable();
      return run();
    });
    const budget = openOrderBudget(failing);
    const key_id = newId();
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => budget.take(scope, key_id)));
    expect(asked).toEqual(
      asked.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) })),
    );
    alive = true;
    expect((await budget.take(scope, key_id)).left).toBe(999);
  });
});

describe('putBack', () => {
  test('returns one order to the budget: one more order is admitted, and the next one is rejected', async () => {
    const budget = openOrderBudget(database);
    const key_id = newId();
    const { at_ms } = await budget.take(scope, key_id, 2);
    await budget.take(scope, key_id, 2);
    expect((await budget.take(scope, key_id, 2)).admitted).toBe(false);
    await budget.putBack(scope, key_id, at_ms);
    expect((await budget.take(scope, key_id, 2)).left).toBe(0);
    expect((await budget.take(scope, key_id, 2)).admitted).toBe(false);
  });
});
