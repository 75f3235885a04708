// Tests the two ways to verify an applicant again. One way is a refresh order, which does not need the applicant. The
// other way is a second order, for which the applicant uses the same login.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { expectInvoice, expectReport } from '#test/order-results.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { advance, eventsOf, finishTasks, openWorkingHouse, wordsOf } from '#test/tasks.ts';
import { openLanding, visitWith } from '#test/widget-visit.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const HOUR = 3_600;
const remindersOf = async ({ id }: Answer): Promise<Answer[]> =>
  (await timelineOf(call, id)).filter(({ event_type }) => event_type === 'reminder-sent').map(({ data }) => data);
const storyOfOrder = async (id: string): Promise<string[]> => storyOf(await orderEventsOf(house, id));

describe('refresh orders', () => {
  const completed = async (more: object = {}, username = 'goodlogin'): Promise<Answer> => {
    const order = await newOrder(call, more);
    await visitWith(house, order.bridge_token).logIn(order.employers[0].id, username);
    return readOrder(call, order.id);
  };
  const refresh = async ({ id }: Answer): Promise<Answer> => {
    const fresh = (await call('POST', `/v1/orders/${id}/refresh/`)).json();
    await finishTasks(house);
    return readOrder(call, fresh.id);
  };

  test('a refresh order gets new data through the same link without involving the applicant', async () => {
    const order = await completed({}, 'changed.on.refresh');
    await expectInvoice(house, call, order.id, 'success');
    const fresh = await refresh(order);
    expect(fresh).toMatchObject({ status: 'completed', initial_order: order.id, order_group_id: order.order_group_id });
    expect(await storyOfOrder(fresh.id)).toEqual([
      'order-created',
      'suborder completed',
      'order completed',
      'order-finalized',
    ]);
    const count = ({ employers }: Answer) => employers[0].employments[0].statements.length;
    expect(count(fresh)).toBeGreaterThan(count(order));
    expect(fresh.voie_report_id).not.toBe(order.voie_report_id);
    await expectReport(house, call, fresh, false);
    await expectInvoice(house, call, fresh.id, 'success');
    const ids = await Promise.all(
      [order.id, fresh.id, order.order_group_id].map(
        async (id) => (await call('GET', `/v1/orders/${id}/invoice/`)).json().id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('a refresh order ends with the status error if the login fails during the refresh', async () => {
    const order = await completed({ email: 'nobody.else@example.com' }, 'disconnect.on.refresh');
    const fresh = await refresh(order);
    expect(fresh).toMatchObject({
      status: 'error',
      employers: [{ status: 'error', link_id: order.employers[0].link_id }],
    });
    const words = wordsOf((await eventsOf(house)).filter((event) => event['order_id'] === fresh.id));
    expect(words).toEqual([
      'order-created',
      'new',
      'login',
      'login_error',
      'order-refresh-failed',
      'order-status-updated',
      'order-status-updated',
      'order-finalized',
    ]);
    expect(await remindersOf(fresh)).toEqual([]);
    expect(await readOrder(call, order.id)).toMatchObject({ status: 'completed', refresh_order: fresh.id });
  });

  test('with refresh_approved, a failed login of a refresh order invites the applicant, and reconnecting completes the order', async () => {
    const more = { email: 'again@example.com', refresh_approved: true };
    const order = await completed(more, 'disconnect.on.refresh');
    const fresh = await refresh(order);
    expect(fresh).toMatchObject({ status: 'sent' });
    expect(await remindersOf(fresh)).toMatchObject([{ kind: 'reconnect', to_masked: 'a***@example.com' }]);
    const { bridge_token } = await openLanding(house, fresh.share_url);
    const visit = visitWith(house, bridge_token);
    await visit.read('session/');
    await visit.close();
    await advance(house, call, HOUR);
    expect((await readOrder(call, fresh.id)).status).toBe('sent');
    await visit.logIn(fresh.employers[0].id, 'disconnect.on.refresh');
    expect(await readOrder(call, fresh.id)).toMatchObject({
      status: 'completed',
      employers: [{ status: 'completed', link_id: order.employers[0].link_id }],
    });
    expect(await storyOfOrder(fresh.id)).toEqual([
      'order-created',
      'order-refresh-failed',
      'suborder sent',
      'order sent',
      'suborder completed',
      'order completed',
      'order-finalized',
    ]);
    const of_link = (await eventsOf(house, { link_id: order.employers[0].link_id })).map(
      ({ event_type }) => event_type,
    );
    expect(of_link.filter((kind) => kind.includes('connected'))).toEqual([
      'link-connected',
      'link-disconnected',
      'link-connected',
    ]);
  });
});

describe('a second order for the same person reuses the link of the first order', () => {
  const first = async (username: string) => {
    const order = await newOrder(call, { external_user_id: 'jane' });
    await visitWith(house, order.bridge_token).logIn(order.employers[0].id, username);
    return readOrder(call, order.id);
  };

  test('in the second order, the applicant confirms the existing link instead of signing in again', async () => {
    const before = await first('goodlogin');
    const order = await newOrder(call, { external_user_id: 'jane', products: ['employment'] });
    expect(order).toMatchObject({ user_id: before.user_id });
    expect(order.order_group_id).not.toBe(before.order_group_id);
    const visit = visitWith(house, order.bridge_token);
    const [suborder] = (await visit.read('session/')).order.suborders;
    const { link_id } = before.employers[0];
    expect(suborder.links).toMatchObject([{ link_id, provider: { id: 'vouch_payroll' } }]);
    await visit.post('consent/', undefined, 204);
    const { task_id } = await visit.post('tasks/', { suborder_id: suborder.id, link_id, confirm: true }, 201);
    await visit.end(task_id);
    const done = await readOrder(call, order.id);
    expect(done).toMatchObject({ status: 'completed', employers: [{ link_id, tasks: [{ is_refresh: true }] }] });
    await expectReport(house, call, done, true);
    expect((await call('GET', `/v1/links/?user_id=${before.user_id}`)).json().count).toBe(1);
  });

  test('if the login of the reused link fails, the applicant signs in again, and no order-refresh-failed event is sent', async () => {
    const before = await first('disconnect.on.refresh');
    const { link_id } = before.employers[0];
    const order = await newOrder(call, { external_user_id: 'jane' });
    const visit = visitWith(house, order.bridge_token);
    const suborder_id = order.employers[0].id;
    await visit.post('consent/', undefined, 204);
    const { task_id } = await visit.post('tasks/', { suborder_id, link_id, confirm: true }, 201);
    expect(await visit.end(task_id)).toMatchObject({ status: 'login_error' });
    expect((await readOrder(call, order.id)).status).toBe('sent');
    await visit.logIn(suborder_id, 'disconnect.on.refresh');
    expect(await readOrder(call, order.id)).toMatchObject({ status: 'completed', employers: [{ link_id }] });
    expect(await storyOfOrder(order.id)).toEqual([
      'order-created',
      'suborder sent',
      'order sent',
      'suborder completed',
      'order completed',
      'order-finalized',
    ]);
  });
});
