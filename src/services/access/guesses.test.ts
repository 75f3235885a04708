import { beforeEach, expect, test } from 'vitest';
import { throttled } from '#base/errors.ts';
import type { Database } from '#storage/platform/db.ts';
import { lookUpFor } from './guesses.ts';

const IP = '203.0.113.7';

let parts: { database: Database };
/** The lookups that have begun but not ended, in the order in which they began. The test itself ends each lookup. */
let begun: ((found: string | undefined) => void)[];
let begun_count: number;
beforeEach(() => {
  // Misses are counted per database object, so each new object starts a new count. No test runs a query with this
  // object.
  parts = { database: {} as Database };
  begun = [];
  begun_count = 0;
});

const look = (ip = IP) =>
  lookUpFor(parts, ip, () => {
    begun_count += 1;
    return new Promise<string | undefined>((resolve) => begun.push(resolve));
  }).catch((error: unknown) => error);
const burst = (n: number) => Array.from({ length: n }, () => look());
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function endAll(found?: string): Promise<void> {
  for (await turn(); begun.length > 0; await turn()) for (const end of begun.splice(0)) end(found);
}

test('if many parallel lookups all find nothing, only 100 of them run, and the others are refused', async () => {
  const answers = burst(400);
  await endAll();
  expect(begun_count).toBe(100);
  const ended = await Promise.all(answers);
  expect(ended.filter((answer) => answer === undefined)).toHaveLength(100);
  expect(ended[399]).toMatchObject({ code: throttled(1).code });
  expect(await look()).toMatchObject({ code: throttled(1).code });
});

test('if many parallel lookups all find something, none of them is refused', async () => {
  const answers = burst(400);
  await turn();
  expect(begun_count).toBe(100);
  await endAll('found');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['found']));
});

test('after 99 lookups that found nothing, lookups run one at a time; a lookup that throws does not count as one that found nothing', async () => {
  const misses = burst(99);
  await endAll();
  await Promise.all(misses);
  const [failed, found] = [lookUpFor(parts, IP, () => Promise.reject(new Error('gone'))), look()];
  await expect(failed).rejects.toThrow('gone');
  await endAll('found');
  expect(await found).toBe('found');
});

test('while lookups from one network wait, a lookup from another network runs immediately', async () => {
  const answers = [...burst(101), look('203.0.113.8')];
  await turn();
  expect(begun_count).toBe(101);
  await endAll('found');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['found']));
});
