// A webhook endpoint receives an order's events in the sequence in which they happened, even if the endpoint fails for
// a while.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookSender } from '#services/events/webhook-sender.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { newOrder, orderEventsOf, readOrder, storyOf } from '#test/orders.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';
import { deliver, newEndpoint, newReceiver } from '#test/webhooks.ts';

let house: TestHouse;
let call: Call;
let sender: WebhookSender;
const receiver = newReceiver();
beforeAll(async () => {
  house = await openWorkingHouse();
  call = (await newClient(house)).sandbox;
  sender = deliver(house, receiver);
});
afterAll(async () => {
  await sender.stop();
  await house.close();
});

const ORDER_KINDS = ['order-created', 'order-status-updated', 'order-refresh-failed', 'order-finalized'];

test('later events of an order wait until a failed delivery has succeeded, so that all events arrive in the sequence in which they happened', async () => {
  const url = 'http://127.0.0.1:9/deaf';
  await newEndpoint(call, url, { events: ORDER_KINDS });
  let is_deaf = true;
  receiver.answer(url, () => ({ status_code: is_deaf ? 500 : 200 }));
  const order = await newOrder(call, { order_number: 'L-100' });
  await connect(call, order.user_id, { order_id: order.id });
  await finishTasks(house);
  expect((await readOrder(call, order.id)).status).toBe('completed');
  const came = () => receiver.received.filter((one) => one.url === url).map(({ payload }) => payload);
  await until(() => came().length > 0);
  expect(new Set(came().map(({ event_type }) => event_type))).toEqual(new Set(['order-created']));
  is_deaf = false;
  await call('POST', '/v1/sandbox/clock/advance/', { seconds: 60 });
  await until(() => came().some(({ event_type }) => event_type === 'order-finalized'));
  const events = await orderEventsOf(house, order.id);
  const heard = came().filter(
    ({ webhook_id }, at, all) => all.findLastIndex((one) => one.webhook_id === webhook_id) === at,
  );
  expect(heard).toEqual(events);
  expect(storyOf(events)).toEqual([
    'order-created',
    'suborder sent',
    'order sent',
    'suborder completed',
    'order completed',
    'order-finalized',
  ]);
});
