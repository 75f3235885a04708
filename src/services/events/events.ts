// Announces events. An event's row is written in the transaction of the change that the event reports; the event is
// delivered later. An order's events also become entries of its timeline.
import { type NewEvent, toEventRow } from '#domain/events/events.ts';
import { type TimelineEntry, timelineEntryOf } from '#domain/events/order-timeline.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { insertEvents } from '#storage/events/events.ts';
import { insertTimeline } from '#storage/orders/order-timeline.ts';

/**
 * Writes the rows of events, in the given order, and adds their timeline entries. Call this function within the
 * transaction of the change that the events report. The events get their place in the event log after the commit.
 */
export async function announce(ctx: Ctx, events: readonly NewEvent[]): Promise<void> {
  const now = ctx.now();
  const rows = events.map((event) => toEventRow(event, ctx.newId(), now));
  const entries = events.map(timelineEntryOf).filter((entry) => entry !== undefined);
  await Promise.all([insertEvents(ctx.db, ctx.scope, rows), note(ctx, entries)]);
  if (events.length > 0) ctx.db.afterCommit(() => ctx.event_signal.send());
}

/** Adds timeline entries and announces no event. */
export async function note(ctx: Ctx, entries: readonly TimelineEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, id: ctx.newId() }));
  await insertTimeline(ctx.db, ctx.scope, rows, ctx.now());
}
