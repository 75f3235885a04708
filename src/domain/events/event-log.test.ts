import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorOf, placeOf, presentEvent } from './event-log.ts';

describe('a cursor of the event log', () => {
  test.each([0, 1, 17, 999_999_999_999_999])(
    'a cursor of the event log decodes to its position %i and needs no escaping in a query string',
    (place) => {
      expect(cursorOf(place)).toMatch(/^[\w-]+$/);
      expect(placeOf(cursorOf(place))).toBe(place);
    },
  );

  test.each([
    '',
    'x',
    '17',
    cursorOf(17).toLowerCase(),
    `${cursorOf(17)}=`,
    `${cursorOf(17)} `,
    Buffer.from('17').toString('base64url'),
    Buffer.from('e017').toString('base64url'),
    Buffer.from('e-1').toString('base64url'),
    Buffer.from('e1000000000000000').toString('base64url'),
    Buffer.from('eNaN').toString('base64url'),
  ])('%j is not a valid cursor of the event log', (text) => expect(placeOf(text)).toBe(undefined));
});

test('the payload of an event stays the same string when it is parsed and serialised again', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
  const payloads = fc.dictionary(fc.stringMatching(/^[a-z_]{1,20}$/), value, { maxKeys: 20, noNullPrototype: true });
  fc.assert(
    fc.property(payloads, (payload) => {
      const text = JSON.stringify(payload);
      const shown = presentEvent({ cursor: 'x', event_type: 'link-deleted', created_at: 'x', payload: text });
      expect(JSON.stringify(shown.payload)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});
