import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM } from '#storage/platform/db.ts';
import { runOn } from '#test/command-line.ts';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { addJobCommands } from './job-commands.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(() => house.database.pool.query('delete from vouch_jobs.job_common'));

const jobs = (...args: string[]) => runOn(house, addJobCommands, 'jobs', ...args);

/** Enqueues a job and marks it as dead (finally failed). */
async function newDeadJob(): Promise<string> {
  await house.database.scoped(SYSTEM).transaction((tx) => house.queue.enqueue(tx, 'system', 'housekeeping', {}));
  const { rows } = await house.database.pool.query<{ id: string }>(
    `update vouch_jobs.job_common set state = 'failed', started_on = now(), completed_on = now(),
       output = '{"message":"Error: no luck"}' where state = 'created' returning id`,
  );
  return rows[0]?.id ?? '';
}

describe('vouch jobs dead', () => {
  test('shows each dead job with its id, which is needed to retry the job', async () => {
    const id = await newDeadJob();
    const { value, text } = await jobs('dead');
    expect(value).toMatchObject([{ id, name: 'housekeeping', owner: 'system', attempts: 1 }]);
    expect(text).toMatch(new RegExp(`^\\S+Z  ${id}  housekeeping  system  1 attempts  Error: no luck$`));
  });
});

describe('vouch jobs retry', () => {
  test('puts one job back into the queue; repeating the command changes nothing', async () => {
    const [id] = [await newDeadJob(), await newDeadJob()];
    expect(await jobs('retry', id)).toEqual({ value: { retried: 1 }, text: '1 job is in the queue again.' });
    expect(await jobs('retry', id)).toEqual({ value: { retried: 0 }, text: '0 jobs are in the queue again.' });
    expect((await jobs('dead')).value).toHaveLength(1);
    const stats = (await house.queue.stats()).find(({ name }) => name === 'housekeeping');
    expect(stats).toMatchObject({ ready: 1, dead: 1 });
  });

  test('--all puts all dead jobs back into the queue', async () => {
    for (let dead = 0; dead < 3; dead++) await newDeadJob();
    expect((await jobs('retry', '--all')).value).toEqual({ retried: 3 });
    expect((await jobs('retry', '--all')).value).toEqual({ retried: 0 });
  });

  test.for([[], ['--all', randomUUID()]])(
    'vouch jobs retry rejects the arguments %j, because it requires either one id or --all',
    async (args) => {
      await newDeadJob();
      await expect(jobs('retry', ...args)).rejects.toThrow('specify either one job id or --all');
      expect((await jobs('dead')).value).toHaveLength(1);
    },
  );

  test.for([randomUUID(), 'housekeeping'])(
    'vouch jobs retry reports an error for an id that no job has, such as %s',
    async (id) => {
      await expect(jobs('retry', id)).rejects.toThrow(`there is no job ${id}; finished jobs are deleted`);
    },
  );
});
