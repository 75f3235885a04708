// Tests of refresh orders: what a refresh order refreshes, what it copies from the original order, and from which
// rate-limit budget it takes a unit.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { advance, connect, eventsOf, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const PROVIDERS: Record<string, string> = {
  assets: 'vouch_bank',
  transactions: 'vouch_bank',
  insurance: 'vouch_insurance',
};

/** Creates an order, and connects one link for each of the given logins, one after the other. */
async function orderWith(more: object, logins: { product_type: string; username?: string }[]): Promise<Answer> {
  const { id, user_id } = await newOrder(call, more);
  for (const login of logins) {
    const provider_id = PROVIDERS[login.product_type] ?? 'vouch_payroll';
    await connect(call, user_id, { order_id: id, provider_id, ...login });
    await finishTasks(house);
  }
  return readOrder(call, id);
}
const incomeOrder = (more: object = {}, username = 'goodlogin') =>
  orderWith(more, [{ product_type: 'income', username }]);

const post = (id: string, body?: unknown, path = 'refresh/') => call('POST', `/v1/orders/${id}/${path}`, body);

async function refresh(id: string, body?: unknown): Promise<Answer> {
  const response = await post(id, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

describe.each(['', 'refresh/'])('refreshing an order with POST /v1/orders/{id}/%s', (path) => {
  test('201: creates a new order for the same link and refreshes the link', async () => {
    const { employers, ...before } = await incomeOrder({
      order_number: 'L-1',
      external_user_id: 'jane',
      email: 'jane@example.com',
      ssn: '991-91-9991',
      refresh_approved: true,
      loan: { loan_number: 'L-1' },
      manager: { name: 'Ann' },
      source: 'crm',
      employers: [{ company_name: 'Acme', suborder_number: 'S-1' }],
    });
    const response = await post(before.id, undefined, path);
    expect(response.statusCode, response.body).toBe(201);
    const fresh: Answer = response.json();
    expect(fresh).toMatchObject({
      status: 'pending',
      products: ['income'],
      user_id: before.user_id,
      order_group_id: before.order_group_id,
      initial_order: before.id,
      refresh_order: null,
      order_number: 'L-1',
      external_user_id: 'jane',
      first_name: 'Jane',
      last_name: 'Roe',
      email: 'jane@example.com',
      ssn: '*****9991',
      refresh_approved: true,
      loan: before.loan,
      manager: before.manager,
      source: 'crm',
      voie_report_id: null,
      completed_at: null,
      employers: [
        {
          product_type: 'income',
          status: 'pending',
          company_name: 'Acme',
          suborder_number: 'S-1',
          link_id: employers[0].link_id,
          access_token: employers[0].access_token,
          data_source: 'payroll',
          tasks: [{ is_refresh: true, link_id: employers[0].link_id }],
        },
      ],
    });
    for (const name of ['id', 'share_url', 'short_share_url', 'bridge_token']) {
      expect(fresh[name]).not.toBe(before[name as keyof typeof before]);
    }
    expect(fresh.employers[0].id).not.toBe(employers[0].id);
    await finishTasks(house);
    expect(await readOrder(call, before.id)).toMatchObject({ refresh_order: fresh.id, status: 'completed' });
    expect(await readOrder(call, fresh.id)).toMatchObject({
      status: 'completed',
      voie_report_id: expect.any(String),
      employers: [{ status: 'completed', tasks: [{ status: 'done', tracking_info: fresh.employers[0].id }] }],
    });
    const last = (await timelineOf(call, before.id)).at(-1);
    expect(last).toMatchObject({ event_type: 'order-refreshed', data: { refresh_order: fresh.id } });
  });
});

describe('POST /v1/orders/{id}/refresh/', () => {
  test('201: refreshes the products in `products`; without `products`, refreshes the first product that has data', async () => {
    const two = [{ product_type: 'assets' }, { product_type: 'income' }];
    const order = await orderWith({ products: ['assets', 'income'] }, two);
    const first = await refresh(order.id);
    expect(first).toMatchObject({ products: ['assets'], employers: [], financial_accounts: [{ status: 'pending' }] });
    const second = await refresh(order.id, { products: ['income'] });
    expect(second).toMatchObject({ products: ['income'], employers: [{}], financial_accounts: [] });
    expect((await readOrder(call, order.id)).refresh_order).toBe(second.id);
    await finishTasks(house);
  });

  test('201: an order for transactions and assets is refreshed with the product `assets`; an order for employment and income is refreshed with the product `income`', async () => {
    const assets = await orderWith({ products: ['transactions', 'assets'] }, [{ product_type: 'assets' }]);
    expect(await refresh(assets.id)).toMatchObject({ products: ['assets'] });
    const income = await orderWith({ products: ['employment', 'income'] }, [{ product_type: 'income' }]);
    expect(await refresh(income.id)).toMatchObject({ products: ['income'] });
    await finishTasks(house);
  });

  test('201: an insurance order can be refreshed', async () => {
    const order = await orderWith({ products: ['insurance'] }, [{ product_type: 'insurance' }]);
    const fresh = await refresh(order.id);
    await finishTasks(house);
    expect(await readOrder(call, fresh.id)).toMatchObject({ status: 'completed', insurance: { status: 'completed' } });
  });

  test('201: refreshing an income order as the product `employment` creates an order without pay, and its report has `is_voe: true`', async () => {
    const order = await incomeOrder();
    const fresh = await refresh(order.id, { products: ['employment'] });
    await finishTasks(house);
    const { employers, voie_report_id, user_id } = await readOrder(call, fresh.id);
    expect(employers).toMatchObject([{ product_type: 'employment', employments: [{ income: null, statements: [] }] }]);
    const report = (await call('GET', `/v1/users/${user_id}/reports/${voie_report_id}/`)).json();
    expect(report).toMatchObject({ is_voe: true });
  });

  test('201: refreshes only the suborders selected by id or suborder_number', async () => {
    const order = await orderWith(
      { employers: [{ suborder_number: 'S-1' }, { suborder_number: 'S-2' }, { suborder_number: 'S-3' }] },
      [
        { product_type: 'income' },
        { product_type: 'income', username: 'fulltime' },
        { product_type: 'income', username: 'weekly' },
      ],
    );
    const [one, , three] = order.employers;
    const numbersOf = ({ employers }: Answer) => employers.map((employer: Answer) => employer.suborder_number);
    expect(numbersOf(await refresh(order.id))).toEqual(['S-1', 'S-2', 'S-3']);
    expect(numbersOf(await refresh(order.id, { employers: [{ id: three.id }] }))).toEqual(['S-3']);
    const picks = [{ suborder_number: 'S-2' }, { id: one.id }];
    expect(numbersOf(await refresh(order.id, { employers: picks }))).toEqual(['S-1', 'S-2']);
    await finishTasks(house);
  });

  test('201: fields in the request replace the fields copied from the original order', async () => {
    const { id } = await incomeOrder({ email: 'jane@example.com', manager: { name: 'Ann' } });
    const body = { email: 'new@example.com', phone: '4155550134', manager: { email: 'bob@acme.example' } };
    expect(await refresh(id, body)).toMatchObject({
      email: 'new@example.com',
      phone: '+14155550134',
      manager: { name: null, email: 'bob@acme.example' },
    });
    await finishTasks(house);
    expect(await readOrder(call, id)).toMatchObject({ email: 'jane@example.com', phone: null });
  });

  test('201: a refresh order can itself be refreshed and stays in the same order group', async () => {
    const first = await incomeOrder();
    const second = await refresh(first.id);
    await finishTasks(house);
    const third = await refresh(second.id);
    await finishTasks(house);
    expect(third).toMatchObject({ initial_order: second.id, order_group_id: first.order_group_id });
    expect(await readOrder(call, third.id)).toMatchObject({ status: 'completed' });
  });

  test.each([
    [undefined, 0],
    [{ include_recent_paystub: false }, 0],
    [{ include_recent_paystub: true }, 1],
  ])('201: refreshing an employment order with the body %j stores %i pay statements', async (body, count) => {
    const order = await orderWith({ products: ['employment'] }, [{ product_type: 'employment' }]);
    const { link_id } = order.employers[0];
    await refresh(order.id, body);
    await finishTasks(house);
    const statements = (await call('GET', `/v1/links/${link_id}/statements/`)).json();
    expect(statements.count ?? 0).toBe(count);
  });
});

test('a refresh order counts against the `requests` budget, not against the `orders` budget or the link’s refresh limit', async () => {
  const { id, employers } = await incomeOrder();
  for (let at = 0; at < 6; at++) {
    const response = await post(id);
    expect(response.statusCode).toBe(201);
    expect(response.headers['ratelimit']).toMatch(/^"requests";/);
    await finishTasks(house);
  }
  for (let at = 0; at < 4; at++) {
    const body = { access_token: employers[0].access_token };
    expect((await call('POST', '/v1/refresh/tasks/', body)).statusCode).toBe(201);
    await finishTasks(house);
  }
});

describe('a refresh order whose refresh fails', () => {
  const refreshed = async (more: object, username: string) => {
    const { id } = await incomeOrder({ email: 'jane@example.com', ...more }, username);
    const fresh = await refresh(id);
    await finishTasks(house);
    return readOrder(call, fresh.id);
  };

  test('if the refresh fails and refresh_approved is not set, the refresh order ends with status error', async () => {
    const fresh = await refreshed({}, 'disconnect.on.refresh');
    expect(fresh).toMatchObject({ status: 'error', employers: [{ status: 'error', last_task_status: 'login_error' }] });
    expect(storyOf(await orderEventsOf(house, fresh.id))).toEqual([
      'order-created',
      'order-refresh-failed',
      'suborder error',
      'order error',
      'order-finalized',
    ]);
  });

  test('if the refresh fails and refresh_approved is true, the person is asked to reconnect, and the refresh order stays open until it expires', async () => {
    const fresh = await refreshed({ refresh_approved: true }, 'disconnect.on.refresh');
    expect(fresh).toMatchObject({ status: 'sent', employers: [{ status: 'sent', last_task_status: 'login_error' }] });
    expect(storyOf(await orderEventsOf(house, fresh.id))).toEqual([
      'order-created',
      'order-refresh-failed',
      'suborder sent',
      'order sent',
    ]);
    const [link] = (await call('GET', `/v1/links/?user_id=${fresh.user_id}`)).json().results;
    expect(link.is_connected).toBe(false);
    const failed = (await eventsOf(house, { link_id: link.id })).map(({ event_type }) => event_type);
    expect(failed).toContain('link-disconnected');
    const written = (await timelineOf(call, fresh.id)).filter(({ event_type }) => event_type === 'reminder-sent');
    expect(written.map(({ data }) => data.channel)).toEqual(['email']);
    expect(written[0].data.text).toContain(fresh.short_share_url);
    await advance(house, call, 72 * 3_600);
    expect(await readOrder(call, fresh.id)).toMatchObject({ status: 'expired' });
  });

  test('if the refresh fails and refresh_approved is true, the refresh order is completed when the person connects the link again', async () => {
    const { id, user_id, employers } = await refreshed({ refresh_approved: true }, 'disconnect.on.refresh');
    await connect(call, user_id, { order_id: id, username: 'disconnect.on.refresh' });
    await finishTasks(house);
    expect(await readOrder(call, id)).toMatchObject({
      status: 'completed',
      employers: [{ link_id: employers[0].link_id, tasks: [{ status: 'login_error' }, { status: 'done' }] }],
    });
  });
});

test('changing a refresh order sends no invitation', async () => {
  const { id } = await incomeOrder({ email: 'jane@example.com', refresh_approved: true }, 'disconnect.on.refresh');
  const fresh = await refresh(id);
  await finishTasks(house);
  expect((await call('PATCH', `/v1/orders/${fresh.id}/`, { notes: 'x' })).statusCode).toBe(204);
  await advance(house, call, 3_600);
  const kinds = (await timelineOf(call, fresh.id)).map(({ event_type }) => event_type);
  expect(kinds).not.toContain('invitation-sent');
});
