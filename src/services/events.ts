// Announces what happened: rows written in the transaction of the change, delivered later.
import { type NewEvent, toEventRow } from '#domain/events.ts';
import { insertEvents } from '#storage/events.ts';
import type { Ctx } from './ctx.ts';

/** In the order given. Must be called with the transaction of the change. */
export async function announce(ctx: Ctx, events: readonly NewEvent[]): Promise<void> {
  const now = ctx.now();
  await insertEvents(
    ctx.db,
    ctx.scope,
    events.map((event) => toEventRow(event, ctx.newId(), now)),
  );
  if (events.length > 0) ctx.db.afterCommit(() => ctx.event_bell.ring());
}
