import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { AuditEntry } from '#domain/console/audit.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { readMigrations } from '#storage/platform/migrations.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { fillAuditLog } from '#test/log-rows.ts';
import { costOf } from '#test/plans.ts';
import { countBlocks } from './audit-blocks.ts';
import {
  type AuditFilter,
  deleteAuditEntries,
  insertAuditEntry,
  listAuditEntries,
  readAuditEntries,
} from './audit-entries.ts';

const NEWEST = new Date('2026-03-01T12:00:00Z');
const USER = newId();
const EMAIL = `${USER}@example.com`;
const ago = (entries: number): Date => new Date(NEWEST.getTime() - entries * 30_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function logOf(rows: number): Promise<Scope> {
  const scope: Scope = { client_id: newId(), environment: 'sandbox' };
  await fillAuditLog(database.scoped(SYSTEM), scope, { rows, newest_at: NEWEST, user_id: USER });
  return scope;
}

async function blocksOf(scope: Scope): Promise<{ block: number; entries: number }[]> {
  const { rows } = await database
    .scoped(scope)
    .query<{ block: number; entries: number }>(
      'select block, sum(entries_count) as entries from audit_blocks where client_id = $1 group by block order by block',
      [scope.client_id],
    );
  return rows;
}

const FILTERS: readonly AuditFilter[] = [
  {},
  { user_id: USER },
  { email: EMAIL },
  { action: 'getOrder' },
  { action: 'reveal' },
  { object: 'search' },
  { object: 'nothing' },
  { user_id: USER, action: 'reveal' },
  { user_id: USER, email: EMAIL, action: 'search', object: 'search' },
  { user_id: USER, object: 'users', from: ago(5_000), until: ago(100) },
  { action: 'getOrder', from: ago(7_900) },
  { email: EMAIL, until: ago(2_500) },
  { action: 'listOrders', from: ago(1_500), until: ago(1_200) },
  { user_id: USER, from: ago(10), until: ago(20) },
];

/** For every filter, compares the pages of the log with the entries of the whole log, filtered in memory. */
async function comparePages(scope: Scope): Promise<void> {
  const db = database.scoped(scope);
  const all = (await readAuditEntries(db, scope, {}, 0, 100_000)).toReversed();
  const some = all[Math.floor(all.length / 2)];
  for (const filter of [...FILTERS, { object: some?.object }, { user_id: some?.user_id, object: some?.object }]) {
    const expected = all.filter((entry) => isWanted(entry, filter)).map(({ place }) => place);
    for (const page_size of [7, 100]) {
      const last = Math.ceil(expected.length / page_size);
      for (const page of new Set([1, Math.ceil(last / 2), last + 1])) {
        if (page < 1) continue;
        const { count, entries } = await listAuditEntries(db, scope, filter, { page, page_size });
        const places = entries.map(({ place }) => place);
        const shown = expected.slice((page - 1) * page_size, page * page_size);
        expect({ filter, page, page_size, count, places }).toEqual({
          filter,
          page,
          page_size,
          count: expected.length,
          places: shown,
        });
      }
    }
  }
}

const isWanted = (entry: AuditEntry, { from, until, ...equal }: AuditFilter): boolean =>
  entry.at >= (from ?? entry.at) &&
  entry.at <= (until ?? entry.at) &&
  Object.entries(equal).every(([name, value]) => value === undefined || entry[name as keyof typeof equal] === value);

describe('a page of the audit log with any filter', () => {
  test('every page has the correct count and entries, whether counts are stored for all full blocks, for some of them, or for none', async () => {
    const scope = await logOf(8_765);
    await comparePages(scope);
    await countBlocks(database.scoped(scope), scope);
    expect((await blocksOf(scope)).map(({ entries }) => entries)).toEqual([2_000, 2_000, 2_000, 2_000]);
    await comparePages(scope);
    await database.scoped(scope).query('delete from audit_blocks where block >= 2');
    await comparePages(scope);
  });

  test('every page has the correct count and entries after the oldest entries have been deleted because of their age', async () => {
    const scope = await logOf(8_000);
    await countBlocks(database.scoped(scope), scope);
    await deleteAuditEntries(database.scoped(SYSTEM), ago(4_500), 100_000);
    expect((await blocksOf(scope)).map(({ block }) => block)).toEqual([1, 2, 3]);
    await comparePages(scope);
    await database.scoped(scope).query('delete from audit_blocks where client_id = $1', [scope.client_id]);
    await countBlocks(database.scoped(scope), scope);
    // Block 1 has lost entries, so it is never counted as a full block.
    expect((await blocksOf(scope)).map(({ block }) => block)).toEqual([2, 3]);
    await comparePages(scope);
  });

  test('a page is read from few rows, however many entries match', async () => {
    const scope = await logOf(24_001);
    await Promise.all([logOf(20), logOf(20), logOf(20)]);
    await countBlocks(database.scoped(scope), scope);
    await database.pool.query('vacuum analyze audit_entries');
    await database.pool.query('vacuum analyze audit_blocks');
    const db = database.scoped(scope);
    for (const filter of FILTERS) {
      const { count } = await listAuditEntries(db, scope, filter, { page: 1, page_size: 25 });
      for (const page of [1, Math.max(1, Math.ceil(count / 50))]) {
        const { rows_read, whole } = await costOf(db, (watched) =>
          listAuditEntries(watched, scope, filter, { page, page_size: 25 }),
        );
        expect({ filter, page, whole }).toEqual({ filter, page, whole: [] });
        expect([filter, page, rows_read <= 6_000 ? 'few' : rows_read]).toEqual([filter, page, 'few']);
      }
    }
  }, 120_000);
});

test('when the last entry of a block is appended, the service counts this block and also the blocks that an earlier version of the service did not count', async () => {
  const scope = await logOf(3_998);
  const db = database.scoped(scope);
  const [entry] = await readAuditEntries(db, scope, {}, 3_997, 1);
  if (entry === undefined) throw new Error('no entry');
  const append = (place: number) => db.transaction((tx) => insertAuditEntry(tx, { ...entry, number: place, place }));
  await append(3_999);
  expect(await blocksOf(scope)).toEqual([]);
  await append(4_000);
  expect(await blocksOf(scope)).toEqual([
    { block: 0, entries: 2_000 },
    { block: 1, entries: 2_000 },
  ]);
  await append(4_001);
  expect(await blocksOf(scope)).toHaveLength(2);
});

test('migration 0068 counts the full blocks of existing entries in the same way as appending an entry does', async () => {
  const scopes = [await logOf(1_999), await logOf(2_000), await logOf(4_500)];
  for (const scope of scopes) await countBlocks(database.scoped(scope), scope);
  const ids = scopes.map(({ client_id }) => client_id);
  const all = `select * from vouch.audit_blocks where client_id = any($1)
    order by client_id, block, dashboard_user_id, email, action, object`;
  const counted = (await database.scoped(SYSTEM).query(all, [ids])).rows;
  const { sql } = (await readMigrations()).find(({ id }) => id.startsWith('0068')) ?? { sql: '' };
  const superuser = new pg.Client({ connectionString: database.url });
  await superuser.connect();
  try {
    await superuser.query('begin; set local search_path = vouch; drop table audit_blocks');
    await superuser.query(sql);
    const migrated = (await superuser.query(all, [ids])).rows;
    expect(migrated.map((row) => ({ ...row, block: Number(row.block) }))).toEqual(counted);
    expect(new Set(migrated.map(({ client_id, block }) => `${ids.indexOf(client_id)} ${block}`))).toEqual(
      new Set(['1 0', '2 0', '2 1']),
    );
  } finally {
    await superuser.query('rollback');
    await superuser.end();
  }
});
