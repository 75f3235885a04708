import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { closeBlocks, noteDeleted, noteMoves, openBlockCloser } from './list-blocks.ts';
import { partOf } from './list-parts.ts';
import { type List, readPage } from './pages.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const USERS: List = {
  name: 'users',
  table: 'users',
  columns: 'id, created_at',
  filters: { product_type: { column: 'products', items: ['income', 'assets'], is_counted: true } },
  block_rows: 3,
  chapter_blocks: 5,
};
const START = Date.UTC(2026, 2, 1);
const at = (second: number): Date => new Date(START + second * 1000);

/**
 * Creates a client, and one user for each element of `seconds`. The element is the number of seconds between START and
 * the creation of the user.
 */
async function ownerOf(seconds: readonly number[]): Promise<{ scope: Scope; db: Db }> {
  const scope: Scope = { client_id: newId(), environment: 'sandbox' };
  const own = [scope.client_id, scope.environment];
  const system = database.scoped('system');
  await system.query(`insert into clients (id, name, created_at) values ($1, 'Northwind', $2)`, [own[0], at(0)]);
  await system.query('insert into environments (client_id, environment) values ($1, $2)', own);
  await system.query(
    `insert into users (client_id, environment, id, sealed, created_at, updated_at)
     select $1, $2, id, '', created_at, created_at from unnest($3::text[], $4::timestamptz[]) as u (id, created_at)`,
    [...own, seconds.map(newId), seconds.map(at)],
  );
  return { scope, db: database.scoped(scope) };
}

const seconds = (length: number): number[] => Array.from({ length }, (_, second) => second);

const blocks = async (db: Db): Promise<number[]> =>
  (
    await db.query<{ rows_count: number }>(
      `select rows_count from list_blocks where list = 'users' and part = '' order by last_created_at, last_id`,
    )
  ).rows.map(({ rows_count }) => rows_count);

type Chapter = { part: string; last_created_at: Date; rows: number };

const chapters = async (db: Db): Promise<Chapter[]> =>
  (
    await db.query<Chapter>(
      `select part, last_created_at, rows_count as rows from list_blocks where list = 'users: chapters'
       order by part, last_created_at, last_id`,
    )
  ).rows;

/** Returns the expected row count of each chapter, computed as the sum of its blocks. */
const summedBlocks = async (db: Db): Promise<Chapter[]> =>
  (
    await db.query<Chapter>(
      `select b.part, c.last_created_at, sum(b.rows_count)::int as rows
       from list_blocks b cross join lateral (
         select last_created_at, last_id from list_blocks
         where list = 'users: chapters' and part = ''
           and (last_created_at, last_id) >= (b.last_created_at, b.last_id)
         order by last_created_at, last_id limit 1
       ) c
       where b.list = 'users' group by b.part, c.last_created_at, c.last_id having sum(b.rows_count) <> 0
       order by b.part, c.last_created_at, c.last_id`,
    )
  ).rows;

const counted = async (db: Db, scope: Scope): Promise<number> =>
  (await readPage(db, scope, USERS, { page: 1, page_size: 1 })).count;

/** Returns the user whose `created_at` is the given second. */
async function userAt(db: Db, second: number): Promise<{ id: string; created_at: Date }> {
  const { rows } = await db.query<{ id: string }>('select id from users where created_at = $1', [at(second)]);
  const [user] = rows;
  if (user === undefined) throw new Error('there is no such user');
  return { id: user.id, created_at: at(second) };
}

const deleteRow = (tx: Db, id: string) => tx.query('delete from users where id = $1', [id]);

async function deleteUser(db: Db, scope: Scope, second: number): Promise<void> {
  const { id, created_at } = await userAt(db, second);
  await db.transaction(async (tx) => {
    await deleteRow(tx, id);
    await noteDeleted(tx, scope, USERS, { id, created_at, products: [] });
  });
}

