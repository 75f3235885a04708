import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { RESULTS_MAX } from '#domain/console/search.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { FILLED_TABLES, fillLists, ID_OF } from '#test/list-rows.ts';
import { type Cost, costOf } from '#test/plans.ts';
import { findByIdPrefix, findOrdersNamed, findUserIdNamed, findUserIds } from './console/finds.ts';
import { listFiledEvents, listNewestEvents } from './events/events.ts';
import { listAttempts } from './events/webhook-attempts.ts';
import { LISTS } from './lists.ts';
import { listUsersByName, listUsersWithoutHashes, type NameHashes } from './people/users.ts';
import { type Db, SYSTEM } from './platform/db.ts';
import { closeBlocks } from './platform/lists/list-blocks.ts';
import { type List, readPage } from './platform/lists/pages.ts';

/**
 * Enough rows for a chapter of forty blocks in every list, and for some rows after that chapter. A tenth of the rows
 * are not in the list of links.
 */
const ROWS = 12_000;
/** The number of small clients. Because of them, the planner expects that every client has few rows. */
const OTHERS = 60;
const ROWS_OF_OTHERS = 20;
const NEWEST = new Date('2026-03-01T12:00:00Z');
const LATER = new Date(NEWEST.getTime() + 3_600_000);

let database: TestDatabase;
let scope: Scope;
let db: Db;
/** Values of one row in the middle of the list, for filters that select a single row. */
let named: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  const system = database.scoped(SYSTEM);
  const scopes: Scope[] = Array.from({ length: 2 + OTHERS }, () => ({ client_id: newId(), environment: 'sandbox' }));
  for (const [at, each] of scopes.entries()) {
    await system.transaction(async (tx) => {
      await tx.query(`insert into clients (id, name, created_at) values ($1, 'Acme Lending', $2)`, [
        each.client_id,
        NEWEST,
      ]);
      await tx.query('insert into environments (client_id, environment) values ($1, $2)', [
        each.client_id,
        each.environment,
      ]);
      await fillLists(tx, each, at === 0 ? ROWS : at === 1 ? ROWS / 10 : ROWS_OF_OTHERS, NEWEST);
    });
  }
  // The small clients have too few rows for a block.
  for (const each of scopes.slice(0, 2)) {
    for (const list of LISTS) if (!list.without_blocks) while (await closeBlocks(system, each, list, LATER));
  }
  for (const table of [...FILLED_TABLES, 'list_blocks', 'list_moves'])
    await database.pool.query(`vacuum analyze ${table}`);
  const [first] = scopes;
  if (first === undefined) throw new Error('nobody to read for');
  scope = first;
  db = database.scoped(scope);
  const { rows } = await db.query<Record<string, string>>(ID_OF, [scope.client_id, ROWS / 2]);
  named = { ...rows[0], order_number: `L-${ROWS / 2}`, external_user_id: `person-${ROWS / 2}` };
}, 120_000);
afterAll(() => database.drop());

const cost = (read: (db: Db) => Promise<unknown>): Promise<Cost> => costOf(db, read);

/**
 * Returns the values with which a filter is tested. If the filter has a fixed list of values, or if the blocks store a
 * count per value, all values are returned. For an SSN filter, the result is the SSN of the order whose id is in
 * `named`. For any other filter, the result is the filter's value in `named`.
 */
async function valuesOf(list: List, filter: string): Promise<unknown[]> {
  const { column, items, is_counted } = list.filters[filter] ?? {};
  if (items !== undefined) return [...items];
  if (is_counted) {
    const { rows } = await db.query(`select distinct ${column} as value from ${list.table} where client_id = $1`, [
      scope.client_id,
    ]);
    return rows.map(({ value }) => value);
  }
  if (filter.startsWith('ssn')) {
    const { rows } = await db.query(`select ${column} as value from orders where id = $1`, [named['order_id']]);
    return rows.map(({ value }) => value);
  }
  return [named[filter]];
}

/**
 * The maximum number of rows that may be read for one page. It allows for the rows of about three blocks, the page's
 * own rows with their joins, and the rows of `list_blocks`.
 */
const ROWS_READ_MAX = 5_500;

