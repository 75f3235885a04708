import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { closeBlocks, noteChange, noteChangeSql, noteDeleted } from './list-blocks.ts';
import { type List, type PageQuery, readPage } from './pages.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  // The table `users` has no column with only a few different values, so the list under test gets one more column.
  await database.scoped('system').query('alter table users add column team text not null');
});
afterAll(() => database.drop());

const PRODUCTS = ['income', 'assets', 'pll'] as const;
type Product = (typeof PRODUCTS)[number];
const TEAMS = ['east', 'west'] as const;
type Team = (typeof TEAMS)[number];
const USERS: List = {
  name: 'users',
  table: 'users',
  columns: 'id, external_user_id, created_at',
  filters: {
    product_type: { column: 'products', items: PRODUCTS, is_counted: true },
    team: { column: 'team', is_counted: true },
    external_user_id: { column: 'external_user_id' },
  },
  counted_pairs: [['team', 'product_type']],
  block_rows: 3,
  chapter_blocks: 4,
};
const START = Date.UTC(2026, 2, 1);
const at = (second: number): Date => new Date(START + second * 1000);
/** Returns a time so late that all rows created up to the given second can be in closed blocks. */
const settled = (second: number): Date => at(second + 120);

async function newOwner(): Promise<Scope> {
  const scope: Scope = { client_id: newId(), environment: 'sandbox' };
  const system = database.scoped('system');
  await system.query(`insert into clients (id, name, created_at) values ($1, 'Northwind', $2)`, [
    scope.client_id,
    at(0),
  ]);
  await system.query('insert into environments (client_id, environment) values ($1, $2)', [
    scope.client_id,
    scope.environment,
  ]);
  return scope;
}

async function insertUsers(scope: Scope, seconds: readonly number[], products: readonly Product[] = []): Promise<void> {
  await database.scoped(scope).query(
    `insert into users (client_id, environment, id, external_user_id, sealed, created_at, updated_at, inserted_at, products, team)
     select $1, $2, id, id, '', created_at, created_at, created_at, $5, ($6::text[])[number % 2 + 1]
     from unnest($3::text[], $4::timestamptz[]) with ordinality as u (id, created_at, number)`,
    [scope.client_id, scope.environment, seconds.map(newId), seconds.map(at), products, TEAMS],
  );
}

type Key = { id: string; created_at: Date };
type Listed = Key & { products: Product[]; team: Team };

/** Reads the whole list, newest first. */
async function wholeList(scope: Scope): Promise<Listed[]> {
  const { rows } = await database
    .scoped(scope)
    .query<Listed>(
      'select id, created_at, products, team from users where client_id = $1 order by created_at desc, id desc',
      [scope.client_id],
    );
  return rows;
}

const idsOf = (rows: readonly Key[]): string[] => rows.map(({ id }) => id);

const deleteUser = (scope: Scope, user: Listed): Promise<void> =>
  database.scoped(scope).transaction(async (tx) => {
    await tx.query('delete from users where client_id = $1 and id = $2', [scope.client_id, user.id]);
    await noteDeleted(tx, scope, USERS, user);
  });

const changeProducts = (scope: Scope, user: Listed, products: readonly Product[]): Promise<void> =>
  database.scoped(scope).transaction(async (tx) => {
    await tx.query('update users set products = $3 where client_id = $1 and id = $2', [
      scope.client_id,
      user.id,
      products,
    ]);
    await noteChange(tx, scope, USERS, 'product_type', { row: user, after: { products } });
  });

const changeTeam = (scope: Scope, user: Listed, team: Team): Promise<void> =>
  database.scoped(scope).transaction(async (tx) => {
    // The `with` query `noted` writes the correction of the list counts, as in the statement that changes an order's
    // status.
    await tx.query(
      `with changed as (select *, team as before, $3 as after from users where client_id = $1 and id = $2),
         noted as (${noteChangeSql(USERS, 'team', 'changed')})
       update users set team = $3 where client_id = $1 and id = $2`,
      [scope.client_id, user.id, team],
    );
  });

const pageOf = (scope: Scope, query: Partial<PageQuery>, list: List = USERS) =>
  readPage<Key>(database.scoped(scope), scope, list, { page: 1, page_size: 25, ...query });

