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

  test('after a refresh, a webhook names the number and the days of the new pay stubs', async () => {
    const hook = await receiver();
    const simulator = await start();
    const { id } = await connect(simulator);
    await subscribe(simulator, hook.url, ['paystubs.added', 'paystubs.removed']);
    simulator.clock.set(new Date(NOW.getTime() + 20 * DAY_MS));
    const { added } = simulator.control('refresh') as { added: string[] };
    expect(added.length).toBeGreaterThan(0);
    const { removed } = simulator.control('remove') as { removed: string[] };
    await simulator.idle();
    const available_count = expect.any(Number);
    const [first, second] = hook.got.map(({ body }) => JSON.parse(body) as { event: string; data: Json });
    expect(first).toMatchObject({
      event: 'paystubs.added',
      data: { account: id, available_count, added_count: added.length },
    });
    expect(String(first?.data['added_to'])).toBe(first?.data['available_to']);
    expect(String(first?.data['added_from']) > NOW.toISOString()).toBe(true);
    expect(second).toMatchObject({ event: 'paystubs.removed', data: { removed_count: 1 } });
    expect((await send(simulator, 'GET', `/v2/paystubs/${removed[0]}`)).status).toBe(404);
  });

  test('a webhook about an account contains the account only if the subscription asks for resources; one about a verification names it', async () => {
    const [plain, full] = [await receiver(), await receiver()];
    const simulator = await start();
    const events = ['accounts.updated', 'verifications.updated'];
    await subscribe(simulator, full.url, events);
    await subscribe(simulator, plain.url, events, {});
    const { id, user } = await connect(simulator);
    await simulator.idle();
    const dataOf = (hook: typeof plain, event: string) =>
      hook.got
        .map(({ body }) => JSON.parse(body) as { event: string; data: Json })
        .filter((notice) => notice.event === event)
        .map(({ data }) => data);
    expect(dataOf(plain, 'accounts.updated')).toEqual([{ account: id, user }]);
    expect(dataOf(full, 'accounts.updated')).toMatchObject([{ resource: { id, updated_at: NOW.toISOString() } }]);
    const verification = expect.any(String);
    expect(dataOf(plain, 'verifications.updated')).toEqual([
      { user, verification },
      { user, verification },
    ]);
    expect(dataOf(full, 'verifications.updated')).toMatchObject([
      { resource: { status: { state: 'PROCESSING' } } },
      { resource: { status: { state: 'COMPLETED' } } },
    ]);
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
