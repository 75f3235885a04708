import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type JobOwner, ownerKey } from '#domain/platform/jobs.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { everyJob, newScope, openTestQueue, until } from '#test/jobs.ts';
import { SYSTEM } from './db.ts';
import type { HeldJob, Queue, WorkOptions } from './queue.ts';

let database: TestDatabase;
let queue: Queue;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  queue = await openTestQueue(database);
});
afterEach(async () => {
  await queue.stop();
  await database.pool.query('delete from vouch_jobs.job_common');
});
afterAll(() => database.drop());

const LIMITS: WorkOptions = { concurrency_max: 10, per_owner_max: 3 };

const work = (
  run: (job: HeldJob) => Promise<void>,
  { retry_after_seconds = [5, 60], limits = LIMITS, timeout_seconds = 60, by = queue } = {},
) => by.work(everyJob({ retry_after_seconds, timeout_seconds, run }), (job) => job, limits);

const enqueue = (owner: JobOwner, options = {}) =>
  database.scoped(SYSTEM).transaction((tx) => queue.enqueue(tx, owner, 'housekeeping', {}, options));

const counts = async () => (await queue.stats()).find(({ name }) => name === 'housekeeping');

/** Makes every waiting job due. */
const makeDue = () =>
  database.pool.query(`update vouch_jobs.job_common set start_after = now() where state < 'active'`);

const waiting = async () => {
  const { rows } = await database.pool.query<{ seconds: number; state: string }>(
    `select round(extract(epoch from start_after - now()))::int as seconds, state from vouch_jobs.job_common`,
  );
  return rows;
};

const insertTimer = `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
  values ($1, $2, $3, 'note', $3, now(), now())`;
const countTimers = 'select count(*)::int as count from timers';

/** Adds jobs by a direct insert, because enqueueing 10,000 jobs in separate transactions would be slow. */
const backlog = (owner: JobOwner, size: number) =>
  database.pool.query(
    `insert into vouch_jobs.job_common (name, group_id, data, policy)
     select 'housekeeping', $1, '{}', 'standard' from generate_series(1, $2::int)`,
    [ownerKey(owner), size],
  );

