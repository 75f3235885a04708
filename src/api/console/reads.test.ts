// Tests what the pages of the console read: home, search, order history, live events, logs, views, exports and
// operations.
import { connect as dial } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId, newTimedId } from '#base/ids.ts';
import { toUuid } from '#base/uuids.ts';
import { csvField } from '#domain/console/order-export.ts';
import { REQUESTS_KEPT_DAYS, type RequestLogQuery } from '#domain/console/request-log.ts';
import type { Role } from '#domain/console/roles.ts';
import { makeInvoice, openInvoices } from '#services/billing/invoices.ts';
import { setPrices } from '#services/billing/prices.ts';
import { recordUsage } from '#services/billing/usage.ts';
import { STREAMS_PER_SESSION_MAX } from '#services/console/event-streams.ts';
import { listRequests, openRequestLog, type ServedRequest } from '#services/console/request-log.ts';
import { endSession } from '#services/console/sessions.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { setTimer } from '#services/platform/timers.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { deleteRequestChunks } from '#storage/platform/housekeeping.ts';
import { newMember, type TestMember } from '#test/console.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { endOrder, insertOrder } from '#test/order-rows.ts';
import { type Answer, newOrder } from '#test/orders.ts';
import { connect, finishTasks, newUser, openWorkingHouse } from '#test/tasks.ts';
import { deliver, newEndpoint, newReceiver } from '#test/webhooks.ts';

const BROKEN = 'https://broken.example/hook';
const HOUR_MS = 3_600_000;

let house: TestHouse;
let client: TestClient;
let owner: TestMember;
let user_id: string;
let order: Answer;
let endpoint_id: string;
let connected_at: string;
let close: () => Promise<void>;

const receiver = newReceiver();
const member = (role: Role, of = client): Promise<TestMember> =>
  newMember(house, [{ client_id: of.client_id, environment: 'sandbox', role }]);
const at = (path: string, of = client): string => `${of.client_id}/sandbox/${path}`;

const dayFromNow = (days: number): string =>
  new Date(house.clock.now().getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10);

async function read(path: string, by = owner, of = client) {
  const response = await by.call('GET', at(path, of));
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
  const sender = deliver(house, receiver);
  close = () => sender.stop();
  receiver.answer(BROKEN, () => ({ status_code: 500 }));
  endpoint_id = (await newEndpoint(client.sandbox, BROKEN)).id;
  const person = { first_name: 'José', last_name: 'Ñandú Roe', email: 'Jose.Roe@example.com' };
  user_id = await newUser(client.sandbox, 'ext-7', person);
  order = await newOrder(client.sandbox, { ...person, external_user_id: 'ext-7', order_number: '=LOAN-17' });
  house.clock.advance(60_000);
  connected_at = house.clock.now().toISOString().replace('.000', '');
  await connect(client.sandbox, user_id, { order_id: order.id });
  await finishTasks(house);
  await until(() => receiver.received.length > 5);
  house.clock.advance(60_000);
});
// Each test signs in again, because the tests move the clock and an idle session ends after 12 hours.
beforeEach(async () => {
  owner = await member('owner');
});
afterAll(async () => {
  await close();
  await house.close();
});

