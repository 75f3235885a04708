// The delivery log. It has one entry per attempt, which shows the event, the endpoint and the result.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { choice, Id, nullable, PAGING, QueryText, QueryTimestamp, shape, Timestamp } from '#base/schema.ts';
import { parseTimestamp, toTimestamp } from '#base/timestamps.ts';
import { EVENT_TYPES, type EventType } from './events.ts';
import { DELIVERIES_KEPT_DAYS, DELIVERY_STATES, type DeliveryState } from './webhook-deliveries.ts';

const DAY_MS = 86_400_000;
const STATUS_MIN = 100;
const STATUS_MAX = 599;

export const NoticeRequestListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ description: 'A position in the log, taken from `next` or `previous`.' })),
  page_size: PAGING.page_size,
  created_at__gte: QueryTimestamp,
  created_at__lte: QueryTimestamp,
  event_type: Type.Optional(choice(EVENT_TYPES)),
  status_code: Type.Optional(Type.String({ format: 'count', examples: ['500'] })),
  endpoint_id: QueryText,
});
export type NoticeRequestListQuery = Static<typeof NoticeRequestListQuery>;

export const NoticeRequestAnswer = shape('NoticeRequest', 'One attempt to deliver an event to an endpoint.', {
  webhook_id: Id,
  event_type: choice(EVENT_TYPES),
  event_created_at: Timestamp,
  status_code: nullable(
    Type.Integer({ description: 'The status code the endpoint returned; null if it did not respond.' }),
  ),
  error_message: nullable(Type.String()),
  webhook_payload: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  webhook_url: Type.String({
    description: 'The URL the event was sent to; the endpoint may have a different URL now.',
  }),
  id: Id,
  endpoint_id: Id,
  attempt: Type.Integer({ minimum: 1 }),
  state: choice(DELIVERY_STATES),
  sent_at: Timestamp,
  duration_ms: Type.Integer({ minimum: 0 }),
  next_attempt_at: nullable(Timestamp),
});
export type NoticeRequestAnswer = Static<typeof NoticeRequestAnswer>;

export const NoticeRequestPage = shape('NoticeRequestPage', 'One page of the delivery log.', {
  next: nullable(Type.String({ format: 'uri' })),
  previous: nullable(Type.String({ format: 'uri' })),
  results: Type.Array(NoticeRequestAnswer),
});

/** One delivery attempt, and the state of the delivery after this attempt. */
export type NoticeRequest = {
  id: string;
  endpoint_id: string;
  delivery_id: string;
  event_id: string;
  event_type: EventType;
  webhook_url: string;
  attempt: number;
  state: DeliveryState;
  status_code: number | null;
  error_message: string | null;
  sent_at: Date;
  duration_ms: number;
  next_attempt_at: Date | null;
  /** The attempt's position in the delivery log. */
  position: number;
};
/** A delivery attempt, together with the event that the attempt had to deliver. */
export type ShownRequest = NoticeRequest & { payload: string; event_created_at: Date };

export const presentRequest = (request: ShownRequest): NoticeRequestAnswer => ({
  webhook_id: request.event_id,
  event_type: request.event_type,
  event_created_at: toTimestamp(request.event_created_at),
  status_code: request.status_code,
  error_message: request.error_message,
  webhook_payload: JSON.parse(request.payload),
  webhook_url: request.webhook_url,
  id: request.id,
  endpoint_id: request.endpoint_id,
  attempt: request.attempt,
  state: request.state,
  sent_at: toTimestamp(request.sent_at),
  duration_ms: request.duration_ms,
  next_attempt_at: request.next_attempt_at === null ? null : toTimestamp(request.next_attempt_at),
});

/** The time at which the delivery log starts. Earlier attempts are no longer stored. */
export const logBegins = (now: Date): Date => new Date(now.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS);

export type RequestFilter = {
  sent_from: Date;
  sent_until?: Date;
  event_type?: EventType;
  status_code?: number;
  endpoint_id?: string;
};

/** Converts the query to a filter. Throws one error with status 400 that lists all validation errors. */
export function toRequestFilter(query: NoticeRequestListQuery, now: Date): RequestFilter {
  const begins = logBegins(now);
  const from = parseTimestamp(query.created_at__gte ?? '');
  const until = parseTimestamp(query.created_at__lte ?? '');
  const status_code = query.status_code === undefined ? undefined : Number(query.status_code);
  const faults: InvalidParam[] = [];
  if (from && from < begins) faults.push(below('created_at__gte', toTimestamp(begins)));
  if (status_code !== undefined && status_code < STATUS_MIN) faults.push(below('status_code', STATUS_MIN));
  if (status_code !== undefined && status_code > STATUS_MAX) faults.push(above('status_code', STATUS_MAX));
  if (faults.length > 0) throw incorrect(...faults);
  return {
    sent_from: from ?? begins,
    ...(until && { sent_until: until }),
    ...(query.event_type && { event_type: query.event_type }),
    ...(status_code !== undefined && { status_code }),
    ...(query.endpoint_id !== undefined && { endpoint_id: query.endpoint_id }),
  };
}

const below = (field: string, least: string | number): InvalidParam => ({
  field,
  message: `Ensure this value is greater than or equal to ${least}.`,
});
const above = (field: string, most: number): InvalidParam => ({
  field,
  message: `Ensure this value is less than or equal to ${most}.`,
});
