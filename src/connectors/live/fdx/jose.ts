// Creates signed JWTs for client authentication (RFC 7523), signed DPoP proofs (RFC 9449), and the values that PKCE
// needs (RFC 7636).
import { constants, createECDH, createPrivateKey, hash, type KeyObject, sign } from 'node:crypto';
import { Type } from 'typebox';
import type { Io } from '#connectors/contract.ts';
import type { Algorithm } from './settings.ts';

export type Claims = Readonly<Record<string, string | number>>;
type Header = Readonly<Record<string, unknown>>;

/** The key of DPoP proofs as a JWK. Each link has its own key, which is encrypted together with the link's account. */
export const DpopKey = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String(),
  y: Type.String(),
  d: Type.String(),
});
export type DpopKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string };

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signJwt(header: Header & { alg: Algorithm }, claims: Claims, key: KeyObject): string {
  const content = `${encode(header)}.${encode(claims)}`;
  const options =
    header.alg === 'ES256'
      ? ({ key, dsaEncoding: 'ieee-p1363' } as const)
      : { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return `${content}.${sign('sha256', Buffer.from(content), options).toString('base64url')}`;
}

const VALUE_BYTES = 32;
/** Returns a random value that nobody can guess, for `nonce`, `jti` and PKCE verifiers. */
export const newValue = (io: Pick<Io, 'random'>): string => io.random(VALUE_BYTES).toString('base64url');

export const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

export function newDpopKey(io: Pick<Io, 'random'>): DpopKey {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(io.random(VALUE_BYTES));
  const point = pair.getPublicKey();
  const part = (from: number): string => point.subarray(from, from + VALUE_BYTES).toString('base64url');
  const d = pair.getPrivateKey('hex').padStart(VALUE_BYTES * 2, '0');
  // The first byte of an uncompressed point is only a marker, so it is skipped.
  return {
    kty: 'EC',
    crv: 'P-256',
    x: part(1),
    y: part(1 + VALUE_BYTES),
    d: Buffer.from(d, 'hex').toString('base64url'),
  };
}

/** The thumbprint of a key (RFC 7638). */
export const thumbprintOf = ({ crv, kty, x, y }: DpopKey): string =>
  hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');

export type Proof = {
  method: string;
  url: string;
  /** The access token of the request, if the request has one. */
  access_token?: string | undefined;
  /** The last nonce that the server sent us, if it sent one. */
  nonce?: string | undefined;
};

export function dpopProof(jwk: DpopKey, { method, url, access_token, nonce }: Proof, io: ProofIo): string {
  const { d: _private, ...public_jwk } = jwk;
  const target = new URL(url);
  return signJwt(
    { typ: 'dpop+jwt', alg: 'ES256', jwk: public_jwk },
    {
      jti: newValue(io),
      htm: method,
      htu: `${target.origin}${target.pathname}`,
      iat: secondsOf(io.real_now()),
      ...(access_token === undefined ? {} : { ath: hash('sha256', access_token, 'base64url') }),
      ...(nonce === undefined ? {} : { nonce }),
    },
    createPrivateKey({ key: jwk, format: 'jwk' }),
  );
}

type ProofIo = Pick<Io, 'random' | 'real_now'>;

export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
