// Tests the access keys in the console: the list, and the deactivation of a key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('POST …/keys/{id}/deactivate/', () => {
  type Listed = { id: string; is_active: boolean };
  const setUp = async () => {
    const client = await newClient(house);
    const { client_id } = client;
    const member = await newMember(house, [{ client_id, environment: 'sandbox', role: 'developer' }]);
    const active = async (): Promise<Listed[]> =>
      (await member.call('GET', `${client_id}/sandbox/keys/`))
        .json()
        .results.filter(({ is_active }: Listed) => is_active);
    const end = (id: string, body: object = {}) =>
      member.call('POST', `${client_id}/sandbox/keys/${id}/deactivate/`, body);
    return { client, client_id, active, end };
  };

  test('400 for deactivating the last active key; with even_the_last: true, 200, and from then on requests with this key get 401', async () => {
    const { client, client_id, active, end } = await setUp();
    const [key] = await active();
    const refused = await end(key?.id ?? '');
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('The last active key')]);
    expect((await client.sandbox('GET', '/v1/users/')).statusCode).toBe(200);
    expect((await end(key?.id ?? '', { even_the_last: true })).json()).toMatchObject({ is_active: false });
    expect(await active()).toEqual([]);
    expect((await client.sandbox('GET', '/v1/users/')).statusCode).toBe(401);
    expect((await end(key?.id ?? '', { even_the_last: true })).statusCode).toBe(200);
    const { call } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'auditor' }]);
    const { results } = (await call('GET', `${client_id}/sandbox/audit/?action=deactivateKey`)).json();
    expect(results).toMatchObject([
      {
        object: `keys/${key?.id}`,
        before: { is_active: true, active_keys: 1 },
        after: { is_active: false, active_keys: 0 },
      },
    ]);
  });

  test('404 for a key of another client; 403 for an auditor', async () => {
    const { client_id, active, end } = await setUp();
    const foreign = await setUp();
    const [key] = await foreign.active();
    expect((await end(key?.id ?? '', { even_the_last: true })).statusCode).toBe(404);
    expect(await foreign.active()).toHaveLength(1);
    const { call } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'auditor' }]);
    const [own] = await active();
    expect((await call('POST', `${client_id}/sandbox/keys/${own?.id}/deactivate/`, {})).statusCode).toBe(403);
  });
});
