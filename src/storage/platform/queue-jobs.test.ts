import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { type Db, UNSCOPED } from './db.ts';
import { claimJob, type Turn } from './queue-jobs.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.scoped(UNSCOPED);
  for (const name of ['batch', 'report']) {
    await db.query('select vouch_jobs.create_queue($1, $2)', [name, { policy: 'standard' }]);
  }
});
beforeEach(() => db.query('delete from vouch_jobs.job_common'));
afterAll(() => database.drop());

const add = (owner: string, name: string, count: number, start_after = '-infinity') =>
  db.query(
    `insert into vouch_jobs.job_common (name, group_id, data, start_after)
     select $1, $2, '{}', $3 from generate_series(1, $4::int)`,
    [name, owner, start_after, count],
  );

const retries = { batch: 1, report: 1 };

async function claimMany(count: number, full: string[] = []): Promise<string[]> {
  const turns: string[] = [];
  let after: Turn = { owner: '', name: '' };
  for (let claims = 0; claims < count; claims++) {
    const job = await claimJob(db, { after, full, retries });
    if (job === undefined) break;
    after = job;
    turns.push(`${job.owner} ${job.name}`);
  }
  return turns;
}

describe('claimJob', () => {
  test('alternates between owners, and between the job names of one owner', async () => {
    await add('a', 'batch', 1000);
    await add('c', 'batch', 2);
    await add('b', 'batch', 1000);
    await add('a', 'report', 1);
    expect(await claimMany(9)).toEqual([
      'a batch',
      'a report',
      'b batch',
      'c batch',
      'a batch',
      'b batch',
      'c batch',
      'a batch',
      'b batch',
    ]);
  });

  test('skips owners in the list `full`, which have reached their job limit; also skips unknown job names and jobs that are not due', async () => {
    await add('a', 'batch', 5);
    await add('b', 'housekeeping', 5);
    await add('c', 'batch', 5, 'infinity');
    await add('d', 'report', 1);
    expect(await claimMany(3, ['a'])).toEqual(['d report']);
  });

  test('among jobs of the same name and owner, claims the job that became due first', async () => {
    for (const start_after of ['2026-03-02', '2026-03-01', '2026-03-03']) await add('a', 'batch', 1, start_after);
    await claimMany(2);
    const { rows } = await db.query<{ day: string }>(
      `select start_after::date as day from vouch_jobs.job_common where state = 'active' order by 1`,
    );
    expect(rows.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02']);
  });

  test('never returns the same job to concurrent callers', async () => {
    await add('a', 'batch', 50);
    const claim = { after: { owner: '', name: '' }, full: [], retries };
    const jobs = await Promise.all(Array.from({ length: 60 }, () => claimJob(db, claim)));
    const ids = jobs.flatMap((job) => (job === undefined ? [] : [job.id]));
    expect(ids.length).toBeGreaterThan(0);
    // A caller may find no job while other callers have locked the rows. So the remaining jobs are claimed one by one.
    for (let job = await claimJob(db, claim); job !== undefined; job = await claimJob(db, claim)) ids.push(job.id);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
  });
});
