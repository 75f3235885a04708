import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskSecret, maskSsn, maskToken } from './mask.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

test('a nine-digit SSN is masked except for its last four digits', () => {
  fc.assert(
    fc.property(digits(9), (ssn) => {
      expect(maskSsn(ssn)).toBe(`*****${ssn.slice(5)}`);
    }),
  );
});

test('an SSN is masked completely if only four of its digits are stored', () => {
  fc.assert(
    fc.property(digits(4), (ssn) => {
      expect(maskSsn(ssn)).toBe('****');
    }),
  );
});

test('a masked token shows only the last four characters', () => {
  fc.assert(
    fc.property(hex(32), (token) => {
      expect(maskToken(token)).toBe(`****************************${token.slice(28)}`);
    }),
  );
});

test('a masked secret shows the environment and the last four characters, and is as long as the unmasked secret', () => {
  fc.assert(
    fc.property(fc.constantFrom('sandbox-', 'prod-'), hex(40), (prefix, random) => {
      const masked = maskSecret(prefix, random.slice(-4));
      expect(masked).toMatch(/^(sandbox|prod)-\*{36}[0-9a-f]{4}$/);
      expect(masked).toHaveLength(prefix.length + random.length);
    }),
  );
});
