// Tests that each response has one log line, with the request id that the client received.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('every request is logged once at level info with its request id; a health check is logged at level debug', async () => {
  const { sandbox: call, client_id } = await newClient(house);
  const info = vi.spyOn(house.log, 'info');
  const debug = vi.spyOn(house.log, 'debug');
  const answered = await call('GET', '/v1/users/?page_size=1');
  const refused = await call('GET', '/v1/users/nobody/');
  await house.app.inject({ url: '/healthz' });
  const lines = info.mock.calls.map(([fields, message]) => [message, fields]);
  expect(lines).toMatchObject([
    [
      'request answered',
      {
        request_id: answered.headers['x-request-id'],
        method: 'GET',
        route: '/v1/users/',
        status: 200,
        duration_ms: expect.any(Number),
        client_id,
      },
    ],
    ['request refused', { request_id: refused.headers['x-request-id'], route: '/v1/users/:user_id/', status: 404 }],
  ]);
  expect(debug.mock.calls.map(([fields]) => fields)).toMatchObject([{ route: '/healthz', status: 200 }]);
});
