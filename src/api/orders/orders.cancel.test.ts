// Tests canceling an order, and adding employers to it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { advance, connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

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
const ACCOUNT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
const cancel = (id: string, body?: unknown) => call('POST', `/v1/orders/${id}/cancel/`, body);
const add = (id: string, employers: unknown, by = call) => by('POST', `/v1/orders/${id}/employers/`, { employers });

/** Creates an income order that has ended with the given status. */
async function ended(call: Call, status: 'completed' | 'error' | 'no_data' | 'expired' | 'canceled'): Promise<string> {
  const { id, user_id } = await newOrder(call);
  if (status === 'canceled') await call('POST', `/v1/orders/${id}/cancel/`);
  else if (status === 'expired') await advance(house, call, 72 * HOUR);
  else {
    const login = status === 'completed' ? {} : { username: 'error.user', password: status };
    await connect(call, user_id, { order_id: id, ...login });
    await finishTasks(house);
  }
  expect((await readOrder(call, id)).status).toBe(status);
  return id;
}

describe('POST /v1/orders/{id}/cancel/', () => {
  test('200: every open suborder is canceled, with one event each', async () => {
    const { id } = await newOrder(call, { products: ['income', 'assets', 'insurance'] });
    house.clock.advance(60_000);
    const response = await cancel(id);
    expect(response.statusCode).toBe(200);
    const order: Answer = response.json();
    expect(order).toEqual(await readOrder(call, id));
    expect(order).toMatchObject({
      status: 'canceled',
      canceled_at: '2026-03-01T12:01:00Z',
      updated_at: '2026-03-01T12:01:00Z',
      completed_at: null,
      is_expired: false,
      employers: [{ status: 'canceled', updated_at: '2026-03-01T12:01:00Z' }],
      financial_accounts: [{ status: 'canceled' }],
      insurance: { status: 'canceled' },
    });
    expect(storyOf(await orderEventsOf(house, id))).toEqual([
      'order-created',
      'suborder canceled',
      'suborder canceled',
      'suborder canceled',
      'order canceled',
      'order-finalized',
    ]);
    const kinds = (await timelineOf(call, id)).map(({ event_type }) => event_type);
    expect(kinds).toEqual([
      'order-created',
      'order-canceled',
      ...Array.from({ length: 3 }, () => 'suborder-status-updated'),
      'order-status-updated',
      'order-finalized',
    ]);
    house.clock.set(new Date('2026-03-01T12:00:00Z'));
  });

  test('200: completed suborders of a canceled order stay completed', async () => {
    const { id, user_id } = await newOrder(call, { products: ['income', 'assets'] });
    await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    expect((await cancel(id)).json()).toMatchObject({
      status: 'canceled',
      completed_at: null,
      voie_report_id: expect.any(String),
      employers: [{ status: 'completed' }],
      financial_accounts: [{ status: 'canceled' }],
    });
  });

  test('200: the body of a request to cancel an order is ignored', async () => {
    expect((await cancel((await newOrder(call)).id, { status: 'completed' })).statusCode).toBe(200);
    expect((await cancel((await newOrder(call)).id, [])).statusCode).toBe(200);
  });

  test('200: after an order is canceled, the person gets no more messages', async () => {
    const { id } = await newOrder(call, { email: 'jane@example.com' });
    await cancel(id);
    const before = await timelineOf(call, id);
    await advance(house, call, 100 * HOUR);
    expect(await timelineOf(call, id)).toEqual(before);
    expect(await readOrder(call, id)).toMatchObject({ status: 'canceled', is_expired: false });
  });

  test('400 if the order has expired, even if no worker has recorded the expiration yet', async () => {
    const { id, user_id } = await newOrder(call);
    house.clock.advance(72 * HOUR * 1000);
    const response = await call('POST', `/v1/orders/${id}/cancel/`);
    expect([response.statusCode, response.json()]).toEqual([400, invalid(['status', 'Order is already expired.'])]);
    const body = {
      user_id,
      order_id: id,
      provider_id: 'vouch_payroll',
      username: 'goodlogin',
      password: 'goodpassword',
    };
    const late = await call('POST', '/v1/sandbox/links/', { ...body, product_type: 'income' });
    expect(late.statusCode).toBe(400);
  });
});

