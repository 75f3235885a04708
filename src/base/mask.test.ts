import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecret, maskSsn, maskToken } from './mask.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

test('a whole SSN shows its last four digits', () => {
  fc.assert(
    fc.property(digits(9), (ssn) => {
      expect(maskSsn(ssn)).toBe(`*****${ssn.slice(5)}`);
    }),
  );
});

test('if only four digits of an SSN are on file, none is shown', () => {
  fc.assert(
    fc.property(digits(4), (ssn) => {
      expect(maskSsn(ssn)).toBe('****');
    }),
  );
});

test('a token shows its last four characters', () => {
  fc.assert(
    fc.property(hex(32), (token) => {
      expect(maskToken(token)).toBe(`****************************${token.slice(28)}`);
    }),
  );
});

test('a secret shows its environment and its last four characters, and keeps its length', () => {
  fc.assert(
    fc.property(fc.constantFrom('sandbox-', 'prod-'), hex(40), (prefix, random) => {
      const masked = maskSecret(prefix, random.slice(-4));
      expect(masked).toMatch(/^(sandbox|prod)-\*{36}[0-9a-f]{4}$/);
      expect(masked).toHaveLength(prefix.length + random.length);
    }),
  );
});
