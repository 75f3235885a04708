import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { buryDeliveries, dropWaitingDeliveries, hurryDeliveries } from './webhook-health.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
/** More deliveries than fit into two batches. */
const WAITING = 10_001;

let database: TestDatabase;
let scope: Scope;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  scope = { client_id: newId(), environment: 'sandbox' };
  await addDeliveries('e', WAITING, 'waiting');
  await addDeliveries('e', 3, 'delivered');
  await addDeliveries('other', 2, 'waiting');
});

const db = () => database.scoped(scope);
const addDeliveries = (endpoint_id: string, count: number, state: string) =>
  db().query(
    `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
       attempts, due_at, fires_at, created_at)
     select $1, $2, gen_random_uuid()::text, $3, 'v', 't', n, $5, 1, $6, $6, $6 from generate_series(1, $4::int) as n`,
    [scope.client_id, scope.environment, endpoint_id, count, state, new Date(NOW.getTime() + 60_000)],
  );
const countBy = async (what: string) =>
  (
    await db().query<{ endpoint_id: string; what: string; count: number }>(
      `select endpoint_id, ${what} as what, count(*) from webhook_deliveries group by 1, 2 order by 1, 2`,
    )
  ).rows.map(({ endpoint_id, what, count }) => [endpoint_id, what, count]);

test('hurryDeliveries makes all waiting deliveries of one endpoint due, and changes no other deliveries', async () => {
  expect(await db().transaction((tx) => hurryDeliveries(tx, scope, 'e', NOW))).toBe(WAITING);
  expect(await countBy(`state || (fires_at = '2026-03-01 12:00Z')`)).toEqual([
    ['e', 'deliveredfalse', 3],
    ['e', 'waitingtrue', WAITING],
    ['other', 'waitingfalse', 2],
  ]);
});

test('buryDeliveries marks only the waiting deliveries of the endpoint as dead, and logs each of them', async () => {
  const endpoint = { id: 'e', webhook_url: 'https://acme.example/' };
  expect(await db().transaction((tx) => buryDeliveries(tx, scope, endpoint, NOW, 'disabled'))).toBe(WAITING);
  expect(await countBy('state')).toEqual([
    ['e', 'dead', WAITING],
    ['e', 'delivered', 3],
    ['other', 'waiting', 2],
  ]);
  const { rows } = await db().query(`select attempt, state, count(*) from webhook_attempts group by 1, 2`);
  expect(rows).toEqual([{ attempt: 2, state: 'dead', count: WAITING }]);
});

test('dropWaitingDeliveries deletes all waiting deliveries of the endpoint, and no other deliveries', async () => {
  await db().transaction((tx) => dropWaitingDeliveries(tx, scope, 'e'));
  expect(await countBy('state')).toEqual([
    ['e', 'delivered', 3],
    ['other', 'waiting', 2],
  ]);
});
