import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toE164 } from '#domain/platform/people.ts';
import { IDENTIFIER_FORMS, type Identifier, identifierKeys } from './company-identifiers.ts';

describe('IDENTIFIER_FORMS', () => {
  test.each<[Identifier, string, string | undefined]>([
    ['ein', '99-9000001', '999000001'],
    ['ein', ' 99 9000001 ', '999000001'],
    ['ein', '99-900000', undefined],
    ['ein', '99-90000012', undefined],
    ['ein', '99-900000x', undefined],
    ['domain', 'Harbor.Example', 'harbor.example'],
    ['domain', 'https://www.harbor.example:8443/jobs?a=b#c', 'harbor.example'],
    ['domain', `${'a'.repeat(60)}.example`, `${'a'.repeat(60)}.example`],
    ['domain', `${'a.'.repeat(123)}example`, `${'a.'.repeat(123)}example`],
    ['domain', `${'a.'.repeat(124)}example`, undefined],
    ['domain', 'harbor', undefined],
    ['domain', 'har bor.example', undefined],
    ['domain', '-harbor.example', undefined],
    ['domain', "harbor'.example", undefined],
    ['phone', '(503) 555-0102', '+15035550102'],
    ['phone', '503.555.0102', '+15035550102'],
    ['phone', '+1 503 555 0102', '+15035550102'],
    ['phone', '555-0102', undefined],
    ['state', ' or ', 'OR'],
    ['state', 'Ore', undefined],
    ['state', '', undefined],
    ['zip', '97205', '97205'],
    ['zip', '97205-1234', '97205'],
    ['zip', '972051234', '97205'],
    ['zip', '9720', undefined],
    ['zip', '97205-12', undefined],
  ])('the company identifier %s with the value "%s" is normalised to %s', (kind, text, kept) => {
    expect(IDENTIFIER_FORMS[kind](text)).toBe(kept);
  });

  test('the shortcut for common phone formats returns the same number as toE164', () => {
    const part = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
    const between = fc.constantFrom('', ' ', '-', '.', ') ');
    fc.assert(
      fc.property(part(3), between, part(3), between, part(4), fc.constantFrom('', '('), (a, b, c, d, e, open) => {
        const text = `${open}${a}${b}${c}${d}${e}`;
        expect(IDENTIFIER_FORMS.phone(text)).toBe(toE164(text));
      }),
      { numRuns: 500 },
    );
  });
});

test('identifierKeys returns no key for an unknown identifier', () => {
  expect(identifierKeys({ ein: null, domain: null, phone: null, state: null, zip: null })).toEqual([]);
  expect(
    identifierKeys({ ein: '999000002', domain: 'a.example', phone: '+15035550102', state: 'OR', zip: '97205' }),
  ).toEqual(['ein:999000002', 'domain:a.example', 'phone:+15035550102', 'state:OR', 'zip:97205']);
});
