// Reads the event log backward, newest events first. The log itself can be read only forward from a cursor.
import { toTimestamp } from '#base/timestamps.ts';
import { cursorOf, type LoggedEvent, placeOf } from '#domain/events/event-log.ts';
import { EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import { fileEvents } from '#services/events/event-log.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { listFiledEvents, listLastSequences } from '#storage/events/events.ts';
import { SYSTEM } from '#storage/platform/db.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;

/**
 * Returns the events before a cursor, newest first. If there is no cursor, returns the newest events. `before` is the
 * cursor for the next older page; null if there are no older events. Positions in the log have no gaps, so the older
 * page can be computed from the position.
 */
export async function listRecentEvents(
  ctx: Ctx,
  before_cursor: string | undefined,
): Promise<{ results: LoggedEvent[]; before: string | null }> {
  const before = placeOf(before_cursor ?? '') ?? (await lastPlace(ctx)) + 1;
  const after = Math.max(0, before - 1 - PAGE);
  const created_since = new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  const rows = await listFiledEvents(ctx.db, ctx.scope, { after, created_since, limit: PAGE });
  const shown = rows.filter(({ sequence }) => sequence < before).toReversed();
  const oldest = shown.at(-1);
  return {
    results: shown.map(({ sequence, event_type, created_at, payload }) => ({
      cursor: cursorOf(sequence),
      event_type,
      created_at: toTimestamp(created_at),
      payload,
    })),
    before: oldest === undefined || oldest.sequence <= 1 ? null : cursorOf(oldest.sequence),
  };
}

async function lastPlace(ctx: Ctx): Promise<number> {
  await fileEvents(ctx);
  const [last] = await listLastSequences(ctx.database.scoped(SYSTEM), [ctx.scope]);
  return last?.last_sequence ?? 0;
}