describe('closeBlocks', () => {
  test('closeBlocks closes a full block only once the newest row of the block is 120 seconds old', async () => {
    const { scope, db } = await ownerOf(seconds(9));
    await closeBlocks(db, scope, USERS, at(124));
    expect(await blocks(db)).toEqual([3]);
    await closeBlocks(db, scope, USERS, at(125));
    expect(await blocks(db)).toEqual([3, 3]);
    await closeBlocks(db, scope, USERS, at(125));
    expect(await blocks(db)).toEqual([3, 3]);
  });

  test('uses the time on the owner’s clock, and closes no block within 120 seconds after that clock was moved', async () => {
    const { scope, db } = await ownerOf([1000, 1000, 1000]);
    const move = 'update environments set clock_offset_seconds = $1, clock_moved_at = $2';
    await db.query(move, [1000, at(30)]);
    await closeBlocks(db, scope, USERS, at(150));
    expect(await blocks(db)).toEqual([]);
    await closeBlocks(db, scope, USERS, at(151));
    expect(await blocks(db)).toEqual([3]);
  });

  test('closes at most 20 blocks per call and returns whether more blocks are to be closed', async () => {
    const { scope, db } = await ownerOf(seconds(63));
    expect(await closeBlocks(db, scope, USERS, at(1000))).toBe(true);
    expect(await blocks(db)).toHaveLength(20);
    expect(await closeBlocks(db, scope, USERS, at(1000))).toBe(false);
    expect(await blocks(db)).toHaveLength(21);
  });

  test('closeBlocks processes only a limited number of corrections per call, and closes no block while corrections are left', async () => {
    const { scope, db } = await ownerOf(seconds(21));
    for (let second = 0; second < 6; second += 3) await closeBlocks(db, scope, USERS, at(122 + second));
    expect(await blocks(db)).toEqual([3, 3]);
    for (const second of seconds(21).filter((second) => second % 3 !== 0)) await deleteUser(db, scope, second);
    const left = async () => (await db.query('select 1 from list_moves')).rowCount;
    for (const notes of [14, 7]) {
      expect([await left(), await counted(db, scope)]).toEqual([notes, 7]);
      expect(await closeBlocks(db, scope, USERS, at(1000))).toBe(true);
      expect((await blocks(db)).length).toBe(2);
    }
    expect(await counted(db, scope)).toBe(7);
    expect(await closeBlocks(db, scope, USERS, at(1000))).toBe(false);
    expect([await left(), await blocks(db), await counted(db, scope)]).toEqual([0, [1, 1, 3], 7]);
  });

  test('closes nothing for an unknown owner', async () => {
    const { db } = await ownerOf([]);
    expect(await closeBlocks(db, { client_id: newId(), environment: 'prod' }, USERS, at(1000))).toBe(false);
  });

  test('puts every row into exactly one block when called concurrently', async () => {
    const { scope, db } = await ownerOf(seconds(150));
    await Promise.all(Array.from({ length: 6 }, () => closeBlocks(db, scope, USERS, at(1000))));
    expect(await blocks(db)).toEqual(Array.from({ length: 50 }, () => 3));
    expect(await counted(db, scope)).toBe(150);
  });

  test('keeps counts correct while rows are deleted concurrently', async () => {
    const { scope, db } = await ownerOf(seconds(120));
    const doomed = seconds(120).filter((second) => second % 4 !== 0);
    await Promise.all([
      ...doomed.map((second) => deleteUser(db, scope, second)),
      ...Array.from({ length: 5 }, () => closeBlocks(db, scope, USERS, at(1000))),
    ]);
    expect(await counted(db, scope)).toBe(30);
    while (await closeBlocks(db, scope, USERS, at(1000)));
    const total = (await blocks(db)).reduce((sum, rows_count) => sum + rows_count, 0);
    const behind = await db.query(
      `select 1 from users where created_at > (select max(last_created_at) from list_blocks)`,
    );
    expect(total + behind.rowCount).toBe(30);
  });

  test('counts a row whose deletion is not committed yet, and no longer counts the row after the commit', async () => {
    const { scope, db } = await ownerOf(seconds(4));
    const { id, created_at } = await userAt(db, 1);
    await db.transaction(async (tx) => {
      await deleteRow(tx, id);
      await noteDeleted(tx, scope, USERS, { id, created_at, products: [] });
      await closeBlocks(db, scope, USERS, at(1000));
      expect(await blocks(db)).toEqual([3]);
      expect(await counted(db, scope)).toBe(4);
    });
    expect(await counted(db, scope)).toBe(3);
    await closeBlocks(db, scope, USERS, at(1000));
    expect(await blocks(db)).toEqual([2]);
    expect(await counted(db, scope)).toBe(3);
  });

  test('counts the rows of each part (filter value), and keeps the counts correct under concurrent changes', async () => {
    const { scope, db } = await ownerOf(seconds(60));
    const set = async (second: number, before: string[], after: string[]) => {
      const row = { list: USERS, ...(await userAt(db, second)) };
      await db.transaction(async (tx) => {
        await tx.query('update users set products = $1 where id = $2', [after, row.id]);
        await noteMoves(tx, scope, [
          { ...row, parts: before.map((product) => partOf('product_type', product)), change: -1 },
          { ...row, parts: after.map((product) => partOf('product_type', product)), change: 1 },
        ]);
      });
    };
    const close = async () => {
      while (await closeBlocks(db, scope, USERS, at(1000)));
    };
    await Promise.all([...seconds(60).map((second) => set(second, [], ['income'])), close(), close(), close()]);
    await Promise.all([...seconds(20).map((second) => set(second, ['income'], ['assets'])), close(), close()]);
    const countOf = async (product_type: string) =>
      (await readPage(db, scope, USERS, { page: 1, page_size: 1, product_type })).count;
    expect([await countOf('income'), await countOf('assets'), await countOf('other')]).toEqual([40, 20, 0]);
    await close();
    const { rows } = await db.query(
      `select part, sum(rows_count)::int as rows from list_blocks where list = 'users' group by part order by part`,
    );
    expect(rows).toEqual([
      { part: '', rows: 60 },
      { part: 'product_type=assets', rows: 20 },
      { part: 'product_type=income', rows: 40 },
    ]);
    expect((await db.query('select 1 from list_moves')).rowCount).toBe(0);
    expect((await chapters(db)).filter(({ rows }) => rows !== 0)).toEqual(await summedBlocks(db));
  });

  test('combines every five closed blocks into a larger unit (chapter), even blocks that were closed before chapters existed', async () => {
    const { scope, db } = await ownerOf(seconds(150));
    while (await closeBlocks(db, scope, USERS, at(1000)));
    const made = await chapters(db);
    expect(made.map(({ rows }) => rows)).toEqual(Array.from({ length: 10 }, () => 15));
    await db.query(`delete from list_blocks where list = 'users: chapters'`);
    expect(await closeBlocks(db, scope, USERS, at(1000))).toBe(true);
    expect(await chapters(db)).toEqual(made.slice(0, 5));
    while (await closeBlocks(db, scope, USERS, at(1000)));
    expect(await chapters(db)).toEqual(made);
  });

  test('subtracts a deleted row from its chapter, and keeps the chapter even if no row is left in it', async () => {
    const { scope, db } = await ownerOf(seconds(30));
    while (await closeBlocks(db, scope, USERS, at(1000)));
    for (const second of seconds(16)) await deleteUser(db, scope, second);
    while (await closeBlocks(db, scope, USERS, at(1000)));
    expect((await chapters(db)).map(({ rows }) => rows)).toEqual([0, 14]);
    expect(await counted(db, scope)).toBe(14);
  });
});

