// Tests the list of access keys in the console.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('200: a developer sees the masked keys of the environment, and no key of the other environment', async () => {
  const { client_id } = await newClient(house);
  const { call } = await newMember(house, [
    { client_id, environment: 'sandbox', role: 'developer' },
    { client_id, environment: 'prod', role: 'underwriter' },
  ]);
  const response = await call('GET', `${client_id}/sandbox/keys/`);
  expect(response.statusCode).toBe(200);
  const { results } = response.json();
  expect(results.length).toBeGreaterThan(0);
  expect(new Set(results.map(({ env_type }: { env_type: string }) => env_type))).toEqual(new Set(['sandbox']));
  expect(response.body).toMatch(/"masked_secret":"sandbox-\*{36}[0-9a-f]{4}"/);
  expect(response.body).not.toMatch(/(?:sandbox|prod)-[0-9a-f]{40}/);
  expect((await call('GET', `${client_id}/prod/keys/`)).statusCode).toBe(403);
});