describe('with generic query plans, for a client with 12,000 rows among smaller clients', () => {
  test.each(LISTS.filter(({ without_blocks }) => !without_blocks).map((list) => [list.name, list] as const))(
    'any page of the list %s is read from only a few blocks, with every filter, every pair of filters for which counts are stored, and every time range',
    async (_name, list) => {
      const span = { created_at__gte: new Date(NEWEST.getTime() - 9_000_000), created_at__lte: NEWEST };
      const queries: Record<string, unknown>[] = [{}];
      for (const filter of Object.keys(list.filters)) {
        queries.push(...(await valuesOf(list, filter)).map((value) => ({ [filter]: value })));
      }
      for (const [first, second] of list.counted_pairs ?? []) {
        const others = await valuesOf(list, second);
        for (const value of await valuesOf(list, first))
          queries.push(...others.map((other) => ({ [first]: value, [second]: other })));
      }
      for (const query of queries.flatMap((query) => [query, { ...query, ...span }])) {
        const { count } = await readPage(db, scope, list, { page: 1, page_size: 25, ...query });
        for (const page of new Set([1, Math.ceil(count / 50), Math.ceil(count / 25)])) {
          if (page === 0) continue;
          const { rows_read, whole } = await cost((watched) =>
            readPage(watched, scope, list, { page, page_size: 25, ...query }),
          );
          expect({ query, page, whole }).toEqual({ query, page, whole: [] });
          expect([query, page, rows_read <= ROWS_READ_MAX ? 'few' : rows_read]).toEqual([query, page, 'few']);
        }
      }
    },
    120_000,
  );

  test.each([{}, { event_type: 'link-deleted' }, { user_id: '' }, { order_id: '' }, { link_id: '' }])(
    'the event log filtered by %j reads at most 500 rows for a page of at most 100 rows, whether the page is sorted oldest first or newest first',
    async (filter) => {
      const given = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value || named[name]]));
      const query = { created_since: new Date(0), limit: 100, ...given };
      const reads: ((watched: Db) => Promise<unknown>)[] = [
        (watched) => listFiledEvents(watched, scope, { ...query, after: 0 }),
        (watched) => listNewestEvents(watched, scope, { ...query, before: Number.MAX_SAFE_INTEGER }),
      ];
      for (const read of reads) {
        const { rows_read, whole } = await cost(read);
        expect(whole).toEqual([]);
        expect(rows_read).toBeLessThanOrEqual(500);
      }
    },
  );

  test('the console’s search reads at most 60 rows for any text', async () => {
    const { order_id = '', user_id = '', order_number = '', external_user_id = '' } = named;
    const { rows } = await db.query<NameHashes>(
      'select email_hash, name_hash, last_name_hash from users where client_id = $1 and environment = $2 and id = $3',
      [scope.client_id, scope.environment, user_id],
    );
    const hashes = rows[0] ?? { email_hash: null, name_hash: null, last_name_hash: null };
    const searches: Record<string, (watched: Db) => Promise<unknown>> = {
      'a whole id': (watched) => findByIdPrefix(watched, scope, order_id),
      'the beginning of an id': (watched) => findByIdPrefix(watched, scope, order_id.slice(0, 8)),
      'a person’s id': (watched) => findUserIds(watched, scope, user_id.slice(0, 8)),
      'an order number': (watched) => findOrdersNamed(watched, scope, order_number),
      'an external id': (watched) => findUserIdNamed(watched, scope, external_user_id),
      'names and e-mail addresses': (watched) => listUsersByName(watched, scope, hashes, RESULTS_MAX),
      'people without hashes': (watched) => listUsersWithoutHashes(watched, scope, RESULTS_MAX),
    };
    for (const [name, search] of Object.entries(searches)) {
      const { rows_read, whole } = await cost(search);
      expect([name, whole, rows_read <= 60 ? 'few' : rows_read]).toEqual([name, [], 'few']);
    }
  });

  test.each([{}, { event_type: 'link-deleted' as const }, { status_code: 404 }, { endpoint_id: '' }])(
    'a query of the delivery log with the filter %j reads few rows, even for an old time range',
    async (filter) => {
      const given = 'endpoint_id' in filter ? { endpoint_id: String(named['endpoint_id']) } : filter;
      for (const sent_until of [undefined, new Date(NEWEST.getTime() - 9_000_000)]) {
        const query = { sent_from: new Date(0), ...given, ...(sent_until && { sent_until }) };
        const { rows_read, whole } = await cost((watched) => listAttempts(watched, scope, query, undefined, 26));
        expect({ query, whole }).toEqual({ query, whole: [] });
        expect([query, rows_read <= 300 ? 'few' : rows_read]).toEqual([query, 'few']);
      }
    },
  );
});
