import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { laterBy, NOON } from '#connectors/conformance-play.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { ACCOUNT, connector, ENTRY, SECRET } from '#test/fake-argyle.ts';
import { argyleKind } from './index.ts';

describe('webhooks from Argyle', () => {
  const receive = (body: Buffer, signature: string | undefined, now = NOON) =>
    runStep(
      connector,
      async (io) =>
        connector.webhook?.({ headers: signature === undefined ? {} : { 'x-argyle-signature': signature }, body }, io),
      { now: () => now, fetch: () => Promise.reject(new Error('nothing may be asked')) },
    );
  const bodyOf = (event: string, more: object = {}) =>
    Buffer.from(JSON.stringify({ event, name: 'a', data: { account: ACCOUNT, ...more } }));
  const sign = (body: Buffer, secret = SECRET) => createHmac('sha512', secret).update(body).digest('hex');
  /** The id of a notice that arrives `seconds` after noon. */
  const idOf = async (body: Buffer, seconds = 0) => (await receive(body, sign(body), laterBy(NOON, seconds)))?.id;
  const DAY = 86_400;

  test.each([
    ['accounts.updated', { resource: { id: ACCOUNT, updated_at: '2026-02-01T10:00:00Z' } }],
    ['paystubs.fully_synced', { available_from: null, available_to: null, available_count: 0 }],
    ['paystubs.added', { available_count: 41, added_count: 1 }],
    ['identities.added', { identity: '0153b145-7ab9-bea2-cc16-a8b71328942f' }],
    ['payroll_documents.added', { payroll_document: '0176dc14-bb37-402a-7be1-f5261759fae7' }],
  ])('%s: a repeated notice with the content %j has the same id six days later', async (event, content) => {
    const body = bodyOf(event, content);
    expect(await receive(body, sign(body))).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), logins: [ACCOUNT] });
    expect(await idOf(body, 6 * DAY)).toBe(await idOf(body));
  });

  test('two notices with different contents have different ids', async () => {
    const ids = [1, 2].map((count) => idOf(bodyOf('paystubs.added', { available_count: count })));
    expect(new Set(await Promise.all(ids)).size).toBe(2);
  });

  test.each([
    ['accounts.updated', {}],
    ['accounts.removed', {}],
    ['identities.updated', { identity: '0153b145-7ab9-bea2-cc16-a8b71328942f' }],
    ['payroll_documents.updated', { payroll_document: '0176dc14-bb37-402a-7be1-f5261759fae7' }],
  ])(
    '%s: the same body with the content %j has the same id in the same minute, and another id a minute later',
    async (event, content) => {
      const body = bodyOf(event, content);
      expect((await receive(body, sign(body)))?.logins).toEqual([ACCOUNT]);
      expect(await idOf(body, 59)).toBe(await idOf(body));
      expect(await idOf(body, 60)).not.toBe(await idOf(body));
    },
  );

  test('a signed notice refreshes no link if its subject is neither data nor the account', async () => {
    const body = bodyOf('users.created');
    expect((await receive(body, sign(body)))?.logins).toEqual([]);
  });

  test.each([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['the signature of another secret', sign(bodyOf('paystubs.added'), 'another-secret')],
    ['the signature of another body', sign(bodyOf('paystubs.updated'))],
  ])('a webhook request from Argyle with %s is rejected', async (_, signature) => {
    expect(await receive(bodyOf('paystubs.added'), signature)).toBeUndefined();
  });

  test('all webhooks are rejected if the settings contain no webhook secret', async () => {
    const { webhook_secret: _secret, ...settings } = ENTRY.settings;
    const other = argyleKind.open({ ...ENTRY, settings }, { redirect_url: '', webhook_url: '' });
    const body = bodyOf('paystubs.added');
    const headers = { 'x-argyle-signature': sign(body, '') };
    const notice = await runStep(other, async (io) => other.webhook?.({ headers, body }, io), {
      now: () => NOON,
      fetch: () => Promise.reject(new Error('nothing may be asked')),
    });
    expect(notice).toBeUndefined();
  });
});
