// Tests concurrent operations on one order or one user: each operation takes effect completely or not at all, and each
// order ends only once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runTask } from '#services/connections/task-run.ts';
import { createTask } from '#services/connections/tasks.ts';
import { getStoredUser } from '#services/people/users.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { invalid } from '#test/answers.ts';
import { type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { type Answer, newOrder, orderEventsOf, PERSON, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  acme = await newClient(house);
  call = acme.sandbox;
});
afterAll(() => house.close());

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const sandbox = (): Promise<Ctx> => ctxOf(house, { client_id: acme.client_id, environment: 'sandbox' });
const ENDS = ['completed', 'error', 'no_data', 'expired', 'skipped', 'canceled'];
/** The final statuses of the order and its suborders, as sent in events. */
async function endsOf(id: string): Promise<string[]> {
  const story = storyOf(await orderEventsOf(house, id));
  return story.filter((word) => word === 'order-finalized' || ENDS.some((end) => word.endsWith(` ${end}`)));
}

/** Creates a task for the first suborder. No worker has started the task yet. */
async function taskFor(ctx: Ctx, order: Answer, username: string): Promise<string> {
  const { user_id } = order;
  const key = await ctx.vault.unwrap(ctx.scope, user_id, await getStoredUser(ctx, user_id));
  return inTransaction(ctx, (ctx) =>
    createTask(ctx, key, {
      link_id: ctx.newId(),
      is_known_link: false,
      user_id,
      order_id: order.id,
      bridge_token_id: null,
      product_type: 'income',
      allowed_products: ['income'],
      data_source: 'payroll',
      provider_id: 'vouch_payroll',
      company_mapping: null,
      template_id: null,
      use_case: null,
      tracking_info: order.employers[0].id,
      is_refresh: false,
      is_suspicious: false,
      history_months: 12,
      credentials: { username, password: 'goodpassword' },
      code: null,
      is_unattended: true,
      deposit: null,
    }),
  );
}

test('two concurrent orders for the same new user create one user and one order group', async () => {
  for (let round = 0; round < 5; round++) {
    const more = { external_user_id: `jane-${round}`, order_number: 'L-1' };
    const orders = await times(2, () => newOrder(call, more));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(2);
    expect(new Set(orders.map(({ user_id }) => user_id)).size).toBe(1);
    expect(new Set(orders.map(({ order_group_id }) => order_group_id)).size).toBe(1);
    for (const { id } of orders) expect(await readOrder(call, id)).toMatchObject({ first_name: 'Jane' });
  }
  expect((await call('GET', '/v1/users/')).json().count).toBe(5);
});

test('eight concurrent orders for the same new user create one user', async () => {
  const orders = await times(8, () => newOrder(call, { external_user_id: 'jane' }));
  expect(new Set(orders.map(({ user_id }) => user_id)).size).toBe(1);
});

test('an order request and a concurrent POST /v1/users/ with the same external_user_id together create only one user', async () => {
  const body = { products: ['income'], ...PERSON, external_user_id: 'jane' };
  const [user, order] = await Promise.all([
    call('POST', '/v1/users/', { external_user_id: 'jane' }),
    call('POST', '/v1/orders/', body),
  ]);
  // The request that runs second finds the existing user. If the second request creates the order, the order uses that
  // user. If the second request is POST /v1/users/, the response is 400.
  expect(order.statusCode, order.body).toBe(201);
  expect([201, 400]).toContain(user.statusCode);
  const [{ id }] = (await call('GET', '/v1/users/?external_user_id=jane')).json().results;
  expect(order.json().user_id).toBe(id);
  expect((await call('GET', '/v1/users/')).json().count).toBe(1);
});

test('of ten concurrent requests to cancel an order, exactly one succeeds', async () => {
  const { id } = await newOrder(call, { products: ['income', 'assets'] });
  const answers = await times(10, () => call('POST', `/v1/orders/${id}/cancel/`));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expect([answer.statusCode, answer.json()]).toEqual([400, invalid(['status', 'Order is already canceled.'])]);
  }
  expect(await endsOf(id)).toEqual(['suborder canceled', 'suborder canceled', 'order canceled', 'order-finalized']);
});

test('if two tasks of one suborder finish concurrently, the suborder is completed once, with one report', async () => {
  const ctx = await sandbox();
  for (let round = 0; round < 3; round++) {
    const order = await newOrder(call);
    const tasks = [await taskFor(ctx, order, 'goodlogin'), await taskFor(ctx, order, 'fulltime')];
    await Promise.all(tasks.map((id) => runTask(ctx, id)));
    expect(await endsOf(order.id)).toEqual(['suborder completed', 'order completed', 'order-finalized']);
    const { employers, status } = await readOrder(call, order.id);
    expect([status, employers[0].tasks.map((task: Answer) => task.status)]).toEqual(['completed', ['done', 'done']]);
    expect(employers[0].employments.length).toBeGreaterThan(0);
    const reports = (await timelineOf(call, order.id)).filter(({ event_type }) => event_type === 'report-created');
    expect(reports).toHaveLength(1);
  }
});

