// The event log. After an event is committed, it is added to the log and gets its sequence number. The log can be read
// starting from any cursor.
import { incorrect } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { cursorOf, type EventListQuery, type LoggedEvent, placeOf } from '#domain/events/event-log.ts';
import { EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import type { Ctx, CtxParts } from '#services/platform/ctx.ts';
import { fileEvents as fileBatch, hasUnfiledEvents, holdFiling, listFiledEvents } from '#storage/events/events.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { ENDPOINT_DISABLED } from './webhook-health.ts';

const BATCH = 500;
const DAY_MS = 86_400_000;

/**
 * Adds to the log all events that are not in it yet. Returns the number of added events (`filed`) and the number of
 * deliveries that were created for them (`addressed`).
 */
export async function fileEvents({
  database,
  clock,
}: Pick<CtxParts, 'database' | 'clock'>): Promise<{ filed: number; addressed: number }> {
  const system = database.scoped(SYSTEM);
  const all = { filed: 0, addressed: 0 };
  for (let is_more = await hasUnfiledEvents(system); is_more; ) {
    const { filed, addressed } = await system.transaction(async (tx) => {
      await holdFiling(tx);
      return fileBatch(tx, clock.now(), BATCH, ENDPOINT_DISABLED);
    });
    all.filed += filed;
    all.addressed += addressed;
    is_more = filed === BATCH;
  }
  return all;
}

/**
 * Lists events. The list includes every event that was committed before the call. An event that no worker has added to
 * the log yet is added first.
 */
export async function listEvents(
  ctx: Ctx,
  query: EventListQuery,
): Promise<{ next_cursor: string | null; results: LoggedEvent[] }> {
  const { after: cursor, limit, ...filter } = query;
  const after = cursor === undefined ? 0 : placeOf(cursor);
  if (after === undefined) throw incorrect({ field: 'after', message: 'Object not found.' });
  const { addressed } = await fileEvents(ctx);
  if (addressed > 0) ctx.event_signal.send();
  const created_since = new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  const rows = await listFiledEvents(ctx.db, ctx.scope, { ...filter, after, created_since, limit });
  const results = rows.map(({ sequence, event_type, created_at, payload }) => ({
    cursor: cursorOf(sequence),
    event_type,
    created_at: toTimestamp(created_at),
    payload,
  }));
  return { next_cursor: results.at(-1)?.cursor ?? cursor ?? null, results };
}