describe('GET …/home/', () => {
  test('200: shows the failing endpoint, old open orders, disconnected links, and tasks and deliveries per hour', async () => {
    await newOrder(client.sandbox, { order_number: 'waits' });
    house.clock.advance(25 * HOUR_MS);
    await house.database.scoped(SYSTEM).query('update links set is_connected = false where user_id = $1', [user_id]);
    const home = await read('home/', await member('owner'));
    expect(home.webhooks).toMatchObject({ count: 1, is_more: false, first: [{ id: endpoint_id, title: 'Hook' }] });
    expect(home.orders).toMatchObject({ count: 1, first: [{ title: 'waits' }] });
    expect(home.links).toMatchObject({ count: 1, first: [{ title: 'vouch_payroll' }] });
    expect(await read('needs/links/', await member('owner'))).toEqual({ count: 1, results: home.links.first });
    expect(home.reviews).toEqual({ count: 0, is_more: false, first: [] });
    await house.database.scoped(SYSTEM).query('update links set is_connected = true where user_id = $1', [user_id]);
  });

  test('200: the complete lists contain every disconnected link and every stuck order, in pages of 25, oldest first', async () => {
    const of = await newClient(house);
    for (let at = 0; at < 27; at++) {
      await newOrder(of.sandbox, { order_number: `stuck-${at}` });
      house.clock.advance(1_000);
    }
    house.clock.advance(25 * HOUR_MS);
    const by = await member('owner', of);
    const [first, second] = [await read('needs/orders/', by, of), await read('needs/orders/?page=2', by, of)];
    expect([first.count, first.results.length, second.count]).toEqual([27, 25, 27]);
    expect(second.results).toMatchObject([{ title: 'stuck-25' }, { title: 'stuck-26' }]);
    expect((await read('home/', by, of)).orders.first).toEqual(first.results.slice(0, 5));
    expect(await read('needs/links/', by, of)).toEqual({ count: 0, results: [] });
    expect((await by.call('GET', at('needs/reviews/', of))).statusCode).toBe(404);
  });

  test('200: the counts of an hour are not stored while a task of that hour is running, so that the task can later be counted with its result', async () => {
    const of = await newClient(house);
    await connect(of.sandbox, await newUser(of.sandbox, 'slow'));
    await finishTasks(house);
    const scope = { client_id: of.client_id, environment: 'sandbox' } as const;
    const setStatus = (status: string) => house.database.scoped(scope).query('update tasks set status = $1', [status]);
    await setStatus('parse');
    house.clock.advance(3 * HOUR_MS);
    expect((await read('home/', await member('owner', of), of)).tasks).toMatchObject([{ outcome: 'parse' }]);
    await setStatus('done');
    expect((await read('home/', await member('owner', of), of)).tasks).toMatchObject([{ outcome: 'done' }]);
  });

  test('200: the counts of a past hour are stored, and later reads return the same counts', async () => {
    const of = await newClient(house);
    const by = await member('owner', of);
    await connect(of.sandbox, await newUser(of.sandbox, 'charted'));
    await finishTasks(house);
    const now = await read('home/', by, of);
    expect(now.tasks).toEqual([{ hour: expect.stringMatching(/:00:00Z$/), outcome: 'done', count: 1 }]);
    house.clock.advance(3 * HOUR_MS);
    const counted = await read('home/', by, of);
    expect(counted.tasks).toEqual(now.tasks);
    const { rows } = await house.database
      .scoped({ client_id: of.client_id, environment: 'sandbox' })
      .query<{ counts: object }>(`select counts from console_hours where chart = 'tasks' and counts <> '{}'`);
    expect(rows).toEqual([{ counts: { done: 1 } }]);
    expect((await read('home/', by, of)).tasks).toEqual(now.tasks);
    house.clock.advance(30 * HOUR_MS);
    expect((await read('home/', await member('owner', of), of)).tasks).toEqual([]);
  });

  test('200: `has_orders` is true from the first order on, even after all orders have ended, and only in the environment of that order', async () => {
    const of = await newClient(house);
    const by = await newMember(house, [
      { client_id: of.client_id, environment: 'sandbox', role: 'owner' },
      { client_id: of.client_id, environment: 'prod', role: 'owner' },
    ]);
    expect((await read('home/', by, of)).has_orders).toBe(false);
    const { id } = await newOrder(of.sandbox);
    expect((await read('home/', by, of)).has_orders).toBe(true);
    expect((await of.sandbox('POST', `/v1/orders/${id}/cancel/`, {})).statusCode).toBe(200);
    expect((await read('home/', by, of)).has_orders).toBe(true);
    expect((await by.call('GET', `${of.client_id}/prod/home/`)).json()).toMatchObject({ has_orders: false });
  });

  test('200: a part of the home page is null if the role has no right to see it', async () => {
    const home = await read('home/', await member('underwriter'));
    expect(home).toMatchObject({ reviews: null, webhooks: null, deliveries: null });
  });
});

