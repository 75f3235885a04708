// Ids are random. They are created by our code and not by the database, so that no database needs a sequence. No id
// reveals anything about another id.
import { randomInt, randomUUID } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;

/** Returns a new random id: 32 lower-case hex characters. */
export const newId = (): string => randomUUID().replaceAll('-', '');

const TIME_DIGITS = 12;

/**
 * Returns a new id that begins with the time `now` in milliseconds, as 12 hex characters. Requests have such ids, so
 * that the request log can find a request by its id without an index.
 */
export function newTimedId(now: Date): string {
  const ms = now.getTime();
  // `written` keeps the most recent timestamp with its formatted text. The text is reused, because many requests begin
  // within the same millisecond, and formatting a timestamp takes as long as creating the rest of the id.
  if (ms !== written.ms) written = { ms, text: ms.toString(16).padStart(TIME_DIGITS, '0') };
  // The last 20 hex characters of a UUID.
  const uuid = randomUUID();
  return written.text + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
}

let written = { ms: Number.NaN, text: '' };

/** Returns the time in an id that `newTimedId` created. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, TIME_DIGITS), 16));

export const isId = (text: string): boolean => ID.test(text);

/** Letters and digits, without characters that are easily confused on a screen. */
const SHORT_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SHORT_LENGTH = 10;

/**
 * Returns a key that is short enough for a text message. There are only about 8 * 10^14 possible keys. So a key is used
 * only for objects that expire, and an expired object is worthless to an attacker.
 */
export const newShortKey = (): string =>
  Array.from({ length: SHORT_LENGTH }, () => SHORT_SIGNS[randomInt(SHORT_SIGNS.length)]).join('');
