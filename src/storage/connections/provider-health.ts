// Counts the ended tasks of live providers, for all clients together. Needs the system scope. Only the newest tasks are
// counted, and the index `tasks_by_provider` contains exactly the tasks and the columns that are read. So counting
// takes milliseconds, however many tasks there are.
import {
  DOWN_AFTER_TASKS,
  FAILED,
  RECENT_TASKS,
  SERVED,
  TASKS_COUNTED_MAX,
  type TaskCounts,
} from '#domain/connections/provider-health.ts';
import type { TaskStatus } from '#domain/connections/tasks.ts';
import type { Db } from '#storage/platform/db.ts';

/** The statuses as SQL. PostgreSQL uses the partial index only if the statement contains them as literals. */
const listed = (statuses: readonly TaskStatus[]): string => statuses.map((status) => `'${status}'`).join(', ');

const COUNTS = `
  select p.id as provider_id, counted.* from unnest($1::text[]) as p (id) cross join lateral (
    select
      count(*) filter (where status in (${listed(SERVED)}))::int as served,
      count(*) filter (where status in (${listed(FAILED)}))::int as failed,
      count(*) filter (where status in (${listed(SERVED)}) and place <= ${RECENT_TASKS})::int as recent_served,
      count(*) filter (where status in (${listed(FAILED)}) and place <= ${RECENT_TASKS})::int as recent_failed,
      coalesce(array_agg(status order by place) filter (where place <= ${DOWN_AFTER_TASKS} and status <> 'login_error'), '{}')
        as newest,
      max(progress_real_at) filter (where status <> 'login_error') as newest_at,
      count(*) filter (where status = 'login_error')::int as login_errors,
      count(*) filter (where status = 'login_error' and place_of_all <= ${RECENT_TASKS})::int as recent_login_errors,
      percentile_cont(0.5) within group (order by provider_ms) filter (where provider_ms > 0) as ms_median,
      percentile_cont(0.95) within group (order by provider_ms) filter (where provider_ms > 0) as ms_p95
    from (
      select status, progress_real_at, provider_ms,
        row_number() over (order by progress_real_at desc) as place_of_all,
        row_number() over (partition by status = 'login_error' order by progress_real_at desc) as place
      from (
        select status, progress_real_at, provider_ms from tasks
        where provider_id = p.id and progress_real_at > $2
          and status in (${listed([...SERVED, ...FAILED, 'login_error'])})
          and finished_at is not null and failure_scope is null
          and provider_id <> 'documents' and provider_id not like 'vouch\\_%'
        order by progress_real_at desc limit ${TASKS_COUNTED_MAX}
      ) as newest
    ) as placed
  ) as counted`;

export async function countProviderTasks(
  db: Db,
  provider_ids: readonly string[],
  since: Date,
): Promise<Map<string, TaskCounts>> {
  const { rows } = await db.query<TaskCounts & { provider_id: string }>(COUNTS, [provider_ids, since]);
  return new Map(rows.map(({ provider_id, ...counts }) => [provider_id, counts]));
}
