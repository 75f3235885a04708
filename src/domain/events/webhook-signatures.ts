// Signs webhooks so that a receiver can verify the sender. A webhook has two signatures, and both cover the exact bytes
// of the body. One signature uses the client's access secret. The other uses the endpoint's own secret and follows
// Standard Webhooks.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** The key lengths that Standard Webhooks allows. Our keys are 32 bytes long. */
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

export type Unsigned = {
  webhook_id: string;
  /** The payload, exactly as it is sent. */
  body: string;
  /**
   * The real time, even if the sandbox clock was moved, because receivers compare the timestamp with their own clock.
   */
  timestamp_seconds: number;
};

/** Returns all headers of one attempt. `X-Webhook-Sign` is omitted if there is no access secret. */
export function signWebhook(
  input: Unsigned & { signing_secret: string; access_secret: string | undefined },
): Record<string, string> {
  const { signing_secret, access_secret, ...unsigned } = input;
  return signWithKeys({
    ...unsigned,
    signing_key: webhookKey(signing_secret),
    access_key: access_secret === undefined ? undefined : accessKey(access_secret),
  });
}

/**
 * Does the same as `signWebhook`, but with decoded keys, so that a sender of many webhooks decodes each key only once.
 */
export function signWithKeys(
  input: Unsigned & { signing_key: KeyObject; access_key: KeyObject | undefined },
): Record<string, string> {
  const { webhook_id, timestamp_seconds, signing_key, access_key } = input;
  // The body is encoded only once for both signatures.
  const body = Buffer.from(input.body);
  const signed = createHmac('sha256', signing_key).update(`${webhook_id}.${timestamp_seconds}.`).update(body);
  return sentHeaders(webhook_id, {
    timestamp: String(timestamp_seconds),
    webhook_signature: `v1,${signed.digest('base64')}`,
    access_signature:
      access_key === undefined ? undefined : `v1=${createHmac('sha256', access_key).update(body).digest('hex')}`,
  });
}

/** The headers of an attempt, in the order in which they are sent. */
export function sentHeaders(
  webhook_id: string,
  sent: { timestamp: string; webhook_signature: string; access_signature: string | undefined },
): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Vouch-Webhooks/1.0',
    'webhook-id': webhook_id,
    'webhook-timestamp': sent.timestamp,
    'webhook-signature': sent.webhook_signature,
  };
  if (sent.access_signature !== undefined) headers['X-Webhook-Sign'] = sent.access_signature;
  return headers;
}

/** The endpoint's key. It is the base64 part of the secret after the prefix, decoded. */
export function webhookKey(signing_secret: string): KeyObject {
  const bytes = keyBytes(signing_secret);
  // The error message must not contain the secret.
  if (bytes === undefined) throw new Error('not a signing secret');
  return createSecretKey(bytes);
}

/** The key for `X-Webhook-Sign` is the whole access secret, including its prefix. */
export const accessKey = (access_secret: string): KeyObject => createSecretKey(access_secret, 'utf8');

export const toSigningSecret = (bytes: Buffer): string => `${SECRET_PREFIX}${bytes.toString('base64')}`;

export const isSigningSecret = (text: string): boolean => keyBytes(text) !== undefined;

function keyBytes(signing_secret: string): Buffer | undefined {
  const text = signing_secret.slice(SECRET_PREFIX.length);
  if (!signing_secret.startsWith(SECRET_PREFIX) || !BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= KEY_BYTES_MIN && bytes.length <= KEY_BYTES_MAX ? bytes : undefined;
}
