import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { orderStatus, SUBORDER_STATUSES, type SuborderStatus } from '#domain/order-status.ts';
import type { Scope } from '#domain/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { insertOrder } from '#test/order-rows.ts';
import type { Db } from './db.ts';
import { HAS_STATUS, listGroupsOf, listNewestByNumber } from './orders.ts';
import { insertSuborders, type SuborderRow } from './suborders.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const MOMENT = new Date('2026-03-01T12:00:00Z');

/** A client of its own, without anything. */
async function owner(): Promise<{ db: Db; scope: Scope }> {
  const scope: Scope = { client_id: newId(), environment: 'sandbox' };
  const system = database.scoped('system');
  await system.query(`insert into clients (id, name, created_at) values ($1, 'Northwind', $2)`, [
    scope.client_id,
    MOMENT,
  ]);
  await system.query(`insert into environments (client_id, environment) values ($1, 'sandbox')`, [scope.client_id]);
  return { db: database.scoped(scope), scope };
}

const suborderOf = (order_id: string, status: SuborderStatus, position: number): SuborderRow => ({
  id: newId(),
  order_id,
  user_id: newId(),
  kind: 'employer',
  position,
  product_type: 'income',
  status,
  suborder_number: null,
  company_mapping_id: null,
  provider_id: null,
  data_sources: ['payroll'],
  link_id: null,
  data_source: null,
  sealed: Buffer.alloc(0),
  created_at: MOMENT,
  updated_at: MOMENT,
});

describe('HAS_STATUS', () => {
  test('finds of every combination of suborders exactly the orders that orderStatus calls so', async () => {
    const { db, scope } = await owner();
    const sets = Array.from({ length: 2 ** SUBORDER_STATUSES.length }, (_, bits) =>
      SUBORDER_STATUSES.filter((_, at) => (bits >> at) % 2 === 1),
    );
    const expected = new Map<string, string>();
    await db.transaction(async (tx) => {
      for (const canceled_at of [null, MOMENT]) {
        for (const set of sets) {
          const { id } = await insertOrder(tx, scope, { canceled_at });
          // Each status twice, so that none is taken for all.
          const statuses = [...set, ...set];
          await insertSuborders(
            tx,
            scope,
            statuses.map((status, at) => suborderOf(id, status, at)),
          );
          expected.set(id, orderStatus(canceled_at, statuses));
        }
      }
    });
    const found = new Map<string, string[]>();
    for (const status of SUBORDER_STATUSES) {
      const { rows } = await db.query<{ id: string }>(`select id from orders o where ${HAS_STATUS[status]}`);
      for (const { id } of rows) found.set(id, [...(found.get(id) ?? []), status]);
    }
    expect(expected.size).toBe(512);
    expect([...expected].filter(([id, status]) => String(found.get(id)) !== status)).toEqual([]);
  });

  test('looks at the suborders of that order alone', async () => {
    const { db, scope } = await owner();
    const [open, done] = [await insertOrder(db, scope), await insertOrder(db, scope)];
    await insertSuborders(db, scope, [suborderOf(open.id, 'pending', 0), suborderOf(done.id, 'completed', 0)]);
    const { rows } = await db.query<{ id: string }>(`select id from orders o where ${HAS_STATUS.completed}`);
    expect(rows).toEqual([{ id: done.id }]);
  });
});

test('of several orders with one number the newest is found, and those of nobody else', async () => {
  const { db, scope } = await owner();
  const stranger = await owner();
  await insertOrder(db, scope, { order_number: 'L-1' });
  const newest = await insertOrder(db, scope, { order_number: 'L-1' });
  await insertOrder(stranger.db, stranger.scope, { order_number: 'L-1' });
  expect(await listNewestByNumber(db, scope, ['L-1', 'L-2'])).toEqual([{ order_number: 'L-1', id: newest.id }]);
});

test('a group is found by number and person together', async () => {
  const { db, scope } = await owner();
  const pair = { order_number: 'L-1', external_user_id: 'jane' };
  const { order_group_id } = await insertOrder(db, scope, pair);
  await insertOrder(db, scope, { order_number: 'L-1', external_user_id: 'john' });
  await insertOrder(db, scope, { order_number: 'L-1' });
  expect(await listGroupsOf(db, scope, [pair, { ...pair, order_number: 'L-2' }])).toEqual([
    { ...pair, order_group_id },
  ]);
});
