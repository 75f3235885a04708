// An order's timeline: what happened to the order, oldest first. Some entries are derived from events.
import { type Static, Type } from 'typebox';
import { Id, PAGING, shape, Timestamp } from '#base/schema.ts';
import type { NewEvent } from './events.ts';

export const TIMELINE_EVENTS = [
  'order-created',
  'order-updated',
  'employers-added',
  'invitation-sent',
  'reminder-sent',
  'landing-opened',
  'consent-given',
  'link-connected',
  'task-status-updated',
  'suborder-status-updated',
  'order-status-updated',
  'report-created',
  'document-reviewed',
  'certification-completed',
  'order-refreshed',
  'order-refresh-failed',
  'order-canceled',
  'order-expired',
  'order-finalized',
] as const;
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

/**
 * The data of a timeline entry: ids and statuses. The text of a message is not stored here. The text is added when the
 * timeline is read.
 */
export type TimelineData = Record<string, string | null>;
export type TimelineEntry = { order_id: string; event_type: TimelineEvent; data: TimelineData };

export const TimelineAnswer = shape('TimelineEntry', 'An entry in the history of an order.', {
  id: Id,
  event_type: Type.String({ enum: [...TIMELINE_EVENTS] }),
  created_at: Timestamp,
  data: Type.Unsafe<TimelineData>(Type.Object({}, { additionalProperties: Type.Union([Type.String(), Type.Null()]) })),
});
export type TimelineAnswer = Static<typeof TimelineAnswer>;
export const TimelineQuery = Type.Object(PAGING);

/**
 * The timeline entry for an event; `undefined` if the event belongs to no order, or if no entry is derived from events
 * of its type.
 */
export function timelineEntryOf(event: NewEvent): TimelineEntry | undefined {
  switch (event.event_type) {
    case 'task-status-updated':
      return event.order_id === null
        ? undefined
        : entry(event.order_id, event.event_type, {
            task_id: event.task_id,
            link_id: event.link_id,
            suborder_id: event.tracking_info,
            status: event.status,
          });
    case 'order-status-updated':
      return event.employer_id === null
        ? entry(event.order_id, event.event_type, { status: event.status })
        : entry(event.order_id, 'suborder-status-updated', {
            suborder_id: event.employer_id,
            link_id: event.link_id,
            status: event.status,
          });
    case 'order-refresh-failed':
      return entry(event.order_id, event.event_type, {
        suborder_id: event.employer_id,
        link_id: event.link_id,
        status: event.status,
      });
    case 'order-created':
      return entry(event.order_id, event.event_type, { user_id: event.user_id, status: event.status });
    case 'order-finalized':
    case 'certification-completed':
      return entry(event.order_id, event.event_type, {});
    default:
      return undefined;
  }
}

const entry = (order_id: string, event_type: TimelineEvent, data: TimelineData): TimelineEntry => ({
  order_id,
  event_type,
  data,
});
