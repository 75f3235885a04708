// Verifies webhooks that are signed with a shared secret.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** Whether `given` is the HMAC of `parts`, written in `encoding`. */
export function isSigned(
  given: string,
  algorithm: 'sha256' | 'sha512',
  secret: string | Buffer,
  parts: readonly (string | Buffer)[],
  encoding: 'hex' | 'base64',
): boolean {
  const hmac = createHmac(algorithm, secret);
  for (const part of parts) hmac.update(part);
  const [expected, actual] = [Buffer.from(hmac.digest(encoding)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Returns the body of a verified request, or `undefined` if the body does not match the schema. */
export function readNotice<Schema extends TSchema>(schema: Schema, body: Buffer): Static<Schema> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
