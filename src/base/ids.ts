// Ids are random and made by us, never by the database, so that no engine needs a sequence and no id
// tells anything about another.
import { randomInt, randomUUID } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;

/** 32 lower-case hex characters. */
export const newId = (): string => randomUUID().replaceAll('-', '');

export const isId = (text: string): boolean => ID.test(text);

/** Without signs that are taken for one another when read from a screen. */
const SHORT_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SHORT_LENGTH = 10;

/** Short enough for a text message, and some 10^14 of them: for what is worth nothing once it has ended. */
export const newShortKey = (): string =>
  Array.from({ length: SHORT_LENGTH }, () => SHORT_SIGNS[randomInt(SHORT_SIGNS.length)]).join('');
