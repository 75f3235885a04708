// Tests of /v1/orders/ and of sandbox links for an order: access rights, the routing of literal paths, rate-limit
// budgets, and idempotency.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, OTHER_ENVIRONMENT } from '#test/answers.ts';
import { type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, PERSON, readOrder } from '#test/orders.ts';
import { connect, eventsOf, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let acme: TestClient;
let call: Call;
let stranger: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  [acme, stranger] = [await newClient(house), await newClient(house)];
  call = acme.sandbox;
});
afterAll(() => house.close());

type Method = 'GET' | 'POST' | 'PATCH';
const OF_ONE: [Method, string][] = [
  ['GET', ''],
  ['PATCH', ''],
  ['POST', ''],
  ['POST', 'refresh/'],
  ['POST', 'cancel/'],
  ['POST', 'employers/'],
  ['GET', 'events/'],
  ['GET', 'certifications/'],
  ['GET', 'invoice/'],
];
const send = (call: Call, method: Method, url: string) => call(method, url, method === 'GET' ? undefined : {});

describe.each(OF_ONE)('access to %s /v1/orders/{id}/%s', (method, path) => {
  let order: Answer;
  beforeAll(async () => {
    order = await newOrder(call);
  });

  test('404 for another client’s order, exactly as for an unknown order', async () => {
    for (const other of [stranger.sandbox, stranger.prod]) {
      for (const id of [order.id, newId(), 'x']) {
        const response = await send(other, method, `/v1/orders/${id}/${path}`);
        expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
      }
    }
    expect(await readOrder(call, order.id)).toEqual(order);
  });

  test('403 for an order of the client’s other environment', async () => {
    const response = await send(acme.prod, method, `/v1/orders/${order.id}/${path}`);
    expect([response.statusCode, response.json()]).toEqual([403, OTHER_ENVIRONMENT]);
    expect(await readOrder(call, order.id)).toEqual(order);
  });
});

describe('POST /v1/sandbox/links/ for an order', () => {
  const links = (body: object) =>
    call('POST', '/v1/sandbox/links/', {
      provider_id: 'vouch_payroll',
      username: 'goodlogin',
      password: 'goodpassword',
      product_type: 'income',
      ...body,
    });

  test('400 for another client’s order, and for a user who is not the order’s user', async () => {
    const [order, other] = [await newOrder(call), await newOrder(call)];
    const theirs = await newOrder(stranger.sandbox);
    const { user_id } = order;
    for (const order_id of [theirs.id, newId(), 'x']) {
      const response = await links({ user_id, order_id });
      expect([response.statusCode, response.json()]).toEqual([400, invalid(['order_id', 'Object not found.'])]);
    }
    const response = await links({ user_id, order_id: other.id });
    expect([response.statusCode, response.json()]).toEqual([400, invalid(['user_id', 'Object not found.'])]);
    expect(await readOrder(call, order.id)).toMatchObject({ status: 'pending', employers: [{ tasks: [] }] });
  });

  test('400 if the order has no open suborder for the product', async () => {
    const { id, user_id } = await newOrder(call);
    const bank = { user_id, order_id: id, provider_id: 'vouch_bank', product_type: 'assets' };
    expect((await links(bank)).json().error.extra['invalid-params']).toMatchObject([{ field: 'order_id' }]);
    await call('POST', `/v1/orders/${id}/cancel/`);
    const canceled = await links({ user_id, order_id: id });
    expect(canceled.json().error.extra['invalid-params']).toMatchObject([{ field: 'order_id' }]);
  });

  test('201: each new link serves the product’s first suborder that is still open', async () => {
    const { id, user_id, employers } = await newOrder(call, { employers: [{}, {}] });
    await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    await connect(call, user_id, { order_id: id, username: 'fulltime' });
    await finishTasks(house);
    const order = await readOrder(call, id);
    expect(order.employers.map(({ status, tasks }: Answer) => [status, tasks.length])).toEqual([
      ['completed', 1],
      ['completed', 1],
    ]);
    expect(order.employers.map(({ tasks }: Answer) => tasks[0].tracking_info)).toEqual(
      employers.map(({ id }: Answer) => id),
    );
  });

  test('201: the deposit account is taken from the order', async () => {
    const account = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };
    const { id, user_id } = await newOrder(call, { products: ['deposit_switch'], employers: [{ account }] });
    const { link_id } = await connect(call, user_id, { order_id: id, product_type: 'deposit_switch' });
    await finishTasks(house);
    expect(await readOrder(call, id)).toMatchObject({ status: 'completed', employers: [{ account }] });
    const report = (await call('GET', `/v1/links/${link_id}/direct_deposit/report/`)).json();
    expect(report.deposit_details).toMatchObject(account);
  });
});

