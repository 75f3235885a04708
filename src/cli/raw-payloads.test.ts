import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawPayloads } from './raw-payloads.ts';

describe('rawPayloads', () => {
  test('returns payloads byte for byte, even if JSON.stringify would write them differently', () => {
    const payload = '{ "a":1.0, "\\u0062":"\\/é\\"}]", "nested":{"payload":[1e2, {"payload":null}]}, "10":1, "2":2 }';
    const page = `{"next_cursor" : "payload", "results":[ {"cursor":"1","payload":${payload}},\n{"payload" : {} ,"cursor":"2"} ] }`;
    expect(rawPayloads(page)).toEqual([payload, '{}']);
  });

  test('no payload is returned for an empty page, a page without results, or elements without a payload', () => {
    expect(rawPayloads('{"results":[],"next_cursor":null}')).toEqual([]);
    expect(rawPayloads('{}')).toEqual([]);
    expect(rawPayloads('{"results":[{"cursor":"1","event":{"payload":1}}]}')).toEqual([]);
  });

  test('returns every payload of a page of results', () => {
    const element = fc.record({ payload: fc.jsonValue(), cursor: fc.jsonValue(), other: fc.jsonValue() });
    fc.assert(
      fc.property(fc.array(element), fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (results, first, indent) => {
        const page = JSON.stringify({ first, results, last: first }, undefined, indent);
        expect(rawPayloads(page).map((text) => JSON.parse(text))).toEqual(
          results.map(({ payload }) => JSON.parse(JSON.stringify(payload))),
        );
      }),
    );
  });

  test('a page that is cut off in the middle causes an error', () => {
    expect(() => rawPayloads('{"results":[{"payload":{"a":[1')).toThrow('ends unexpectedly');
  });
});
