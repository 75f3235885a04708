// Reading the event log: all events of an environment, oldest first, starting after a cursor.
import { type Static, Type } from 'typebox';
import { incorrect } from '#base/errors.ts';
import { choice, nullable, QueryText, shape, Timestamp } from '#base/schema.ts';
import { EVENT_TYPES, type EventType } from './events.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

export const EventListParameters = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'text', description: 'The cursor of the last event seen; from the beginning if omitted.' }),
  ),
  limit: Type.Optional(
    Type.String({
      format: 'count',
      description: `The maximum number of events to return (1 to ${LIMIT_MAX}, default ${LIMIT_DEFAULT}).`,
      examples: ['100'],
    }),
  ),
  event_type: Type.Optional(choice(EVENT_TYPES)),
  user_id: QueryText,
  order_id: QueryText,
  link_id: QueryText,
});

/** The query of an event list after parsing. */
export type EventListQuery = {
  after?: string | undefined;
  limit: number;
  event_type?: EventType | undefined;
  user_id?: string | undefined;
  order_id?: string | undefined;
  link_id?: string | undefined;
};

export function toEventListQuery({ limit: text, ...others }: Static<typeof EventListParameters>): EventListQuery {
  const limit = Number(text ?? LIMIT_DEFAULT);
  if (limit < 1) throw incorrect({ field: 'limit', message: 'Ensure this value is greater than or equal to 1.' });
  if (limit > LIMIT_MAX) {
    throw incorrect({ field: 'limit', message: `Ensure this value is less than or equal to ${LIMIT_MAX}.` });
  }
  return { ...others, limit };
}

const PLACE = /^e(\d{1,15})$/;

/** The opaque cursor for a position in the log. */
export const cursorOf = (sequence: number): string => Buffer.from(`e${sequence}`).toString('base64url');

/** The position that a cursor represents; `undefined` if the cursor is not valid. */
export function placeOf(cursor: string): number | undefined {
  const digits = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  return digits !== undefined && cursorOf(Number(digits)) === cursor ? Number(digits) : undefined;
}

const Cursor = Type.String({ minLength: 1 });

export const EventLogAnswer = shape('EventPage', 'One page of the event log.', {
  next_cursor: nullable(Cursor),
  results: Type.Array(
    shape('Event', 'An event in the log.', {
      cursor: Cursor,
      event_type: choice(EVENT_TYPES),
      created_at: Timestamp,
      payload: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'As delivered.' }),
    }),
  ),
});
export type EventLogAnswer = Static<typeof EventLogAnswer>;

/** An event and its cursor. `payload` is the JSON text exactly as it was delivered. */
export type LoggedEvent = { cursor: string; event_type: EventType; created_at: string; payload: string };

/**
 * Parses the payload. The payload is serialised again as part of the response. The new text equals the old text byte
 * for byte, because `JSON.stringify` wrote the payload and no key in the payload is a number.
 */
export const presentEvent = ({ payload, ...event }: LoggedEvent): EventLogAnswer['results'][number] => ({
  ...event,
  payload: JSON.parse(payload),
});
