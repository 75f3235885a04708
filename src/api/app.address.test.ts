// Tests how a request's client address is determined, with and without a trusted proxy.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '#test/house.ts';
import { buildApp } from './app.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

async function addressSeen(trusted_proxies: string[], remoteAddress: string, forwarded: string): Promise<string> {
  const app = await buildApp(house, { trusted_proxies });
  app.get('/address', async ({ ip }, reply) => reply.send(ip));
  const { body } = await app.inject({ url: '/address', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  await app.close();
  return body;
}

test('X-Forwarded-For is ignored if no proxy is trusted', async () => {
  expect(await addressSeen([], '127.0.0.1', '203.0.113.7')).toBe('127.0.0.1');
});

test('the client address is the last address in X-Forwarded-For that is not a trusted proxy', async () => {
  const seen = await addressSeen(['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3');
  expect(seen).toBe('203.0.113.7');
});

test('X-Forwarded-For from an untrusted address is ignored', async () => {
  expect(await addressSeen(['10.0.0.0/8'], '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
});
