// Sessions of the console: which requests are admitted, and how a session ends.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleCall, newMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
let client_id: string;
const owner = () => newMember(house, [{ client_id, environment: 'prod', role: 'owner' }]);

beforeAll(async () => {
  house = await openTestHouse();
  ({ client_id } = await newClient(house));
});
afterAll(() => house.close());

describe('GET /console/api/session/', () => {
  test('200: the session with its user and memberships', async () => {
    const { call, session } = await owner();
    const response = await call('GET', 'session/');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      stage: 'complete',
      user: { email: session.user.email, name: 'Ann' },
      memberships: [{ client_id, client_name: 'Acme Lending', environment: 'prod', role: 'owner' }],
    });
  });

  test('401: no cookie, an unknown secret, a malformed one', async () => {
    for (const secret of [undefined, 'x'.repeat(43), "' or 1=1"]) {
      expect((await consoleCall(house, secret)('GET', 'session/')).statusCode).toBe(401);
    }
  });
});
