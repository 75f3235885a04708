// Tests TOTP with the test vectors of RFC 6238 and RFC 4648.
import { describe, expect, test } from 'vitest';
import { otpauthUrl, stepOfCode, toBase32, totpCode, totpStep } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('TOTP', () => {
  // RFC 6238, appendix B, lists codes of eight digits. A code of six digits consists of the last six of these digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('the TOTP code at second %i is %s', (second, code) => {
    expect(totpCode(SECRET, totpStep(new Date(second * 1000)))).toBe(code);
  });

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('a TOTP code that is %i time steps away from now is accepted: %s', (distance, is_accepted) => {
    const now = new Date('2026-03-01T12:00:00Z');
    const step = totpStep(now) + distance;
    expect(stepOfCode(SECRET, totpCode(SECRET, step), now)).toBe(is_accepted ? step : undefined);
  });

  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('the base32 encoding of "%s" is "%s"', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
  });

  test('the address for authenticator apps contains the account and the secret', () => {
    expect(otpauthUrl(Buffer.from('foobar'), 'ann+x@example.com')).toBe(
      'otpauth://totp/Vouch%3Aann%2Bx%40example.com?secret=MZXW6YTBOI&issuer=Vouch',
    );
  });
});
