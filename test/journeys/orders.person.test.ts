// Tests what happens to an order when the applicant leaves, returns, or skips a suborder.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { newOrder, orderEventsOf, readOrder, storyOf } from '#test/orders.ts';
import { advance, openWorkingHouse } from '#test/tasks.ts';
import { visitWith } from '#test/widget-visit.ts';

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
const storyOfOrder = async (id: string): Promise<string[]> => storyOf(await orderEventsOf(house, id));

describe('when an applicant leaves after a failed task', () => {
  const failed = async () => {
    const order = await newOrder(call);
    const visit = visitWith(house, order.bridge_token);
    await visit.logIn(order.employers[0].id, 'error.user', 'no_data');
    expect((await readOrder(call, order.id)).status).toBe('sent');
    return { order, visit };
  };

  test('closing the widget after a failed task ends the suborder', async () => {
    const { order, visit } = await failed();
    await visit.close();
    expect(await readOrder(call, order.id)).toMatchObject({ status: 'no_data', employers: [{ status: 'no_data' }] });
  });

  test('after a failed task, the suborder ends after exactly half an hour without a widget request', async () => {
    const { order } = await failed();
    await advance(house, call, HOUR / 2 - 1);
    expect((await readOrder(call, order.id)).status).toBe('sent');
    await advance(house, call, 1);
    expect((await readOrder(call, order.id)).status).toBe('no_data');
  });

  test('a new widget request restarts the half-hour period after which the failed suborder ends', async () => {
    const { order, visit } = await failed();
    await advance(house, call, HOUR / 2 - 60);
    await visit.read('session/');
    await advance(house, call, HOUR / 2 - 60);
    expect((await readOrder(call, order.id)).status).toBe('sent');
    await advance(house, call, 120);
    expect((await readOrder(call, order.id)).status).toBe('no_data');
  });

  test.each(['login_error', 'account_locked', 'unavailable'])(
    'a suborder whose task failed with %s stays open after the applicant has left',
    async (password) => {
      const order = await newOrder(call);
      const visit = visitWith(house, order.bridge_token);
      await visit.logIn(order.employers[0].id, 'error.user', password);
      await visit.close();
      await advance(house, call, HOUR);
      expect((await readOrder(call, order.id)).status).toBe('sent');
      await visit.logIn(order.employers[0].id);
      expect(await readOrder(call, order.id)).toMatchObject({ status: 'completed', employers: [{ tasks: [{}, {}] }] });
    },
  );
});

describe('skipped suborders', () => {
  test('an order with a completed suborder and a skipped suborder is completed', async () => {
    const order = await newOrder(call, { products: ['income', 'assets'] });
    const visit = visitWith(house, order.bridge_token);
    await visit.logIn(order.employers[0].id);
    await visit.post(`suborders/${order.financial_accounts[0].id}/skip/`, {}, 204);
    const done = await readOrder(call, order.id);
    expect(done).toMatchObject({ status: 'completed', financial_accounts: [{ status: 'skipped' }] });
    expect((await storyOfOrder(order.id)).slice(-4)).toEqual([
      'suborder completed',
      'suborder skipped',
      'order completed',
      'order-finalized',
    ]);
  });

  test('an order is skipped if all its suborders are skipped', async () => {
    const order = await newOrder(call, { employers: [{}, {}] });
    const visit = visitWith(house, order.bridge_token);
    for (const { id } of order.employers) await visit.post(`suborders/${id}/skip/`, {}, 204);
    expect(await readOrder(call, order.id)).toMatchObject({
      status: 'skipped',
      completed_at: null,
      voie_report_id: null,
    });
    expect((await storyOfOrder(order.id)).slice(-2)).toEqual(['order skipped', 'order-finalized']);
  });

  test('when the applicant finishes early, the open suborders are skipped', async () => {
    const order = await newOrder(call, { employers: [{}, {}] });
    const visit = visitWith(house, order.bridge_token);
    await visit.logIn(order.employers[0].id);
    expect(await visit.post('finish/', undefined, 200)).toEqual({ order_id: order.id, is_final: true });
    expect(await readOrder(call, order.id)).toMatchObject({
      status: 'completed',
      employers: [{ status: 'completed' }, { status: 'skipped' }],
    });
  });
});
