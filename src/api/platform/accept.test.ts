import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { accepts } from './accept.ts';

test.each([
  [undefined, true],
  ['', true],
  ['   ', true],
  ['*/*', true],
  ['application/*', true],
  ['application/json', true],
  ['APPLICATION/JSON', true],
  ['application/json; charset=utf-8', true],
  ['application/json;q=0.001', true],
  ['application/json ; q = 0.5', true],
  ['text/html, application/json', true],
  ['text/html;q=1, */*;q=0.1', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['*/*;q=0, application/json', true],
  ['application/*;q=0, application/json;q=0.1', true],
  ['application/json;q=0, application/json', true],
  ['application/json, application/json;q=0', true],
  ['application/json;q=nonsense', true],
  ['text/html', false],
  ['application/pdf', false],
  ['application/jsonp', false],
  ['application/json+x', false],
  ['json', false],
  ['*', false],
  ['*/json', false],
  ['text/*', false],
  ['application/json;q=0', false],
  ['application/json;q=0.0', false],
  ['application/json;Q=0', false],
  ['application/json;q=0, */*', false],
  ['application/*;q=0, */*', false],
  ['*/*;q=0', false],
  [',', false],
])('accepts(%j, "application/json") returns %s', (header, expected) => {
  expect(accepts(header, 'application/json')).toBe(expected);
});

test('an Accept header can admit application/pdf without admitting application/json', () => {
  expect(accepts('application/pdf', 'application/pdf')).toBe(true);
  expect(accepts('application/pdf, application/json;q=0', 'application/json')).toBe(false);
});

const range = fc
  .tuple(
    fc.constantFrom('*/*', 'application/*', 'application/json', 'text/html', 'image/*'),
    fc.constantFrom('', ';q=0', ';q=0.5', ';q=1'),
  )
  .map((parts) => parts.join(''));

test('the result of accepts() does not depend on the order of the media ranges in the Accept header', () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1 }), (ranges) => {
      const forwards = accepts(ranges.join(','), 'application/json');
      expect(accepts(ranges.toReversed().join(', '), 'application/json')).toBe(forwards);
    }),
  );
});

test('accepts() returns true for an Accept header with application/json, and false with application/json;q=0, whatever the other media ranges are', () => {
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const others = ranges.filter((one) => !one.startsWith('application/json'));
      expect(accepts([...others, 'application/json'].join(), 'application/json')).toBe(true);
      expect(accepts([...others, 'application/json;q=0'].join(), 'application/json')).toBe(false);
    }),
  );
});

test('accepts() returns a boolean for any string as the Accept header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (header) => {
      expect(typeof accepts(header, 'application/json')).toBe('boolean');
    }),
  );
});
