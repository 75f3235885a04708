import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { newScope } from '#test/jobs.ts';
import { fillLists } from '#test/list-rows.ts';
import { costOf } from '#test/plans.ts';
import { countProviderTasks } from './provider-health.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const since = new Date(NOW.getTime() - 24 * 3_600_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const db = database.scoped(SYSTEM);
  await fillLists(db, newScope(), 6_000, NOW, ['tasks']);
  await db.query(
    `update tasks set provider_id = 'wrong_passwords', status = 'login_error' where provider_id = 'harbor'`,
  );
  await db.query(`update tasks set provider_id = 'few', status = 'done' where provider_id = 'quarry'`);
  // Of the provider's ended tasks, one failed because of one bank. The provider took one second for each of these
  // tasks.
  await db.query(
    `update tasks set provider_ms = 1000, failure_scope = case when id = (select min(id) from tasks where provider_id = 'few')
       then 'institution' end where provider_id = 'few'`,
  );
  await db.query(`update tasks set finished_at = updated_at`);
  await database.pool.query('vacuum analyze tasks');
});
afterAll(() => database.drop());

describe('countProviderTasks', () => {
  test('at most the newest thousand ended tasks of each provider are counted; a failure that concerns only one bank or one link does not count as a failure of the provider', async () => {
    const counts = await countProviderTasks(database.scoped(SYSTEM), ['northwind', 'few', 'wrong_passwords'], since);
    expect(counts.get('northwind')).toMatchObject({ served: 1000, failed: 0, recent_served: 20 });
    expect(counts.get('few')).toMatchObject({ served: 59, newest: ['done', 'done', 'done'], ms_p95: 1000 });
    const refused = { served: 0, failed: 0, newest: [], newest_at: null, recent_login_errors: 20 };
    expect(counts.get('wrong_passwords')).toMatchObject(refused);
  });

  test.each([
    ['few', 59],
    ['wrong_passwords', 840],
    ['northwind', 1000],
  ])('countProviderTasks reads only the tasks that it counts: provider %s', async (provider, counted) => {
    const { rows_read, whole } = await costOf(database.scoped(SYSTEM), (db) =>
      countProviderTasks(db, [provider], since),
    );
    // `rows_read` is the number of counted tasks plus one, for the row that `unnest` returns for the provider.
    expect({ rows_read, whole }).toEqual({ rows_read: counted + 1, whole: [] });
  });
});
