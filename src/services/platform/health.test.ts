import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { checkReady } from './health.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('checkReady reads the migration files once, however often it is called', async () => {
  expect(await checkReady(database)).toBeUndefined();
  const reads = [vi.spyOn(fs, 'readdir'), vi.spyOn(fs, 'readFile')];
  syncBuiltinESMExports();
  try {
    expect(await checkReady(database)).toBeUndefined();
    expect(reads.map((read) => read.mock.calls.length)).toEqual([0, 0]);
  } finally {
    for (const read of reads) read.mockRestore();
    syncBuiltinESMExports();
  }
});