describe('GET …/search/', () => {
  const kinds = async (q: string, by = owner, of = client) =>
    (await read(`search/?q=${encodeURIComponent(q)}`, by, of)).results.map(
      ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`,
    );

  test.each([
    ['an e-mail address in other capitals', 'jose.roe@EXAMPLE.com'],
    ['a full name without accents', ' jose  nandu roe '],
    ['a last name', 'Ñandú Roe'],
    ['the client’s own id', 'ext-7'],
  ])('200: a search for %s finds the person', async (_, q) => {
    expect(await kinds(q)).toContain(`user ${user_id}`);
  });

  test('200: an order is found by its id, by the beginning of its id, and by its order number', async () => {
    for (const q of [order.id, order.id.slice(0, 10), '=LOAN-17'])
      expect(await kinds(q)).toContain(`order ${order.id}`);
    expect(await kinds(endpoint_id)).toEqual([`webhook ${endpoint_id}`]);
    const { webhook_id } = receiver.received[0]?.payload ?? { webhook_id: '' };
    expect(await kinds(webhook_id)).toEqual([`event ${webhook_id}`]);
  });

  test('200: suborders, tasks, delivery attempts, reports and invoices are found, and each result has a path that opens it', async () => {
    const paths = async (q: string) => (await read(`search/?q=${q}`)).results.map(({ path }: { path: string }) => path);
    const [suborder] = order.employers;
    expect(await paths(suborder.id)).toEqual([`orders/${order.id}?suborder=${suborder.id}`]);
    const [task] = (await client.sandbox('GET', `/v1/tasks/?user_id=${user_id}`)).json().results;
    expect(await paths(task.id)).toEqual([`people/${user_id}?task=${task.id}`]);
    const [attempt] = (await client.sandbox('GET', '/v1/webhook-requests/')).json().results;
    expect(await paths(attempt.id)).toEqual([
      `webhooks/${endpoint_id}?webhook_id=${attempt.webhook_id}&attempt=${attempt.id}`,
    ]);
    for (const [path, page] of [
      ['reports/', 'income'],
      ['assets/reports/', 'assets'],
      ['income_insights/reports/', 'insights'],
    ]) {
      const made = await client.sandbox('POST', `/v1/users/${user_id}/${path}`, { days_requested: 90 });
      const { report_id } = made.json();
      expect(await paths(report_id)).toEqual([`people/${user_id}/${page}/${report_id}`]);
    }
    const [invoice] = (await read('operations/invoices/')).results;
    expect(await paths(invoice.id)).toEqual([`operations?invoice=${invoice.id}`]);
  });

  test('200: if the endpoint of a delivery attempt was deleted, the search result for the attempt opens the event', async () => {
    const of = await newClient(house);
    const by = await member('owner', of);
    const { id } = await newEndpoint(of.sandbox, BROKEN);
    await newOrder(of.sandbox);
    const attempts = async () => (await of.sandbox('GET', '/v1/webhook-requests/')).json().results;
    await until(async () => (await attempts()).length > 0);
    const [attempt] = await attempts();
    await of.sandbox('DELETE', `/v1/webhooks/${id}/`);
    const [found] = (await read(`search/?q=${attempt.id}`, by, of)).results;
    expect(found.path).toBe(`events/${attempt.webhook_id}`);
  });

  test('200: a person who was stored by an earlier version, without name hashes, is found', async () => {
    await house.database
      .scoped(SYSTEM)
      .query('update users set email_hash = null, has_name_hashes = false where id = $1', [user_id]);
    expect(await kinds('jose.roe@example.com')).toEqual([`user ${user_id}`]);
  });

  test('200: the search finds nothing of another client, and nothing that the role has no right to see', async () => {
    const other = await newClient(house);
    const stranger = await member('owner', other);
    for (const q of [order.id, 'jose.roe@example.com', '=LOAN-17']) expect(await kinds(q, stranger, other)).toEqual([]);
    expect(await kinds(endpoint_id, await member('reviewer'))).toEqual([]);
    const [{ title, subtitle, path }] = (await read('search/?q=ext-7')).results;
    expect({ title, subtitle, path }).toEqual({
      title: 'José Ñandú Roe',
      subtitle: 'J•••@example.com',
      path: `people/${user_id}`,
    });
  });
});

describe('GET …/users/{id}/assets/reports/{id}/balances/', () => {
  test('200 with the balances: each account’s last balance equals its balance in the report; 404 for another client', async () => {
    const of = await newClient(house);
    const by = await member('underwriter', of);
    const id = await newUser(of.sandbox, 'saver');
    await connect(of.sandbox, id, { provider_id: 'vouch_bank', product_type: 'assets' });
    await finishTasks(house);
    const made = await of.sandbox('POST', `/v1/users/${id}/assets/reports/`, { days_requested: 90 });
    const { report_id, links } = made.json();
    const { accounts } = await read(`users/${id}/assets/reports/${report_id}/balances/`, by, of);
    expect(accounts.map(({ balances }: { balances: string[] }) => balances.at(-1))).toEqual(
      links[0].accounts.map(({ balances }: { balances: { balance: string } }) => balances.balance),
    );
    expect(made.body).not.toContain('daily_balances');
    expect((await owner.call('GET', at(`users/${id}/assets/reports/${report_id}/balances/`))).statusCode).toBe(404);
  });
});

describe('GET …/orders/{id}/timeline/', () => {
  test('200: the history contains tasks, events, delivery attempts and the invoice, but never the key of the landing page', async () => {
    const { moments, is_complete, state } = await read(`orders/${order.id}/timeline/`);
    const kinds = new Set(moments.map(({ kind }: { kind: string }) => kind));
    for (const kind of ['order-created', 'task-status-updated', 'event', 'attempt', 'invoice-created']) {
      expect(kinds).toContain(kind);
    }
    expect([is_complete, state]).toEqual([true, null]);
    const times = moments.map((moment: { at: string }) => moment.at);
    expect(times).toEqual(times.toSorted());
    expect(JSON.stringify(moments)).not.toContain(order.share_url.split('/').at(-2));
  });

  type Happened = { id: string; at: string; kind: string; data: Record<string, unknown> };
  const moments = async (): Promise<Happened[]> => (await read(`orders/${order.id}/timeline/`)).moments;
  const stateAfter = async (moment: Happened | undefined, by = owner) =>
    (await read(`orders/${order.id}/timeline/?moment=${moment?.id}`, by)).state;

  test('200: with `moment`, the response contains the state of the order directly after that moment, even if the next moment is in the same second', async () => {
    const all = await moments();
    expect(all[0]?.kind).toBe('order-created');
    const created = await stateAfter(all[0]);
    expect(created).toMatchObject({
      order: { status: 'pending' },
      tasks: [],
      links: [],
      deliveries: [],
      invoice: null,
    });
    expect(created.suborders).toEqual([{ id: order.employers[0].id, status: 'pending', link_id: null }]);
    const steps = all.filter(({ kind }) => kind === 'task-status-updated');
    expect(new Set(steps.map((step) => step.at))).toEqual(new Set([connected_at]));
    const statuses = steps.map(({ data }) => data['status']);
    expect([statuses[0], statuses.at(-1)]).toEqual(['new', 'done']);
    for (const step of steps) {
      expect((await stateAfter(step)).tasks.map(({ status }: { status: string }) => status)).toEqual([
        step.data['status'],
      ]);
    }
    const done = await stateAfter(all.findLast(({ kind }) => kind === 'event'));
    expect(done).toMatchObject({ order: { status: 'completed' }, tasks: [{ status: 'done' }] });
    expect(done.links).toEqual([{ id: done.tasks[0].link_id, is_connected: true, is_deleted: false }]);
  });

  test('200: the timeline lists an event directly after the entry that was written with it; the order’s state has no delivery of the event until the event’s own entry', async () => {
    const all = await moments();
    const event = all.findIndex(({ kind, data }) => kind === 'event' && data['event_type'] === 'order-finalized');
    expect(all[event - 1]?.kind).toBe('order-finalized');
    const of = (state: { deliveries: { webhook_id: string; state: string; attempt_id: string | null }[] }) =>
      state.deliveries.find(({ webhook_id }) => webhook_id === all[event]?.id);
    expect(of(await stateAfter(all[event - 1]))).toBeUndefined();
    expect(of(await stateAfter(all[event]))).toMatchObject({ state: 'waiting', attempts: 0, attempt_id: null });
    const answered = all.find(({ kind }) => kind === 'attempt');
    expect((await stateAfter(answered)).deliveries).toContainEqual(
      expect.objectContaining({ attempt_id: answered?.id, endpoint_id, endpoint_name: 'Hook', attempts: 1 }),
    );
  });

  test('200: the timeline lists a delivery attempt before an entry that was written later in the same second; a link that is older than the order is connected from its first entry on', async () => {
    const later = await newOrder(client.sandbox, { external_user_id: 'ext-7', order_number: 'LOAN-18' });
    const happened = async (): Promise<Happened[]> => (await read(`orders/${later.id}/timeline/`)).moments;
    await connect(client.sandbox, user_id, { order_id: later.id });
    await finishTasks(house);
    await until(async () => (await happened()).some(({ kind }) => kind === 'attempt'));
    await client.sandbox('POST', `/v1/orders/${later.id}/refresh/`);
    await finishTasks(house);
    const all = await happened();
    const [attempt, refreshed] = [
      all.find(({ kind }) => kind === 'attempt'),
      all.find(({ kind }) => kind === 'order-refreshed'),
    ];
    expect(refreshed?.at).toBe(attempt?.at);
    expect(all.indexOf(refreshed as Happened)).toBeGreaterThan(all.indexOf(attempt as Happened));
    const first = all.find(({ data }) => data['link_id'] !== undefined && data['link_id'] !== null);
    const { state } = await read(`orders/${later.id}/timeline/?moment=${first?.id}`);
    expect([first?.kind, state.links]).toEqual([
      'task-status-updated',
      [{ id: first?.data['link_id'], is_connected: true, is_deleted: false }],
    ]);
  });

  test('200: the timeline has no names of endpoints if the role has no right to see webhooks', async () => {
    const state = await stateAfter((await moments()).at(-1), await member('underwriter'));
    expect(state.deliveries.length).toBeGreaterThan(0);
    expect(new Set(state.deliveries.map((one: { endpoint_name: unknown }) => one.endpoint_name))).toEqual(
      new Set([null]),
    );
  });

  test('400 for a moment that is not in the order’s timeline', async () => {
    const response = await owner.call('GET', at(`orders/${order.id}/timeline/?moment=${newId()}`));
    expect(response.statusCode).toBe(400);
  });

  test('404 for another client’s order', async () => {
    const other = await newClient(house);
    const response = await (await member('owner', other)).call('GET', at(`orders/${order.id}/timeline/`, other));
    expect(response.statusCode).toBe(404);
  });
});

describe('POST …/orders/{id}/token/', () => {
  const token = (by: TestMember, id: string, of = client) => by.call('POST', at(`orders/${id}/token/`, of), {});

  test('200: a developer gets a token that opens the widget for the order, and the audit log records it', async () => {
    const of = await newClient(house);
    const { id, user_id } = await newOrder(of.sandbox);
    const answer = await token(await member('developer', of), id, of);
    expect(answer.json()).toMatchObject({ user_id });
    const headers = { authorization: `Bearer ${answer.json().bridge_token}` };
    const session = await house.app.inject({ url: '/widget/api/session/', headers });
    expect(session.json()).toMatchObject({ order: { id } });
    const { results } = await read(`audit/?object=orders/${id}/token`, await member('auditor', of), of);
    expect(results).toMatchObject([{ action: 'POST orders/:order_id/token' }]);
  });

  test('403 for a role without access to the sandbox area; 404 in prod and for another client’s order', async () => {
    const of = await newClient(house);
    expect((await token(await member('underwriter'), order.id)).statusCode).toBe(403);
    expect((await token(await member('owner', of), order.id, of)).statusCode).toBe(404);
    const by = await newMember(house, [{ client_id: client.client_id, environment: 'prod', role: 'owner' }]);
    expect((await by.call('POST', `${client.client_id}/prod/orders/${order.id}/token/`, {})).statusCode).toBe(404);
  });
});

describe('GET …/webhook-requests/{id}/', () => {
  test('200 with the delivery attempt, which has the same fields as in the delivery log; 404 for another client and for an unknown id', async () => {
    const [attempt] = (await read('v1/webhook-requests/')).results;
    expect(await read(`webhook-requests/${attempt.id}/`)).toEqual(attempt);
    const other = await newClient(house);
    const stranger = await member('owner', other);
    expect((await stranger.call('GET', at(`webhook-requests/${attempt.id}/`, other))).statusCode).toBe(404);
    expect((await owner.call('GET', at(`webhook-requests/${newId()}/`))).statusCode).toBe(404);
  });
});

describe('GET …/orders/{id}/invoice/', () => {
  test('200: in the sandbox, returns a line with a price of zero for each done task, and the invoice of the order group', async () => {
    const usage = await read(`orders/${order.id}/invoice/`);
    expect(usage).toMatchObject({ is_sample: true, total: '0.00', has_more: false });
    expect(usage.lines).toEqual([
      {
        task_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        product_type: 'income',
        used_at: connected_at,
        count: 1,
        unit_price: '0.00',
        amount: '0.00',
      },
    ]);
    expect(usage.invoice).toMatchObject({ order_group_id: order.order_group_id, orders: 1 });
  });

  test('200: in prod, returns the lines of this order, each at the price that was valid at the time of use; the invoice also covers the other orders of the group', async () => {
    const scope = { client_id: client.client_id, environment: 'prod' } as const;
    const ctx = await ctxOf(house, scope);
    const order_group_id = toUuid(newId());
    const [first, second] = [
      await insertOrder(ctx.db, scope, { order_group_id }),
      await insertOrder(ctx.db, scope, { order_group_id }),
    ];
    await inTransaction(ctx, (ctx) => openInvoices(ctx, [order_group_id]));
    const use = (order_id: string) =>
      inTransaction(ctx, (ctx) =>
        recordUsage(ctx, { id: newId(), link_id: newId(), order_id, product_type: 'income', use_case: null }),
      );
    await setPrices(house, new Map([['income', 1_250n]]));
    await use(first.id);
    await setPrices(house, new Map([['income', 900n]]));
    await use(first.id);
    await use(second.id);
    for (const { id } of [first, second]) await endOrder(ctx.db, scope, id);
    await makeInvoice(ctx, order_group_id);
    const by = await newMember(house, [{ ...scope, role: 'auditor' }]);
    const usage = (await by.call('GET', `${scope.client_id}/prod/orders/${first.id}/invoice/`)).json();
    expect(usage).toMatchObject({ is_sample: false, total: '21.50' });
    const amounts = usage.lines.map(({ unit_price, amount }: Record<string, string>) => [unit_price, amount]);
    expect(amounts.toSorted()).toEqual([
      ['12.50', '12.50'],
      ['9.00', '9.00'],
    ]);
    expect(usage.invoice).toMatchObject({ order_group_id, status: 'success', orders: 2, total: '30.50' });
  });

  test('404 for another client’s order', async () => {
    const other = await newClient(house);
    const response = await (await member('owner', other)).call('GET', at(`orders/${order.id}/invoice/`, other));
    expect(response.statusCode).toBe(404);
  });
});

describe('GET …/webhook-attempts/{webhook_id}/', () => {
  test('200: shows the exact headers and body of the request that was sent', async () => {
    const [sent] = receiver.received;
    const { results } = await read(`webhook-attempts/${sent?.payload.webhook_id}/`);
    const [{ request, response, attempt }] = results;
    expect(Object.fromEntries(request.headers.map(({ name, value }: Record<string, string>) => [name, value]))).toEqual(
      sent?.headers,
    );
    expect([request.url, request.body, attempt]).toEqual([BROKEN, sent?.body, 1]);
    expect(response).toEqual({ status_code: 500, error_message: 'The endpoint responded with 500.' });
  });
});

/** Reads a stream over a real socket. `text` resolves as soon as the received text matches `enough`. */
function streamed(port: number, by: TestMember, headers: string, enough: RegExp) {
  const socket = dial(port, '127.0.0.1');
  const begin = `GET /console/api/${at('events/stream/')} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
  socket.write(`${begin}cookie: vouch_console=${by.secret}\r\n${headers}\r\n`);
  const seen = { text: '' };
  const text = (async () => {
    for await (const chunk of socket) {
      seen.text += String(chunk);
      if (enough.test(seen.text)) break;
    }
    return seen.text;
  })();
  return { text, opened: () => until(() => seen.text.includes('retry:')) };
}

describe('GET …/events/stream/', () => {
  let port: number;
  beforeAll(async () => {
    await house.app.listen({ host: '127.0.0.1', port: 0 });
    const address = house.app.server.address();
    port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  });

  test('200: the stream sends a new event; a reader that reconnects resumes after its last event', async () => {
    const reading = streamed(port, owner, '', /"event_type":"order-created"/);
    await reading.opened();
    const first = await newOrder(client.sandbox, { order_number: 'live' });
    const text = await reading.text;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('content-type: text/event-stream');
    expect(text).toContain(first.id);
    const cursor = [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1];
    const second = await newOrder(client.sandbox, { order_number: 'missed' });
    const resumed = await streamed(port, owner, `last-event-id: ${cursor}\r\n`, new RegExp(second.id)).text;
    expect(resumed).not.toContain(first.id);
  });

  test('the stream begins with its position in the event log; a reader that reconnects with this position gets all later events', async () => {
    const text = await streamed(port, owner, '', /event: place\ndata: .*\n/).text;
    const place = /event: place\ndata: \{"cursor":"(\S+)"\}/.exec(text)?.[1];
    const order = await newOrder(client.sandbox, { order_number: 'in between' });
    const resumed = await streamed(port, owner, `last-event-id: ${place}\r\n`, new RegExp(order.id)).text;
    expect(resumed.match(/^event: event$/gm)).toHaveLength(1);
  });

  test('429 for the seventh stream of a session; all its streams end when the session ends', async () => {
    const by = await member('developer');
    const readings = Array.from({ length: STREAMS_PER_SESSION_MAX }, () => streamed(port, by, '', /event: end/));
    for (const { opened } of readings) await opened();
    expect((await by.call('GET', at('events/stream/'))).statusCode).toBe(429);
    const { user } = by.session;
    const actor = { user_id: user.id, email: user.email, ip: '127.0.0.1' };
    await endSession(await ctxOf(house, { client_id: client.client_id, environment: 'prod' }), by.session, actor);
    // The stream checks its session before it sends an event. The session has ended, so the stream does not send the
    // following event.
    await newOrder(client.sandbox, { order_number: 'unseen' });
    for (const { text } of readings) expect(await text).not.toContain('unseen');
  });

  test('404 for a user of another client', async () => {
    const stranger = await member('owner', await newClient(house));
    expect((await stranger.call('GET', at('events/stream/'))).statusCode).toBe(404);
  });
});

describe('…/clock/steps/', () => {
  test('200: GET shows the next payday and the next timer; POST moves the clock to either of these times and returns the events', async () => {
    const of = await newClient(house);
    const by = await member('developer', of);
    expect(await read('clock/steps/', by, of)).toMatchObject({ pay_day: null, timer: null });
    const refused = await by.call('POST', at('clock/steps/', of), { to: 'pay_day' });
    expect(refused.statusCode).toBe(400);
    const person = await newUser(of.sandbox, 'paid');
    await connect(of.sandbox, person);
    // This login fails, so it adds no paydays.
    await connect(of.sandbox, await newUser(of.sandbox, 'unpaid'), { username: 'error.user', password: 'login_error' });
    await finishTasks(house);
    const invited = await newOrder(of.sandbox, { email: 'jane@example.com' });
    const { pay_day, timer, now } = await read('clock/steps/', by, of);
    expect(pay_day).toMatchObject({ user_id: person, employer: expect.any(String) });
    expect(pay_day.at > now).toBe(true);
    expect(timer).toMatchObject({ kind: 'order_invitation' });
    const moved = await by.call('POST', at('clock/steps/', of), { to: 'timer' });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(moved.json()).toMatchObject({ more_timers: 0, has_more_events: false });
    const [fired] = moved.json().timers;
    expect(fired).toEqual({ kind: 'order_invitation', subject_id: invited.id, due_at: timer.at });
    expect(moved.json().events.map((event: { event_type: string }) => event.event_type)).toContain(
      'order-status-updated',
    );
    // The timeline shows the text of the message, but with a masked link, so that nobody can use the link to act for
    // the person.
    const { moments } = await read(`orders/${invited.id}/timeline/`, by, of);
    const { text } = moments.find(({ kind }: { kind: string }) => kind === 'invitation-sent').data;
    expect(text).toContain('••••');
    for (const url of [invited.share_url, invited.short_share_url]) expect(text).not.toContain(url);
    const paid = (await by.call('POST', at('clock/steps/', of), { to: 'pay_day' })).json();
    expect(paid.now.slice(0, 10)).toBe(pay_day.at.slice(0, 10));
    expect((await by.call('POST', at('clock/steps/', of), { to: 'day' })).json().seconds).toBe(86_400);
  });

  test('200: at most 100 of the fired timers are returned, and the others are counted', async () => {
    const of = await newClient(house);
    const by = await member('developer', of);
    const ctx = await ctxOf(house, { client_id: of.client_id, environment: 'sandbox' });
    const due_at = new Date(house.clock.now().getTime() + HOUR_MS);
    for (let at = 0; at < 103; at += 1) await setTimer(ctx, { kind: 'order_left', subject_id: newId(), due_at });
    const moved = (await by.call('POST', at('clock/steps/', of), { to: 'day' })).json();
    expect([moved.timers.length, moved.more_timers]).toEqual([100, 3]);
    expect(new Set(moved.timers.map((timer: { kind: string }) => timer.kind))).toEqual(new Set(['order_left']));
  });

  test('200: a person with declared pay statements is paid on the declared pay dates; the refresh on a pay date adds that day’s statement', async () => {
    const of = await newClient(house);
    const by = await member('developer', of);
    const person = await newUser(of.sandbox, 'declared');
    const [past, next] = [-5, 9].map((days) => dayFromNow(days));
    const employment = { company: { name: 'Lantern Bakery' }, job_title: 'Baker' };
    const statements = [past, next].map((pay_date) => ({ pay_date, gross_pay: '2000.00' }));
    await of.sandbox('POST', `/v1/sandbox/users/${person}/payroll/`, {
      mode: 'replace',
      employments: [{ ...employment, statements }],
    });
    const { link_id } = await connect(of.sandbox, person);
    await finishTasks(house);
    const paidOn = async (): Promise<string[]> =>
      (await of.sandbox('GET', `/v1/links/${link_id}/employments/`))
        .json()
        .results[0].statements.map(({ pay_date }: { pay_date: string }) => pay_date);
    expect(await paidOn()).toEqual([past]);
    const { pay_day } = await read('clock/steps/', by, of);
    expect(pay_day).toMatchObject({ at: `${next}T00:00:00Z`, employer: 'Lantern Bakery' });
    expect((await by.call('POST', at('clock/steps/', of), { to: 'pay_day' })).statusCode).toBe(200);
    await of.sandbox('GET', `/v1/links/${link_id}/?refresh=true`);
    await finishTasks(house);
    expect(await paidOn()).toEqual([next, past]);
    expect(await read('clock/steps/', await member('developer', of), of)).toMatchObject({ pay_day: null });
  });

  test('404 in prod; 403 for a role without access to the sandbox area', async () => {
    const by = await newMember(house, [{ client_id: client.client_id, environment: 'prod', role: 'owner' }]);
    expect((await by.call('GET', `${client.client_id}/prod/clock/steps/`)).statusCode).toBe(404);
    expect((await (await member('underwriter')).call('GET', at('clock/steps/'))).statusCode).toBe(403);
  });
});

describe('…/views/', () => {
  test('a user can save, read and delete views, and no other user sees these views', async () => {
    const view = { page: 'orders', name: 'Stuck', filters: { status: 'sent' } };
    const saved = await owner.call('POST', at('views/'), view);
    expect(saved.statusCode, saved.body).toBe(201);
    expect((await read('views/')).results).toMatchObject([view]);
    const other = await member('auditor');
    expect((await read('views/', other)).results).toEqual([]);
    const { id } = saved.json();
    expect((await other.call('DELETE', at(`views/${id}/`))).statusCode).toBe(404);
    expect((await owner.call('DELETE', at(`views/${id}/`))).statusCode).toBe(204);
    expect((await owner.call('POST', at('views/'), { ...view, filters: { status: 7 } })).statusCode).toBe(400);
  });
});

describe('GET …/orders/export/', () => {
  test('200: returns a filtered list as CSV in which no field can be interpreted as a formula', async () => {
    const response = await owner.call('GET', at('orders/export/?order_number=%3DLOAN-17'));
    expect(response.headers['content-type']).toContain('text/csv');
    const lines = response.body.split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(
      `${order.id},'=LOAN-17,ext-7,${user_id},completed,income,José,Ñandú Roe,Jose.Roe@example.com`,
    );
    expect(
      (await owner.call('GET', at('orders/export/?status=sent&order_number=none'))).body.split('\r\n'),
    ).toHaveLength(2);
  });

  test.each([
    ['=1+1', `'=1+1`],
    ['-2', `'-2`],
    ['@x', `'@x`],
    ['a,"b"', '"a,""b"""'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('in the CSV export of orders, the value %j is written as %j', (value, field) =>
    expect(csvField(value)).toBe(field),
  );

  test('403 for an auditor', async () => {
    expect((await (await member('auditor')).call('GET', at('orders/export/'))).statusCode).toBe(403);
  });
});

describe('GET …/operations/', () => {
  test('200: shows features, limits, prices, providers, retention, usage, invoices and dead jobs', async () => {
    const answer = await read('operations/');
    expect(answer).toMatchObject({
      client: { id: client.client_id, name: 'Acme Lending' },
      companies: { is_more: false },
    });
    expect(answer.limits).toContainEqual(
      expect.objectContaining({ name: 'requests', value: 1_000_000, window_seconds: 60 }),
    );
    expect(answer.providers).toContainEqual(
      expect.objectContaining({ id: 'vouch_payroll', is_live: false, status: null }),
    );
    expect(answer.retention).toContainEqual(expect.objectContaining({ what: 'requests', days: REQUESTS_KEPT_DAYS }));
    expect(await read('operations/usage/?month=2026-03')).toEqual({ month: '2026-03', lines: [], total: '0.00' });
    const invoices = await read('operations/invoices/');
    expect(invoices.results.length).toBeGreaterThan(1);
    const { order_group_id } = (await client.sandbox('GET', `/v1/orders/${order.id}/`)).json();
    expect(invoices.results).toContainEqual(expect.objectContaining({ order_group_id }));
    const rest = await read(`operations/invoices/?before=${invoices.results[0].id}`);
    expect(rest.results).toEqual(invoices.results.slice(1));
    for (const invoice of invoices.results) {
      const one = await read(`operations/invoices/${invoice.id}/`);
      expect(one).toMatchObject({ ...invoice, orders_count: one.orders.length });
      expect(one.orders.length).toBeGreaterThan(0);
    }
    expect(await read('operations/jobs/')).toEqual({ results: [] });
  });

  test('404 for an unknown job or invoice; 403 for an underwriter', async () => {
    const job = '00000000-0000-4000-8000-000000000000';
    expect((await owner.call('POST', at(`operations/jobs/${job}/retry/`))).statusCode).toBe(404);
    expect((await owner.call('GET', at(`operations/invoices/${job}/`))).statusCode).toBe(404);
    expect((await (await member('underwriter')).call('GET', at('operations/'))).statusCode).toBe(403);
  });
});

/** Creates a client whose request log contains exactly these requests. Each list becomes one row of the table. */
async function logOf(...rows: Partial<ServedRequest>[][]): Promise<Ctx> {
  const scope = { client_id: (await newClient(house)).client_id, environment: 'prod' as const };
  const plain = { method: 'GET', route: '/v1/users/', url: '/v1/users/', status: 200, duration_ms: 3, key_id: newId() };
  for (const requests of rows) {
    const log = openRequestLog(house, house.log);
    for (const request of requests) {
      const now = house.clock.now();
      log.note({ ...plain, scope, at_ms: now.getTime(), request_id: newTimedId(now), ...request });
      house.clock.advance(10);
    }
    await log.stop();
  }
  return ctxOf(house, scope);
}

describe('GET …/requests/', () => {
  const statuses = async (of: Ctx, query: RequestLogQuery = {}) =>
    (await listRequests(of, query)).results.map(({ status }) => status);

  test('200: shows a request with its path, status and key; ids stay in the path, and the query is left out', async () => {
    const of = await newClient(house);
    const by = await member('developer', of);
    const id = await newUser(of.sandbox, 'logged');
    const asked = await of.sandbox('GET', `/v1/users/${id}/?email=jane.roe%40example.com`);
    await of.sandbox('GET', '/v1/users/jane.roe%40example.com/');
    await until(async () => (await read('requests/', by, of)).results.length === 3);
    const { results, next_cursor } = await read('requests/', by, of);
    expect(next_cursor).toBeNull();
    expect(results.map((one: Record<string, unknown>) => `${one['method']} ${one['path']} ${one['status']}`)).toEqual([
      'GET /v1/users/:user_id/ 404',
      `GET /v1/users/${id}/ 200`,
      'POST /v1/users/ 201',
    ]);
    const request_id = String(asked.headers['x-request-id']);
    expect((await read(`requests/?request_id=${request_id}`, by, of)).results).toEqual([results[1]]);
    expect(results[1]).toMatchObject({ request_id, key_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect((await (await member('reviewer', of)).call('GET', at('requests/', of))).statusCode).toBe(403);
  });

  test('a page of the request log may contain requests from several rows of the table; all pages together return every request once', async () => {
    const log = await logOf([{ status: 201 }, { status: 202 }, { status: 203 }], [{ status: 204 }, { status: 205 }]);
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null && seen.length < 9; ) {
      const page: Awaited<ReturnType<typeof listRequests>> = await listRequests(log, {
        page_size: '2',
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.results.map(({ status }) => status));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([205, 204, 203, 202, 201]);
    await expect(listRequests(log, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the request log can be filtered by status class and by the beginning of the path', async () => {
    const orders = { status: 404, route: '/v1/orders/' };
    const log = await logOf([{ status: 200 }, orders], [{ status: 503 }, { status: 429 }]);
    expect(await statuses(log, { status_class: '4xx' })).toEqual([429, 404]);
    expect(await statuses(log, { status_class: '5xx' })).toEqual([503]);
    expect(await statuses(log, { path: '/v1/orders' })).toEqual([404]);
    expect(await statuses(log, { status_class: '2xx', path: '/v1/orders' })).toEqual([]);
  });

  test('the request log shows and keeps requests for a week', async () => {
    const log = await logOf([{ status: 200 }]);
    const before = house.clock.now();
    house.clock.advance(REQUESTS_KEPT_DAYS * 24 * HOUR_MS);
    expect(await statuses(log)).toEqual([]);
    expect(await deleteRequestChunks(house.database.scoped(SYSTEM), before, 1_000)).toBeGreaterThan(0);
    expect((await log.db.query('select 1 from request_chunks')).rowCount).toBe(0);
  });
});
