import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type JobName, type JobOwner, ownerKey } from '#domain/platform/jobs.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { everyJob, newScope, openTestQueue, until } from '#test/jobs.ts';
import { SYSTEM } from './db.ts';
import type { Queue } from './queue.ts';

let database: TestDatabase;
const queues: Queue[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(() => stopAll());
afterAll(() => database.drop());

async function stopAll(): Promise<void> {
  for (const held of holding.splice(0)) held.release();
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await database.pool.query('delete from vouch_jobs.job_common');
}

/** Jobs that have begun and wait to be released. */
const holding: { owner: string; name: JobName; release(): void }[] = [];
const heldBy = (owner: JobOwner, name: JobName) =>
  holding.filter((held) => held.owner === ownerKey(owner) && held.name === name);

/**
 * Starts a worker whose jobs run until the test releases them. `files_begun` lists the owners of the jobs that read
 * files, in the order in which these jobs began.
 */
async function startHolding(readers: number): Promise<{ queue: Queue; files_begun: string[] }> {
  const queue = await openTestQueue(database);
  queues.push(queue);
  const files_begun: string[] = [];
  const handlers = everyJob({
    retry_after_seconds: [],
    run: ({ owner, name }) =>
      new Promise((release) => {
        if (name === 'read_document_file') files_begun.push(ownerKey(owner));
        holding.push({ owner: ownerKey(owner), name, release });
      }),
  });
  const own_slots = { read_document_file: readers };
  await queue.work(handlers, (job) => job, { concurrency_max: 3, per_owner_max: 1, own_slots });
  return { queue, files_begun };
}

const addFiles = (queue: Queue, owner: JobOwner, count: number) =>
  database.scoped(SYSTEM).transaction(async (tx) => {
    for (let at = 0; at < count; at++) await queue.enqueue(tx, owner, 'read_document_file', { file_id: newId() });
  });

describe('jobs with their own slots', () => {
  test('the job for the only file of a second client begins before the waiting jobs for the files of the first client', async () => {
    const cases = fc.record({
      readers: fc.integer({ min: 1, max: 4 }),
      files: fc.integer({ min: 1, max: 12 }),
      /** How many of the first client's files have been read when the second client adds its file. */
      ended: fc.integer({ min: 0, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ readers, files, ended }) => {
        const [first, second] = [newScope(), newScope()];
        const { queue, files_begun } = await startHolding(readers);
        await addFiles(queue, first, files);
        for (let at = 0; at < Math.min(ended, files); at++) {
          await until(() => heldBy(first, 'read_document_file').length > 0);
          holding.shift()?.release();
        }
        const ended_count = Math.min(ended, files);
        await until(() => files_begun.length === Math.min(files, ended_count + readers));
        await addFiles(queue, second, 1);
        const free = readers - (files_begun.length - ended_count);
        if (free === 0) holding.shift()?.release();
        await until(() => files_begun.includes(ownerKey(second)));
        expect(files_begun.indexOf(ownerKey(second)) - ended_count).toBeLessThanOrEqual(readers);
        await stopAll();
      }),
      { numRuns: 12 },
    );
  });

  test('one client’s files can use all slots for reading files, and the client’s other jobs still run', async () => {
    const owner = newScope();
    const { queue, files_begun } = await startHolding(4);
    await addFiles(queue, owner, 20);
    await until(() => files_begun.length === 4);
    await database.scoped(SYSTEM).transaction((tx) => queue.enqueue(tx, owner, 'run_task', { task_id: newId() }));
    await until(() => heldBy(owner, 'run_task').length === 1);
    expect(files_begun).toHaveLength(4);
  });

  test('a job with a negative delay goes before jobs that were enqueued earlier, and its waiting time starts when it is enqueued', async () => {
    const owner = newScope();
    const queue = await openTestQueue(database);
    queues.push(queue);
    const add = (file_id: string, start_after_seconds: number) =>
      database
        .scoped(SYSTEM)
        .transaction((tx) => queue.enqueue(tx, owner, 'read_document_file', { file_id }, { start_after_seconds }));
    await add('second', -900);
    await add('third', 0);
    await add('first', -1800);
    const { rows } = await database.pool.query<{ file_id: string }>(
      `select data ->> 'file_id' as file_id from vouch_jobs.job_common order by start_after`,
    );
    expect(rows.map(({ file_id }) => file_id)).toEqual(['first', 'second', 'third']);
    const stats = (await queue.stats()).find(({ name }) => name === 'read_document_file');
    expect(stats?.ready).toBe(3);
    expect(stats?.ready_seconds_max).toBeLessThan(600);
  });
});
