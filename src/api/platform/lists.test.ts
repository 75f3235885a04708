import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LISTS } from '#storage/lists.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import type { List } from '#storage/platform/lists/pages.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { LIST_ENDPOINTS } from '#test/list-endpoints.ts';
import { type Document, type Listed, operationsOf } from '#test/operations.ts';

let house: TestHouse;
let paged: { name: string; queries: string[] }[];
beforeAll(async () => {
  house = await openTestHouse();
  const document: Document = (await house.app.inject({ url: '/openapi.json' })).json();
  paged = operationsOf(document).map(toNames).filter(isPaged);
});
afterAll(() => house.close());

const toNames = ({ operation }: Listed) => ({
  name: operation.operationId ?? 'an operation without a name',
  queries: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name),
});
const PAGING = ['page', 'page_size', 'cursor', 'limit', 'after'];
const isPaged = ({ queries }: { queries: string[] }): boolean => queries.some((name) => PAGING.includes(name));
/** Query parameters that are not filters, or that filter by the list's sort column. */
const NO_FILTER = new Set([...PAGING, 'created_at__gte', 'created_at__lte', 'include_deleted', 'list_links']);
/** Filters that are not query parameters: their value comes from the path, or is the hash of a value in the body. */
const UNASKED = new Set(['user_reports user_id', 'user_reports kind', 'orders ssn_hash', 'orders ssn_last4_hash']);

const askedFilters = ({ name, filters }: List): string[] =>
  Object.keys(filters).filter((filter) => !UNASKED.has(`${name} ${filter}`));

const endpoints = Object.entries(LIST_ENDPOINTS);
const listsOf = (name: string) => {
  const behind = LIST_ENDPOINTS[name];
  return behind !== undefined && 'lists' in behind ? behind.lists : [];
};

describe('the registry of lists', () => {
  test('the registry of lists has an entry for every paginated endpoint', () => {
    expect(paged.map(({ name }) => name).toSorted()).toEqual(Object.keys(LIST_ENDPOINTS).toSorted());
  });

  test('the registry of lists has exactly the lists that endpoints read, so that housekeeping covers all of them', () => {
    const read = new Set(endpoints.flatMap(([name]) => listsOf(name)));
    expect(LISTS.map(({ name }) => name).toSorted()).toEqual([...read].map(({ name }) => name).toSorted());
  });

  test('the registry of lists has exactly the filters that the API offers', () => {
    const compared = paged.flatMap(({ name, queries }) => {
      const asked = queries.filter((query) => !NO_FILTER.has(query)).toSorted();
      const behind = LIST_ENDPOINTS[name];
      if (behind === undefined || 'bounded' in behind || name === 'lookUpOrders') return [];
      const known = 'log' in behind ? [behind.filters] : behind.lists.map(askedFilters);
      return known.map((filters) => ({ name, asked, known: filters.toSorted() }));
    });
    expect(compared.length).toBeGreaterThan(8);
    expect(compared.map(({ name, known }) => [name, known])).toEqual(compared.map(({ name, asked }) => [name, asked]));
  });

  test('the database has an index, in the list’s sort order, for every filter that needs an index', async () => {
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ table: string; sql: string }>(
        `select tablename as "table", indexdef as sql from pg_indexes where schemaname = 'vouch'`,
      );
    const has = (table: string, start: string) =>
      rows.some((index) => index.table === table && index.sql.replaceAll(/::text|[()"]/g, '').includes(start));
    const missing = [
      ...LISTS.flatMap((list) =>
        (list === LISTS.find(({ name }) => name === 'all_links') ? ['links', 'deleted_links'] : [list.table]).flatMap(
          (table) =>
            Object.values(list.filters).flatMap(({ column, items }) =>
              (items ?? [undefined]).map((item) => ({
                table,
                start:
                  item === undefined
                    ? `btree client_id, environment, ${column}, created_at DESC, id DESC`
                    : `btree client_id, environment, created_at DESC, id DESC WHERE '${item}' = ANY ${column}`,
              })),
            ),
        ),
      ),
      ...endpoints.flatMap(([, behind]) =>
        'log' in behind
          ? behind.filters.map((column) => ({
              table: behind.log,
              start: `btree client_id, environment, ${column}, ${behind.order}`,
            }))
          : [],
      ),
    ].filter(({ table, start }) => !has(table, start) && !KNOWN_BY_ITSELF.has(`${table} ${start.split(', ')[2]}`));
    expect(missing).toEqual([]);
  });
});

/**
 * Filters that do not need an index in the list's sort order, because few rows match. A filter by `external_user_id`
 * matches at most one row. For the other filters, another index finds the few reports of one person.
 */
const KNOWN_BY_ITSELF = new Set(['users external_user_id', 'user_reports user_id', 'user_reports kind']);