describe('noteDeleted', () => {
  test('subtracts a deleted row from the count of the row’s block; subtracts nothing for a row after the last closed block', async () => {
    const { scope, db } = await ownerOf(seconds(8));
    await closeBlocks(db, scope, USERS, at(1000));
    await deleteUser(db, scope, 2);
    await deleteUser(db, scope, 3);
    await deleteUser(db, scope, 7);
    expect(await counted(db, scope)).toBe(5);
    await closeBlocks(db, scope, USERS, at(1000));
    expect(await blocks(db)).toEqual([2, 2]);
    expect(await counted(db, scope)).toBe(5);
  });

  test('noteDeleted keeps a block that has no rows left, whether it is the first, a middle or the last block', async () => {
    const { scope, db } = await ownerOf(seconds(13));
    await closeBlocks(db, scope, USERS, at(1000));
    for (const second of [0, 1, 2, 6, 7, 8, 9, 10, 11]) await deleteUser(db, scope, second);
    const page = async () => {
      const { count, rows } = await readPage(db, scope, USERS, { page: 1, page_size: 9 });
      return [count, rows.map(({ created_at }) => created_at)];
    };
    expect(await page()).toEqual([4, [at(12), at(5), at(4), at(3)]]);
    while (await closeBlocks(db, scope, USERS, at(1000)));
    expect(await blocks(db)).toEqual([0, 3, 0, 0]);
    expect(await page()).toEqual([4, [at(12), at(5), at(4), at(3)]]);
  });

  test('noteDeleted throws if the row lacks the column of a counted filter', async () => {
    const { scope, db } = await ownerOf(seconds(1));
    const row = await userAt(db, 0);
    await expect(noteDeleted(db, scope, USERS, row)).rejects.toThrow('has no valid value for products');
  });

  test('noteDeleted has no effect if the deletion is rolled back', async () => {
    const { scope, db } = await ownerOf(seconds(3));
    await closeBlocks(db, scope, USERS, at(1000));
    const { id, created_at } = await userAt(db, 0);
    const undone = db.transaction(async (tx) => {
      await deleteRow(tx, id);
      await noteDeleted(tx, scope, USERS, { id, created_at, products: [] });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await blocks(db)).toEqual([3]);
  });
});

describe('the block closer', () => {
  test('the block closer closes all blocks of a list in one run, even if it is woken several times, and then skips this list for 10 seconds', async () => {
    const { scope, db } = await ownerOf(seconds(100));
    let now = at(1000);
    let transactions = 0;
    const watched: Db = { ...db, transaction: (work) => db.transaction((tx) => (transactions++, work(tx))) };
    const closer = openBlockCloser({ now: () => now }, () => undefined);
    for (let woken = 0; woken < 5; woken++) closer.wake(watched, scope, USERS);
    await closer.quiet();
    expect(await blocks(db)).toHaveLength(33);
    expect(transactions).toBe(2);
    now = at(1009);
    closer.wake(watched, scope, USERS);
    await closer.quiet();
    expect(transactions).toBe(2);
    now = at(1010);
    closer.wake(watched, scope, USERS);
    await closer.quiet();
    expect(transactions).toBe(3);
  });

  test('the block closer reports an error, and tries again when it is woken again', async () => {
    const { scope, db } = await ownerOf(seconds(9));
    const errors: unknown[] = [];
    const broken: Db = { ...db, transaction: () => Promise.reject(new Error('gone')) };
    let now = at(1000);
    const closer = openBlockCloser({ now: () => now }, (error) => errors.push(error));
    closer.wake(broken, scope, USERS);
    await closer.quiet();
    expect(errors).toEqual([new Error('gone')]);
    now = at(1010);
    closer.wake(db, scope, USERS);
    await closer.quiet();
    expect(await blocks(db)).toEqual([3, 3, 3]);
  });
});
