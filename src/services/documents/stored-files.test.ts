import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { type FileStore, SEALED_FILE_BYTES_MAX } from '#domain/documents/file-store.ts';
import { openFileServer } from '#outbound/file-server.ts';
import { parseFileServer } from '#outbound/file-server-url.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { databaseFileStore } from '#storage/documents/file-contents.ts';
import { beginRemovals } from '#storage/documents/file-removals.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { silentLog } from '#test/jobs.ts';
import { type S3Server, startS3 } from '#test/s3.ts';
import { keepFiles, removalsLeft, removeDueFiles, removeFiles, storeFiles } from './stored-files.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let house: TestHouse;
let s3: S3Server;
let server: Awaited<ReturnType<typeof openFileServer>>;
let client_id: string;
beforeAll(async () => {
  [house, s3] = await Promise.all([openTestHouse(), startS3()]);
  server = await openFileServer(parseFileServer(s3.url()), systemClock);
  client_id = (await newClient(house)).client_id;
});
afterAll(async () => {
  server.close();
  await Promise.all([house.close(), s3.stop()]);
});

const system = () => house.database.scoped(SYSTEM);
const countNotes = async () => (await system().query('select id from file_removals')).rowCount;

/** Runs the job that removes files. */
const run = (file_store: Ctx['file_store'], signal = new AbortController().signal) =>
  removeDueFiles({ db: system(), clock: house.clock, log: silentLog, signal, file_store });

