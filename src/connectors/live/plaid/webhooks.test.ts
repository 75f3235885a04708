import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { laterBy, NOON, type Transport } from '#connectors/conformance-play.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { type Body, ENTRY, URLS } from '#test/fake-plaid.ts';
import { plaidKind } from './index.ts';

/** Simulates Plaid's endpoint for verification keys. */
const serve =
  (answer: (body: Body) => object): Transport =>
  async (url, request) => {
    if (!url.endsWith('/webhook_verification_key/get')) throw new Error('only keys may be asked for');
    const value = answer(JSON.parse(String(request.body)));
    return Response.json(value, { status: 'key' in value ? 200 : 400 });
  };

describe('webhooks from Plaid', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'key-1', use: 'sig', expired_at: null };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const NOTICE = { webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE', item_id: 'item-ada' };

  function signed(body: Buffer, changed: { header?: object; claims?: object; key?: typeof privateKey } = {}) {
    const header = { alg: 'ES256', kid: 'key-1', typ: 'JWT', ...changed.header };
    const claims = { iat: NOON.getTime() / 1000, request_body_sha256: hash('sha256', body), ...changed.claims };
    const data = `${encode(header)}.${encode(claims)}`;
    const key = { key: changed.key ?? privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return { 'plaid-verification': `${data}.${sign('sha256', Buffer.from(data), key).toString('base64url')}` };
  }

  function receive(headers: Record<string, string>, body: Buffer, key: object = jwk, now = NOON) {
    const own = plaidKind.open(ENTRY, URLS);
    const keys = ({ key_id }: Body) =>
      key_id === 'key-1' ? { key } : { error_code: 'INVALID_FIELD', error_type: 'INVALID_INPUT' };
    return runStep(own, async (io) => own.webhook?.({ headers, body }, io), { now: () => now, fetch: serve(keys) });
  }
  const bodyOf = (notice: object) => Buffer.from(JSON.stringify(notice));

  test('a signed notice names the login to refresh; a repeated request has the same notice id', async () => {
    const body = bodyOf(NOTICE);
    const headers = signed(body);
    const notice = await receive(headers, body);
    expect(notice).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), logins: ['item-ada'] });
    expect(await receive(headers, body)).toEqual(notice);
    const tomorrow = signed(body, { claims: { iat: NOON.getTime() / 1000 + 86_400 } });
    expect((await receive(tomorrow, body, jwk, laterBy(NOON, 86_400)))?.id).not.toBe(notice?.id);
  });

  test('a signed notice refreshes no link if it reports no change of data', async () => {
    const body = bodyOf({ ...NOTICE, webhook_type: 'ITEM', webhook_code: 'WEBHOOK_UPDATE_ACKNOWLEDGED' });
    expect((await receive(signed(body), body))?.logins).toEqual([]);
  });

  test.each([
    ['no signature', () => ({})],
    ['a text that is no JWT', () => ({ 'plaid-verification': 'nonsense' })],
    ['another algorithm', (body: Buffer) => signed(body, { header: { alg: 'none' } })],
    ['an unknown key', (body: Buffer) => signed(body, { header: { kid: 'key-2' } })],
    [
      'the signature of another key',
      (body: Buffer) => signed(body, { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
    ],
    ['the hash of another body', (body: Buffer) => signed(body, { claims: { request_body_sha256: '0'.repeat(64) } })],
    [
      'an age of more than five minutes',
      (body: Buffer) => signed(body, { claims: { iat: NOON.getTime() / 1000 - 301 } }),
    ],
    ['a time far ahead', (body: Buffer) => signed(body, { claims: { iat: NOON.getTime() / 1000 + 61 } })],
  ])('a webhook request from Plaid with %s is rejected', async (_, headersOf) => {
    const body = bodyOf(NOTICE);
    expect(await receive(headersOf(body), body)).toBeUndefined();
  });

  test('a request that is signed with an expired key is rejected', async () => {
    const body = bodyOf(NOTICE);
    expect(await receive(signed(body), body, { ...jwk, expired_at: 1_700_000_000 })).toBeUndefined();
  });

  test('a request that is five minutes old is accepted', async () => {
    const body = bodyOf(NOTICE);
    const headers = signed(body, { claims: { iat: NOON.getTime() / 1000 - 300 } });
    expect(await receive(headers, body)).toBeDefined();
  });

  test('a verification key is requested only once', async () => {
    const body = bodyOf(NOTICE);
    const own = plaidKind.open(ENTRY, URLS);
    let asked = 0;
    const keys = () => {
      asked++;
      return { key: jwk };
    };
    const once = () =>
      runStep(own, async (io) => own.webhook?.({ headers: signed(body), body }, io), {
        now: () => NOON,
        fetch: serve(keys),
      });
    expect([await once(), await once()].map((notice) => notice?.logins)).toEqual([['item-ada'], ['item-ada']]);
    expect(asked).toBe(1);
  });
});
