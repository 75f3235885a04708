import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { invalid, NOT_FOUND, THROTTLED } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { advance, connect, eventsOf, finishTasks, openWorkingHouse } from '#test/tasks.ts';
import { ACCOUNT, login, openWidget, settled, type Widget, widget } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

const CONSENT_MISSING = { detail: 'The terms have not been accepted yet.' };
const TWO = { employers: [{ company_name: 'Home Depot' }, { company_name: 'Sunny Fork Market' }] };

type Opened = { order: Answer; own: Widget; ids: string[] };
async function open(more: object = {}): Promise<Opened> {
  const order = await newOrder(call, more);
  const own = widget(house, order.bridge_token);
  await own.post('consent/', {}, 204);
  const { suborders } = (await own.get('session/')).order;
  return { order, own, ids: suborders.map(({ id }: { id: string }) => id) };
}
const at = ({ ids }: Opened, position: number): string => ids[position] ?? '';

/** Logs in for one suborder and waits until the login's task has ended. */
async function verify(opened: Opened, position: number, more: object = {}): Promise<Answer> {
  const body = { ...login(), ...more, suborder_id: at(opened, position) };
  return settled(house, opened.own, (await opened.own.post('tasks/', body, 201)).task_id);
}
const statusesOf = async ({ order }: Opened) => {
  const { status, employers, financial_accounts } = await readOrder(call, order.id);
  return [status, ...[...employers, ...financial_accounts].map((one: Answer) => one.status)];
};
const kindsOf = async (id: string): Promise<string[]> =>
  (await timelineOf(call, id)).map(({ event_type }) => event_type);

describe('GET /widget/api/session/ with an order’s token', () => {
  test('200: lists the suborders with their connection methods', async () => {
    const template_id = (
      await call('POST', '/v1/templates/', { name: 'Loans', orders: { custom_field_title: 'Branch' } })
    ).json().id;
    const { own } = await open({
      ...TWO,
      products: ['income', 'assets', 'insurance'],
      financial_institutions: [{ id: 'vouch_bank', name: 'My bank' }],
      custom_field: 'North',
      template_id,
    });
    const session = await own.get('session/');
    expect(session).toMatchObject({ methods: [], links: [], task: null, update: null, deposit: null });
    expect(session.order).toMatchObject({
      status: 'sent',
      is_final: false,
      expires_at: '2026-03-04T12:00:00Z',
      first_name: 'Jane',
      custom_field: { title: 'Branch', value: 'North' },
      certification: null,
    });
    const [depot, fork, bank, insurer] = session.order.suborders;
    expect(depot).toMatchObject({
      kind: 'employer',
      product_type: 'income',
      status: 'sent',
      title: 'Home Depot',
      company: { id: 'e9c9d4fda4d2d79ec4e9a10302235588', name: 'Home Depot' },
      provider: { id: 'vouch_payroll' },
      methods: ['payroll', 'docs', 'tax', 'financial_accounts'],
      deposit: null,
      links: [],
      task: null,
    });
    expect(fork.title).toBe('Sunny Fork Market');
    expect(bank).toMatchObject({
      kind: 'financial_account',
      title: 'My bank',
      company: null,
      provider: { id: 'vouch_bank' },
      methods: ['financial_accounts', 'docs'],
    });
    expect(insurer).toMatchObject({ kind: 'insurance', title: null, provider: null, methods: ['insurance', 'docs'] });
  });

  test('200: a suborder has no company if its employer is unnamed or unknown, and no payroll method if the person is self-employed', async () => {
    const { own } = await open({
      employers: [{}, { company_mapping_id: 'self_employed' }, { company_name: 'Zyzzyva Nurseries' }],
    });
    const [first, second, third] = (await own.get('session/')).order.suborders;
    expect(first).toMatchObject({ title: null, company: null, provider: null });
    expect(second.methods).toEqual(['docs', 'tax', 'financial_accounts']);
    expect(third).toMatchObject({ title: 'Zyzzyva Nurseries', company: null });
  });

  test('200: opening the widget for the first time gives the order the status `sent`', async () => {
    const order = await newOrder(call);
    expect((await readOrder(call, order.id)).status).toBe('pending');
    await widget(house, order.bridge_token).get('session/');
    await widget(house, order.bridge_token).get('session/');
    expect((await readOrder(call, order.id)).status).toBe('sent');
    expect(storyOf(await orderEventsOf(house, order.id))).toEqual(['order-created', 'suborder sent', 'order sent']);
  });

  test('200: shows a suborder’s deposit account without its account number', async () => {
    const { own } = await open({ products: ['deposit_switch'], employers: [{ account: ACCOUNT }] });
    const response = await own.call('GET', 'session/');
    expect(response.json().order.suborders[0].deposit).toMatchObject({ account_mask: '4721', deposit_type: 'entire' });
    expect(response.body).not.toContain(ACCOUNT.account_number);
  });
});

