// Rows of order timelines, in the sequence in which they were written.
import type { TimelineEntry, TimelineEvent } from '#domain/events/order-timeline.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type TimelineRow = TimelineEntry & { id: string };
export type ListedEntry = {
  id: string;
  event_type: TimelineEvent;
  data: TimelineEntry['data'];
  created_at: Date;
  position: number;
};

/** Inserts timeline entries in the given order. */
export async function insertTimeline(
  tx: Db,
  scope: Scope,
  rows: readonly TimelineRow[],
  created_at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into order_timeline (client_id, environment, order_id, id, event_type, data, created_at)
     select $1, $2, order_id, id, event_type, data::jsonb, $7
     from unnest($3::text[], $4::text[], $5::text[], $6::text[])
       with ordinality as n (order_id, id, event_type, data, place)
     order by place`,
    [
      scope.client_id,
      scope.environment,
      rows.map(({ order_id }) => order_id),
      rows.map(({ id }) => id),
      rows.map(({ event_type }) => event_type),
      rows.map(({ data }) => JSON.stringify(data)),
      created_at,
    ],
  );
}

/** Returns one page of an order's timeline, oldest entry first. */
export async function listTimeline(
  db: Db,
  scope: Scope,
  order_id: string,
  { page, page_size }: Paging,
): Promise<{ count: number; entries: ListedEntry[] }> {
  const [{ rows: counted }, { rows: entries }] = await Promise.all([
    db.query<{ count: number }>(
      'select count(*)::int as count from order_timeline where client_id = $1 and environment = $2 and order_id = $3',
      [scope.client_id, scope.environment, order_id],
    ),
    db.query<ListedEntry>(
      `select id, event_type, data, created_at, position from order_timeline
       where client_id = $1 and environment = $2 and order_id = $3 order by position offset $4 limit $5`,
      [scope.client_id, scope.environment, order_id, (page - 1) * page_size, page_size],
    ),
  ]);
  return { count: counted[0]?.count ?? 0, entries };
}
