// The conformance suite of file stores: each store must pass it.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { type FileStore, layeredStore, SEALED_FILE_BYTES_MAX } from '#domain/documents/file-store.ts';
import { openFileServer } from '#outbound/file-server.ts';
import { parseFileServer } from '#outbound/file-server-url.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { newScope } from '#test/jobs.ts';
import { type S3Server, startS3 } from '#test/s3.ts';
import { databaseFileStore } from './file-contents.ts';

type OpenStore = FileStore & { close(): void };

let database: TestDatabase;
let s3: S3Server;
beforeAll(async () => {
  [database, s3] = await Promise.all([freshDatabase(), startS3()]);
});
afterAll(() => Promise.all([database.drop(), s3.stop()]));

const inDatabase = async (): Promise<OpenStore> => ({
  ...databaseFileStore(database.scoped(SYSTEM)),
  close: () => undefined,
});
const onServer = (): Promise<OpenStore> => openFileServer(parseFileServer(s3.url()), systemClock);

describe.each([
  ['the database', inDatabase],
  ['an S3-compatible server', onServer],
])('a file store in %s', (_where, open) => {
  const scope = newScope();
  let store: OpenStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test.each([0, 1, 524_288, 524_289, SEALED_FILE_BYTES_MAX])(
    'a file store returns the %i bytes that were stored',
    async (size) => {
      const [id, content] = [newId(), randomBytes(size)];
      await store.put(scope, id, content);
      expect((await store.get(scope, id))?.equals(content)).toBe(true);
    },
  );

  test('a file store returns undefined for a file that was never stored', async () => {
    expect(await store.get(scope, newId())).toBeUndefined();
  });

  test('storing a file again replaces its content, even concurrently and even if the previous content was longer', async () => {
    const [id, long, short] = [newId(), randomBytes(2_000_000), randomBytes(1_000)];
    await Promise.all([store.put(scope, id, long), store.put(scope, id, long)]);
    expect((await store.get(scope, id))?.equals(long)).toBe(true);
    await store.put(scope, id, short);
    expect((await store.get(scope, id))?.equals(short)).toBe(true);
  });

  test('files with the same id are separate if they belong to different clients or environments', async () => {
    const id = newId();
    const scopes = [scope, { ...scope, environment: 'sandbox' as const }, newScope()];
    for (const [at, one] of scopes.entries()) await store.put(one, id, Buffer.of(at));
    await store.remove(scope, [id]);
    expect(await Promise.all(scopes.map((one) => store.get(one, id)))).toEqual([undefined, Buffer.of(1), Buffer.of(2)]);
  });

  test('only the given files are removed; removing the same files again changes nothing', async () => {
    const ids = Array.from({ length: 21 }, newId);
    for (const id of ids) await store.put(scope, id, Buffer.from(id));
    const [kept = '', ...removed] = ids;
    await store.remove(scope, removed);
    await store.remove(scope, [...removed, newId()]);
    await store.remove(scope, []);
    expect(await Promise.all(removed.map((id) => store.get(scope, id)))).toEqual(removed.map(() => undefined));
    expect((await store.get(scope, kept))?.toString()).toBe(kept);
  });
});

describe('the database as a file store', () => {
  test('nothing is stored if the transaction with which the store was opened is rolled back', async () => {
    const [scope, id] = [newScope(), newId()];
    const db = database.scoped(scope);
    const rolled_back = db.transaction(async (tx) => {
      await databaseFileStore(tx).put(scope, id, randomBytes(600_000));
      expect(await databaseFileStore(tx).get(scope, id)).toHaveLength(600_000);
      throw new Error('rolled back');
    });
    await expect(rolled_back).rejects.toThrow('rolled back');
    expect(await databaseFileStore(db).get(scope, id)).toBeUndefined();
  });

  test('the database does not try to compress contents, because sealed bytes cannot be compressed', async () => {
    const { rows } = await database
      .scoped(SYSTEM)
      .query(`select attstorage from pg_attribute where attrelid = 'file_contents'::regclass and attname = 'content'`);
    expect(rows).toEqual([{ attstorage: 'e' }]);
  });
});

describe('layeredStore', () => {
  test('layeredStore stores new files only in its first store; files that only its second store has can be read and removed too', async () => {
    const [scope, before, after] = [newScope(), newId(), newId()];
    const [server, second] = [await onServer(), await inDatabase()];
    const store = layeredStore(server, second);
    await second.put(scope, before, Buffer.from('before'));
    await store.put(scope, after, Buffer.from('after'));
    expect((await store.get(scope, before))?.toString()).toBe('before');
    expect((await store.get(scope, after))?.toString()).toBe('after');
    expect(await second.get(scope, after)).toBeUndefined();
    await store.remove(scope, [before, after]);
    expect(await second.get(scope, before)).toBeUndefined();
    expect(await server.get(scope, after)).toBeUndefined();
    server.close();
  });
});
