// The SQL statements on pg-boss's table that change the state of a job, from enqueued to done. Every statement that
// takes a job away from an attempt locks the job's row `for update` (a `delete` takes this lock implicitly). If the
// attempt has an open transaction that passed the fence, the statement waits for that transaction or skips the job.
import type { PgBoss } from 'pg-boss';
import { currentTraceId } from '#base/tracing.ts';
import { JOB_NAMES, type JobName, type JobOwner, type JobPayloads, ownerKey } from '#domain/platform/jobs.ts';
import type { Db } from './db.ts';
import { JOB_TABLE } from './queue-boss.ts';
import type { Attempt } from './queue-fence.ts';

export type ClaimedJob = Attempt & { owner: string; payload: unknown; retries_left: number };
export type JobFate = 'retry' | 'failed';

export type EnqueueOptions = {
  /**
   * The delay in seconds until the job is due. A job with a negative delay is due immediately. For example, a job with
   * a delay of -60 goes before jobs of the same owner and name that were enqueued less than 60 seconds ago.
   */
  start_after_seconds?: number;
  /** While a job with this name, owner and key waits to start, no second job is added. */
  singleton_key?: string;
};

const WAITING = `state < 'active' and not blocked`;
const OURS = `name = $1 and id = $2 and retry_count = $3 and state = 'active'`;
// The planner statistics of the job table are always stale. If the table was empty at the last ANALYZE, the planner
// assumes that the table is still empty, and may read a whole backlog. To avoid this, each statement first finds and
// locks its rows, and then addresses them by ctid. A statement that gets a list of jobs finds each job's row
// separately.
const amongst = (list: string) => `ctid = any(array(select place from ${list}))`;
const LOCKED = `with ours as (select 1 from ${JOB_TABLE} where ${OURS} for update)`;
const IF_OURS = 'name = $1 and id = $2 and exists (select 1 from ours)';
const NEXT_STATE = `(case when retry_count < retry_limit then 'retry' else 'failed' end)::vouch_jobs.job_state`;
const DIED_ON = 'case when retry_count < retry_limit then null else now() end';

/** Maximum number of tries to add a job. A try fails if a waiting job with the same key starts at that moment. */
const RACES_MAX = 20;

export async function insertJob<N extends JobName>(
  boss: PgBoss,
  tx: Db,
  job: { owner: JobOwner; name: N; payload: JobPayloads[N] },
  { start_after_seconds = 0, singleton_key }: EnqueueOptions,
): Promise<void> {
  const owner = ownerKey(job.owner);
  const options = {
    db: { executeSql: (text: string, values?: unknown[]) => tx.query(text, values) },
    group: { id: owner },
    // pg-boss accepts a negative delay only as a string.
    startAfter: String(start_after_seconds),
    ...(singleton_key !== undefined && { singletonKey: singleton_key }),
  };
  const trace_id = currentTraceId();
  const payload = trace_id === undefined ? job.payload : { ...job.payload, trace_id };
  for (let races = 0; races < RACES_MAX; races++) {
    if ((await boss.send(job.name, payload, options)) !== null) return;
    // A job with this key is already waiting, so no second job is needed. The update locks the waiting job until our
    // transaction commits, so that the job sees what we wrote. If our start time is earlier, the update also moves the
    // waiting job to that time.
    const { rowCount } = await tx.query(
      `update ${JOB_TABLE} set start_after = least(start_after, now() + make_interval(secs => $4))
       where name = $1 and group_id = $2 and singleton_key = $3 and state = 'created'`,
      [job.name, owner, singleton_key, start_after_seconds],
    );
    if (rowCount > 0) return;
  }
  throw new Error(`could not enqueue ${job.name}: its singleton key is too busy`);
}

/**
 * Adds the recurring job for the current interval of time, unless it was already added. The intervals are counted from
 * the beginning of 1970.
 */
export async function insertRecurringJob(boss: PgBoss, name: JobName, every_seconds: number): Promise<void> {
  const options = { group: { id: ownerKey('system') }, singletonKey: 'recurring', singletonSeconds: every_seconds };
  await boss.send(name, {}, options);
}

export type Turn = { owner: string; name: string };
export type Claim = {
  /** The owner and the job name of the last claimed job. The search for the next job starts after this pair. */
  after: Turn;
  /** Owners that already have the maximum number of jobs running in this worker. */
  full: readonly string[];
  /** The jobs this worker can run, each with its number of retries. */
  retries: Readonly<Record<string, number>>;
};

const nextTurn = (after: string) =>
  `select group_id, name from ${JOB_TABLE}
   where ${WAITING} and (group_id, name) > (${after}) order by group_id, name limit 1`;

// Jobs are claimed round-robin across owners, and across the job names of one owner. So a client's batch of 10,000 jobs
// delays neither other clients nor a person who waits at the same client's widget. The search starts after the last
// claimed pair of owner and job name, and wraps around. The query jumps through the index from one such pair to the
// next and never reads a backlog of jobs.
const CLAIM = `
  with recursive later (owner, kind) as (
    (${nextTurn('$1, $2')})
    union all
    select group_id, name from later cross join lateral (${nextTurn('owner, kind')}) as next
  ), earlier (owner, kind) as (
    (${nextTurn("'', ''")})
    union all
    select group_id, name from earlier cross join lateral (${nextTurn('owner, kind')}) as next
    where (owner, kind) < ($1, $2)
  ), chosen as (
    select place
    from (select * from later union all select * from earlier where (owner, kind) <= ($1, $2)) as turns
    cross join lateral (
      select ctid as place from ${JOB_TABLE}
      where group_id = owner and name = kind and ${WAITING} and start_after <= now()
      order by start_after limit 1 for update skip locked
    ) as due
    where owner <> all ($3) and $4::jsonb ? kind
    limit 1
  )
  update ${JOB_TABLE} set
    state = 'active', started_on = now(), heartbeat_on = now(),
    retry_count = case when started_on is null then retry_count else retry_count + 1 end,
    retry_limit = case when started_on is null then retry_count + ($4::jsonb ->> name)::int else retry_limit end
  where ${amongst('chosen')}
  returning name, id, retry_count as attempt, group_id as owner, data as payload,
    retry_limit - retry_count as retries_left`;

