import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { deleteRequestChunks } from '#storage/platform/housekeeping.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { fillRequestLog } from '#test/log-rows.ts';
import { costOf } from '#test/plans.ts';
import { CHUNK_ROWS, findChunkOf, listChunks } from './request-log.ts';

const NEWEST = new Date('2026-03-01T12:00:00Z');
const LONG_AGO = new Date('2026-02-01T12:00:00Z');
const ALL_OUTCOMES = 0xff;

const busy: Scope = { client_id: newId(), environment: 'sandbox' };
const quiet: Scope = { client_id: newId(), environment: 'sandbox' };
const nobody: Scope = { client_id: newId(), environment: 'sandbox' };

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const db = database.scoped(SYSTEM);
  await fillRequestLog(db, busy, { rows: 12_000, newest_at: NEWEST, seconds: 30, entries: 1 });
  await fillRequestLog(db, quiet, { rows: 3, newest_at: LONG_AGO, seconds: 30, entries: 1 });
  await db.query('analyze request_chunks');
});
afterAll(() => database.drop());

describe('the request log if one client has 12,000 rows', () => {
  const from = { newest_at: NEWEST, id: 'g' };

  test.each([
    ['the busy client', busy],
    ['a client with 3 old rows', quiet],
    ['a client without rows', nobody],
  ])('a search step in the request log reads no rows of other clients: %s', async (_name, scope) => {
    for (const rows_max of CHUNK_ROWS) {
      const { rows_read, whole } = await costOf(database.scoped(scope), (db) =>
        listChunks(db, scope, from, new Date(0), { outcomes: ALL_OUTCOMES, path: '' }, rows_max),
      );
      expect(whole).toEqual([]);
      expect(rows_read).toBeLessThanOrEqual(2 * rows_max);
    }
  });

  test('a search step returns the requests of a row only if one of them can match the filter', async () => {
    const sent = async (path: string, outcomes = ALL_OUTCOMES) => {
      const [row] = await listChunks(database.scoped(busy), busy, from, new Date(0), { outcomes, path }, 3);
      return { searched: row?.searched, is_sent: row?.entries !== null };
    };
    expect(await sent('')).toEqual({ searched: 1, is_sent: true });
    expect(await sent('/v1/')).toEqual({ searched: 1, is_sent: true });
    expect(await sent('v1/')).toEqual({ searched: 1, is_sent: false });
    expect(await sent('/v1/"')).toEqual({ searched: 1, is_sent: false });
    expect(await sent('/v1/', 0)).toEqual({ searched: 0, is_sent: false });
  });

  test('the search for a request reads at most 400 rows', async () => {
    const { rows_read, whole } = await costOf(database.scoped(busy), (db) =>
      findChunkOf(db, busy, newId(), LONG_AGO, NEWEST),
    );
    expect(whole).toEqual([]);
    expect(rows_read).toBeLessThanOrEqual(400);
  });

  test('housekeeping finds the oldest rows through the index', async () => {
    const { rows_read, whole } = await costOf(database.scoped(SYSTEM), (db) => deleteRequestChunks(db, NEWEST, 5));
    expect(whole).toEqual([]);
    expect(rows_read).toBeLessThanOrEqual(20);
  });
});
