import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { insertOrder } from '#test/order-rows.ts';
import { listGroupsOf, listNewestByNumber, updateOrder } from './orders.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const MOMENT = new Date('2026-03-01T12:00:00Z');

/** Creates a client without any data. */
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

describe('updateOrder', () => {
  const partsNoted = async (db: Db) =>
    (await db.query('select list, part, change from list_moves order by change')).rows;
  const age = (db: Db, seconds: number) =>
    db.query('update orders set inserted_at = now() - make_interval(secs => $1)', [seconds]);

  test('corrects the stored counts of the order lists if the status changes and the order is old enough to be counted in a block', async () => {
    const { db, scope } = await owner();
    const { id } = await insertOrder(db, scope, { status: 'pending' });
    await age(db, 31);
    await updateOrder(db, scope, id, { status: 'sent' });
    expect(await partsNoted(db)).toEqual([
      { list: 'orders', part: 'status=pending', change: -1 },
      { list: 'orders', part: 'status product_type=pending income', change: -1 },
      { list: 'orders', part: 'status=sent', change: 1 },
      { list: 'orders', part: 'status product_type=sent income', change: 1 },
    ]);
  });

  test('corrects no stored counts if the status stays the same, or if the order is too new to be counted in a block', async () => {
    const { db, scope } = await owner();
    const { id } = await insertOrder(db, scope, { status: 'pending' });
    await age(db, 29);
    await updateOrder(db, scope, id, { status: 'sent' });
    await age(db, 3_600);
    await updateOrder(db, scope, id, { status: 'sent' });
    expect(await partsNoted(db)).toEqual([]);
  });
});

test('listNewestByNumber returns the newest of several orders with the same number, and no order of another client', async () => {
  const { db, scope } = await owner();
  const stranger = await owner();
  await insertOrder(db, scope, { order_number: 'L-1' });
  const newest = await insertOrder(db, scope, { order_number: 'L-1' });
  await insertOrder(stranger.db, stranger.scope, { order_number: 'L-1' });
  expect(await listNewestByNumber(db, scope, ['L-1', 'L-2'])).toEqual([{ order_number: 'L-1', id: newest.id }]);
});

test('listGroupsOf finds an order group only if its order number and its external user id both match', async () => {
  const { db, scope } = await owner();
  const pair = { order_number: 'L-1', external_user_id: 'jane' };
  const { order_group_id } = await insertOrder(db, scope, pair);
  await insertOrder(db, scope, { order_number: 'L-1', external_user_id: 'john' });
  await insertOrder(db, scope, { order_number: 'L-1' });
  expect(await listGroupsOf(db, scope, [pair, { ...pair, order_number: 'L-2' }])).toEqual([
    { ...pair, order_group_id },
  ]);
});
