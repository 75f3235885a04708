import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { insertLink } from '#storage/connections/links.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { fillLists } from '#test/list-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const MOMENT = new Date('2026-03-01T12:00:00Z');

test.for([
  [31, [{ list: 'users', part: 'product_type=assets', change: 1 }]],
  [29, []],
] as const)(
  'a new link adds its products to a person who was inserted %i s ago, and writes these corrections of the stored list counts: %j',
  async ([age, notes]) => {
    const scope: Scope = { client_id: newId(), environment: 'sandbox' };
    const db = database.scoped(scope);
    await fillLists(database.scoped(SYSTEM), scope, 1, MOMENT, ['data_keys', 'users']);
    const { rows } = await db.query<{ id: string }>(
      `update users set products = '{income}', inserted_at = now() - make_interval(secs => $1) returning id`,
      [age],
    );
    const id = newId();
    const inserted = await db.transaction((tx) =>
      insertLink(tx, scope, {
        id,
        user_id: rows[0]?.id ?? '',
        provider_id: 'northwind',
        data_source: 'payroll',
        company_mapping: null,
        tracking_info: null,
        link_hash: id,
        allowed_products: ['income', 'assets'],
        initial_product_type: 'income',
        last_task_id: newId(),
        is_suspicious: false,
        is_dds_available: null,
        is_connected: true,
        access_token_hash: Buffer.alloc(32),
        access_token_last4: '0000',
        sealed: Buffer.alloc(0),
        created_at: MOMENT,
        updated_at: MOMENT,
      }),
    );
    expect(inserted).toBe('new');
    expect((await db.query('select products from users')).rows).toEqual([{ products: ['income', 'assets'] }]);
    expect((await db.query('select list, part, change from list_moves')).rows).toEqual(notes);
  },
);
