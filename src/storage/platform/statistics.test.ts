import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type Db, SYSTEM } from './db.ts';
import { countGrownTables } from './statistics.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.scoped(SYSTEM);
});
afterAll(() => database.drop());

const grow = async (rows: number): Promise<void> => {
  await db.query(
    `insert into public_tokens (client_id, environment, token_hash, link_id, task_id, created_at, expires_at)
     select 'client', 'prod', uuid_send(gen_random_uuid()), 'link', 'task', now(), now() from generate_series(1, $1::int)`,
    [rows],
  );
  await db.query('select pg_stat_force_next_flush()');
};

test('a table is analyzed once it has more than 1,000 new rows, and again once its new rows are more than four times the rows that the last ANALYZE counted', async () => {
  await grow(900);
  expect(await countGrownTables(db)).toEqual([]);
  await grow(200);
  expect(await countGrownTables(db)).toEqual(['public_tokens']);
  await grow(3_000);
  expect(await countGrownTables(db)).toEqual([]);
  await grow(2_000);
  expect(await countGrownTables(db)).toEqual(['public_tokens']);
});