async function blocksOf(scope: Scope): Promise<number[]> {
  const { rows } = await database
    .scoped(scope)
    .query<{ rows_count: number }>(
      `select rows_count from list_blocks where list = 'users' and part = '' order by last_created_at, last_id`,
    );
  return rows.map(({ rows_count }) => rows_count);
}

type Read = {
  page: number;
  page_size: number;
  from: number | undefined;
  to: number | undefined;
  product_type: Product | undefined;
  team: Team | undefined;
};
type Step =
  | { insert: number; after_seconds: number; products: Product[] }
  | { delete_at: number }
  | { change_at: number; products: Product[] }
  | { change_at: number; team: Team }
  | { close_before_seconds: number }
  | Read;

const products = fc.subarray<Product>([...PRODUCTS]);
const team = fc.constantFrom(...TEAMS);
const edge = fc.option(fc.integer({ min: -1, max: 9 }), { nil: undefined });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ insert: fc.integer({ min: 1, max: 9 }), after_seconds: fc.integer({ min: 0, max: 2 }), products }),
    fc.record({ delete_at: fc.nat({ max: 60 }) }),
    fc.record({ change_at: fc.nat({ max: 60 }), products }),
    fc.record({ change_at: fc.nat({ max: 60 }), team }),
    fc.record({ close_before_seconds: fc.integer({ min: 0, max: 2 }) }),
    {
      weight: 3,
      arbitrary: fc.record({
        page: fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 12 })),
        page_size: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 100 })),
        from: edge,
        to: edge,
        product_type: fc.option(fc.constantFrom(...PRODUCTS), { nil: undefined }),
        team: fc.option(team, { nil: undefined }),
      }),
    },
  ),
  { minLength: 5, maxLength: 40 },
);

/**
 * A list that has pages far from both ends. Most of its rows are in closed blocks, and some of its corrections are not
 * yet added to a block.
 */
const longList: fc.Arbitrary<Step[]> = fc
  .record({
    inserts: fc.array(
      fc.record({ insert: fc.integer({ min: 3, max: 9 }), after_seconds: fc.integer({ min: 0, max: 1 }), products }),
      { minLength: 8, maxLength: 12 },
    ),
    notes: fc.array(
      fc.oneof(
        fc.record({ delete_at: fc.nat({ max: 60 }) }),
        fc.record({ change_at: fc.nat({ max: 60 }), products }),
        fc.record({ change_at: fc.nat({ max: 60 }), team }),
      ),
      { maxLength: 10 },
    ),
    reads: fc.array(
      fc.record({
        page: fc.integer({ min: 1, max: 40 }),
        page_size: fc.integer({ min: 1, max: 3 }),
        from: edge,
        to: edge,
        product_type: fc.option(fc.constantFrom(...PRODUCTS), { nil: undefined }),
        team: fc.option(team, { nil: undefined }),
      }),
      { minLength: 10, maxLength: 20 },
    ),
  })
  .map(({ inserts, notes, reads }) => {
    const close: Step = { close_before_seconds: 0 };
    return [...inserts, close, close, ...notes, ...reads, close, ...reads];
  });

/**
 * Runs the steps. Returns every page that was read, together with the expected page, which is a slice of the whole
 * list.
 */
async function play(scope: Scope, steps: readonly Step[]): Promise<Comparison[]> {
  const compared: Comparison[] = [];
  let second = 0;
  for (const step of steps) {
    if ('insert' in step) {
      second += step.after_seconds;
      await insertUsers(
        scope,
        Array.from({ length: step.insert }, () => second),
        step.products,
      );
    } else if ('delete_at' in step) {
      const user = (await wholeList(scope))[step.delete_at];
      if (user) await deleteUser(scope, user);
    } else if ('change_at' in step) {
      const user = (await wholeList(scope))[step.change_at];
      if (user)
        await ('team' in step ? changeTeam(scope, user, step.team) : changeProducts(scope, user, step.products));
    } else if ('close_before_seconds' in step) {
      await closeBlocks(database.scoped(scope), scope, USERS, settled(second - step.close_before_seconds));
      // The blocks are now closed up to and including `second`, so the next rows must be created in a later second.
      if (step.close_before_seconds === 0) second++;
    } else {
      compared.push(await comparePage(scope, step));
    }
  }
  return compared;
}

type Answer = { count: number; ids: string[] };
type Comparison = { answered: Answer; expected: Answer };