describe.each([
  ['the database', () => databaseFileStore],
  ['an S3-compatible server', () => () => server],
])('contents of stored files in %s', (_where, storeOf) => {
  let ctx: Ctx;
  let found: (id: string) => Promise<boolean>;
  beforeEach(async () => {
    await system().query('truncate file_removals');
    ctx = await ctxOf({ ...house, file_store: storeOf() }, { client_id, environment: 'prod' });
    found = async (id) => (await ctx.file_store(ctx.db).get(ctx.scope, id)) !== undefined;
  });
  const fileOf = (id: string) => ({ id, content: Buffer.from(`sealed ${id}`) });
  const kept = async (...ids: string[]) => {
    await storeFiles(ctx, ids.map(fileOf));
    await inTransaction(ctx, (ctx) => keepFiles(ctx, ids));
  };

  test('files are kept if the transaction that called keepFiles() was committed', async () => {
    const ids = [newId(), newId()];
    await kept(...ids);
    house.clock.advance(2 * HOUR_MS);
    await run(ctx.file_store);
    expect(await Promise.all(ids.map(found))).toEqual([true, true]);
    expect(await countNotes()).toBe(0);
  });

  test('if the transaction that called keepFiles() failed, its files are removed only after an hour', async () => {
    const id = newId();
    await storeFiles(ctx, [fileOf(id)]);
    const failed = inTransaction(ctx, async (ctx) => {
      await keepFiles(ctx, [id]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    house.clock.advance(HOUR_MS - 1_000);
    await run(ctx.file_store);
    expect(await found(id)).toBe(true);
    house.clock.advance(1_000);
    await run(ctx.file_store);
    expect(await found(id)).toBe(false);
    expect(await countNotes()).toBe(0);
  });

  test('files that were stored in a failed transaction are removed after an hour', async () => {
    const id = newId();
    const failed = inTransaction(ctx, async (ctx) => {
      await storeFiles(ctx, [fileOf(id)]);
      await keepFiles(ctx, [id]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await countNotes()).toBe(1);
    house.clock.advance(HOUR_MS);
    await run(ctx.file_store);
    expect(await found(id)).toBe(false);
    expect(await countNotes()).toBe(0);
  });

  test('files that are larger than the maximum are rejected', async () => {
    const file = { id: newId(), content: Buffer.alloc(SEALED_FILE_BYTES_MAX + 1) };
    await expect(storeFiles(ctx, [file])).rejects.toThrow('a file is too large');
    expect([await found(file.id), await countNotes()]).toEqual([false, 0]);
  });

  test('keepFiles() cannot keep files once their removal has begun', async () => {
    const id = newId();
    await storeFiles(ctx, [fileOf(id)]);
    house.clock.advance(HOUR_MS);
    await beginRemovals(system(), house.clock.now(), 100);
    await expect(keepFiles(ctx, [id])).rejects.toMatchObject({ code: 'unavailable' });
    await expect(storeFiles(ctx, [fileOf(id)])).rejects.toThrow('is being removed');
  });

  test('the next run removes the files if the transaction that called removeFiles() was committed; the files are kept if this transaction was rolled back', async () => {
    const [removed, other] = [newId(), newId()];
    await kept(removed, other);
    const failed = inTransaction(ctx, async (ctx) => {
      await removeFiles(ctx, [other]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await inTransaction(ctx, (ctx) => removeFiles(ctx, [removed]));
    await run(ctx.file_store, AbortSignal.abort());
    expect(await found(removed)).toBe(true);
    await run(ctx.file_store);
    expect([await found(removed), await found(other)]).toEqual([false, true]);
    expect(await countNotes()).toBe(0);
  });

  test('if a worker was killed while it removed files, the next run removes the remaining files', async () => {
    const [done, open] = [newId(), newId()];
    await kept(done, open);
    await removeFiles(ctx, [done, open]);
    await beginRemovals(system(), house.clock.now(), 100);
    await ctx.file_store(ctx.db).remove(ctx.scope, [done]);
    await run(ctx.file_store);
    expect([await found(done), await found(open)]).toEqual([false, false]);
    expect(await countNotes()).toBe(0);
  });
});

describe('removeDueFiles', () => {
  let ctx: Ctx;
  beforeEach(async () => {
    await system().query('truncate file_removals');
    ctx = await ctxOf(house, { client_id, environment: 'prod' });
  });

  /** A store that records which files it was asked to remove, and fails to remove the files in `stuck`. */
  function storeWithout(stuck: readonly string[]): { file_store: () => FileStore; asked: string[] } {
    const asked: string[] = [];
    const store: FileStore = {
      ...databaseFileStore(system()),
      async remove(_scope, ids) {
        asked.push(...ids);
        if (ids.some((id) => stuck.includes(id))) throw new Error('locked');
      },
    };
    return { file_store: () => store, asked };
  }

  test('removeDueFiles tries a failed removal again after ten minutes, and still removes the other files', async () => {
    const [stuck, other] = [newId(), newId()];
    await removeFiles(ctx, [stuck]);
    house.clock.advance(1_000);
    await removeFiles(ctx, [other]);
    const { file_store, asked } = storeWithout([stuck]);
    expect(await removalsLeft(house)).toEqual({ due: 2, failing: 0 });
    await run(file_store);
    expect(asked.toSorted()).toEqual([stuck, other].toSorted());
    expect(await removalsLeft(house)).toEqual({ due: 0, failing: 1 });
    house.clock.advance(10 * MINUTE_MS - 1_000);
    await run(file_store);
    expect(asked).toHaveLength(2);
    house.clock.advance(1_000);
    await run(file_store);
    expect(asked.slice(2)).toEqual([stuck]);
  });

  test('removeDueFiles stops after three failures in a row; the next run tries the remaining files', async () => {
    const ids = Array.from({ length: 5 }, newId);
    await removeFiles(ctx, ids);
    const { file_store, asked } = storeWithout(ids);
    await run(file_store);
    expect(asked).toHaveLength(3);
    await run(file_store);
    expect(asked.toSorted()).toEqual(ids.toSorted());
  });

  test('removeDueFiles removes hundreds of files in one run', async () => {
    const ids = Array.from({ length: 250 }, newId);
    await removeFiles(ctx, ids);
    const { file_store, asked } = storeWithout([]);
    await run(file_store);
    expect(asked.toSorted()).toEqual(ids.toSorted());
    expect(await countNotes()).toBe(0);
  });
});
