// Rows of events, written with the change they announce.
import type { EventRow } from '#domain/events.ts';
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';

/** Their order within a transaction. It only ever grows, so several calls in one transaction keep their order. */
let position = 0;

/** In the order given. */
export async function insertEvents(tx: Db, scope: Scope, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into events (client_id, environment, id, event_type, user_id, link_id, task_id, order_id, payload,
       created_at, position)
     select $1, $2, id, event_type, user_id, link_id, task_id, order_id, payload, $10, position
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $11::bigint[])
       as n (id, event_type, user_id, link_id, task_id, order_id, payload, position)`,
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
      events.map(() => position++),
    ],
  );
}
