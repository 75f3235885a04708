// The hourly counts for the charts of the console. Each past hour is counted once, and its counts are then stored.
import { TASK_STATUSES } from '#domain/connections/tasks.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type Chart = 'tasks' | 'deliveries';

/** The number of occurrences per outcome in one hour. */
export type Hour = { hour: Date; counts: Record<string, number> };

const COUNT: Record<Chart, string> = {
  // The index on the status also contains `created_at`, so only the index is read and not the rows of tasks.
  tasks: `select date_trunc('hour', created_at, 'UTC') as hour, status as outcome, count(*) as count from tasks
    where client_id = $1 and environment = $2 and status = any($5) and created_at >= $3 and created_at < $4
    group by 1, 2`,
  deliveries: `select date_trunc('hour', sent_at, 'UTC') as hour, state as outcome, count(*) as count
    from webhook_attempts where client_id = $1 and environment = $2 and sent_at >= $3 and sent_at < $4
    group by 1, 2`,
};

/**
 * Counts the tasks or deliveries from `from` (inclusive) to `to` (exclusive), per hour. Hours with a count of zero are
 * left out.
 */
export async function countHours(db: Db, scope: Scope, chart: Chart, from: Date, to: Date): Promise<Hour[]> {
  const { rows } = await db.query<{ hour: Date; outcome: string; count: number }>(COUNT[chart], [
    scope.client_id,
    scope.environment,
    from,
    to,
    ...(chart === 'tasks' ? [TASK_STATUSES] : []),
  ]);
  const hours = new Map<number, Hour>();
  for (const { hour, outcome, count } of rows) {
    const known = hours.get(hour.getTime()) ?? { hour, counts: {} };
    hours.set(hour.getTime(), { hour, counts: { ...known.counts, [outcome]: count } });
  }
  return [...hours.values()].toSorted((a, b) => a.hour.getTime() - b.hour.getTime());
}

/** Returns the stored counts of the hours from `from` on, oldest first. */
export async function listKeptHours(db: Db, scope: Scope, chart: Chart, from: Date): Promise<Hour[]> {
  const { rows } = await db.query<Hour>(
    `select hour, counts from console_hours
     where client_id = $1 and environment = $2 and chart = $3 and hour >= $4 order by hour`,
    [scope.client_id, scope.environment, chart, from],
  );
  return rows;
}

/** Stores the counts of past hours, and deletes the counts of hours before `from`. */
export async function keepHours(db: Db, scope: Scope, chart: Chart, hours: readonly Hour[], from: Date): Promise<void> {
  await db.query(
    `with old as (
       delete from console_hours where client_id = $1 and environment = $2 and chart = $3 and hour < $6
     )
     insert into console_hours (client_id, environment, chart, hour, counts)
     select $1, $2, $3, hour, counts::jsonb from unnest($4::timestamptz[], $5::text[]) as kept (hour, counts)
     on conflict do nothing`,
    [
      scope.client_id,
      scope.environment,
      chart,
      hours.map(({ hour }) => hour),
      hours.map(({ counts }) => JSON.stringify(counts)),
      from,
    ],
  );
}
