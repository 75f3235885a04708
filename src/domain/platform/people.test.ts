import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toE164, toSsn } from './people.ts';

const phoneText = fc.oneof(
  fc.stringMatching(/^[\d ().+-]{1,30}$/),
  fc.stringMatching(/^\+?1? ?\(?[2-9]\d{2}\)?[ .-]?[2-9]\d{2}[ .-]?\d{4}$/),
  fc.stringMatching(/^\+\d{7,16}$/),
  fc.string({ unit: 'binary' }),
);

describe('toE164', () => {
  test('returns E.164: a plus and up to 15 digits, at most 16 characters', () => {
    fc.assert(
      fc.property(phoneText, (text) => {
        const phone = toE164(text);
        expect(phone ?? '+1').toMatch(/^\+[1-9]\d{0,14}$/);
      }),
      { numRuns: 500 },
    );
  });

  test('rejects a number if parsing the result again would return a different number', () => {
    expect(toE164('+9500000000')).toBeUndefined();
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(phoneText, (text) => {
        const phone = toE164(text);
        expect(phone === undefined ? undefined : toE164(phone)).toBe(phone);
      }),
      { numRuns: 500 },
    );
  });

  test('ignores spaces and punctuation', () => {
    const digits = fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/);
    fc.assert(
      fc.property(digits, (digits) => {
        const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
        const expected = toE164(digits);
        expect(expected).toBe(`+1${digits}`);
        for (const text of [
          `(${area}) ${exchange}-${line}`,
          `${area}.${exchange}.${line}`,
          `+1 ${area} ${exchange} ${line}`,
          `1-${area}-${exchange}-${line}`,
        ]) {
          expect(toE164(text)).toBe(expected);
        }
      }),
    );
  });

  test.each([
    '',
    ' ',
    '+',
    '0',
    '911',
    '555-0134',
    '+1',
    '+1 415',
    '+0 415 555 0134',
    'x',
    '4155550134x',
    '4155550134;ext=1',
    '٤١٥٥٥٥٠١٣٤',
  ])('%j is not a phone number', (text) => {
    expect(toE164(text)).toBe(undefined);
  });
});

describe('toSsn', () => {
  test('returns nine or four digits, and is idempotent', () => {
    const texts = fc.oneof(fc.stringMatching(/^[\d -]{0,14}$/), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, (text) => {
        const ssn = toSsn(text);
        expect(ssn ?? '0000').toMatch(/^(\d{9}|\d{4})$/);
        expect(ssn === undefined ? undefined : toSsn(ssn)).toBe(ssn);
      }),
      { numRuns: 500 },
    );
  });

  test('ignores dashes and spaces anywhere', () => {
    const noise = fc.stringMatching(/^[ -]{0,3}$/);
    fc.assert(
      fc.property(
        fc.stringMatching(/^(\d{9}|\d{4})$/),
        fc.array(noise, { minLength: 10, maxLength: 10 }),
        (ssn, noises) => {
          const text = [...ssn].map((digit, i) => `${noises[i]}${digit}`).join('') + noises[9];
          expect(toSsn(text)).toBe(ssn);
        },
      ),
    );
  });

  test.each(['', '-', '123', '12345', '12345678', '1234567890', '123.45.6789', '12345678a', '１２３４'])(
    '%j is not an SSN',
    (text) => {
      expect(toSsn(text)).toBe(undefined);
    },
  );
});
