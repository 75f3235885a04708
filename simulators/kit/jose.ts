// Signed JSON web tokens with ES256 and PS256, and key thumbprints (RFC 7515, 7638).
import { constants, createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Fields, isFields, readFields, textIn } from './fields.ts';

export const SIGNING_ALGORITHMS = ['ES256', 'PS256'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

export type SignedToken = { header: Fields; claims: Fields; isSignedBy(key: KeyObject): boolean };

/** Decodes a compact token without verifying it. Undefined if the token is damaged. */
export function readToken(text: string): SignedToken | undefined {
  const [head, payload, signature, ...more] = text.split('.');
  if (head === undefined || payload === undefined || signature === undefined || more.length > 0) return undefined;
  const header = readFields(Buffer.from(head, 'base64url').toString('utf8'));
  const claims = readFields(Buffer.from(payload, 'base64url').toString('utf8'));
  if (header === undefined || claims === undefined) return undefined;
  const [data, bytes] = [Buffer.from(`${head}.${payload}`), Buffer.from(signature, 'base64url')];
  return { header, claims, isSignedBy: (key) => isSigned(textIn(header, 'alg'), key, data, bytes) };
}

export function signToken(header: Fields, claims: Fields, key: KeyObject): string {
  const [head, payload] = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const data = Buffer.from(`${head}.${payload}`);
  const signature =
    header['alg'] === 'PS256'
      ? sign('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
      : sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' });
  return `${head}.${payload}.${signature.toString('base64url')}`;
}

/** The public key in a JSON web key. Undefined if the key is damaged, private, or of a kind that we do not accept. */
export function readPublicKey(jwk: unknown): KeyObject | undefined {
  if (!isFields(jwk) || 'd' in jwk || 'k' in jwk) return undefined;
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

export function thumbprintOf(key: KeyObject): string {
  const { kty, crv, x, y, e, n } = key.export({ format: 'jwk' });
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

function isSigned(alg: string | undefined, key: KeyObject, data: Buffer, signature: Buffer): boolean {
  const details = key.asymmetricKeyDetails;
  if (alg === 'ES256' && key.asymmetricKeyType === 'ec' && details?.namedCurve === 'prime256v1') {
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  if (alg === 'PS256' && key.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= 2048) {
    return verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature);
  }
  return false;
}
