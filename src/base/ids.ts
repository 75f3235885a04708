// Ids are random and created by us, never by the database, so that no engine needs a sequence and no id reveals
// anything about another id.
import { randomInt, randomUUID } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;

/** 32 lower-case hex characters. */
export const newId = (): string => randomUUID().replaceAll('-', '');

export const isId = (text: string): boolean => ID.test(text);

/** Letters and digits, without those that are easily confused when read from a screen. */
const SHORT_SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SHORT_LENGTH = 10;

/**
 * A key short enough for a text message. It has only some 10^14 possible values, so it is used only for things that are
 * worthless once they have ended.
 */
export const newShortKey = (): string =>
  Array.from({ length: SHORT_LENGTH }, () => SHORT_SIGNS[randomInt(SHORT_SIGNS.length)]).join('');
