// Webhooks of the Argyle simulator. Each is signed with the secret of its subscription.
import { afterEach, describe, expect, test } from 'vitest';
import {
  closeAll,
  connect,
  DAY_MS,
  get,
  isAuthentic,
  type Json,
  NOW,
  receiver,
  send,
  start,
  subscribe,
} from './plain-client.ts';

afterEach(closeAll);

describe('webhooks of the Argyle simulator', () => {
  test('webhooks are signed by HMAC-SHA512 and state how much data is available', async () => {
    const hook = await receiver();
    const simulator = await start();
    await subscribe(simulator, hook.url, ['accounts.connected', 'paystubs.fully_synced', 'users.fully_synced']);
    const { id } = await connect(simulator);
    await simulator.idle();
    expect(hook.got.map(isAuthentic)).toEqual([true, true, true]);
    expect(hook.got.map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { event: 'accounts.connected', name: 'vouch', data: { account: id } },
      { event: 'paystubs.fully_synced', data: { available_count: expect.any(Number) } },
      { event: 'users.fully_synced', data: { resource: { employers_connected: ['Summit Ridge Hospital'] } } },
    ]);
  });

  test('after a refresh, a webhook lists the ids of the new pay stubs', async () => {
    const hook = await receiver();
    const simulator = await start();
    const { id } = await connect(simulator);
    await subscribe(simulator, hook.url, ['paystubs.added', 'paystubs.removed']);
    simulator.clock.set(new Date(NOW.getTime() + 20 * DAY_MS));
    const { added } = simulator.control('refresh') as { added: string[] };
    expect(added.length).toBeGreaterThan(0);
    const { removed } = simulator.control('remove') as { removed: string[] };
    await simulator.idle();
    expect(hook.got.map(({ body }) => JSON.parse(body) as Json)).toMatchObject([
      { event: 'paystubs.added', data: { account: id, paystubs: added } },
      { event: 'paystubs.removed', data: { paystubs: removed } },
    ]);
    expect((await send(simulator, 'GET', `/v2/paystubs/${removed[0]}`)).status).toBe(404);
  });

  test.each(['bad_signature', 'no_signature'])(
    'a webhook that the Argyle simulator sends with the flaw %s fails verification',
    async (flaw) => {
      const hook = await receiver();
      const simulator = await start();
      await connect(simulator);
      await subscribe(simulator, hook.url, ['paystubs.added']);
      simulator.control('webhook', { flaw });
      await simulator.idle();
      expect(hook.got.map(isAuthentic)).toEqual([false]);
    },
  );

  test('a deleted subscription receives no webhooks', async () => {
    const hook = await receiver();
    const simulator = await start();
    const { id } = (await (await subscribe(simulator, hook.url, ['accounts.connected'])).json()) as { id: string };
    expect((await get(simulator, '/v2/webhooks')).results).toHaveLength(1);
    expect((await send(simulator, 'DELETE', `/v2/webhooks/${id}`)).status).toBe(204);
    await connect(simulator);
    await simulator.idle();
    expect(hook.got).toEqual([]);
  });
});
