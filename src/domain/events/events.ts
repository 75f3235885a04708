// The types of events, and the payloads of events exactly as they are stored and delivered, byte for byte.
import { toTimestamp } from '#base/timestamps.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { TaskStatus } from '#domain/connections/tasks.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';

export const LINK_EVENTS = ['link-connected', 'link-disconnected', 'link-deleted'] as const;
export const OBJECT_EVENTS = [
  'employment-created',
  'employment-updated',
  'profile-created',
  'profile-updated',
] as const;
export const LIST_EVENTS = [
  'statements-created',
  'statements-updated',
  'shifts-created',
  'shifts-updated',
  'bank-accounts-created',
  'bank-accounts-updated',
] as const;

/**
 * The event types of an order. An endpoint gets the events of one order in the sequence in which they happened. It also
 * gets the status events of one task in sequence.
 */
export const ORDER_EVENTS = [
  'order-created',
  'order-status-updated',
  'order-refresh-failed',
  'order-finalized',
  'certification-completed',
] as const;

/** All event types to which a client can subscribe. */
export const EVENT_TYPES = [
  'task-status-updated',
  ...ORDER_EVENTS,
  ...LINK_EVENTS,
  'employment-created',
  'profile-created',
  'employment-updated',
  'profile-updated',
  'statements-created',
  'shifts-created',
  'bank-accounts-created',
  'statements-updated',
  'shifts-updated',
  'bank-accounts-updated',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Fields about a link. Every payload that concerns a link contains these fields. */
type LinkSet = { link_id: string; product: ProductType; data_source: DataSource; tracking_info: string | null };

/**
 * Fields about an order or one of its suborders. `employer_id` is the id of the suborder, even if the suborder is not
 * an employer.
 */
type OrderSet = {
  order_id: string;
  order_number: string | null;
  employer_id: string | null;
  product: ProductType;
  link_id: string | null;
  data_source: DataSource | null;
};

export type EventBody =
  | ({ event_type: 'order-created' | 'order-status-updated' } & OrderSet & { status: OrderStatus })
  /** `status` is the status of the failed task. */
  | ({ event_type: 'order-refresh-failed' } & OrderSet & { status: TaskStatus })
  | { event_type: 'order-finalized' | 'certification-completed'; order_id: string; order_number: string | null }
  | ({ event_type: 'task-status-updated'; task_id: string; status: TaskStatus } & LinkSet & {
        order_id: string | null;
        error_message: string | null;
      })
  | ({ event_type: (typeof LINK_EVENTS)[number] } & LinkSet)
  | ({ event_type: (typeof OBJECT_EVENTS)[number]; task_id: string; object_id: string } & LinkSet)
  | ({
      event_type: (typeof LIST_EVENTS)[number];
      task_id: string;
      employment_id: string;
      objects_count: number;
    } & LinkSet);

/** The user whom an event concerns, and the template that is in use, if there is one. */
export type EventSubject = { user_id: string; template_id: string | null };

export type NewEvent = EventSubject & EventBody;

export type EventRow = {
  id: string;
  event_type: EventType;
  user_id: string;
  link_id: string | null;
  task_id: string | null;
  order_id: string | null;
  payload: string;
  created_at: Date;
};

/** The keys of the payload are in the order that the contract requires. */
export function toEventRow({ event_type, user_id, template_id, ...body }: NewEvent, id: string, now: Date): EventRow {
  const moment = toTimestamp(now);
  const common = { webhook_id: id, event_type, event_created_at: moment, updated_at: moment, user_id, template_id };
  return {
    id,
    event_type,
    user_id,
    link_id: 'link_id' in body ? body.link_id : null,
    task_id: 'task_id' in body ? body.task_id : null,
    order_id: 'order_id' in body ? body.order_id : null,
    payload: JSON.stringify({ ...common, ...body }),
    created_at: now,
  };
}
