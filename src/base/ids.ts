// Ids are random. They are created by our code and never by the database, so that no database needs a sequence. No id
// reveals anything about another id.
import { randomInt, randomUUID } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;

/** Returns a new random id: 32 lower-case hex characters. */
export const newId = (): string => randomUUID().replaceAll('-', '');

export const isId = (text: string): boolean => ID.test(text);

/** Letters and digits, without those that are easily confused when read from a screen. */
const SHORT_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SHORT_LENGTH = 10;

/**
 * A key that is short enough for a text message. The key has only about 8 * 10^14 possible values. So it is used only
 * for objects that expire, and an expired object is worthless to an attacker.
 */
export const newShortKey = (): string =>
  Array.from({ length: SHORT_LENGTH }, () => SHORT_SIGNS[randomInt(SHORT_SIGNS.length)]).join('');
