import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { newMember } from '#test/console.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let link_id: string;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  const user_id = await newUser(client.sandbox, 'ext-1');
  await connect(client.sandbox, user_id);
  await finishTasks(house);
  link_id = (await client.sandbox('GET', `/v1/links/?user_id=${user_id}`)).json().results[0].id;
});
afterAll(() => house.close());

const at = (path: string): string => `${client.client_id}/sandbox/${path}`;
const member = (role: Role) => newMember(house, [{ client_id: client.client_id, environment: 'sandbox', role }]);
const countTasks = async (): Promise<number> => (await client.sandbox('GET', '/v1/tasks/')).json().count;

describe('GET …/v1/links/{link_id}/?refresh=true', () => {
  test.each(ROLES)(
    '403 for the role %s and a GET of a link with refresh=true, because a GET request has no CSRF token; no refresh starts',
    async (role) => {
      const before = await countTasks();
      const { call } = await member(role);
      expect((await call('GET', at(`v1/links/${link_id}/?refresh=true`))).statusCode).toBe(403);
      expect(await countTasks()).toBe(before);
      expect((await call('GET', at(`v1/links/${link_id}/?refresh=false`))).statusCode).toBe(200);
    },
  );
});

describe('POST …/links/{link_id}/refreshes/', () => {
  test('403 for roles that may only read cases, and for a wrong CSRF token', async () => {
    for (const role of ['reviewer', 'auditor'] as const) {
      expect((await (await member(role)).call('POST', at(`links/${link_id}/refreshes/`))).statusCode).toBe(403);
    }
    const { call } = await member('owner');
    const forged = await call('POST', at(`links/${link_id}/refreshes/`), undefined, { 'x-vouch-csrf': 'x' });
    expect(forged.statusCode).toBe(403);
  });

  test('201: starts a refresh and records it once in the audit log; while the refresh runs, further requests return the same refresh', async () => {
    const { call } = await member('underwriter');
    const before = await countTasks();
    const started = await call('POST', at(`links/${link_id}/refreshes/`));
    expect(started.statusCode).toBe(201);
    const again = await call('POST', at(`links/${link_id}/refreshes/`));
    expect(again.json()).toEqual(started.json());
    expect(await countTasks()).toBe(before + 1);
    expect((await call('GET', at('audit/?action=createRefresh'))).json()).toMatchObject({
      count: 1,
      results: [{ object: `links/${link_id}`, after: started.json() }],
    });
  });

  test('404 for a link that does not exist', async () => {
    const { call } = await member('owner');
    expect((await call('POST', at(`links/${'0'.repeat(32)}/refreshes/`))).statusCode).toBe(404);
  });
});
