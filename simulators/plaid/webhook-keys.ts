// Signs webhooks as Plaid does. The signature is a JSON Web Token that contains the hash of the body; clients fetch the
// key by its id.
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { secondsOf } from '../kit/clock.ts';
import { signToken } from '../kit/jose.ts';
import { uuidOf } from '../kit/random.ts';

export type PublicJwk = {
  alg: 'ES256';
  created_at: number;
  crv: string;
  expired_at: number | null;
  kid: string;
  kty: 'EC';
  use: 'sig';
  x: string;
  y: string;
};

export type WebhookKeys = {
  find(kid: string): PublicJwk | undefined;
  /** The value of the header Plaid-Verification for a body. The token appears `age_seconds` older than it is. */
  sign(body: string, now: Date, age_seconds?: number): string;
  /** A token with the correct key id but the signature of another key. */
  forge(body: string, now: Date): string;
  rotate(now: Date): string;
};

type Key = { jwk: PublicJwk; private_key: KeyObject };

export function webhookKeys(seed: number, now: Date): WebhookKeys {
  const keys: Key[] = [makeKey(seed, 0, now)];
  const stranger = makeKey(seed, -1, now);
  const newest = (): Key => keys.at(-1) ?? stranger;
  return {
    find: (kid) => keys.find(({ jwk }) => jwk.kid === kid)?.jwk,
    sign: (body, time, age_seconds = 0) => tokenOf(newest(), newest().jwk.kid, body, secondsOf(time) - age_seconds),
    forge: (body, time) => tokenOf(stranger, newest().jwk.kid, body, secondsOf(time)),
    rotate: (time) => {
      newest().jwk.expired_at = secondsOf(time);
      keys.push(makeKey(seed, keys.length, time));
      return newest().jwk.kid;
    },
  };
}

function makeKey(seed: number, number: number, now: Date): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv = 'P-256', x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const kid = uuidOf('plaid', seed, 'key', number);
  const created_at = secondsOf(now);
  return {
    private_key: privateKey,
    jwk: { alg: 'ES256', created_at, crv, expired_at: null, kid, kty: 'EC', use: 'sig', x, y },
  };
}

function tokenOf(key: Key, kid: string, body: string, iat: number): string {
  const request_body_sha256 = createHash('sha256').update(body).digest('hex');
  return signToken({ alg: 'ES256', kid, typ: 'JWT' }, { iat, request_body_sha256 }, key.private_key);
}
