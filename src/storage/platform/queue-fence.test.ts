import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { ownerKey } from '#domain/platform/jobs.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { newScope } from '#test/jobs.ts';
import { type Db, UNSCOPED } from './db.ts';
import { type Attempt, Fenced, fencedDb } from './queue-fence.ts';
import { claimJob, failJob, freeLostJobs, renewLeases, returnJob, reviveJobs, settleJob } from './queue-jobs.ts';

let database: TestDatabase;
let queueDb: Db;
beforeAll(async () => {
  database = await freshDatabase();
  queueDb = database.scoped(UNSCOPED);
});
afterAll(() => database.drop());

const owner = newScope();
const insertTimer = `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
  values ($1, $2, $3, 'note', $3, now(), now())`;
const write = (db: Db) => db.query(insertTimer, [owner.client_id, owner.environment, newId()]);
const rowsWritten = async () => {
  const { rows } = await database.scoped(owner).query<{ count: number }>('select count(*) as count from timers');
  return rows[0]?.count;
};

const claimOne = async (): Promise<Attempt> => {
  const job = await claimJob(queueDb, { after: { owner: '', name: '' }, full: [], retries: { housekeeping: 9 } });
  if (job === undefined) throw new Error('nothing to claim');
  return { name: job.name, id: job.id, attempt: job.attempt };
};
/** Makes all heartbeats older, as if the worker had last renewed them `seconds` seconds earlier. */
const grow = (seconds: number) =>
  database.pool.query(`update vouch_jobs.job_common set heartbeat_on = now() - make_interval(secs => $1)`, [seconds]);
const LEASE_SECONDS = 9;

let attempt: Attempt;
let db: Db;
beforeEach(async () => {
  await database.pool.query('delete from vouch_jobs.job_common');
  await database.scoped(owner).query('delete from timers');
  await database.pool.query(
    `insert into vouch_jobs.job_common (id, name, group_id, data) values ($1, 'housekeeping', $2, '{}')`,
    [randomUUID(), ownerKey(owner)],
  );
  attempt = await claimOne();
  db = fencedDb(database.scoped(owner), attempt);
});

describe('the write fence of a job', () => {
  test('the worker that holds the job can write, even in concurrent transactions and while its heartbeat is renewed', async () => {
    await Promise.all([
      write(db),
      db.transaction(async (tx) => {
        await write(tx);
        await db.transaction(write);
        expect(await renewLeases(queueDb, [attempt])).toEqual([attempt]);
      }),
    ]);
    expect(await rowsWritten()).toBe(3);
  });

  const ways = {
    'its lease expired and another worker holds it': async () => {
      await grow(LEASE_SECONDS + 1);
      await freeLostJobs(queueDb, LEASE_SECONDS);
      expect((await claimOne()).attempt).toBe(attempt.attempt + 1);
    },
    'its lease expired and no worker holds it yet': async () => {
      await grow(LEASE_SECONDS + 1);
      await freeLostJobs(queueDb, LEASE_SECONDS);
    },
    'it was returned and another worker holds it': async () => {
      await returnJob(queueDb, attempt);
      expect((await claimOne()).attempt).toBe(attempt.attempt + 1);
    },
    'it failed': () => failJob(queueDb, attempt, { message: '', retry_after_seconds: 0 }),
    'it died, was retried by the operator, and another worker holds it': async () => {
      await queueDb.query(`update vouch_jobs.job_common set retry_limit = 0`);
      expect(await failJob(queueDb, attempt, { message: '', retry_after_seconds: 0 })).toBe('failed');
      expect(await reviveJobs(queueDb, [attempt.id])).toBe(1);
      expect((await claimOne()).attempt).toBe(attempt.attempt + 1);
    },
    'it is done': () => settleJob(queueDb, attempt),
  };

  test.each(Object.entries(ways))(
    'a job’s write fence rejects every write after the job was lost or has ended: %s',
    async (_, lose) => {
      await lose();
      await expect(write(db)).rejects.toThrow(Fenced);
      await expect(db.transaction(write)).rejects.toThrow(Fenced);
      await expect(db.query(`with gone as (delete from timers returning 1) select 1 from gone`)).rejects.toThrow(
        Fenced,
      );
      expect(await rowsWritten()).toBe(0);
      // An attempt that has lost its job cannot end the job or renew its lease.
      expect(await settleJob(queueDb, attempt)).toBe(false);
      expect(await returnJob(queueDb, attempt)).toBe(false);
      expect(await failJob(queueDb, attempt, { message: '', retry_after_seconds: 0 })).toBe(undefined);
      expect(await renewLeases(queueDb, [attempt])).toEqual([]);
      // An attempt that has lost its job may still read from the database.
      expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    },
  );

  test('while the job’s holder has an open transaction that has passed the fence check, no other worker can claim the job', async () => {
    let returned: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      // The fence check is sent before this statement on the same connection. So when this statement returns, the fence
      // check has passed.
      await tx.query('select 1');
      await grow(LEASE_SECONDS + 1);
      expect(await freeLostJobs(queueDb, LEASE_SECONDS)).toEqual([]);
      returned = returnJob(queueDb, attempt);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await write(tx);
    });
    expect(await returned).toBe(true);
    expect(await rowsWritten()).toBe(1);
    await expect(write(db)).rejects.toThrow(Fenced);
  });

  test('the database server ends an idle transaction of the job before the lease expires', async () => {
    await db.transaction(async (tx) => {
      const { rows } = await tx.query(`select current_setting('idle_in_transaction_session_timeout') as idle`);
      expect(rows).toEqual([{ idle: '8s' }]);
    });
  });

  test('heartbeats are not blocked while the end of a job is being recorded', async () => {
    await db.transaction(async (tx) => {
      await settleJob(tx, attempt);
      // At this point the attempt still owns the job, because the transaction may still be rolled back.
      expect(await renewLeases(queueDb, [attempt])).toEqual([attempt]);
    });
    expect(await renewLeases(queueDb, [attempt])).toEqual([]);
  });
});

describe('freeLostJobs', () => {
  test('freeLostJobs does not free a job while its lease is valid', async () => {
    await grow(LEASE_SECONDS - 1);
    expect(await freeLostJobs(queueDb, LEASE_SECONDS)).toEqual([]);
    expect(await renewLeases(queueDb, [attempt])).toEqual([attempt]);
  });

  test('one failed attempt is counted for each freed job, so that a job that kills every worker is dead after its last attempt', async () => {
    await database.pool.query('update vouch_jobs.job_common set retry_limit = 1');
    for (const state of ['retry', 'failed']) {
      await grow(LEASE_SECONDS + 1);
      expect(await freeLostJobs(queueDb, LEASE_SECONDS)).toEqual([{ name: 'housekeeping', id: attempt.id, state }]);
      if (state === 'retry') await claimOne();
    }
  });
});
