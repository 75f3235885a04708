// Webhooks of the Plaid simulator: every receiver can verify their signature.
import { afterEach, describe, expect, test } from 'vitest';
import { call, closeAll, connect, isAuthentic, type Json, receiver, start, syncAll } from './plain-client.ts';

afterEach(closeAll);

describe('webhooks of the Plaid simulator', () => {
  test('webhooks are signed by a key that clients fetch by its id; every signature can still be verified after the key was replaced', async () => {
    const hook = await receiver();
    const simulator = await start();
    await connect(simulator, 'maya', { webhook: hook.url });
    simulator.control('webhook');
    const { key_id } = simulator.control('rotate-key') as { key_id: string };
    simulator.control('webhook', { code: 'PENDING_DISCONNECT' });
    await simulator.idle();
    const authentic = [];
    for (const one of hook.got) authentic.push(await isAuthentic(simulator, one));
    expect(authentic).toEqual([true, true, true, true]);
    expect(Buffer.from(hook.got.at(-1)?.token.split('.')[0] ?? '', 'base64url').toString()).toContain(key_id);
    const unknown = await call(simulator, '/webhook_verification_key/get', { key_id: 'unknown' });
    expect(unknown.body['error_code']).toBe('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
  });

  test.each(['bad_signature', 'stale', 'changed_body'])(
    'a webhook that the Plaid simulator sends with the flaw %s fails verification',
    async (flaw) => {
      const hook = await receiver();
      const simulator = await start();
      await connect(simulator, 'maya', { webhook: hook.url });
      await simulator.idle();
      hook.got.length = 0;
      simulator.control('webhook', { flaw });
      await simulator.idle();
      expect(hook.got).toHaveLength(1);
      for (const one of hook.got) expect(await isAuthentic(simulator, one)).toBe(false);
    },
  );

  test('updates are announced only after the first read; if the receiver fails, the webhook is sent again; if a test requests a duplicate, the webhook is sent twice', async () => {
    const hook = await receiver([200, 200, 500]);
    const simulator = await start();
    const access_token = await connect(simulator, 'maya', { webhook: hook.url });
    expect(simulator.control('modify')).toMatchObject({ announced: false });
    await syncAll(simulator, access_token, '', 500);
    await simulator.idle();
    expect(hook.got).toHaveLength(2);
    simulator.control('modify');
    await simulator.idle();
    expect(hook.got.slice(2).map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { webhook_code: 'SYNC_UPDATES_AVAILABLE', historical_update_complete: true },
      { webhook_code: 'SYNC_UPDATES_AVAILABLE' },
    ]);
    simulator.control('webhook', { flaw: 'duplicate' });
    await simulator.idle();
    expect(hook.got).toHaveLength(6);
  });
});
