import { constants, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { challengeOf, dpopProof, newDpopKey, signJwt, thumbprintOf } from './jose.ts';

const io = { random: randomBytes, real_now: () => new Date('2026-03-04T12:00:00Z') };
const partsOf = (jwt: string): Record<string, unknown>[] =>
  jwt
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));

test('the PKCE challenge equals the example in appendix B of RFC 7636', () => {
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('the thumbprint of a key equals the example in section 6.1 of RFC 9449', () => {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
    y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
    d: '',
  } as const;
  expect(thumbprintOf(jwk)).toBe('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I');
});

test('a DPoP proof contains the method, the URL without its query, the token’s hash (RFC 9449, section 7) and the nonce', () => {
  const jwk = newDpopKey(io);
  const access_token = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU';
  const url = 'https://resource.example.org/protectedresource?a=1#b';
  const proof = dpopProof(jwk, { method: 'GET', url, access_token, nonce: 'n-1' }, io);
  const [header, claims] = partsOf(proof);
  const { d: _, ...public_jwk } = jwk;
  expect(header).toEqual({ typ: 'dpop+jwt', alg: 'ES256', jwk: public_jwk });
  expect(claims).toEqual({
    jti: expect.stringMatching(/^[\w-]{43}$/),
    htm: 'GET',
    htu: 'https://resource.example.org/protectedresource',
    iat: 1_772_625_600,
    ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
    nonce: 'n-1',
  });
});

test('the public key verifies a signature that was made with ES256 or PS256', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const es256 = signJwt({ alg: 'ES256' }, { sub: 'a' }, ec.privateKey);
  const ps256 = signJwt({ alg: 'PS256' }, { sub: 'a' }, rsa.privateKey);
  const split = (jwt: string) => {
    const at = jwt.lastIndexOf('.');
    return [Buffer.from(jwt.slice(0, at)), Buffer.from(jwt.slice(at + 1), 'base64url')] as const;
  };
  const [content, signature] = split(es256);
  expect(verify('sha256', content, { key: ec.publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
  const [other, other_signature] = split(ps256);
  const pss = { key: rsa.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  expect(verify('sha256', other, pss, other_signature)).toBe(true);
});

test('a new DPoP key is a valid key pair, and each of its parts has the full length', () => {
  for (let n = 0; n < 20; n++) {
    const { d, ...jwk } = newDpopKey(io);
    expect([jwk.x, jwk.y, d].map((part) => Buffer.from(part, 'base64url').length)).toEqual([32, 32, 32]);
    const proof = dpopProof({ ...jwk, d }, { method: 'GET', url: 'https://a.example/' }, io);
    const at = proof.lastIndexOf('.');
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    const signature = Buffer.from(proof.slice(at + 1), 'base64url');
    expect(verify('sha256', Buffer.from(proof.slice(0, at)), key, signature)).toBe(true);
  }
});
