// A clock that is moved past the moment a task waits for: the task goes on then, and not later.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { newOrder, readOrder } from '#test/orders.ts';
import { connect, eventsOf, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const LONG = { password: 'longcheck', product_type: 'income', provider_id: 'vouch_payroll' };
const move = async (seconds: number) => (await call('POST', '/v1/sandbox/clock/advance/', { seconds })).json();

test('it is done when the answer comes, at its own moment', async () => {
  const { task_id } = await connect(call, await newUser(call, newId()), LONG);
  await finishTasks(house);
  expect(await move(59)).toMatchObject({ now: '2026-03-01T12:00:59Z' });
  expect((await call('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({ status: 'parse' });
  expect(await move(3_600)).toMatchObject({ now: '2026-03-01T13:00:59Z', offset_seconds: 3_659 });
  expect((await call('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({
    status: 'done',
    updated_at: '2026-03-01T12:01:00Z',
  });
  const done = (await eventsOf(house, { task_id })).find(({ status }) => status === 'done');
  expect(done).toMatchObject({ event_created_at: '2026-03-01T12:01:00Z' });
});

test('what would have come later comes later: the order is completed before it could expire', async () => {
  const { id, user_id } = await newOrder(call);
  await connect(call, user_id, { ...LONG, order_id: id });
  await finishTasks(house);
  await move(100 * 3_600);
  expect(await readOrder(call, id)).toMatchObject({ status: 'completed', completed_at: '2026-03-01T12:01:00Z' });
});

test('also where several move the clock at once', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => newOrder(call)));
  for (const { id, user_id } of orders) await connect(call, user_id, { ...LONG, order_id: id });
  await finishTasks(house);
  await Promise.all([1, 2, 3].map(() => move(75 * 3_600)));
  for (const { id } of orders) expect(await readOrder(call, id)).toMatchObject({ status: 'completed' });
  expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 225 * 3_600 });
});

test('several that wait go on one after the other, and a move past none of them goes all the way', async () => {
  const started: string[] = [];
  for (let at = 0; at < 3; at++) {
    started.push((await connect(call, await newUser(call, newId()), LONG)).task_id);
    await finishTasks(house);
    await move(10);
  }
  await move(45);
  const tasks = await Promise.all(started.map(async (id) => (await call('GET', `/v1/tasks/${id}/`)).json()));
  expect(tasks.map(({ status, updated_at }) => [status, updated_at.slice(11, 19)])).toEqual([
    ['done', '12:01:00'],
    ['done', '12:01:10'],
    ['parse', '12:00:20'],
  ]);
});
