// Counts the ended tasks of live providers over all clients. Needs the system scope. Only the newest tasks are counted,
// and the index `tasks_by_provider` contains all columns that are read. So counting takes milliseconds, however many
// tasks there are.
import {
  DOWN_AFTER_TASKS,
  FAILED,
  SERVED,
  TASKS_COUNTED_MAX,
  type TaskCounts,
} from '#domain/connections/provider-health.ts';
import type { Db } from '#storage/platform/db.ts';

/** The number of newest tasks that show how well the provider works now. */
const RECENT_TASKS = 20;

const COUNTS = `
  select p.id as provider_id, counted.* from unnest($1::text[]) as p (id) cross join lateral (
    select
      count(*) filter (where status = any($3))::int as served,
      count(*) filter (where status = any($4))::int as failed,
      count(*) filter (where status = any($3) and place <= ${RECENT_TASKS})::int as recent_served,
      count(*) filter (where status = any($4) and place <= ${RECENT_TASKS})::int as recent_failed,
      coalesce(array_agg(status order by place) filter (where place <= ${DOWN_AFTER_TASKS}), '{}') as newest,
      max(progress_real_at) as newest_at
    from (
      select status, progress_real_at, row_number() over (order by progress_real_at desc) as place
      from (
        select status, progress_real_at from tasks
        where provider_id = p.id and progress_real_at > $2 and status = any($3::text[] || $4::text[])
          and finished_at is not null and provider_id <> 'documents' and provider_id not like 'vouch\\_%'
        order by progress_real_at desc limit ${TASKS_COUNTED_MAX}
      ) as newest
    ) as placed
  ) as counted`;

export async function countProviderTasks(
  db: Db,
  provider_ids: readonly string[],
  since: Date,
): Promise<Map<string, TaskCounts>> {
  const { rows } = await db.query<TaskCounts & { provider_id: string }>(COUNTS, [provider_ids, since, SERVED, FAILED]);
  return new Map(rows.map(({ provider_id, ...counts }) => [provider_id, counts]));
}
