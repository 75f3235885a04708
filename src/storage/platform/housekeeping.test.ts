import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { costOf } from '#test/plans.ts';
import { SYSTEM } from './db.ts';
import { deleteDeliveries } from './housekeeping.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const BEFORE = new Date('2026-02-01T12:00:00Z');
const ENDPOINTS = 200;
const DELIVERIES = 100;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const client_id = newId();
  const system = database.scoped(SYSTEM);
  await system.query(`insert into clients (id, name, created_at) values ($1, 'Acme Lending', $2)`, [client_id, NOW]);
  await system.query(`insert into environments (client_id, environment) values ($1, 'prod')`, [client_id]);
  await system.query(
    `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
       attempts, due_at, fires_at, created_at)
     select $1, 'prod', endpoint || '-' || place, 'hook ' || endpoint, 'event', 'link-deleted', place, 'delivered', 1, $2, $2, $2
     from generate_series(1, ${ENDPOINTS}) endpoint, generate_series(1, ${DELIVERIES}) place`,
    [client_id, NOW],
  );
  await database.pool.query('vacuum analyze webhook_deliveries');
});
afterAll(() => database.drop());

test('deleteDeliveries reads only the oldest deliveries of each endpoint if none of these deliveries is old enough to be deleted', async () => {
  const { rows_read } = await costOf(database.scoped(SYSTEM), (db) => deleteDeliveries(db, BEFORE, 1_000));
  expect(rows_read).toBeLessThan((ENDPOINTS * DELIVERIES) / 2);
});

test('if one of an endpoint’s first twenty deliveries is old, deleteDeliveries deletes all old deliveries of this endpoint, even those that follow young deliveries', async () => {
  const system = database.scoped(SYSTEM);
  const old = new Date(BEFORE.getTime() - 1);
  await system.query(`update webhook_deliveries set created_at = $1 where id in ('7-20', '7-50', '8-21')`, [old]);
  expect(await deleteDeliveries(system, BEFORE, 1_000)).toBe(2);
  const { rows } = await system.query('select id from webhook_deliveries where created_at < $1', [BEFORE]);
  expect(rows).toEqual([{ id: '8-21' }]);
});
