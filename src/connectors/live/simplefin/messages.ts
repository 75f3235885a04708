// The messages of a SimpleFIN server about data that it could not read. They are written for the person, but the text
// comes from outside. So the messages are cleaned and shortened, and credentials are removed from them.
import type { Access } from './access.ts';
import type { AccountSet } from './wire.ts';

const MESSAGES_MAX = 20;
const LENGTH_MAX = 200;

export function messagesOf(sets: readonly AccountSet[], { authorization }: Access): string[] {
  const secrets = Buffer.from(authorization.slice('Basic '.length), 'base64')
    .toString('utf8')
    .split(':')
    .filter((part) => part.length > 3);
  const messages = sets.flatMap(({ errors = [], errlist = [] }) =>
    // A server that supports both versions of the protocol sends the same problems in `errlist` and in `errors`, so
    // only one of these lists is used.
    errlist.length > 0 ? errlist.map(({ code, msg, message }) => msg || message || code) : errors,
  );
  const clean = messages
    .map((message) => message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .map((message) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message))
    .map((message) => message.slice(0, LENGTH_MAX))
    .filter((message) => message !== '');
  return [...new Set(clean)].slice(0, MESSAGES_MAX);
}
