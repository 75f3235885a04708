// The events of an order and the attempts to deliver them.
import type { SentSignatures } from '#domain/console/webhook-attempts.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type HistoryEvent = {
  id: string;
  event_type: string;
  sequence: number;
  position: number;
  created_at: Date;
  link_id: string | null;
  task_id: string | null;
  payload: string;
};

/**
 * Returns the events of an order, and those events of its links that are not older than the order, oldest first. Events
 * that are not in the event log yet are left out.
 */
export async function listHistoryEvents(
  db: Db,
  scope: Scope,
  order: { id: string; created_at: Date; link_ids: readonly string[] },
  limit: number,
): Promise<HistoryEvent[]> {
  const columns = 'id, event_type, sequence, position, created_at, link_id, task_id, payload';
  const { rows } = await db.query<HistoryEvent>(
    `select * from (
       (select ${columns} from events where client_id = $1 and environment = $2 and order_id = $3 and sequence > 0
        order by sequence limit $6)
       union
       (select e.* from unnest($4::text[]) as wanted (link_id) cross join lateral (
          select ${columns} from events o where client_id = $1 and environment = $2 and o.link_id = wanted.link_id
            and sequence > 0 and order_id is null and created_at >= $5 order by sequence limit $6
        ) e)
     ) found order by sequence limit $6`,
    [scope.client_id, scope.environment, order.id, order.link_ids, order.created_at, limit],
  );
  return rows;
}

/** An event that states whether a link is connected. */
export type ConnectionEvent = { id: string; link_id: string; event_type: string; created_at: Date; position: number };

/**
 * Returns the events that state whether these links are connected, oldest first. Includes events from before the order
 * existed.
 */
export async function listConnectionEvents(
  db: Db,
  scope: Scope,
  link_ids: readonly string[],
  limit: number,
): Promise<ConnectionEvent[]> {
  const { rows } = await db.query<ConnectionEvent>(
    `select found.* from unnest($3::text[]) as wanted (link_id) cross join lateral (
       select id, link_id, event_type, created_at, position, sequence from events o
       where client_id = $1 and environment = $2 and o.link_id = wanted.link_id and sequence > 0
         and event_type in ('link-connected', 'link-disconnected', 'link-deleted') order by sequence desc limit $4
     ) found order by found.sequence`,
    [scope.client_id, scope.environment, link_ids, limit],
  );
  return rows;
}

export type HistoryAttempt = {
  id: string;
  delivery_id: string;
  event_id: string;
  event_type: string;
  endpoint_id: string;
  webhook_url: string;
  attempt: number;
  state: string;
  status_code: number | null;
  error_message: string | null;
  sent_at: Date;
  duration_ms: number;
  next_attempt_at: Date | null;
  position: number;
} & SentSignatures;

/** Returns the attempts to deliver these events, oldest first. */
export async function listAttemptsOf(
  db: Db,
  scope: Scope,
  event_ids: readonly string[],
  limit: number,
): Promise<HistoryAttempt[]> {
  const { rows } = await db.query<HistoryAttempt>(
    `select a.* from unnest($3::text[]) as wanted (event_id) cross join lateral (
       select id, delivery_id, w.event_id, event_type, endpoint_id, webhook_url, attempt, state, status_code,
         error_message, sent_at, duration_ms, next_attempt_at, sent_timestamp, webhook_signature, access_signature, position
       from webhook_attempts w
       where w.event_id = wanted.event_id and (w.client_id, w.environment) is not distinct from ($1, $2)
       order by position limit $4
     ) a order by a.sent_at, a.position limit $4`,
    [scope.client_id, scope.environment, event_ids, limit],
  );
  return rows;
}

export type HistoryDelivery = {
  id: string;
  event_id: string;
  event_type: string;
  endpoint_id: string;
  endpoint_name: string;
};

/**
 * Returns the deliveries of these events to the client's current endpoints, in the order of the events. Deliveries to
 * deleted endpoints are left out.
 */
export async function listDeliveriesOf(
  db: Db,
  scope: Scope,
  sequences: readonly number[],
  limit: number,
): Promise<HistoryDelivery[]> {
  const { rows } = await db.query<HistoryDelivery>(
    `select d.id, d.event_id, d.event_type, d.endpoint_id, w.name as endpoint_name
     from webhook_endpoints w cross join unnest($3::bigint[]) as wanted (sequence) cross join lateral (
       select id, event_id, event_type, endpoint_id, sequence from webhook_deliveries o
       where o.endpoint_id = w.id and o.sequence = wanted.sequence
         and (o.client_id, o.environment) is not distinct from ($1, $2) limit 20
     ) d where w.client_id = $1 and w.environment = $2 order by d.sequence, w.name, d.id limit $4`,
    [scope.client_id, scope.environment, sequences, limit],
  );
  return rows;
}

/** Returns the payload of an event exactly as it is sent. Returns undefined if the event is no longer stored. */
export async function findPayload(db: Db, scope: Scope, event_id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ payload: string }>(
    'select payload from events where client_id = $1 and environment = $2 and id = $3',
    [scope.client_id, scope.environment, event_id],
  );
  return rows[0]?.payload;
}
