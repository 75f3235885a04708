// Replays events: sends them to an endpoint again.
import { ORDER_EVENTS } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';
import { sameAs } from '#storage/platform/rows.ts';

export type Replay = {
  endpoint_id: string;
  /** The id of a single event to replay. If it is not set, all events created in the time range are replayed. */
  event_id?: string | undefined;
  created_since?: Date | undefined;
  created_until?: Date | undefined;
  event_types: readonly string[];
  /**
   * If true, skips events that were already delivered to this endpoint, and events that were never meant for this
   * endpoint.
   */
  only_failed: boolean;
  /** The time at which the deliveries become due, on the clock of the client's environment. */
  due_at: Date;
};

/**
 * The maximum number of events per statement. Months of events are replayed page by page, so that every statement is
 * short.
 */
const PAGE = 1_000;

// A waiting delivery becomes due now and is counted as replayed, but it is not sent twice. A delivery that is being
// sent may be failing at this moment, so it is sent again. The state is compared with `is not distinct from`, so that
// the statement cannot use the index of waiting deliveries. With that index, the statement would read all waiting
// deliveries of the endpoint. With the index by event, the statement reads only the deliveries of one event.
const REPLAY = `
  with page as (
    select client_id, environment, id, event_type, sequence, task_id, order_id from events
    where client_id = $1 and environment = $2 and sequence > $11 and event_type = any($7)
      and ($4::text is null or id = $4)
      and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at <= $6)
    order by sequence limit ${PAGE}
  ), chosen as (
    select p.*, d.waits from page p cross join lateral (
      select bool_or(state = 'waiting' and (leased_until is null or leased_until < now())) as waits,
        bool_or(state = 'delivered') as arrived, count(*) as tries
      from webhook_deliveries d
      where endpoint_id = $3 and sequence = p.sequence and event_id = p.id and ${sameAs('p', 'd')}
    ) as d
    where not $8 or (d.tries > 0 and d.arrived is not true)
  ), hurried as (
    update webhook_deliveries d set due_at = $9, fires_at = least(d.fires_at, $9)
    from chosen c where c.waits and d.endpoint_id = $3 and d.sequence = c.sequence and d.event_id = c.id
      and ${sameAs('c', 'd')} and d.state is not distinct from 'waiting'
  ), renewed as (
    insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, chain,
      state, attempts, due_at, fires_at, created_at)
    select $1, $2, replace(gen_random_uuid()::text, '-', ''), $3, id, event_type, sequence,
      case when event_type = 'task-status-updated' then task_id when event_type = any($10) then order_id end,
      'waiting', 0, $9, $9, $9
    from chosen where waits is not true
  )
  select (select count(*) from chosen)::int as replayed, count(*)::int as seen, max(sequence) as last from page`;

/** Sends events to an endpoint again. Returns the number of events. */
export async function replayDeliveries(tx: Db, scope: Scope, replay: Replay): Promise<number> {
  // A replay of many pages may fill a delivery table that was empty at the first page. A plan for the empty table would
  // be slow later, so the statement is planned again for each page.
  await tx.query('set local plan_cache_mode = force_custom_plan');
  let replayed = 0;
  for (let after: number | null = 0; after !== null; ) {
    const { rows }: { rows: Page[] } = await tx.query<Page>(REPLAY, [
      scope.client_id,
      scope.environment,
      replay.endpoint_id,
      replay.event_id ?? null,
      replay.created_since ?? null,
      replay.created_until ?? null,
      replay.event_types,
      replay.only_failed,
      replay.due_at,
      ORDER_EVENTS,
      after,
    ]);
    replayed += rows[0]?.replayed ?? 0;
    after = rows[0]?.seen === PAGE ? rows[0].last : null;
  }
  return replayed;
}

type Page = { replayed: number; seen: number; last: number | null };
