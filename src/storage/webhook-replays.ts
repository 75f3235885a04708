// Sends events to an endpoint once more.
import { ORDER_EVENTS } from '#domain/events.ts';
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';

export type Replay = {
  endpoint_id: string;
  /** One event, or those created in a span of time. */
  event_id?: string | undefined;
  created_since?: Date | undefined;
  created_until?: Date | undefined;
  event_types: readonly string[];
  /** Leaves out what has come through, and what was never on its way there. */
  only_failed: boolean;
  due_at: Date;
  now: Date;
};

// What still waits is on its way already: it is due at once and counts, but does not go twice. One that is being sent
// right now may be failing in this moment, so it goes again.
const REPLAY = `
  with wanted as (
    select e.id, e.event_type, e.sequence, e.task_id, e.order_id,
      bool_or(d.state = 'waiting' and (d.leased_until is null or d.leased_until < now())) as waits,
      bool_or(d.state = 'delivered') as arrived, count(d.id) as tries
    from events e left join webhook_deliveries d
      on d.client_id = e.client_id and d.environment = e.environment and d.endpoint_id = $3 and d.event_id = e.id
        and d.sequence = e.sequence
    where e.client_id = $1 and e.environment = $2 and e.sequence is not null and e.event_type = any($7)
      and ($4::text is null or e.id = $4)
      and ($5::timestamptz is null or e.created_at >= $5) and ($6::timestamptz is null or e.created_at <= $6)
    group by e.client_id, e.environment, e.id
  ), chosen as (
    select * from wanted where not $8 or (tries > 0 and arrived is not true)
  ), hurried as (
    update webhook_deliveries d set due_at = $9, fires_at = least(d.fires_at, $10)
    from chosen c where c.waits and d.client_id = $1 and d.environment = $2 and d.endpoint_id = $3
      and d.event_id = c.id and d.sequence = c.sequence and d.state = 'waiting'
  ), renewed as (
    insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, chain,
      state, attempts, due_at, fires_at, created_at)
    select $1, $2, replace(gen_random_uuid()::text, '-', ''), $3, id, event_type, sequence,
      case when event_type = 'task-status-updated' then task_id when event_type = any($11) then order_id end,
      'waiting', 0, $9, $10, $9
    from chosen where waits is not true
  )
  select count(*)::int as count from chosen`;

/** Sends events to an endpoint once more; returns how many. */
export async function replayDeliveries(tx: Db, scope: Scope, replay: Replay): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(REPLAY, [
    scope.client_id,
    scope.environment,
    replay.endpoint_id,
    replay.event_id ?? null,
    replay.created_since ?? null,
    replay.created_until ?? null,
    replay.event_types,
    replay.only_failed,
    replay.due_at,
    replay.now,
    ORDER_EVENTS,
  ]);
  return rows[0]?.count ?? 0;
}
