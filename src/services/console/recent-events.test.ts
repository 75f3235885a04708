import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

type Recent = { results: { cursor: string; created_at: string }[]; before: string | null };

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('the newest events come first, and reading on from each `before` cursor returns every earlier event exactly once', async () => {
  const client = await newClient(house);
  const { client_id } = client;
  const { call } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'developer' }]);
  const order = { products: ['income'], first_name: 'Jordan', last_name: 'Averill' };
  for (let at = 0; at < 60; at += 1) await client.sandbox('POST', '/v1/orders/', order);
  const path = `${client_id}/sandbox/events/recent/`;
  const seen: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const page: Recent = (await call('GET', before === '' ? path : `${path}?before=${before}`)).json();
    seen.push(...page.results.map(({ cursor }) => cursor));
    before = page.before;
  }
  expect(seen.length).toBeGreaterThanOrEqual(60);
  expect(new Set(seen).size).toBe(seen.length);
  const log = (await call('GET', `${client_id}/sandbox/events/recent/`)).json();
  expect(log.results[0].cursor).toBe(seen[0]);
  expect(log.results[0].created_at >= log.results.at(-1).created_at).toBe(true);
});
