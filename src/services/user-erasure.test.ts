import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { advance, connect, eventsOf, finishTasks, newUser, openWorkingHouse, statusOf, wordsOf } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const person = () => newUser(client.sandbox, newId());
const erase = async (user_id: string) =>
  expect((await client.sandbox('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);

/** The tables that still contain a row about this user, found by the columns `user_id` and `owner_id`. */
async function tablesWith(user_id: string): Promise<string[]> {
  const db = house.database.scoped(SYSTEM);
  const { rows } = await db.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'vouch' and t.table_type = 'BASE TABLE' and c.column_name in ('user_id', 'owner_id')
     order by c.table_name`,
  );
  const held = await Promise.all(
    rows.map(async ({ table_name, column_name }) => {
      const { rowCount } = await db.query(`select 1 from ${table_name} where ${column_name} = $1 limit 1`, [user_id]);
      return rowCount > 0 ? [table_name] : [];
    }),
  );
  return held.flat();
}

describe('DELETE /v1/users/{user_id}/', () => {
  test('204: erases every link of the user together with its data, and announces the deletion of each link once', async () => {
    const user_id = await person();
    const links = [
      await connect(client.sandbox, user_id),
      await connect(client.sandbox, user_id, { username: 'weekly' }),
      await connect(client.sandbox, user_id, { provider_id: 'vouch_tax' }),
    ];
    await finishTasks(house);
    await erase(user_id);
    for (const { link_id, task_id } of links) {
      for (const path of ['', 'tax/', 'employments/', 'income/report/']) {
        expect((await client.sandbox('GET', `/v1/links/${link_id}/${path}`)).json()).toEqual(NOT_FOUND);
      }
      const words = wordsOf(await eventsOf(house, { link_id }));
      expect(words.filter((word) => word === 'link-deleted')).toHaveLength(1);
      expect(words.at(-1)).toBe('link-deleted');
      // The task still shows how it ended, but contains no personal data.
      expect(await statusOf(client.sandbox, task_id)).toEqual({ status: 'done', error_message: null });
    }
  });

  test('the erasure waits for a worker that is writing a step, and meanwhile holds no lock that the worker needs next', async () => {
    const user_id = await person();
    const { link_id, task_id } = await connect(client.sandbox, user_id, { password: 'longcheck' });
    await finishTasks(house);
    const db = house.database.scoped(SYSTEM);
    const [erasing] = await db.transaction(async (tx) => {
      await tx.query('select 1 from links where id = $1 for no key update', [link_id]);
      const erasing = client.sandbox('DELETE', `/v1/users/${user_id}/`);
      await until(async () => {
        const { rowCount } = await db.query(
          `select 1 from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.locktype = 'tuple' and l.relation = 'links'::regclass`,
        );
        return rowCount > 0;
      });
      await tx.query('select 1 from tasks where id = $1 for update nowait', [task_id]);
      return [erasing];
    });
    expect((await erasing)?.statusCode).toBe(204);
    expect(await statusOf(client.sandbox, task_id)).toEqual({
      status: 'error',
      error_message: 'The user was deleted.',
    });
  });

  test('204: only the tables `deleted_links`, `events` and `tasks` still have rows about the user', async () => {
    const user_id = await person();
    const { public_token, link_id } = await connect(client.sandbox, user_id, { product_type: 'admin' });
    await finishTasks(house);
    const { access_token } = (await client.sandbox('POST', '/v1/link-access-tokens/', { public_token })).json();
    const range = { start_date: '2026-01-01', end_date: '2026-01-31' };
    await client.sandbox('POST', '/v1/administrators/payrolls/', { access_token, ...range });
    await client.sandbox('POST', `/v1/users/${user_id}/tokens/`, { product_type: 'income' });
    await client.sandbox('POST', `/v1/users/${user_id}/reports/`);
    const content = Buffer.from('Date,Description,Amount\n2026-01-31,Rent,-1.00\n').toString('base64');
    await client.sandbox('POST', '/v1/imports/', { user_id, filename: 'bank.csv', content });
    await house.database.scoped(SYSTEM).query(
      `insert into sandbox_declarations (client_id, environment, user_id, kind, sealed, updated_at)
       values ($1, 'sandbox', $2, 'payroll', '\\x00', now())`,
      [client.client_id, user_id],
    );
    const before = await tablesWith(user_id);
    for (const table of [
      'bridge_tokens',
      'data_keys',
      'imports',
      'links',
      'payroll_reports',
      'sandbox_declarations',
      'user_reports',
    ]) {
      expect(before).toContain(table);
    }
    await erase(user_id);
    expect(await tablesWith(user_id)).toEqual(['deleted_links', 'events', 'tasks']);
    const sections = 'select 1 from link_sections where link_id = $1';
    expect((await house.database.scoped(SYSTEM).query(sections, [link_id])).rowCount).toBe(0);
  });

  test('204: a waiting task ends in `error`, its error event precedes link-deleted, and no timer resumes it', async () => {
    const user_id = await person();
    const { task_id, link_id } = await connect(client.sandbox, user_id, { password: 'longcheck' });
    await finishTasks(house);
    expect(await statusOf(client.sandbox, task_id)).toMatchObject({ status: 'parse' });
    await erase(user_id);
    const ended = { status: 'error', error_message: 'The user was deleted.' };
    expect(await statusOf(client.sandbox, task_id)).toEqual(ended);
    expect(wordsOf(await eventsOf(house, { link_id })).slice(-2)).toEqual(['error', 'link-deleted']);
    await advance(house, client.sandbox, 86_400);
    expect(await statusOf(client.sandbox, task_id)).toEqual(ended);
    expect(wordsOf(await eventsOf(house, { task_id })).at(-1)).toBe('error');
  });

  test('204: no link is left if the user is deleted during a login', async () => {
    for (let round = 0; round < 5; round++) {
      const user_id = await person();
      const body = { user_id, provider_id: 'vouch_payroll', username: 'goodlogin', password: 'goodpassword' };
      const [, deleted] = await Promise.all([
        client.sandbox('POST', '/v1/sandbox/links/', { ...body, product_type: 'income' }),
        client.sandbox('DELETE', `/v1/users/${user_id}/`),
      ]);
      expect(deleted.statusCode).toBe(204);
      await finishTasks(house);
      expect((await tablesWith(user_id)).filter((table) => table === 'links')).toEqual([]);
      const { results } = (await client.sandbox('GET', `/v1/tasks/?user_id=${user_id}`)).json();
      for (const { status } of results) expect(['done', 'error']).toContain(status);
    }
  });
});
