// Ids are random and made by us, never by the database, so that no engine needs a sequence and no id
// tells anything about another.
import { randomUUID } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;

/** 32 lower-case hex characters. */
export const newId = (): string => randomUUID().replaceAll('-', '');

export const isId = (text: string): boolean => ID.test(text);
