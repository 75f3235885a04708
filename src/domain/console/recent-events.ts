// The event log as the console reads it: a list with the newest events first, or a single event.
import { type Static, Type } from 'typebox';
import { nullable } from '#base/schema.ts';
import { EventListParameters, EventLogAnswer } from '#domain/events/event-log.ts';

const { event_type, user_id, order_id, link_id } = EventListParameters.properties;

export const RecentEventsQuery = Type.Object({
  before: Type.Optional(Type.String({ description: 'A cursor. Only earlier events are returned.' })),
  event_type,
  user_id,
  order_id,
  link_id,
});
export type RecentEventsQuery = Static<typeof RecentEventsQuery>;

export const RecentEventsAnswer = Type.Object({
  results: EventLogAnswer.properties.results,
  before: nullable(Type.String()),
});

/** An event is identified by its id or by its cursor. */
export const EventParams = Type.Object({ event: Type.String({ format: 'text', minLength: 1 }) });
export const EventAnswer = EventLogAnswer.properties.results.items;