describe('POST /v1/orders/{id}/employers/', () => {
  test('201: appends one suborder per payroll product and employer', async () => {
    const { id, employers: before } = await newOrder(call, {
      products: ['income', 'assets', 'pll'],
      employers: [{ company_name: 'One', account: ACCOUNT }],
    });
    house.clock.advance(1_000);
    const response = await add(id, [
      { company_name: 'Two', account: ACCOUNT, suborder_number: 'S-2' },
      { company_name: 'Three', account: ACCOUNT },
    ]);
    expect(response.statusCode, response.body).toBe(201);
    const { employers, updated_at, financial_accounts } = response.json();
    expect(employers.slice(0, 2)).toEqual(before);
    const added = employers.slice(2).map((one: Answer) => [one.product_type, one.company_name, one.status]);
    expect(added).toEqual([
      ['income', 'Two', 'pending'],
      ['income', 'Three', 'pending'],
      ['pll', 'Two', 'pending'],
      ['pll', 'Three', 'pending'],
    ]);
    expect(employers[2]).toMatchObject({ suborder_number: 'S-2', created_at: updated_at });
    expect(financial_accounts).toHaveLength(1);
    expect((await readOrder(call, id)).employers).toEqual(employers);
    const events = (await timelineOf(call, id)).filter(({ event_type }) => event_type === 'employers-added');
    expect(events.map(({ data }) => data.suborder_id)).toEqual(employers.slice(2).map(({ id }: Answer) => id));
  });

  test('201: a partly completed order stays open until the added employer is completed too', async () => {
    const { id, user_id } = await newOrder(call, { employers: [{}, {}] });
    await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    expect((await add(id, [{ company_name: 'Late' }])).json()).toMatchObject({ status: 'sent' });
    for (const username of ['fulltime', 'weekly']) {
      await connect(call, user_id, { order_id: id, username });
      await finishTasks(house);
    }
    expect(await readOrder(call, id)).toMatchObject({
      status: 'completed',
      employers: [{}, {}, { company_name: 'Late' }],
    });
  });

  test('201 for ten employers in one request', async () => {
    const { id } = await newOrder(call);
    const ten = Array.from({ length: 10 }, () => ({}));
    expect((await add(id, ten)).json().employers).toHaveLength(11);
    expect((await add(id, ten)).json().employers).toHaveLength(21);
  });

  const required = 'This field is required.';
  test.each<[string, unknown, [string, string]]>([
    ['an empty list', [], ['employers', 'This list may not be empty.']],
    ['an object', {}, ['employers', 'Expected a list of items.']],
    ['null', null, ['employers', 'This field may not be null.']],
    ['undefined', undefined, ['employers', required]],
    [
      'a list of eleven employers',
      Array.from({ length: 11 }, () => ({})),
      ['employers', 'Ensure this list has no more than 10 items.'],
    ],
    [
      'a list with an invalid start_date',
      [{ start_date: 'x' }],
      ['employers.0.start_date', 'Date has wrong format. Use YYYY-MM-DD.'],
    ],
    ['a list without the account that pll needs', [{ account: ACCOUNT }, {}], ['employers.1.account', required]],
  ])('400 for adding employers to an order if `employers` is %s', async (_what, employers, refusal) => {
    const { id } = await newOrder(call, { products: ['pll'], employers: [{ account: ACCOUNT }] });
    const response = await add(id, employers);
    expect([response.statusCode, response.json()]).toEqual([400, invalid(refusal)]);
    expect((await readOrder(call, id)).employers).toHaveLength(1);
  });

  test('400 if the order has no payroll product', async () => {
    const { id } = await newOrder(call, { products: ['assets', 'insurance'] });
    const { error } = (await add(id, [{}])).json();
    expect(error.extra['invalid-params']).toMatchObject([{ field: 'employers' }]);
  });
});

describe.each(['completed', 'error', 'no_data', 'expired', 'canceled'] as const)(
  'an order that already has the final status %s',
  (status) => {
    let id: string;
    let owner: Call;
    beforeAll(async () => {
      owner = (await newClient(house)).sandbox;
      id = await ended(owner, status);
    });

    test('400 for POST /v1/orders/{id}/cancel/', async () => {
      const before = await readOrder(owner, id);
      const response = await owner('POST', `/v1/orders/${id}/cancel/`);
      expect([response.statusCode, response.json()]).toEqual([400, invalid(['status', `Order is already ${status}.`])]);
      expect(await readOrder(owner, id)).toMatchObject({ status, updated_at: before.updated_at });
    });

    test('400 for POST /v1/orders/{id}/employers/', async () => {
      const { error } = (await add(id, [{}], owner)).json();
      expect(error.extra['invalid-params']).toMatchObject([{ field: 'employers' }]);
      expect((await readOrder(owner, id)).employers).toHaveLength(1);
    });
  },
);
