// The operator's view of the queue: waiting and dead jobs.
import { JOB_NAMES, type JobOwner, ownerKey } from '#domain/platform/jobs.ts';
import type { Db } from './db.ts';
import { JOB_TABLE } from './queue-boss.ts';

export type JobCounts = {
  name: string;
  ready: number;
  /** Jobs that are not due yet: retries, and jobs enqueued for later. */
  deferred: number;
  active: number;
  dead: number;
  /** How long the oldest ready job has been ready. */
  ready_seconds_max: number;
};

export type DeadJob = {
  name: string;
  id: string;
  owner: string;
  attempts: number;
  message: string;
  created_at: Date;
  died_at: Date;
};

/** Returns one row per job name, including names without jobs. */
export async function countJobs(db: Db): Promise<JobCounts[]> {
  const { rows } = await db.query<JobCounts>(
    `select known.name,
       count(*) filter (where state < 'active' and start_after <= now()) as ready,
       count(*) filter (where state < 'active' and start_after > now()) as deferred,
       count(*) filter (where state = 'active') as active,
       count(*) filter (where state = 'failed') as dead,
       coalesce(extract(epoch from now() - min(greatest(start_after, created_on))
         filter (where state < 'active' and start_after <= now())), 0)::float8 as ready_seconds_max
     from unnest($1::text[]) as known (name) left join ${JOB_TABLE} as job using (name)
     group by known.name order by known.name`,
    [JOB_NAMES],
  );
  return rows;
}

/** Returns dead jobs of all owners, or of one owner. The job that failed most recently comes first. */
export async function listDeadJobs(db: Db, limit: number, owner?: JobOwner): Promise<DeadJob[]> {
  const { rows } = await db.query<DeadJob>(
    `select name, id, group_id as owner, retry_count + 1 as attempts,
       coalesce(output ->> 'message', output -> 'value' ->> 'message', '') as message,
       created_on as created_at, completed_on as died_at
     from ${JOB_TABLE} where state = 'failed' and ($2::text is null or group_id = $2)
     order by completed_on desc, id limit $1`,
    [limit, owner === undefined ? null : ownerKey(owner)],
  );
  return rows;
}

/** Returns the ids of the dead jobs of all owners, or of one owner. The job that failed first comes first. */
export async function listDeadIds(db: Db, owner?: JobOwner): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from ${JOB_TABLE} where state = 'failed' and ($1::text is null or group_id = $1)
     order by completed_on, id`,
    [owner === undefined ? null : ownerKey(owner)],
  );
  return rows.map(({ id }) => id);
}

/** Whether the job exists. Finished jobs are deleted, so the result for a finished job is false. */
export async function hasJob(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from ${JOB_TABLE} where name = any($1) and id = $2 and state <> 'completed'`,
    [JOB_NAMES, id],
  );
  return rowCount > 0;
}