test('if two suborders finish concurrently, the order ends only once and has the ids of both reports', async () => {
  const order = await newOrder(call, { products: ['income', 'assets'] });
  const bank = { product_type: 'assets', provider_id: 'vouch_bank' };
  await times(2, (at) => connect(call, order.user_id, { order_id: order.id, ...(at === 0 ? {} : bank) }));
  await finishTasks(house);
  const ends = await endsOf(order.id);
  expect(ends).toEqual(['suborder completed', 'suborder completed', 'order completed', 'order-finalized']);
  expect(await readOrder(call, order.id)).toMatchObject({
    status: 'completed',
    voie_report_id: expect.any(String),
    voa_report_id: expect.any(String),
  });
});

test('a PATCH that is sent while an order is being completed is either applied completely or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await newOrder(call);
    await connect(call, order.user_id, { order_id: order.id });
    const changed = await call('PATCH', `/v1/orders/${order.id}/`, { first_name: 'Joan', notes: 'x' });
    await finishTasks(house);
    const after = await readOrder(call, order.id);
    const user = (await call('GET', `/v1/users/${order.user_id}/`)).json();
    const expected = changed.statusCode === 204 ? ['Joan', 'x', 'Joan'] : ['Jane', null, 'Jane'];
    expect([204, 400]).toContain(changed.statusCode);
    expect([after.first_name, after.notes, user.first_name]).toEqual(expected);
    expect(after.status).toBe('completed');
  }
});

test('an order that is canceled while it is being completed ends once, as either canceled or completed', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await newOrder(call);
    await connect(call, order.user_id, { order_id: order.id });
    const canceled = await call('POST', `/v1/orders/${order.id}/cancel/`);
    await finishTasks(house);
    const end = canceled.statusCode === 200 ? 'canceled' : 'completed';
    expect(await readOrder(call, order.id)).toMatchObject({ status: end, employers: [{ status: end }] });
    expect(await endsOf(order.id)).toEqual([`suborder ${end}`, `order ${end}`, 'order-finalized']);
  }
});

test('if employers are added to an order while the order is being canceled, the employers are either rejected or canceled with the order', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await newOrder(call);
    const [added] = await Promise.all([
      call('POST', `/v1/orders/${id}/employers/`, { employers: [{}] }),
      call('POST', `/v1/orders/${id}/cancel/`),
    ]);
    const { status, employers } = await readOrder(call, id);
    expect(status).toBe('canceled');
    expect(employers.map((one: Answer) => one.status)).toEqual(
      added.statusCode === 201 ? ['canceled', 'canceled'] : ['canceled'],
    );
  }
});

test('if a user is erased while the user’s order is being read, changed and canceled, the order ends up canceled', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, user_id } = await newOrder(call);
    const answers = await Promise.all([
      call('DELETE', `/v1/users/${user_id}/`),
      call('GET', `/v1/orders/${id}/`),
      call('PATCH', `/v1/orders/${id}/`, { first_name: 'Joan' }),
      call('POST', `/v1/orders/${id}/cancel/`),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode >= 404).map(({ body }) => body)).toEqual([]);
    expect(await readOrder(call, id)).toMatchObject({ status: 'canceled', first_name: '' });
    expect(await endsOf(id)).toEqual(['suborder canceled', 'order canceled', 'order-finalized']);
  }
});

test('two concurrent refreshes of an order create two orders, and both new orders are completed', async () => {
  const order = await newOrder(call);
  await connect(call, order.user_id, { order_id: order.id });
  await finishTasks(house);
  const answers = await times(2, () => call('POST', `/v1/orders/${order.id}/refresh/`));
  const ids: string[] = answers.map((answer) => answer.json().id);
  expect(new Set(ids).size).toBe(2);
  await until(async () =>
    (await Promise.all(ids.map((id) => readOrder(call, id)))).every(({ status }) => status === 'completed'),
  );
  expect(ids).toContain((await readOrder(call, order.id)).refresh_order);
});

test('erasing a user while their order is being refreshed leaves no open order and no running task', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await newOrder(call);
    await connect(call, order.user_id, { order_id: order.id });
    await finishTasks(house);
    const [refreshed, erased] = await Promise.all([
      call('POST', `/v1/orders/${order.id}/refresh/`),
      call('DELETE', `/v1/users/${order.user_id}/`),
    ]);
    expect(erased.statusCode, erased.body).toBe(204);
    expect([201, 400], refreshed.body).toContain(refreshed.statusCode);
    await finishTasks(house);
    const { results } = (await call('GET', `/v1/orders/?user_id=${order.user_id}`)).json();
    expect(results).toHaveLength(refreshed.statusCode === 201 ? 2 : 1);
    for (const { status } of results) expect(ENDS).toContain(status);
  }
});

test('if a user is erased while their order is being completed, the order ends exactly once', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, user_id } = await newOrder(call);
    await connect(call, user_id, { order_id: id });
    expect((await call('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
    await finishTasks(house);
    expect(ENDS).toContain((await readOrder(call, id)).status);
    const ends = await endsOf(id);
    expect(ends.filter((end) => end === 'order-finalized')).toHaveLength(1);
    expect(ends).toHaveLength(3);
  }
});
