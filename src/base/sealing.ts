// Encryption and keyed hashes. A sealed value is bound to its place (client, table, row), so it cannot be decrypted for
// any other place.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { randomPiece } from './random.ts';

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;

/** Seals a value (AES-256-GCM). Returns a format byte, the nonce, the tag and the ciphertext. */
export function seal(key: KeyObject, plain: string | Buffer, place: string): Buffer {
  const iv = randomPiece(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const body = [typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain), cipher.final()];
  return Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), ...body]);
}

/**
 * Throws if the key or the place differs from the key or place that was used for sealing, or if a bit of `sealed` was
 * changed.
 */
export function unseal(key: KeyObject, sealed: Buffer, place: string): Buffer {
  if (sealed.length < HEAD_BYTES || sealed[0] !== FORMAT) throw new Error('not a sealed value');
  const iv = sealed.subarray(1, 1 + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(1 + IV_BYTES, HEAD_BYTES));
  const plain = decipher.update(sealed.subarray(HEAD_BYTES));
  // `final` returns no more data, but it throws if the tag is wrong.
  decipher.final();
  return plain;
}

export const newKeyBytes = (): Buffer => randomPiece(KEY_BYTES);

export function toKey(bytes: Buffer): KeyObject {
  if (bytes.length !== KEY_BYTES) throw new Error(`a key must have ${KEY_BYTES} bytes`);
  return createSecretKey(bytes);
}

/**
 * Returns the HMAC-SHA256 of the parts. Each part is prefixed with its length, so that no two lists of parts have the
 * same hash input.
 */
export function keyedHash(key: KeyObject, ...parts: string[]): Buffer {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  return createHmac('sha256', key).update(text).digest();
}
