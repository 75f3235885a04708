// Tests requests that are replayed with an Idempotency-Key after the user in the stored response was erased.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listenForNotices } from '#storage/platform/notices.ts';
import { NOT_FOUND } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { newOrder } from '#test/orders.ts';
import { finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

type Request = [path: string, body: object];
const send = ([path, body]: Request) => call('POST', path, body, { 'idempotency-key': 'once' });
const erase = async (user_id: string) => expect((await call('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);

test('a request that is repeated with its Idempotency-Key gets 404 if the stored response is about an erased user, because the user’s data key is deleted', async () => {
  const created: Request = ['/v1/users/', { external_user_id: 'jane', first_name: 'Jane', ssn: '991919991' }];
  const user_id = (await send(created)).json().id;
  const order: Request = [
    '/v1/orders/',
    { products: ['income'], first_name: 'Jane', last_name: 'Roe', external_user_id: 'jane', ssn: '991919991' },
  ];
  expect((await send(order)).json().user_id).toBe(user_id);
  const link: Request = [
    '/v1/sandbox/links/',
    { user_id, provider_id: 'vouch_payroll', username: 'goodlogin', password: 'goodpassword', product_type: 'income' },
  ];
  const token: Request = [`/v1/users/${user_id}/tokens/`, { product_type: 'income' }];
  await send(link);
  await finishTasks(house);
  const report: Request = [`/v1/users/${user_id}/reports/`, {}];
  const lookup: Request = ['/v1/orders/lookup/', { ssn: '991-91-9991' }];
  const about: Request[] = [created, order, link, token, report, lookup];
  const firsts = [];
  for (const request of about) firsts.push(await send(request));
  expect(firsts.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, expect.any(Number), 200]);
  for (const [at, request] of about.entries()) expect((await send(request)).body).toBe(firsts[at]?.body);

  await erase(user_id);
  for (const request of about) {
    const again = await send(request);
    expect([request[0], again.statusCode, again.json()]).toEqual([request[0], 404, NOT_FOUND]);
  }
});

test('404 for a repeated request if one of the two users in the stored response was erased; a stored response about only the other user is still returned', async () => {
  const order = (external_user_id: string): Request => [
    '/v1/orders/',
    { products: ['income'], first_name: 'Jane', last_name: 'Roe', external_user_id, ssn: '666382548' },
  ];
  const [gone, stays] = [
    await send(order('gone')),
    await call('POST', ...order('stays'), { 'idempotency-key': 'two' }),
  ];
  const lookup: Request = ['/v1/orders/lookup/', { ssn: '666382548' }];
  expect((await send(lookup)).json().count).toBe(2);
  await erase(gone.json().user_id);
  expect((await send(lookup)).statusCode).toBe(404);
  expect((await call('POST', ...order('stays'), { 'idempotency-key': 'two' })).body).toBe(stays.body);
});

test('if a user was erased, a clock advance that is repeated with its Idempotency-Key still gets 200, because the stored response contains no users', async () => {
  const { user_id } = await newOrder(call, { email: 'jane@example.com' });
  const advance: Request = ['/v1/sandbox/clock/advance/', { seconds: 100 * 3_600 }];
  const first = await send(advance);
  expect(first.json().fired).toBeGreaterThan(0);
  await erase(user_id);
  expect((await send(advance)).body).toBe(first.body);
});

test('erasing a user makes every process drop the user’s cached data key', async () => {
  const user_id = await newUser(call, 'forgotten', { first_name: 'Jane' });
  const here = vi.spyOn(house.vault, 'forget');
  const erased: string[] = [];
  let is_ready = false;
  const listener = listenForNotices(house.database.url, {
    onClientChange: () => undefined,
    onEvents: () => undefined,
    onErasure: (id) => erased.push(id),
    onMissed: () => {
      is_ready = true;
    },
  });
  await until(async () => is_ready);
  await erase(user_id);
  await until(async () => erased.length > 0);
  await listener.close();
  expect(erased).toEqual([user_id]);
  expect(here.mock.calls).toEqual([[user_id]]);
});