async function comparePage(scope: Scope, { page, page_size, from, to, ...filters }: Read): Promise<Comparison> {
  const created_at__gte = from === undefined ? undefined : at(from);
  const created_at__lte = to === undefined ? undefined : at(to);
  const { count, rows } = await pageOf(scope, { page, page_size, created_at__gte, created_at__lte, ...filters });
  const { product_type, team } = filters;
  const list = (await wholeList(scope)).filter(
    ({ created_at, products, team: own }) =>
      created_at >= (created_at__gte ?? created_at) &&
      created_at <= (created_at__lte ?? created_at) &&
      (product_type === undefined || products.includes(product_type)) &&
      (team === undefined || team === own),
  );
  return {
    answered: { count, ids: idsOf(rows) },
    expected: { count: list.length, ids: idsOf(list.slice((page - 1) * page_size, page * page_size)) },
  };
}

describe('readPage', () => {
  test.each([
    ['random inserts, changes, deletes and closings', steps, 150],
    ['pages far from both ends of a long list, with and without pending corrections', longList, 60],
  ])(
    'readPage returns the same rows as a query that counts all rows and skips to the page, with and without filters: %s',
    async (_, steps, numRuns) => {
      await fc.assert(
        fc.asyncProperty(steps, async (steps) => {
          const compared = await play(await newOwner(), steps);
          expect(compared.map(({ answered }) => answered)).toEqual(compared.map(({ expected }) => expected));
        }),
        { numRuns },
      );
    },
    120_000,
  );

  test('returns the correct rows on every page of a list that has closed blocks and rows after the last block', async () => {
    const scope = await newOwner();
    await insertUsers(scope, [0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 5, 5, 6, 9, 9, 9]);
    await closeBlocks(database.scoped(scope), scope, USERS, settled(3));
    expect(await blocksOf(scope)).toEqual([3, 3, 3]);
    for (const page_size of [1, 2, 3, 4, 7, 19, 20, 21]) {
      for (let page = 1; page <= Math.ceil(20 / page_size) + 1; page++) {
        const { answered, expected } = await comparePage(scope, {
          page,
          page_size,
          from: undefined,
          to: undefined,
          product_type: undefined,
          team: undefined,
        });
        expect(answered).toEqual(expected);
      }
    }
  });

  test('lists a row at its correct position even if the row starts to match a filter after the row’s block was closed', async () => {
    const scope = await newOwner();
    const seconds = Array.from({ length: 40 }, (_, second) => second);
    const isLate = (second: number): boolean => second % 3 === 1;
    await insertUsers(
      scope,
      seconds.filter((second) => !isLate(second)),
      ['income'],
    );
    await insertUsers(scope, seconds.filter(isLate));
    await closeBlocks(database.scoped(scope), scope, USERS, settled(40));
    for (const user of await wholeList(scope)) {
      if (user.products.length === 0) await changeProducts(scope, user, ['income']);
    }
    for (let page = 1; page <= 41; page++) {
      const read = {
        page,
        page_size: 1,
        from: undefined,
        to: undefined,
        product_type: 'income',
        team: undefined,
      } as const;
      const { answered, expected } = await comparePage(scope, read);
      expect(answered).toEqual(expected);
      // `needs_closing` is false, which shows that the list is read through its blocks. If the whole list were counted,
      // `needs_closing` would be true.
      expect((await pageOf(scope, { page, page_size: 1, product_type: 'income' })).needs_closing).toBe(false);
    }
  });

  test('returns the correct count and rows, even if so many rows follow the last closed block that the whole list is counted', async () => {
    const scope = await newOwner();
    await insertUsers(scope, [0, 0, 0, 1, 1, 1, 1], ['income']);
    await closeBlocks(database.scoped(scope), scope, USERS, settled(1));
    const insertMore = (rows: number) =>
      insertUsers(
        scope,
        Array.from({ length: rows }, () => 2),
        ['income'],
      );
    const read = { page_size: 100, from: undefined, to: undefined, product_type: 'income', team: undefined } as const;
    // Six rows are in closed blocks. The rows after these blocks, the tail, are counted separately, up to 1,200 rows.
    for (const rows of [1_199, 1]) {
      await insertMore(rows);
      for (const page of [1, 12, 13, 14]) {
        const { answered, expected } = await comparePage(scope, { ...read, page });
        expect(answered).toEqual(expected);
      }
      expect((await pageOf(scope, {})).needs_closing).toBe(true);
    }
  });

  test('returns rows with the list’s columns and no other columns', async () => {
    const scope = await newOwner();
    await insertUsers(scope, [0]);
    const [user] = await wholeList(scope);
    const expected = { id: user?.id, created_at: user?.created_at, external_user_id: user?.id };
    expect((await pageOf(scope, {})).rows).toEqual([expected]);
  });

  test('can return columns of a joined table', async () => {
    const scope = await newOwner();
    await insertUsers(scope, [0, 1, 2, 2]);
    const list: List = {
      ...USERS,
      alias: 'u',
      join: 'join environments e on e.client_id = u.client_id and e.environment = u.environment',
      columns: 'u.id, u.created_at, e.clock_offset_seconds',
    };
    const [, second] = await wholeList(scope);
    const expected = [{ id: second?.id, created_at: second?.created_at, clock_offset_seconds: 0 }];
    expect((await pageOf(scope, { page: 2, page_size: 1 }, list)).rows).toEqual(expected);
    expect(await pageOf(scope, { external_user_id: second?.id }, list)).toMatchObject({ count: 1, rows: expected });
  });

  test('returns a count and no rows for an empty list and for a page after the last page', async () => {
    const scope = await newOwner();
    expect(await pageOf(scope, {})).toEqual({ count: 0, rows: [], needs_closing: false });
    await insertUsers(scope, [0, 0, 0, 0]);
    const far = { page: 1_000_000_000_000, page_size: 100 };
    expect(await pageOf(scope, far)).toEqual({ count: 4, rows: [], needs_closing: false });
  });

  test('does not count or return rows of another client or environment', async () => {
    const [mine, other] = [await newOwner(), await newOwner()];
    await insertUsers(mine, [0, 1]);
    await insertUsers(other, [0, 1, 2]);
    await insertUsers({ ...mine, environment: 'prod' }, [0]);
    expect(idsOf((await pageOf(mine, {})).rows)).toEqual(idsOf(await wholeList(mine)));
    const foreign = await readPage(database.scoped(mine), other, USERS, { page: 1, page_size: 25 });
    expect(foreign).toEqual({ count: 0, rows: [], needs_closing: false });
  });

  test('for a filter whose values the blocks do not count, returns the exact count and the exact pages, with and without a time range', async () => {
    const scope = await newOwner();
    await insertUsers(scope, [0, 0, 1, 1, 2, 3, 3, 3]);
    await closeBlocks(database.scoped(scope), scope, USERS, settled(9));
    const list = (await wholeList(scope)).map((user, place) => ({
      ...user,
      external_user_id: `even-${place % 2 === 0}`,
    }));
    // The blocks of a list do not count the values of the column `external_user_id`.
    await database.scoped(scope).query('alter table users drop constraint if exists users_external_user_id');
    await database.scoped(scope).query(
      `update users u set external_user_id = n.name from unnest($1::text[], $2::text[]) as n (id, name)
       where u.id = n.id`,
      [idsOf(list), list.map(({ external_user_id }) => external_user_id)],
    );
    const chosen = list.filter(({ external_user_id }) => external_user_id === 'even-true');
    const read = (query: PageQuery) => pageOf(scope, { ...query, external_user_id: 'even-true' });
    const second = await read({ page: 2, page_size: 3 });
    expect([second.count, idsOf(second.rows)]).toEqual([4, idsOf(chosen.slice(3))]);
    const early = await read({ page: 1, page_size: 3, created_at__lte: at(1) });
    const ids = idsOf(chosen.filter(({ created_at }) => created_at <= at(1)));
    expect([early.count, idsOf(early.rows)]).toEqual([ids.length, ids]);
    expect((await read({ page: 9, page_size: 3 })).rows).toEqual([]);
  });

  test('sets `needs_closing` to true when the rows after the last closed block would fill more than two blocks', async () => {
    const scope = await newOwner();
    await insertUsers(scope, [0, 0, 0, 1, 1, 1]);
    expect((await pageOf(scope, {})).needs_closing).toBe(false);
    await insertUsers(scope, [2]);
    expect((await pageOf(scope, {})).needs_closing).toBe(true);
    await closeBlocks(database.scoped(scope), scope, USERS, settled(2));
    expect((await pageOf(scope, {})).needs_closing).toBe(false);
  });
});
