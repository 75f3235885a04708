// Reads the event log backward, newest events first, and reads single events. The log of the API can be read only
// forward from a cursor.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { RecentEventsQuery } from '#domain/console/recent-events.ts';
import { cursorOf, type LoggedEvent, placeOf } from '#domain/events/event-log.ts';
import { EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import { fileEvents } from '#services/events/event-log.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type FiledEvent, findFiledEvent, listLastSequences, listNewestEvents } from '#storage/events/events.ts';
import { SYSTEM } from '#storage/platform/db.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;

/**
 * Returns the events that match the filters and come before a cursor, newest first. If there is no cursor, returns the
 * newest events. `before` is the cursor for the next older page; null if there are no older events.
 */
export async function listRecentEvents(
  ctx: Ctx,
  { before: cursor, ...filter }: RecentEventsQuery,
): Promise<{ results: LoggedEvent[]; before: string | null }> {
  const before = placeOf(cursor ?? '') ?? (await lastPlace(ctx)) + 1;
  const asked = { ...filter, before, created_since: keptSince(ctx), limit: PAGE + 1 };
  const rows = await listNewestEvents(ctx.db, ctx.scope, asked);
  const shown = rows.slice(0, PAGE);
  const oldest = shown.at(-1);
  return {
    results: shown.map(toLogged),
    before: oldest === undefined || rows.length <= PAGE ? null : cursorOf(oldest.sequence),
  };
}

/** Returns the event with this id or cursor. */
export async function getEvent(ctx: Ctx, id_or_cursor: string): Promise<LoggedEvent> {
  await fileEvents(ctx);
  const sequence = placeOf(id_or_cursor);
  const wanted = sequence === undefined ? { id: id_or_cursor } : { sequence };
  const row = await findFiledEvent(ctx.db, ctx.scope, wanted, keptSince(ctx));
  if (row === undefined) throw notFound();
  return toLogged(row);
}

const keptSince = (ctx: Ctx): Date => new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS);

const toLogged = ({ sequence, event_type, created_at, payload }: FiledEvent): LoggedEvent => ({
  cursor: cursorOf(sequence),
  event_type,
  created_at: toTimestamp(created_at),
  payload,
});

async function lastPlace(ctx: Ctx): Promise<number> {
  await fileEvents(ctx);
  const [last] = await listLastSequences(ctx.database.scoped(SYSTEM), [ctx.scope]);
  return last?.last_sequence ?? 0;
}