describe('a literal path takes precedence over an order id', () => {
  test.each<[Method, string, string]>([
    ['GET', '/v1/orders/lookup/', 'POST'],
    ['PATCH', '/v1/orders/lookup/', 'POST'],
    ['GET', '/v1/orders/batch/', 'POST'],
    ['PATCH', '/v1/orders/batch/', 'POST'],
    ['GET', '/v1/orders/lookup', 'POST'],
  ])('405 for %s %s, with the header Allow: %s', async (method, url, allow) => {
    const response = await send(call, method, url);
    expect([response.statusCode, response.json()]).toEqual([405, { detail: `Method "${method}" not allowed.` }]);
    expect(String(response.headers['allow']).split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
  });

  test('405 for DELETE /v1/orders/{id}/, with an Allow header that lists the endpoint’s methods', async () => {
    const { id } = await newOrder(call);
    const response = await call('DELETE', `/v1/orders/${id}/`);
    expect(response.statusCode).toBe(405);
    expect(String(response.headers['allow']).split(', ').toSorted()).toEqual(['GET', 'HEAD', 'PATCH', 'POST']);
  });
});

describe('rate-limit budgets of the order endpoints', () => {
  test('POST /v1/orders/ counts against the `orders` budget, even if the request is invalid; listing, refreshing or canceling orders and adding employers count against the `requests` budget', async () => {
    const budget = async (method: Method, url: string, body?: object) =>
      /^"([\w-]+)"/.exec(String((await call(method, url, body)).headers['ratelimit']))?.[1];
    expect(await budget('POST', '/v1/orders/', { products: ['income'], ...PERSON })).toBe('orders');
    expect(await budget('POST', '/v1/orders/', {})).toBe('orders');
    const { id } = await newOrder(call);
    expect(await budget('GET', '/v1/orders/')).toBe('requests');
    expect(await budget('POST', `/v1/orders/${id}/refresh/`)).toBe('requests');
    expect(await budget('POST', `/v1/orders/${id}/employers/`, { employers: [{}] })).toBe('requests');
    expect(await budget('POST', `/v1/orders/${id}/cancel/`)).toBe('requests');
  });
});

describe('POST /v1/orders/ with an Idempotency-Key', () => {
  beforeEach(async () => {
    acme = await newClient(house);
    call = acme.sandbox;
  });
  const create = (key: string, more: object = {}) =>
    call('POST', '/v1/orders/', { products: ['income'], ...PERSON, ...more }, { 'idempotency-key': key });
  const countOrders = async (): Promise<number> => (await call('GET', '/v1/orders/')).json().count;

  test('two requests with the same Idempotency-Key create one order and one user, and get identical responses, byte for byte', async () => {
    const [first, again] = [await create('k-1'), await create('k-1')];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.body).toBe(first.body);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await countOrders()).toBe(1);
    expect((await call('GET', '/v1/users/')).json().count).toBe(1);
    const events = (await eventsOf(house)).filter(({ order_id }) => order_id === first.json().id);
    expect(events).toHaveLength(1);
  });

  test('400 for a different body with the same Idempotency-Key; a request with another key creates another order', async () => {
    await create('k-1');
    const other = await create('k-1', { first_name: 'Joan' });
    expect(other.statusCode).toBe(400);
    expect(other.json().error.extra['invalid-params']).toMatchObject([{ field: 'Idempotency-Key' }]);
    await create('k-2');
    expect(await countOrders()).toBe(2);
  });

  test('ten concurrent requests with the same Idempotency-Key create one order', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('k-1', { external_user_id: 'jane' })));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await countOrders()).toBe(1);
  });
});
