import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  accessKey,
  isSigningSecret,
  signWebhook,
  signWithKeys,
  toSigningSecret,
  webhookKey,
} from './webhook-signatures.ts';

// A webhook with known signatures. The two signatures in `SIGNED` were computed with `openssl dgst -sha256 -mac HMAC`,
// not with our code.
const VECTOR = {
  webhook_id: '0c9e1f4a5b6d7e8f90a1b2c3d4e5f607',
  body: '{"webhook_id":"0c9e1f4a5b6d7e8f90a1b2c3d4e5f607","event_type":"link-connected","tracking_info":"Zoë 🏠"}',
  timestamp_seconds: 1_772_366_403,
  signing_secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  access_secret: 'sandbox-00112233445566778899aabbccddeeff00112233',
};
const SIGNED = {
  'Content-Type': 'application/json',
  'User-Agent': 'Vouch-Webhooks/1.0',
  'webhook-id': '0c9e1f4a5b6d7e8f90a1b2c3d4e5f607',
  'webhook-timestamp': '1772366403',
  'webhook-signature': 'v1,J1NLZ+Dw+uZXizyeaS7MapQhUrj18nhYd1uxm3U0ihQ=',
  'X-Webhook-Sign': 'v1=6b27d53e2506c924593e8afc89b48b18edaae7bf79c9e15c3acf45479a6fb987',
};

describe('signWebhook', () => {
  test('returns the expected headers for a fixed sample request', () => {
    expect(signWebhook(VECTOR)).toEqual(SIGNED);
  });

  test('omits the header X-Webhook-Sign, but no other header, if there is no access secret', () => {
    const { 'X-Webhook-Sign': _, ...rest } = SIGNED;
    expect(signWebhook({ ...VECTOR, access_secret: undefined })).toEqual(rest);
  });

  test('returns the same headers as signWithKeys does with the decoded keys', () => {
    const { signing_secret, access_secret, ...unsigned } = VECTOR;
    const keys = { signing_key: webhookKey(signing_secret), access_key: accessKey(access_secret) };
    expect(signWithKeys({ ...unsigned, ...keys })).toEqual(SIGNED);
  });

  describe('a webhook signature, checked with the official Standard Webhooks library', () => {
    beforeEach(() => void vi.useFakeTimers({ now: VECTOR.timestamp_seconds * 1000 }));
    afterEach(() => void vi.useRealTimers());

    test('a signature is valid for any webhook body and key', () => {
      const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
      const anything = fc.tuple(fc.json(), fc.integer({ min: 24, max: 64 }).chain(bytes));
      fc.assert(
        fc.property(anything, ([body, key]) => {
          const signing_secret = toSigningSecret(Buffer.from(key));
          const headers = signWebhook({ ...VECTOR, body, signing_secret });
          expect(new Webhook(signing_secret).verify(body, headers)).toEqual(JSON.parse(body));
        }),
      );
    });

    test('a signature is not valid for another secret, body, id or time', () => {
      const verify = (body: string, headers: Record<string, string>, secret = VECTOR.signing_secret) =>
        new Webhook(secret).verify(body, headers);
      const headers = signWebhook(VECTOR);
      expect(() => verify(VECTOR.body, headers)).not.toThrow();
      const other = toSigningSecret(Buffer.alloc(32, 7));
      expect(() => verify(VECTOR.body, headers, other)).toThrow('No matching signature');
      expect(() => verify(`${VECTOR.body} `, headers)).toThrow('No matching signature');
      expect(() => verify(VECTOR.body, { ...headers, 'webhook-id': 'another' })).toThrow('No matching signature');
      const later = { ...headers, 'webhook-timestamp': '1772366404' };
      expect(() => verify(VECTOR.body, later)).toThrow('No matching signature');
    });
  });
});

describe('signing secrets', () => {
  test('signing secrets consist of whsec_ and 24 to 64 bytes in base64', () => {
    const lengths = [23, 24, 32, 64, 65].filter((length) => isSigningSecret(toSigningSecret(Buffer.alloc(length, 1))));
    expect(lengths).toEqual([24, 32, 64]);
  });

  test.for([
    '',
    'whsec_',
    'WHSEC_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    `whsec_${'A'.repeat(20)} ${'A'.repeat(23)}`,
  ])('%j is rejected as a signing secret, and the error message does not contain it', (text) => {
    expect(isSigningSecret(text)).toBe(false);
    expect(() => webhookKey(text)).toThrow(/^not a signing secret$/);
  });

  test('webhookKey returns the bytes that the secret encodes', () => {
    const bytes = Buffer.from('an invented key of thirty-two by');
    expect(webhookKey(toSigningSecret(bytes)).export()).toEqual(bytes);
  });

  test('the key for X-Webhook-Sign is the whole access secret with its prefix', () => {
    const sign = createHmac('sha256', VECTOR.access_secret).update(VECTOR.body).digest('hex');
    expect(SIGNED['X-Webhook-Sign']).toBe(`v1=${sign}`);
    expect(accessKey(VECTOR.access_secret).export().toString()).toBe(VECTOR.access_secret);
  });
});