describe('queue.enqueue', () => {
  test('enqueue() adds the job if and only if the transaction commits', async () => {
    const owner = newScope();
    const begun: JobOwner[] = [];
    await work(async (job) => void begun.push(job.owner));
    const db = database.scoped(owner);
    await expect(
      db.transaction(async (tx) => {
        await queue.enqueue(tx, owner, 'housekeeping', {});
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect((await counts())?.ready).toBe(0);
    await db.transaction((tx) => queue.enqueue(tx, owner, 'housekeeping', {}));
    await until(() => begun.length > 0);
    expect(begun).toEqual([owner]);
    await until(async () => (await counts())?.active === 0);
    expect(await waiting()).toEqual([]);
  });

  test('a deferred job waits until it is due', async () => {
    let runs = 0;
    await work(async () => void runs++);
    await enqueue(newScope(), { start_after_seconds: 3600 });
    expect(await counts()).toMatchObject({ ready: 0, deferred: 1, active: 0, dead: 0 });
    await makeDue();
    await until(() => runs === 1);
  });

  test('enqueue() adds no second job with the same key while the first job waits; it adds a second job after the first job has started', async () => {
    const owner = newScope();
    const other = newScope();
    await enqueue(owner, { singleton_key: 'report', start_after_seconds: 3600 });
    await enqueue(owner, { singleton_key: 'report', start_after_seconds: 600 });
    await enqueue(owner, { singleton_key: 'invoice', start_after_seconds: 600 });
    await enqueue(other, { singleton_key: 'report', start_after_seconds: 600 });
    // The first two calls of `enqueue` created only one waiting job. This job has the start time of the second call,
    // because that time is earlier.
    expect((await waiting()).map(({ seconds }) => Math.round(seconds / 60))).toEqual([10, 10, 10]);
    const begun: JobOwner[] = [];
    const release = new AbortController();
    await work(async (job) => {
      begun.push(job.owner);
      await once(release.signal, 'abort');
    });
    await makeDue();
    await until(() => begun.length === 3);
    await enqueue(owner, { singleton_key: 'report' });
    await until(() => begun.length === 4);
    release.abort();
  });

  test('if enqueue() reuses a waiting job, this job does not start before the transaction that called enqueue() commits', async () => {
    const owner = newScope();
    await enqueue(owner, { singleton_key: 'report' });
    let committed = false;
    const seen: boolean[] = [];
    await database.scoped(owner).transaction(async (tx) => {
      await queue.enqueue(tx, owner, 'housekeeping', {}, { singleton_key: 'report' });
      await work(async () => void seen.push(committed));
      await sleep(300);
      committed = true;
    });
    await until(() => seen.length > 0);
    expect(seen).toEqual([true]);
  });
});

describe('queue.work', () => {
  test('an idle worker is notified when the transaction that enqueues a job commits, so the worker does not need to poll', async () => {
    let runs = 0;
    await work(async () => void runs++, { limits: { ...LIMITS, poll_ms: 3_600_000 } });
    for (let jobs = 1; jobs <= 10; jobs++) {
      await enqueue(newScope());
      await until(() => runs >= jobs);
      expect(runs).toBe(jobs);
    }
  });

  test('a client’s job sees only that client’s rows, and a system job sees all rows', async () => {
    const [mine, other] = [newScope(), newScope()];
    for (const { client_id, environment } of [mine, other, other]) {
      await database.scoped(SYSTEM).query(insertTimer, [client_id, environment, newId()]);
    }
    const seen = new Map<string, unknown>();
    await work(async ({ owner, db }) => void seen.set(ownerKey(owner), (await db.query(countTimers)).rows[0]));
    await Promise.all([enqueue(mine), enqueue(other), enqueue('system')]);
    await until(() => seen.size === 3);
    expect(seen.get(ownerKey(mine))).toEqual({ count: 1 });
    expect(seen.get(ownerKey(other))).toEqual({ count: 2 });
    expect(seen.get('system')).toEqual({ count: 3 });
  });

  test('a failed job is retried after the delays that its handler sets, and is listed as dead after the last retry', async () => {
    const owner = newScope();
    let tries = 0;
    await work(async () => {
      tries++;
      throw new Error(`try ${tries} failed`);
    });
    await enqueue(owner);
    for (const seconds of [5, 60]) {
      await until(async () => (await counts())?.deferred === 1);
      expect(await waiting()).toEqual([{ seconds, state: 'retry' }]);
      await makeDue();
    }
    await until(async () => (await counts())?.dead === 1);
    expect(tries).toBe(3);
    expect(await queue.deadJobs(10)).toMatchObject([
      { name: 'housekeeping', owner: ownerKey(owner), attempts: 3, message: 'Error: try 3 failed' },
    ]);
    expect(await queue.deadJobs(0)).toEqual([]);
  });

  test('a dead job that is retried gets all its attempts and delays again; retrying it once more, while it is not dead, changes nothing', async () => {
    let tries = 0;
    await work(
      async () => {
        tries++;
        throw new Error(`try ${tries} failed`);
      },
      { retry_after_seconds: [5] },
    );
    await enqueue(newScope());
    await until(async () => (await counts())?.deferred === 1);
    await makeDue();
    await until(async () => (await counts())?.dead === 1);
    const [dead] = await queue.deadJobs(1);
    const id = dead?.id ?? '';
    expect(await queue.retryDeadJob(id)).toBe('retried');
    await until(async () => (await counts())?.deferred === 1);
    expect(await waiting()).toEqual([{ seconds: 5, state: 'retry' }]);
    expect(await queue.retryDeadJob(id)).toBe('not_dead');
    await makeDue();
    await until(async () => (await counts())?.dead === 1);
    expect(tries).toBe(4);
    expect(await queue.deadJobs(1)).toMatchObject([{ id, attempts: 4, message: 'Error: try 4 failed' }]);
  });

  test('all dead jobs can be retried with one call; a retry of a finished job returns undefined', async () => {
    let fails = true;
    await work(
      async () => {
        if (fails) throw new Error('no luck');
      },
      { retry_after_seconds: [] },
    );
    for (let jobs = 0; jobs < 3; jobs++) await enqueue(newScope());
    await until(async () => (await counts())?.dead === 3);
    const [dead] = await queue.deadJobs(1);
    fails = false;
    expect(await queue.retryDeadJobs()).toBe(3);
    await until(async () => (await waiting()).length === 0);
    expect(await queue.retryDeadJobs()).toBe(0);
    expect(await queue.retryDeadJob(dead?.id ?? '')).toBe(undefined);
  });

  test('the stored failure message does not quote database errors, which may contain personal data', async () => {
    await work(async ({ db }) => void (await db.query(`select 'Jane Doe'::date`)), { retry_after_seconds: [] });
    await enqueue(newScope());
    await until(async () => (await counts())?.dead === 1);
    expect(await queue.deadJobs(1)).toMatchObject([{ message: 'database error 22007', attempts: 1 }]);
  });

  test('a job that exceeds its timeout is aborted and counted as failed', async () => {
    const reasons: unknown[] = [];
    await work(
      async ({ signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        await new Promise(() => undefined);
      },
      { retry_after_seconds: [], timeout_seconds: 0.05 },
    );
    await enqueue(newScope());
    await until(async () => (await counts())?.dead === 1);
    expect(reasons).toMatchObject([{ message: 'not done within 0.05 seconds' }]);
  });

  test('a job’s effect and its end are committed together or rolled back together', async () => {
    const owner = newScope();
    let tries = 0;
    const afterwards: unknown[] = [];
    await work(async ({ db, settle }) => {
      tries++;
      const write = () =>
        db.transaction(async (tx) => {
          await tx.query(insertTimer, [owner.client_id, owner.environment, newId()]);
          await settle(tx);
          if (tries === 1) throw new Error('the last moment');
        });
      await write();
      await write().catch((error: unknown) => afterwards.push(error));
    });
    await enqueue(owner);
    await until(async () => (await counts())?.deferred === 1);
    expect((await database.scoped(owner).query(countTimers)).rows).toEqual([{ count: 0 }]);
    await makeDue();
    await until(() => afterwards.length === 1);
    await until(async () => (await counts())?.active === 0);
    expect((await database.scoped(owner).query(countTimers)).rows).toEqual([{ count: 1 }]);
    expect(afterwards).toMatchObject([{ name: 'Fenced' }]);
    expect(await waiting()).toEqual([]);
  });
});

describe('fairness between clients', () => {
  test('one client’s 10,000 jobs do not take all slots and do not delay another client’s single job', async () => {
    const [heavy, light] = [newScope(), newScope()];
    await backlog(heavy, 10_000);
    let done = 0;
    let running = 0;
    let running_max = 0;
    let done_before_light: number | undefined;
    // The first jobs wait for each other. So all slots of this client are taken, even on a slow machine.
    let allRunning = (): void => undefined;
    const all_running = new Promise<void>((resolve) => {
      allRunning = resolve;
    });
    await work(async (job) => {
      if (ownerKey(job.owner) === ownerKey(light)) {
        done_before_light = done;
        return;
      }
      running_max = Math.max(running_max, ++running);
      if (running === LIMITS.per_owner_max) allRunning();
      await all_running;
      await sleep(20);
      running--;
      done++;
    });
    await until(() => done >= 20);
    await enqueue(light);
    const done_at_enqueue = done;
    await until(() => done_before_light !== undefined);
    expect(running_max).toBe(LIMITS.per_owner_max);
    // The light client's job finds a free slot, so it does not wait for other jobs to end. A few other jobs may still
    // end before the light client's job starts.
    expect((done_before_light ?? 0) - done_at_enqueue).toBeLessThan(100);
  });

  test('several busy clients share the slots evenly, and a new client is served within three rounds', async () => {
    const busy = Array.from({ length: 20 }, newScope);
    for (const owner of busy) await backlog(owner, 500);
    const served: string[] = [];
    await work(
      async (job) => {
        served.push(ownerKey(job.owner));
        await sleep(5);
      },
      { limits: { concurrency_max: 4, per_owner_max: 2 } },
    );
    await until(() => served.length >= 400);
    const newcomer = newScope();
    await enqueue(newcomer);
    const position = served.length;
    await until(() => served.includes(ownerKey(newcomer)));
    expect(served.indexOf(ownerKey(newcomer)) - position).toBeLessThanOrEqual(3 * busy.length);
    const shares = busy.map((owner) => served.slice(0, 400).filter((key) => key === ownerKey(owner)).length);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(4);
  });
});

describe('a recurring job', () => {
  test('a recurring job runs once per interval, however many workers there are', async () => {
    let runs = 0;
    const handlers = {
      ...everyJob({ retry_after_seconds: [], run: async () => undefined }),
      housekeeping: { every_seconds: 86_400, retry_after_seconds: [], run: async () => void runs++ },
    };
    const others = await Promise.all([openTestQueue(database), openTestQueue(database)]);
    const workers = [queue, ...others];
    await Promise.all(workers.map((worker) => worker.work(handlers, (job) => job, LIMITS)));
    await until(() => runs > 0);
    await Promise.all(others.map((worker) => worker.stop()));
    for (const worker of others) await worker.work(handlers, (job) => job, LIMITS);
    await sleep(100);
    await Promise.all(others.map((worker) => worker.stop()));
    expect(runs).toBe(1);
    expect(await counts()).toMatchObject({ ready: 0, deferred: 0, active: 0, dead: 0 });
  });
});

describe('queue.stop', () => {
  test('stop() lets running jobs finish and claims no new jobs', async () => {
    const owner = newScope();
    let begun = 0;
    let done = 0;
    await work(async () => {
      begun++;
      await sleep(300);
      done++;
    });
    await enqueue(owner);
    await until(() => begun === 1);
    const stopped = queue.stop();
    await enqueue(owner);
    await stopped;
    expect([begun, done]).toEqual([1, 1]);
    expect(await counts()).toMatchObject({ ready: 1, active: 0 });
  });

  test('stop() puts a job back on the queue if it was claimed while the worker was stopping', async () => {
    const owner = newScope();
    let begun = 0;
    await work(async () => void begun++);
    const isClaimBlocked = async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_locks where not granted and relation = 'vouch_jobs.job_common'::regclass`,
      );
      return rowCount !== 0;
    };
    const stopped = await database.scoped(SYSTEM).transaction(async (tx) => {
      await tx.query('lock table vouch_jobs.job_common in access exclusive mode');
      await expect.poll(isClaimBlocked).toBe(true);
      await queue.enqueue(tx, owner, 'housekeeping', {});
      return { ended: queue.stop() };
    });
    await stopped.ended;
    expect(begun).toBe(0);
    expect(await counts()).toMatchObject({ ready: 1, active: 0 });
  });

  test('stop() puts unfinished jobs back on the queue; another worker can claim them immediately, and the interruption does not use up a retry', async () => {
    const owner = newScope();
    let begun = 0;
    let late: unknown;
    await work(async ({ db, signal }) => {
      begun++;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      late = await db
        .query(insertTimer, [owner.client_id, owner.environment, newId()])
        .catch((error: unknown) => error);
    });
    await enqueue(owner);
    await until(() => begun === 1);
    await queue.stop();
    await until(() => late !== undefined);
    expect(late).toMatchObject({ name: 'Fenced' });
    expect(await counts()).toMatchObject({ ready: 1, active: 0 });

    const other = await openTestQueue(database);
    let tries = 0;
    await work(
      async () => {
        tries++;
        throw new Error('no luck');
      },
      { by: other },
    );
    await until(async () => (await counts())?.deferred === 1);
    // The retry waits 5 s (the first retry delay) and not 60 s (the second one), because the attempt whose job was put
    // back on the queue is not counted.
    expect(await waiting()).toEqual([{ seconds: 5, state: 'retry' }]);
    expect(tries).toBe(1);
    await other.stop();
  });
});
