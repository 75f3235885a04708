import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { fillLists } from '#test/list-rows.ts';
import { reconnectLink } from './links.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-03-01T12:00:00Z');

describe('reconnectLink', () => {
  test('corrects the stored counts of the lists `links` and `all_links` for each product that the link did not have before', async () => {
    const scope: Scope = { client_id: newId(), environment: 'sandbox' };
    const db = database.scoped(scope);
    await fillLists(database.scoped(SYSTEM), scope, 1, NOW, ['data_keys', 'users', 'tasks', 'links']);
    const { rows } = await db.query<{ id: string; last_task_id: string }>(
      `update links set data_source = 'payroll', allowed_products = '{income}' returning id, last_task_id`,
    );
    const [link] = rows;
    if (link === undefined) throw new Error('no link');
    await db.transaction((tx) =>
      reconnectLink(tx, scope, {
        ...link,
        sealed: Buffer.alloc(0),
        products: ['income', 'assets'],
        tracking_info: null,
        company_mapping: null,
        is_dds_available: null,
        updated_at: NOW,
        account_version: null,
      }),
    );
    const noted = await db.query(
      `select list, part, change from list_moves where list <> 'users' order by list, length(part)`,
    );
    expect(noted.rows).toEqual(
      ['all_links', 'links'].flatMap((list) => [
        { list, part: 'product_type=assets', change: 1 },
        { list, part: 'data_source product_type=payroll assets', change: 1 },
      ]),
    );
  });
});