/** Claims the next job in round-robin order. */
export async function claimJob(db: Db, { after, full, retries }: Claim): Promise<ClaimedJob | undefined> {
  const { rows } = await db.query<ClaimedJob>(CLAIM, [after.owner, after.name, full, retries]);
  return rows[0];
}

const HELD = `job.name = held.name and job.id = held.id and retry_count = held.attempt and state = 'active'`;
// A row is skipped while a transaction that records the outcome of its job has locked it. Waiting for one row would
// block all heartbeats.
const RENEW = `
  with held as (select * from unnest($1::text[], $2::uuid[], $3::int[]) as held (name, id, attempt)),
  free as (
    select place from held cross join lateral (
      select ctid as place from ${JOB_TABLE} as job where ${HELD} for no key update skip locked
    ) as job
  ), renewed as (update ${JOB_TABLE} set heartbeat_on = now() where ${amongst('free')})
  select id, attempt from held where (select true from ${JOB_TABLE} as job where ${HELD})`;

/** Renews the heartbeats. Returns the attempts that still hold their job. */
export async function renewLeases<A extends Attempt>(db: Db, held: readonly A[]): Promise<A[]> {
  const columns = [held.map((job) => job.name), held.map((job) => job.id), held.map((job) => job.attempt)];
  const { rows } = await db.query<{ id: string; attempt: number }>(RENEW, columns);
  return held.filter((job) => rows.some((row) => row.id === job.id && row.attempt === job.attempt));
}

/**
 * Frees the jobs whose lease has expired. The lost run is counted as an attempt, because the job may have killed its
 * worker.
 */
export async function freeLostJobs(
  db: Db,
  lease_seconds: number,
): Promise<{ name: string; id: string; state: JobFate }[]> {
  const { rows } = await db.query<{ name: string; id: string; state: JobFate }>(
    `with lost as (
       select ctid as place from ${JOB_TABLE}
       where name = any($1) and state = 'active' and group_id is not null
         and heartbeat_on < now() - make_interval(secs => $2)
       for update skip locked
     )
     update ${JOB_TABLE} set
       state = ${NEXT_STATE}, completed_on = ${DIED_ON}, start_after = now(),
       output = jsonb_build_object('message', 'the worker was lost')
     where ${amongst('lost')} returning name, id, state`,
    [JOB_NAMES, lease_seconds],
  );
  return rows;
}

/**
 * Completes a job and deletes its row. The row of a recurring job is kept, so that no worker adds the recurring job
 * again in the same interval.
 */
export async function settleJob(db: Db, { name, id, attempt }: Attempt): Promise<boolean> {
  const { rowCount } = await db.query(
    `${LOCKED},
     served as (
       update ${JOB_TABLE} set state = 'completed', completed_on = now() where ${IF_OURS} and singleton_on is not null
     ), done as (
       delete from ${JOB_TABLE} where ${IF_OURS} and singleton_on is null
     )
     select 1 from ours`,
    [name, id, attempt],
  );
  return rowCount > 0;
}

/**
 * Fails an attempt: the job waits for a retry or becomes dead. Returns undefined if the attempt no longer held the job.
 */
export async function failJob(
  db: Db,
  { name, id, attempt }: Attempt,
  failure: { message: string; retry_after_seconds: number },
): Promise<JobFate | undefined> {
  const { rows } = await db.query<{ state: JobFate }>(
    `${LOCKED}
     update ${JOB_TABLE} set
       state = ${NEXT_STATE}, completed_on = ${DIED_ON}, start_after = now() + make_interval(secs => $4),
       output = jsonb_build_object('message', $5::text)
     where ${IF_OURS} returning state`,
    [name, id, attempt, failure.retry_after_seconds, failure.message],
  );
  return rows[0]?.state;
}

/**
 * Puts an unfinished job back on the queue. The interrupted attempt must not reduce the number of retries, so
 * `retry_limit` is raised by one.
 */
export async function returnJob(db: Db, { name, id, attempt }: Attempt): Promise<boolean> {
  const { rowCount } = await db.query(
    `${LOCKED}
     update ${JOB_TABLE} set state = 'retry', start_after = now(), retry_limit = retry_limit + 1 where ${IF_OURS}`,
    [name, id, attempt],
  );
  return rowCount > 0;
}

/**
 * Puts dead jobs back into the queue. The jobs are due now and get as many new attempts as their handler allows. The
 * attempt number does not restart at 0, because the fence uses the number to recognise a stalled worker. Jobs that are
 * not dead stay unchanged. Returns the number of jobs that were put back.
 */
export async function reviveJobs(db: Db, ids: readonly string[]): Promise<number> {
  const { rowCount } = await db.query(
    `with dead as (
       select ctid as place from ${JOB_TABLE} where name = any($1) and id = any($2) and state = 'failed' for update
     )
     update ${JOB_TABLE} set
       state = 'retry', retry_count = retry_count + 1, started_on = null, completed_on = null, start_after = now(),
       output = null
     where ${amongst('dead')}`,
    [JOB_NAMES, ids],
  );
  return rowCount;
}
