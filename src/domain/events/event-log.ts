// The event log as it is read: everything that happened in an environment, oldest first, from a cursor on.
import { type Static, Type } from 'typebox';
import { incorrect } from '#base/errors.ts';
import { choice, nullable, QueryText, Timestamp } from '#base/schema.ts';
import { EVENT_TYPES, type EventType } from './events.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

export const EventListParameters = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'text', description: 'The cursor of the last event seen; without it from the beginning.' }),
  ),
  limit: Type.Optional(
    Type.String({
      format: 'count',
      description: `At most so many: 1 to ${LIMIT_MAX}, ${LIMIT_DEFAULT} unless told.`,
      examples: ['100'],
    }),
  ),
  event_type: Type.Optional(choice(EVENT_TYPES)),
  user_id: QueryText,
  order_id: QueryText,
  link_id: QueryText,
});

/** The same, read. */
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

/** What names a place in the log to the outside. */
export const cursorOf = (sequence: number): string => Buffer.from(`e${sequence}`).toString('base64url');

/** The place a cursor names; undefined when it is none of ours. */
export function placeOf(cursor: string): number | undefined {
  const digits = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  return digits !== undefined && cursorOf(Number(digits)) === cursor ? Number(digits) : undefined;
}

const Cursor = Type.String({ minLength: 1 });

export const EventLogAnswer = Type.Object({
  next_cursor: nullable(Cursor),
  results: Type.Array(
    Type.Object({
      cursor: Cursor,
      event_type: choice(EVENT_TYPES),
      created_at: Timestamp,
      payload: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'As delivered.' }),
    }),
  ),
});
export type EventLogAnswer = Static<typeof EventLogAnswer>;

/** An event in its place; the payload is JSON text as it is delivered. */
export type LoggedEvent = { cursor: string; event_type: EventType; created_at: string; payload: string };

/**
 * A payload was written by JSON.stringify, with names for keys, so parsed and written again it is the same text: the
 * answer holds it byte for byte.
 */
export const presentEvent = ({ payload, ...event }: LoggedEvent): EventLogAnswer['results'][number] => ({
  ...event,
  payload: JSON.parse(payload),
});