test('the widget reads a longer bank history if the order has request_extended_history', async () => {
  const counts: number[] = [];
  for (const request_extended_history of [false, true]) {
    const opened = await open({ products: ['assets'], reports: { voa: { request_extended_history } } });
    await verify(opened, 0, { provider_id: 'vouch_bank' });
    const [{ link_id }] = (await readOrder(call, opened.order.id)).financial_accounts;
    const path = `/v1/links/${link_id}/transactions/?transacted_at_to=2025-02-20`;
    counts.push((await call('GET', path)).json().count);
  }
  expect(counts).toEqual([0, expect.any(Number)]);
  expect(counts[1]).toBeGreaterThan(0);
});

describe('an order with two employers in the widget', () => {
  test('an order with two employers is final after both employers were verified; each employer has a different public token', async () => {
    const opened = await open(TWO);
    const first = await verify(opened, 0);
    expect(first).toMatchObject({ suborder_id: at(opened, 0), status: 'done', employer: { name: 'Home Depot' } });
    expect(await statusesOf(opened)).toEqual(['sent', 'completed', 'sent']);
    const second = await verify(opened, 1, login('fulltime'));
    expect(second.public_token).not.toBe(first.public_token);
    expect(await statusesOf(opened)).toEqual(['completed', 'completed', 'completed']);
    const { order } = await opened.own.get('session/');
    expect(order).toMatchObject({ status: 'completed', is_final: true, first_name: '' });
    expect(order.suborders.map(({ title, task }: Answer) => [title, task])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(storyOf(await orderEventsOf(house, opened.order.id)).at(-1)).toBe('order-finalized');
    // A final order rejects further tasks and consent.
    const again = await opened.own.call('POST', 'tasks/', { ...login(), suborder_id: at(opened, 0) });
    expect(again.statusCode).toBe(400);
    expect(again.json()).toEqual(invalid(['status', 'Order is already completed.']));
    expect((await opened.own.call('POST', 'consent/')).json()).toEqual(
      invalid(['status', 'Order is already completed.']),
    );
    expect(await opened.own.post('finish/', {}, 200)).toEqual({ order_id: opened.order.id, is_final: true });
  });

  test('400 for POST tasks/ if suborder_id is missing, or names another order’s suborder or a skipped suborder', async () => {
    const opened = await open(TWO);
    const other = await open();
    const post = async (body: object) => (await opened.own.call('POST', 'tasks/', body)).json();
    expect(await post(login())).toEqual(invalid(['suborder_id', 'This field is required.']));
    expect(await post(login('a', 'b', { suborder_id: at(other, 0) }))).toEqual(
      invalid(['suborder_id', 'Object not found.']),
    );
    await opened.own.post(`suborders/${at(opened, 0)}/skip/`, { reason: 'never worked there' }, 204);
    expect(await post(login('a', 'b', { suborder_id: at(opened, 0) }))).toEqual(
      invalid(['suborder_id', 'Suborder is already skipped.']),
    );
  });

  test('201 for POST tasks/ without suborder_id if only one suborder is open', async () => {
    const opened = await open(TWO);
    await opened.own.post(`suborders/${at(opened, 0)}/skip/`, {}, 204);
    expect(await opened.own.post('tasks/', login(), 201)).toMatchObject({ suborder_id: at(opened, 1) });
  });

  test('the timeline shows the reason for skipping a suborder, and this reason is stored encrypted', async () => {
    const opened = await open(TWO);
    await opened.own.post(`suborders/${at(opened, 0)}/skip/`, { reason: 'never worked there' }, 204);
    await opened.own.post(`suborders/${at(opened, 1)}/skip/`, {}, 204);
    const skipped = (await timelineOf(call, opened.order.id)).filter(({ data }) => data['suborder_id']);
    expect(skipped.map(({ data }) => [data['suborder_id'], data['status'], data['reason']])).toEqual([
      ...skipped.slice(0, -2).map(({ data }) => [data['suborder_id'], 'sent', undefined]),
      [at(opened, 0), 'skipped', 'never worked there'],
      [at(opened, 1), 'skipped', undefined],
    ]);
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query<{ text: string }>('select data::text as text from order_timeline');
    expect(rows.map(({ text }) => text).join()).not.toContain('never worked there');
  });

  test('POST finish/ skips the open suborders if at least one suborder is completed, and otherwise responds 400', async () => {
    const opened = await open(TWO);
    expect((await opened.own.call('POST', 'finish/')).json()).toEqual(
      invalid(['status', 'No part of this order is completed yet.']),
    );
    await verify(opened, 1);
    expect(await opened.own.post('finish/', {}, 200)).toEqual({ order_id: opened.order.id, is_final: true });
    expect(await statusesOf(opened)).toEqual(['completed', 'skipped', 'completed']);
  });

  test('the order is skipped when all its suborders are skipped; a request to skip the same suborder again is rejected', async () => {
    const opened = await open(TWO);
    const skip = (id: string) => opened.own.call('POST', `suborders/${id}/skip/`);
    expect((await skip(at(opened, 0))).statusCode).toBe(204);
    expect((await skip(at(opened, 1))).statusCode).toBe(204);
    expect(await statusesOf(opened)).toEqual(['skipped', 'skipped', 'skipped']);
    expect((await skip(at(opened, 0))).json()).toEqual(invalid(['status', 'Suborder is already skipped.']));
    for (const id of [newId(), 'x']) expect((await skip(id)).json()).toEqual(NOT_FOUND);
    const long = await opened.own.call('POST', `suborders/${newId()}/skip/`, { reason: 'x'.repeat(257) });
    expect(long.json()).toEqual(invalid(['reason', 'Ensure this field has no more than 256 characters.']));
  });

  test('404 for the suborders and tasks of another order', async () => {
    const opened = await open();
    const other = await open();
    expect((await opened.own.call('POST', `suborders/${at(other, 0)}/skip/`)).json()).toEqual(NOT_FOUND);
    const { task_id } = await verify(other, 0);
    expect((await opened.own.call('GET', `tasks/${task_id}/`)).json()).toEqual(NOT_FOUND);
    expect(await statusesOf(other)).toEqual(['completed', 'completed']);
  });

  test('after the bridge token was renewed, the widget still shows the order’s earlier tasks', async () => {
    const opened = await open();
    const { task_id } = await opened.own.post('tasks/', login('goodlogin', 'mfa', { suborder_id: at(opened, 0) }), 201);
    await finishTasks(house);
    await advance(house, call, 5 * 3_600 + 1);
    const renewed = widget(house, (await readOrder(call, opened.order.id)).bridge_token);
    expect(renewed.token).not.toBe(opened.own.token);
    expect((await renewed.get(`tasks/${task_id}/`)).error.error_code).toBe('MFA_ERROR');
    expect((await renewed.get('session/')).order.suborders[0].task.task_id).toBe(task_id);
  });
});

describe('an order’s consent', () => {
  test('an order’s consent is recorded once, even if the person gives consent again with a second token', async () => {
    const order = await newOrder(call);
    const own = widget(house, order.bridge_token);
    expect((await own.get('session/')).consent_at).toBeNull();
    await own.post('consent/', { terms_version: '1' }, 204);
    await advance(house, call, 5 * 3_600 + 1);
    const renewed = widget(house, (await readOrder(call, order.id)).bridge_token);
    await renewed.post('consent/', { terms_version: '2' }, 204);
    expect((await renewed.get('session/')).consent_at).toBe('2026-03-01T12:00:00Z');
    expect((await readOrder(call, order.id)).user_consent_at).toBe('2026-03-01T12:00:00Z');
    const given = (await timelineOf(call, order.id)).filter(({ event_type }) => event_type === 'consent-given');
    expect(given.map(({ data }) => data)).toEqual([{ order_id: order.id, terms_version: '1' }]);
  });

  test('before consent, POST tasks/ with any token gets 403, for a login as well as for an existing link; after consent, POST tasks/ with any token gets 201', async () => {
    const external_user_id = 'unasked';
    const { user_id } = await newOrder(call, { external_user_id });
    const { link_id } = await connect(call, user_id);
    const order = await newOrder(call, { external_user_id });
    const visit = await house.app.inject({
      method: 'POST',
      url: `${new URL(order.share_url).pathname}visit/`,
    });
    const embedded = widget(house, order.bridge_token);
    const landing = widget(house, visit.json().bridge_token);
    for (const own of [embedded, landing]) {
      expect((await own.get('session/')).consent_at).toBeNull();
      for (const body of [login(), { link_id, confirm: true }]) {
        const response = await own.call('POST', 'tasks/', body);
        expect([response.statusCode, response.json()]).toEqual([403, CONSENT_MISSING]);
      }
    }
    expect((await kindsOf(order.id)).filter((kind) => kind === 'task-status-updated')).toEqual([]);
    await landing.post('consent/', {}, 204);
    expect((await embedded.get('session/')).consent_at).toBe('2026-03-01T12:00:00Z');
    await embedded.post('tasks/', login(), 201);
  });
});

test('429 for the 31st login within an hour, counted over all tokens of one order; other orders are not affected', async () => {
  const opened = await open();
  const wrong = login('error.user', 'login_error');
  const visit = async () => {
    const url = `${new URL(opened.order.share_url).pathname}visit/`;
    return widget(house, (await house.app.inject({ method: 'POST', url })).json().bridge_token);
  };
  const tokens = [opened.own, await visit(), await visit()];
  for (let i = 0; i < 30; i++) await tokens[i % 3]?.post('tasks/', wrong, 201);
  for (const token of [...tokens, await visit()]) {
    const refused = await token.call('POST', 'tasks/', wrong);
    expect([refused.statusCode, refused.json()]).toEqual([429, THROTTLED]);
    expect(Number(refused.headers['retry-after'])).toBe(3_600);
  }
  await (await open()).own.post('tasks/', wrong, 201);
  await advance(house, call, 3_600);
  await (await visit()).post('tasks/', wrong, 201);
});

describe('a user’s existing links in an order’s widget', () => {
  test('a user’s existing links are offered for a suborder if they match the suborder’s employer and no other suborder uses them', async () => {
    const external_user_id = 'p-1';
    const before = await open({ external_user_id });
    const { user_id } = before.order;
    const depot = 'e9c9d4fda4d2d79ec4e9a10302235588';
    await verify(before, 0, { company_mapping_id: depot });
    const { link_id } = (await readOrder(call, before.order.id)).employers[0];
    const opened = await open({ ...TWO, external_user_id });
    expect(opened.order.user_id).toBe(user_id);
    const offered = async () =>
      (await opened.own.get('session/')).order.suborders.map(({ links }: Answer) =>
        links.map((link: Answer) => link.link_id),
      );
    expect(await offered()).toEqual([[link_id], []]);
    const { task_id } = await opened.own.post('tasks/', { link_id, confirm: true, suborder_id: at(opened, 0) }, 201);
    expect(await settled(house, opened.own, task_id)).toMatchObject({
      status: 'done',
      suborder_id: at(opened, 0),
      employer: { name: 'Home Depot' },
      public_token: expect.any(String),
    });
    expect(await offered()).toEqual([[], []]);
    const { employers, status } = await readOrder(call, opened.order.id);
    expect(status).toBe('sent');
    expect(employers[0]).toMatchObject({ status: 'completed', link_id, data_source: 'payroll' });
  });

  test('400 if a link that serves one suborder is confirmed for another suborder', async () => {
    const opened = await open({ employers: [{}, {}] });
    await verify(opened, 0);
    const { link_id } = (await readOrder(call, opened.order.id)).employers[0];
    const body = { link_id, confirm: true, suborder_id: at(opened, 1) };
    expect((await opened.own.call('POST', 'tasks/', body)).json()).toEqual(invalid(['link_id', 'Object not found.']));
  });

  test('an existing link is disconnected if its login fails; the person can then log in again for the suborder', async () => {
    const external_user_id = 'p-2';
    const before = await open({ external_user_id });
    await verify(before, 0, login('disconnect.on.refresh'));
    const { link_id } = (await readOrder(call, before.order.id)).employers[0];
    const opened = await open({ external_user_id });
    const { task_id } = await opened.own.post('tasks/', { link_id, confirm: true, suborder_id: at(opened, 0) }, 201);
    expect((await settled(house, opened.own, task_id)).error.error_code).toBe('LOGIN_ERROR');
    expect(await statusesOf(opened)).toEqual(['sent', 'sent']);
    expect(storyOf(await orderEventsOf(house, opened.order.id))).not.toContain('order-refresh-failed');
    expect((await eventsOf(house, { link_id })).map(({ event_type }) => event_type)).toContain('link-disconnected');
    expect((await opened.own.get('session/')).order.suborders[0].links).toEqual([]);
    await opened.own.post('events/', { events: [{ type: 'CLOSE' }] }, 204);
    expect(await statusesOf(opened)).toEqual(['sent', 'sent']);
    expect((await verify(opened, 0, login('disconnect.on.refresh'))).status).toBe('done');
    expect(await statusesOf(opened)).toEqual(['completed', 'completed']);
  });
});

describe('leaving the widget', () => {
  const close = ({ own }: Opened) => own.post('events/', { events: [{ type: 'CLOSE', payload: {} }] }, 204);

  test.for<[string, string]>([
    ['no_data', 'no_data'],
    ['config_error', 'error'],
    ['not_supported', 'error'],
    ['login_error', 'sent'],
    ['unavailable', 'sent'],
  ])(
    'a suborder keeps the status "sent" after a login that ends with %s; after the widget is closed, the status is %s',
    async ([password, status]) => {
      const opened = await open();
      await verify(opened, 0, login('error.user', password));
      expect(await statusesOf(opened)).toEqual(['sent', 'sent']);
      await close(opened);
      expect(await statusesOf(opened)).toEqual([status, status]);
    },
  );

  test('if the widget is closed while a task is running, the suborder ends when the task ends; if a task starts after the widget was closed, its suborder stays open until the widget is closed again', async () => {
    const opened = await open(TWO);
    const begin = (position: number, password: string) =>
      opened.own.post('tasks/', { ...login('error.user', password), suborder_id: at(opened, position) }, 201);
    await begin(0, 'no_data');
    await close(opened);
    await finishTasks(house);
    expect(await statusesOf(opened)).toEqual(['sent', 'no_data', 'sent']);
    await begin(1, 'not_supported');
    await finishTasks(house);
    expect(await statusesOf(opened)).toEqual(['sent', 'no_data', 'sent']);
    await close(opened);
    expect(await statusesOf(opened)).toEqual(['error', 'no_data', 'error']);
  });

  test('half an hour without a request has the same effect as closing the widget; each request restarts the half hour', async () => {
    const opened = await open();
    await verify(opened, 0, login('error.user', 'no_data'));
    await advance(house, call, 1_799);
    await opened.own.get('session/');
    await advance(house, call, 1_799);
    expect(await statusesOf(opened)).toEqual(['sent', 'sent']);
    await advance(house, call, 1);
    expect(await statusesOf(opened)).toEqual(['no_data', 'no_data']);
  });

  test('the time of the last request, seen_at, is written at most every ten seconds', async () => {
    const opened = await open();
    const seenAt = async () => {
      const { rows } = await house.database
        .scoped('system')
        .query<{ seen_at: Date }>('select seen_at from orders where id = $1', [opened.order.id]);
      return rows[0]?.seen_at.toISOString().slice(11, 19);
    };
    expect(await seenAt()).toBe('12:00:00');
    await advance(house, call, 9);
    await opened.own.get('providers/');
    expect(await seenAt()).toBe('12:00:00');
    await advance(house, call, 1);
    await opened.own.get('providers/');
    expect(await seenAt()).toBe('12:00:10');
  });

  test('a suborder stays open after failed logins and can be completed with another method', async () => {
    const opened = await open();
    await verify(opened, 0, login('goodlogin', 'wrong'));
    await verify(opened, 0, login('error.user', 'no_data'));
    expect((await opened.own.get('session/')).order.suborders[0].task.error.error_code).toBe('NO_DATA');
    await verify(opened, 0, login('goodlogin', 'goodpassword', { provider_id: 'vouch_tax' }));
    expect(await statusesOf(opened)).toEqual(['completed', 'completed']);
    expect((await readOrder(call, opened.order.id)).employers[0].data_source).toBe('tax');
  });
});

describe('an order that ends while its widget is open', () => {
  test('if the order is canceled, requests for its running task get 404, and no new task can start', async () => {
    const opened = await open();
    const body = login('goodlogin', 'mfa', { suborder_id: at(opened, 0) });
    const { task_id } = await opened.own.post('tasks/', body, 201);
    await finishTasks(house);
    await call('POST', `/v1/orders/${opened.order.id}/cancel/`);
    expect((await opened.own.get('session/')).order).toMatchObject({ status: 'canceled', is_final: true });
    expect((await opened.own.call('POST', `tasks/${task_id}/mfa/`, { code: '12345' })).statusCode).toBe(404);
    expect((await opened.own.call('GET', `tasks/${task_id}/`)).statusCode).toBe(404);
    expect(await statusesOf(opened)).toEqual(['canceled', 'canceled']);
    expect((await opened.own.call('POST', 'tasks/', body)).json()).toEqual(
      invalid(['status', 'Order is already canceled.']),
    );
    await opened.own.post('events/', { events: [{ type: 'CLOSE' }] }, 204);
    expect((await opened.own.call('POST', `suborders/${at(opened, 0)}/skip/`)).json()).toEqual(
      invalid(['status', 'Suborder is already canceled.']),
    );
  });

  test('if the order expires, no new task can start', async () => {
    const opened = await open();
    await advance(house, call, 72 * 3_600 - 3_600);
    const own = widget(house, (await readOrder(call, opened.order.id)).bridge_token);
    await advance(house, call, 3_600);
    expect((await own.get('session/')).order).toMatchObject({ status: 'expired', is_final: true });
    expect((await own.call('POST', 'tasks/', { ...login(), suborder_id: at(opened, 0) })).json()).toEqual(
      invalid(['status', 'Order is already expired.']),
    );
  });
});

describe('certifications in an order’s widget', () => {
  test('the person sees the employments and accounts that were found, and decides on each; the timeline has only one entry for the completed certification', async () => {
    const template = { name: 'Certified', orders: { certification: true } };
    const template_id = (await call('POST', '/v1/templates/', template)).json().id;
    const opened = await open({ template_id, products: ['income', 'assets'] });
    expect((await opened.own.get('session/')).order.certification).toEqual({ items: [] });
    await verify(opened, 0);
    await verify(opened, 1, login('goodlogin', 'goodpassword', { provider_id: 'vouch_bank' }));
    const { certification, is_final } = (await opened.own.get('session/')).order;
    expect(is_final).toBe(true);
    const { items } = certification;
    expect(items.map(({ kind }: Answer) => kind)).toEqual(
      expect.arrayContaining(['employment', 'account', 'account', 'account']),
    );
    const employment = items.find(({ kind }: Answer) => kind === 'employment');
    expect(employment.shown).toMatchObject({ id: employment.subject_id, company: { name: expect.any(String) } });
    const account = items.find(({ kind }: Answer) => kind === 'account');
    expect(account.shown).toMatchObject({ type: expect.any(String), balance: expect.stringMatching(/\.\d\d$/) });

    const decide = (decisions: object[]) => opened.own.call('POST', 'certifications/', { decisions });
    expect((await decide([])).json()).toEqual(invalid(['decisions', 'This list may not be empty.']));
    expect((await decide([{ subject_id: newId(), decision: 'representative' }])).json()).toEqual(
      invalid(['decisions.0.subject_id', 'Object not found.']),
    );
    const wrong = { subject_id: employment.subject_id, decision: 'not_representative' };
    expect((await decide([wrong])).json()).toEqual(
      invalid(['decisions.0.rejection_reason', 'This field is required.']),
    );
    expect((await decide([{ ...wrong, rejection_reason: 'outdated' }])).statusCode).toBe(204);
    const left = (await opened.own.get('session/')).order.certification.items;
    expect(left).toHaveLength(items.length - 1);
    const rest = left.map(({ subject_id }: Answer) => ({ subject_id, decision: 'representative' }));
    expect((await decide(rest)).statusCode).toBe(204);
    expect((await decide(rest)).statusCode).toBe(204);
    expect((await opened.own.get('session/')).order.certification).toEqual({ items: [] });
    const announced = (await kindsOf(opened.order.id)).filter((kind) => kind === 'certification-completed');
    expect(announced).toHaveLength(1);
  });

  test('400 for a decision if the order requires no certification', async () => {
    const opened = await open();
    await verify(opened, 0);
    const body = { decisions: [{ subject_id: newId(), decision: 'representative' }] };
    expect((await opened.own.call('POST', 'certifications/', body)).json()).toEqual(
      invalid(['decisions', 'There is nothing to certify in this order.']),
    );
  });
});

test('an order’s widget shows a task created by POST /v1/sandbox/links/, and the task has no public token', async () => {
  const opened = await open(TWO);
  await connect(call, opened.order.user_id, { order_id: opened.order.id });
  await finishTasks(house);
  const { task } = (await opened.own.get('session/')).order.suborders[0];
  expect(task).toMatchObject({ status: 'done', public_token: null });
});

test('a bridge token that was created for the same user, but not for the order, cannot access the order', async () => {
  const opened = await open();
  const plain = await openWidget(house, call, opened.order.user_id);
  expect((await plain.get('session/')).order).toBeNull();
  expect((await plain.call('POST', `suborders/${at(opened, 0)}/skip/`)).json()).toEqual(NOT_FOUND);
});
