// Announces events: rows written in the transaction of the change and delivered later; events of an order also become
// entries of its timeline.
import { type NewEvent, toEventRow } from '#domain/events/events.ts';
import { type TimelineEntry, timelineEntryOf } from '#domain/events/order-timeline.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { insertEvents } from '#storage/events/events.ts';
import { insertTimeline } from '#storage/orders/order-timeline.ts';

/** Keeps the given order. Must be called with the transaction of the change. */
export async function announce(ctx: Ctx, events: readonly NewEvent[]): Promise<void> {
  const now = ctx.now();
  const rows = events.map((event) => toEventRow(event, ctx.newId(), now));
  const entries = events.map(timelineEntryOf).filter((entry) => entry !== undefined);
  await Promise.all([insertEvents(ctx.db, ctx.scope, rows), note(ctx, entries)]);
  if (events.length > 0) ctx.db.afterCommit(() => ctx.event_bell.ring());
}

/** Adds entries that appear only in the timeline. */
export async function note(ctx: Ctx, entries: readonly TimelineEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, id: ctx.newId() }));
  await insertTimeline(ctx.db, ctx.scope, rows, ctx.now());
}
