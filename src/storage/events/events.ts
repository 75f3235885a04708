// Rows of events. An event is written in the same transaction as the change that it announces. It is added to its
// environment's log after the commit.
import { type EventRow, type EventType, ORDER_EVENTS } from '#domain/events/events.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/** Inserts the events in the given order. */
export async function insertEvents(tx: Db, scope: Scope, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into events (client_id, environment, id, event_type, user_id, link_id, task_id, order_id, payload,
       created_at)
     select $1, $2, id, event_type, user_id, link_id, task_id, order_id, payload, $10
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       with ordinality as n (id, event_type, user_id, link_id, task_id, order_id, payload, place)
     order by place`,
    [
      scope.client_id,
      scope.environment,
      events.map((event) => event.id),
      events.map((event) => event.event_type),
      events.map((event) => event.user_id),
      events.map((event) => event.link_id),
      events.map((event) => event.task_id),
      events.map((event) => event.order_id),
      events.map((event) => event.payload),
      events[0]?.created_at,
    ],
  );
}

/** Whether there are events that were not yet added to the log. Needs the system scope. */
export async function hasUnfiledEvents(db: Db): Promise<boolean> {
  return (await db.query('select 1 from events where sequence is null order by position limit 1')).rowCount > 0;
}

/** An arbitrary number for the advisory lock that lets only one process at a time add events to the log. */
const FILING_LOCK = 7_240_120;

export async function holdFiling(tx: Db): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [FILING_LOCK]);
}

const RANDOM_ID = `replace(gen_random_uuid()::text, '-', '')`;

const FILE = `
  with unfiled as (
    select client_id, environment, position, ctid as place from events
    where sequence is null order by position limit $1
  ), batch as (
    select u.place, coalesce(l.last_sequence, 0)
      + row_number() over (partition by u.client_id, u.environment order by u.position) as sequence
    from unfiled u left join event_log l on l.client_id = u.client_id and l.environment = u.environment
  ), filed as (
    update events e set sequence = b.sequence from batch b
    where e.ctid = b.place
    returning e.client_id, e.environment, e.id, e.event_type, e.task_id, e.order_id, e.sequence
  ), counted as (
    insert into event_log (client_id, environment, last_sequence)
    select client_id, environment, max(sequence) from filed group by client_id, environment
    on conflict (client_id, environment) do update set last_sequence = excluded.last_sequence
  ), addressed as (
    select f.*, w.id as endpoint_id, w.webhook_url, w.enabled, ${RANDOM_ID} as delivery_id,
      date_trunc('second', $2::timestamptz) + make_interval(secs => v.clock_offset_seconds) as moment
    from filed f
    join webhook_endpoints w on w.client_id = f.client_id and w.environment = f.environment
    join environments v on v.client_id = f.client_id and v.environment = f.environment
    where f.event_type = any(w.events) and (w.enabled or w.disabled_reason is not null)
  ), sent as (
    insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, chain,
      state, attempts, due_at, fires_at, created_at)
    select client_id, environment, delivery_id, endpoint_id, id, event_type, sequence,
      case when event_type = 'task-status-updated' then task_id when event_type = any($3) then order_id end,
      case when enabled then 'waiting' else 'dead' end, case when enabled then 0 else 1 end, moment, moment, moment
    from addressed
  ), logged as (
    insert into webhook_attempts (client_id, environment, id, endpoint_id, delivery_id, event_id, event_type,
      webhook_url, attempt, state, error_message, sent_at, duration_ms)
    select client_id, environment, ${RANDOM_ID}, endpoint_id, delivery_id, id, event_type, webhook_url, 1, 'dead', $4,
      moment, 0
    from addressed where not enabled order by sequence
  )
  select count(*)::int as filed, (select count(*) from addressed where enabled)::int as addressed from filed`;

/**
 * Adds committed events to the log: assigns their sequence numbers, in the order in which the events were written.
 * Creates a delivery of each event for each endpoint that subscribes to it. If we disabled the endpoint, the delivery
 * is created as dead, so that it can be replayed. If the client disabled the endpoint, no delivery is created. The
 * caller must have called `holdFiling` in this transaction. Needs the system scope.
 */
export async function fileEvents(
  tx: Db,
  now: Date,
  limit: number,
  disabled_message: string,
): Promise<{ filed: number; addressed: number }> {
  const { rows } = await tx.query<{ filed: number; addressed: number }>(FILE, [
    limit,
    now,
    ORDER_EVENTS,
    disabled_message,
  ]);
  return rows[0] ?? { filed: 0, addressed: 0 };
}

export type FiledEvent = { sequence: number; event_type: EventType; created_at: Date; payload: string };
export type EventFilter = {
  event_type?: string | undefined;
  user_id?: string | undefined;
  order_id?: string | undefined;
  link_id?: string | undefined;
};

const FILTERS = ['event_type', 'user_id', 'order_id', 'link_id'] as const;
/**
 * The largest limit that callers use. It is a constant in the statement, so the planner expects to read few rows. With
 * a parameter as the limit, the planner would expect to read many rows.
 */
const LIMIT_MAX = 500;

type LogQuery = { created_since: Date; limit: number } & EventFilter;

/**
 * Returns the events that match the filters, oldest first. Only events that are not older than `created_since` and have
 * a sequence greater than `after` are returned.
 */
export const listFiledEvents = (
  db: Db,
  scope: Scope,
  { after, ...query }: { after: number } & LogQuery,
): Promise<FiledEvent[]> => readLog(db, scope, query, { start: after, beyond: '>', order: 'asc' });

/** Like `listFiledEvents`, but newest first, and with a sequence less than `before`. */
export const listNewestEvents = (
  db: Db,
  scope: Scope,
  { before, ...query }: { before: number } & LogQuery,
): Promise<FiledEvent[]> => readLog(db, scope, query, { start: before, beyond: '<', order: 'desc' });

/** The sequence numbers come from an index alone, in index order (see `rowsOf` in list-sql.ts). */
async function readLog(
  db: Db,
  scope: Scope,
  query: LogQuery,
  { start, beyond, order }: { start: number; beyond: '<' | '>'; order: 'asc' | 'desc' },
): Promise<FiledEvent[]> {
  const given = FILTERS.filter((name) => query[name] !== undefined);
  const { rows } = await db.query<FiledEvent>(
    `with places as materialized (
       select sequence from events
       where client_id = $1 and environment = $2 and sequence ${beyond} $3 and created_at >= $4
       ${given.map((name, at) => `and ${name} = $${at + 6}`).join(' ')}
       order by sequence ${order} limit ${LIMIT_MAX}
     )
     select e.* from (select sequence as place from places limit $5) shown cross join lateral (
       select sequence, event_type, created_at, payload from events
       where client_id = $1 and environment = $2 and sequence = place limit 1
     ) e order by e.sequence ${order}`,
    [scope.client_id, scope.environment, start, query.created_since, query.limit, ...given.map((name) => query[name])],
  );
  return rows;
}

/** Returns the event with this id, or at this position in the log. An event that is not in the log yet is not found. */
export async function findFiledEvent(
  db: Db,
  scope: Scope,
  wanted: { id: string } | { sequence: number },
  created_since: Date,
): Promise<FiledEvent | undefined> {
  const [column, value] = 'id' in wanted ? ['id', wanted.id] : ['sequence', wanted.sequence];
  const { rows } = await db.query<FiledEvent>(
    `select sequence, event_type, created_at, payload from events
     where client_id = $1 and environment = $2 and ${column} = $3 and sequence is not null and created_at >= $4`,
    [scope.client_id, scope.environment, value, created_since],
  );
  return rows[0];
}

/** Returns the last position in the log of each environment that has events. Needs the system scope. */
export async function listLastSequences(
  db: Db,
  scopes: readonly Scope[],
): Promise<(Scope & { last_sequence: number })[]> {
  const { rows } = await db.query<Scope & { last_sequence: number }>(
    `select l.client_id, l.environment, l.last_sequence from unnest($1::text[], $2::text[]) as n (client_id, environment)
     join event_log l on l.client_id = n.client_id and l.environment = n.environment`,
    [scopes.map(({ client_id }) => client_id), scopes.map(({ environment }) => environment)],
  );
  return rows;
}

/**
 * Returns the event's trace id: the id of the event's order. If the event has no order, it is the id of its task's
 * order; if the task has no order either, it is the id of the task.
 */
export async function findEventTrace(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ trace_id: string | null }>(
    `select coalesce(e.order_id, t.order_id, e.task_id) as trace_id from events e
     left join tasks t on t.client_id = e.client_id and t.environment = e.environment and t.id = e.task_id
     where e.client_id = $1 and e.environment = $2 and e.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0]?.trace_id ?? undefined;
}
