// Tests what an order's landing page shows. The tests compare the browser that connected an account, another browser, a
// browser in which a correct code was entered, and any browser once the order is final.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, THROTTLED } from '#test/answers.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder, timelineOf } from '#test/orders.ts';
import { advance, connect, openWorkingHouse } from '#test/tasks.ts';
import { ACCOUNT, login, settled, type Widget, widget } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

/** A browser that keeps the cookie of the last response. */
function browserAt({ share_url }: Answer) {
  let cookie = '';
  const post = async (path: string, body?: object) => {
    const response = await house.app.inject({
      method: 'POST',
      url: `${new URL(share_url).pathname}${path}/`,
      headers: { ...(cookie !== '' && { cookie }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const set = response.headers['set-cookie'];
    if (typeof set === 'string') cookie = set.split(';')[0] ?? '';
    return response;
  };
  return {
    post,
    visit: async (): Promise<Answer> => (await post('visit')).json(),
    async open(): Promise<Widget> {
      const own = widget(house, (await post('visit')).json().bridge_token);
      await own.post('consent/', {}, 204);
      return own;
    },
  };
}
const TWO = {
  products: ['assets'],
  financial_institutions: [
    { id: 'vouch_bank', name: 'First' },
    { id: 'vouch_bank', name: 'Second' },
  ],
};
const BANK = { provider_id: 'vouch_bank', credentials: { username: 'goodlogin', password: 'goodpassword' } };
const DEPOSIT = { employers: [{ account: ACCOUNT }] };
const certifying = async (): Promise<string> =>
  (await call('POST', '/v1/templates/', { name: 'Certified', orders: { certification: true } })).json().id;
const suborderIds = ({ financial_accounts }: Answer): string[] => financial_accounts.map(({ id }: Answer) => id);
const sentCode = async (order: Answer): Promise<string> => {
  const sent = (await timelineOf(call, order.id)).findLast(({ data }) => data.kind === 'code');
  return /\b\d{6}\b/.exec(sent?.data.text)?.[0] ?? '';
};
/** A code that differs from the given code. */
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

async function connectFirst(order: Answer, more: object = {}) {
  const browser = browserAt(order);
  const own = await browser.open();
  const begun = await own.post('tasks/', { ...BANK, suborder_id: suborderIds(order)[0], ...more }, 201);
  return { browser, own, task: await settled(house, own, begun.task_id) };
}

/** Expects that the body contains no data from the sandbox person's connection. */
function expectNothingOf(body: string, task: Answer): void {
  for (const secret of [task.public_token, task.task_id, '49635.00', 'routing_number":"', 'Jane', 'North']) {
    expect(body).not.toContain(secret);
  }
}

describe('a second browser at the landing page of an order with neither email nor phone', () => {
  test('if an order has neither email nor phone, a second browser sees only open suborders, and the first browser still sees everything', async () => {
    const order = await newOrder(call, { ...TWO, template_id: await certifying() });
    const { browser, task } = await connectFirst(order);
    expect(task.public_token).toEqual(expect.any(String));
    const stranger = await browserAt(order).open();
    const response = await stranger.call('GET', 'session/');
    expectNothingOf(response.body, task);
    expect(response.json().order).toMatchObject({
      first_name: '',
      certification: { items: [] },
      suborders: [{ id: suborderIds(order)[1], status: 'sent', links: [], task: null }],
    });
    expect((await stranger.call('GET', `tasks/${task.task_id}/`)).json()).toEqual(NOT_FOUND);
    const again = await (await browser.open()).get('session/');
    expect(again.order.first_name).toBe('Jane');
    expect(again.order.suborders[0].task.public_token).toBe(task.public_token);
    expect(again.order.certification.items.length).toBeGreaterThan(0);
  });

  test('if an order has neither email nor phone, a second browser does not see data that the first browser connects later', async () => {
    const order = await newOrder(call, TWO);
    const early = await browserAt(order).open();
    expect((await early.get('session/')).order.first_name).toBe('Jane');
    const { task } = await connectFirst(order);
    expectNothingOf((await early.call('GET', 'session/')).body, task);
    expect((await early.call('GET', `tasks/${task.task_id}/`)).statusCode).toBe(404);
    expect((await early.call('POST', `tasks/${task.task_id}/mfa/`, { code: '1' })).statusCode).toBe(404);
  });

  test('if an order has neither email nor phone, a second browser cannot use the first browser’s link', async () => {
    const order = await newOrder(call, { ...TWO, products: ['assets', 'transactions'] });
    const { task } = await connectFirst(order);
    const [{ link_id }] = (await readOrder(call, order.id)).financial_accounts;
    const stranger = await browserAt(order).open();
    const suborder_id = (await stranger.get('session/')).order.suborders[0].id;
    const body = { link_id, confirm: true, suborder_id };
    expect((await stranger.call('POST', 'tasks/', body)).json()).toEqual(invalid(['link_id', 'Object not found.']));
    expect(task.status).toBe('done');
  });

  test('a second browser at the landing page sees less than the client’s own page, which uses the order’s bridge token and shows the first browser’s task', async () => {
    const order = await newOrder(call, TWO);
    const { task } = await connectFirst(order);
    const { bridge_token } = await readOrder(call, order.id);
    expect(bridge_token).toBe(order.bridge_token);
    const { order: seen } = await widget(house, bridge_token).get('session/');
    expect(seen.suborders[0].task.task_id).toBe(task.task_id);
  });
});

describe('a second browser at the landing page of an order with email or phone', () => {
  const ADDRESSES = { phone: '+14155550134', email: 'jane@example.com' };

  test('if an order has an email or phone, a second browser gets no token before it confirms a code, and then sees the same as the first browser', async () => {
    const order = await newOrder(call, { ...TWO, ...ADDRESSES, suppress_user_notifications: true });
    const { task } = await connectFirst(order);
    const browser = browserAt(order);
    const first = await browser.post('visit');
    expectNothingOf(first.body, task);
    expect(first.body).not.toContain('5550134');
    // A random id can contain the last digits of the phone number by chance, so the test searches for these digits only
    // as a whole word.
    expect(first.body).not.toMatch(/(?<!\w)0134(?!\w)/);
    expect(first.json()).toMatchObject({ bridge_token: null, is_final: false, code: { channels: ['sms', 'email'] } });
    expect((await browser.post('code', { channel: 'sms' })).statusCode).toBe(204);
    const code = await sentCode(order);
    expect(code).toMatch(/^\d{6}$/);
    const wrong = await browser.post('confirm', { code: other(code) });
    expect([wrong.statusCode, wrong.json()]).toEqual([400, invalid(['code', 'The code is wrong or has expired.'])]);
    // A code is not valid in another browser.
    expect((await browserAt(order).post('confirm', { code })).statusCode).toBe(400);
    const confirmed = (await browser.post('confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).json();
    const session = await widget(house, confirmed.bridge_token).get('session/');
    expect(session.order.suborders[0].task.task_id).toBe(task.task_id);
    expect((await browser.visit()).bridge_token).toEqual(expect.any(String));
    expect((await browser.post('confirm', { code })).statusCode).toBe(400);
  });

  test('a browser can confirm a code until the code is ten minutes old, and has at most five attempts', async () => {
    const order = await newOrder(call, { ...TWO, ...ADDRESSES });
    await connectFirst(order);
    const browser = browserAt(order);
    await browser.post('code', { channel: 'email' });
    const first = await sentCode(order);
    for (let i = 0; i < 5; i++) {
      expect((await browser.post('confirm', { code: other(first) })).statusCode).toBe(400);
    }
    expect((await browser.post('confirm', { code: first })).statusCode).toBe(400);
    await browser.post('code', { channel: 'email' });
    const second = await sentCode(order);
    await advance(house, call, 600);
    expect((await browser.post('confirm', { code: second })).statusCode).toBe(400);
  });

  test('a browser gets 429 when it requests the 11th code for one order within a day; the codes of all browsers are counted together', async () => {
    const order = await newOrder(call, { ...TWO, ...ADDRESSES });
    await connectFirst(order);
    for (let i = 0; i < 10; i++) expect((await browserAt(order).post('code', { channel: 'sms' })).statusCode).toBe(204);
    const refused = await browserAt(order).post('code', { channel: 'sms' });
    expect([refused.statusCode, refused.json()]).toEqual([429, THROTTLED]);
    await advance(house, call, 86_400);
    expect((await browserAt(order).post('code', { channel: 'sms' })).statusCode).toBe(204);
  });

  test('no code is sent if the order does not require one; a request for a code gets 400 if the channel is unknown or missing, or if the order has no address for the channel', async () => {
    const order = await newOrder(call, { ...TWO, email: 'jane@example.com' });
    expect((await browserAt(order).post('code', { channel: 'email' })).statusCode).toBe(204);
    expect(await sentCode(order)).toBe('');
    await connectFirst(order);
    expect((await browserAt(order).post('code', { channel: 'sms' })).json()).toEqual(
      invalid(['channel', 'The order has no contact details for this channel.']),
    );
    expect((await browserAt(order).post('code', { channel: 'pigeon' })).statusCode).toBe(400);
    expect((await browserAt(order).post('code')).statusCode).toBe(400);
  });

  test('if the template has verify_code, the first browser needs a code for an order with email or phone, and no code for an order without them', async () => {
    const template = { name: 'Careful', orders: { verify_code: true } };
    const template_id = (await call('POST', '/v1/templates/', template)).json().id;
    const order = await newOrder(call, { ...TWO, ...ADDRESSES, template_id });
    const browser = browserAt(order);
    expect(await browser.visit()).toMatchObject({ bridge_token: null, code: { channels: ['sms', 'email'] } });
    await browser.post('code', { channel: 'email' });
    const { bridge_token } = (await browser.post('confirm', { code: await sentCode(order) })).json();
    expect((await widget(house, bridge_token).get('session/')).order.first_name).toBe('Jane');
    const unreachable = await newOrder(call, { ...TWO, template_id });
    expect(await browserAt(unreachable).visit()).toMatchObject({ bridge_token: expect.any(String), code: null });
  });
});

describe('the links of a person’s earlier orders at the landing page of a later order', () => {
  /** An order that was connected in one browser, and a later order of the same person. */
  async function laterOrder(more: object = {}): Promise<{ link_id: string; order: Answer }> {
    const external_user_id = newId();
    const earlier = await newOrder(call, { ...TWO, external_user_id });
    await connectFirst(earlier);
    const [{ link_id }] = (await readOrder(call, earlier.id)).financial_accounts;
    return { link_id, order: await newOrder(call, { ...TWO, ...more, external_user_id }) };
  }
  const offered = async (own: Widget): Promise<string[][]> =>
    (await own.get('session/')).order.suborders.map(({ links }: Answer) => links.map((link: Answer) => link.link_id));

  test.for<[string, object]>([
    ['neither email nor phone', {}],
    ['an email address', { email: 'jane@example.com' }],
  ])(
    'if a person’s later order has %s, the first visitor of its landing page can neither see nor use links of earlier orders',
    async ([, more]) => {
      const { link_id, order } = await laterOrder(more);
      const first = await browserAt(order).open();
      const response = await first.call('GET', 'session/');
      expect(response.body).not.toContain(link_id);
      expect(await offered(first)).toEqual([[], []]);
      const body = { link_id, confirm: true, suborder_id: suborderIds(order)[0] };
      expect((await first.call('POST', 'tasks/', body)).json()).toEqual(invalid(['link_id', 'Object not found.']));
      // A person who knows the login can still connect the account.
      const { task_id } = await first.post('tasks/', { ...BANK, suborder_id: suborderIds(order)[0] }, 201);
      expect((await settled(house, first, task_id)).status).toBe('done');
    },
  );

  test('links of earlier orders are offered to a visitor who has confirmed a code; on the client’s own page, they are offered without a code', async () => {
    const template = { name: 'Careful', orders: { verify_code: true } };
    const template_id = (await call('POST', '/v1/templates/', template)).json().id;
    const { link_id, order } = await laterOrder({ email: 'jane@example.com', template_id });
    expect(await offered(widget(house, order.bridge_token))).toEqual([[link_id], [link_id]]);
    const browser = browserAt(order);
    await browser.post('code', { channel: 'email' });
    const { bridge_token } = (await browser.post('confirm', { code: await sentCode(order) })).json();
    const own = widget(house, bridge_token);
    expect(await offered(own)).toEqual([[link_id], [link_id]]);
    await own.post('consent/', {}, 204);
    const body = { link_id, confirm: true, suborder_id: suborderIds(order)[0] };
    const { task_id } = await own.post('tasks/', body, 201);
    expect((await settled(house, own, task_id)).status).toBe('done');
  });

  test('a link that the visitor’s own browser connected for the current order is offered for the order’s next suborder', async () => {
    const order = await newOrder(call, { products: ['income', 'deposit_switch'], ...DEPOSIT });
    const browser = browserAt(order);
    const own = await browser.open();
    const [first, second] = order.employers.map(({ id }: { id: string }) => id);
    await settled(house, own, (await own.post('tasks/', { ...login(), suborder_id: first }, 201)).task_id);
    const [{ link_id }] = (await readOrder(call, order.id)).employers;
    expect(await offered(await browser.open())).toEqual([[], [link_id]]);
    const { task_id } = await own.post('tasks/', { link_id, confirm: true, suborder_id: second }, 201);
    expect((await settled(house, own, task_id)).status).toBe('done');
  });
});

test('in prod, the timeline shows that a landing page’s code was sent, but not the text of the message', async () => {
  call = (await newClient(house)).prod;
  const template_id = (await call('POST', '/v1/templates/', { name: 'Careful', orders: { verify_code: true } })).json()
    .id;
  const order = await newOrder(call, { email: 'jane@example.com', template_id });
  expect((await browserAt(order).post('code', { channel: 'email' })).statusCode).toBe(204);
  const sent = (await timelineOf(call, order.id)).filter(({ data }) => data.kind === 'code');
  expect(sent.map(({ event_type, data }) => [event_type, Object.keys(data).toSorted()])).toEqual([
    ['reminder-sent', ['channel', 'kind', 'message_id', 'order_id']],
  ]);
});

test('the landing page’s cookie is HttpOnly and SameSite=Lax', async () => {
  const response = await browserAt(await newOrder(call)).post('visit');
  expect(response.headers['set-cookie']).toMatch(
    /^vouch_visit=[0-9a-f]{64}; Path=\/verify\/; Max-Age=7257600; HttpOnly; SameSite=Lax$/,
  );
});

describe('the landing page of a final order', () => {
  const ONE = { products: ['income'] };

  test('the landing page of a final order shows only the order’s status and no name, no employer and no public_token, whichever token is used', async () => {
    const order = await newOrder(call, { ...ONE, employers: [{ company_name: 'Home Depot' }], custom_field: 'North' });
    const browser = browserAt(order);
    const own = await browser.open();
    const task = await settled(house, own, (await own.post('tasks/', login(), 201)).task_id);
    expect((await readOrder(call, order.id)).status).toBe('completed');
    for (const token of [own, widget(house, order.bridge_token)]) {
      const response = await token.call('GET', 'session/');
      expectNothingOf(response.body, task);
      expect(response.body).not.toContain('Home Depot');
      expect(response.json().order).toMatchObject({ is_final: true, status: 'completed', certification: null });
    }
    expect(await browser.visit()).toMatchObject({ bridge_token: null, is_final: true, code: null });
  });

  test('after an order is final, the token that started a task can read the task’s result until five minutes after the task ended; another token gets 404', async () => {
    const order = await newOrder(call, ONE);
    const own = await browserAt(order).open();
    const { task_id } = await own.post('tasks/', login(), 201);
    expect(await settled(house, own, task_id)).toMatchObject({ status: 'done', public_token: expect.any(String) });
    expect((await widget(house, order.bridge_token).call('GET', `tasks/${task_id}/`)).statusCode).toBe(404);
    await advance(house, call, 299);
    expect((await own.get(`tasks/${task_id}/`)).public_token).toEqual(expect.any(String));
    await advance(house, call, 1);
    expect((await own.call('GET', `tasks/${task_id}/`)).statusCode).toBe(404);
  });

  test('after an order is final, 404 for a task that ended five minutes before the order, and for a task that was still running when the order ended', async () => {
    const order = await newOrder(call, {
      ...ONE,
      employers: [{ company_name: 'Home Depot' }, { company_name: 'Kroger' }],
    });
    const own = await browserAt(order).open();
    const [first, second] = order.employers.map(({ id }: { id: string }) => id);
    const done = await own.post('tasks/', { ...login(), suborder_id: first }, 201);
    await settled(house, own, done.task_id);
    await advance(house, call, 300);
    const asking = await own.post('tasks/', { ...login('goodlogin', 'mfa'), suborder_id: second }, 201);
    expect((await own.get(`tasks/${done.task_id}/`)).public_token).toEqual(expect.any(String));
    expect((await call('POST', `/v1/orders/${order.id}/cancel/`)).statusCode).toBe(200);
    for (const { task_id } of [done, asking]) {
      expect((await own.call('GET', `tasks/${task_id}/`)).statusCode).toBe(404);
    }
  });

  test('after an order is final, the browser that connected uncertified items shows them for half an hour; another browser never shows them', async () => {
    const order = await newOrder(call, { ...ONE, template_id: await certifying() });
    const stranger = await browserAt(order).open();
    const own = await browserAt(order).open();
    await settled(house, own, (await own.post('tasks/', login(), 201)).task_id);
    const itemsFor = async (token: Widget) => (await token.get('session/')).order.certification?.items.length;
    expect(await itemsFor(own)).toBe(1);
    expect(await itemsFor(stranger)).toBe(0);
    await advance(house, call, 1_800);
    expect(await itemsFor(own)).toBeUndefined();
  });

  test('after an order is final, the browser that connected an item and the client’s own page can decide on the item for half an hour; another browser always gets 400', async () => {
    const template_id = await certifying();
    const decisions = async (seconds: number) => {
      const order = await newOrder(call, { ...ONE, template_id });
      const stranger = await browserAt(order).open();
      const own = await browserAt(order).open();
      await settled(house, own, (await own.post('tasks/', login(), 201)).task_id);
      const [{ subject_id }] = (await own.get('session/')).order.certification.items;
      await advance(house, call, seconds);
      const body = { decisions: [{ subject_id, decision: 'representative' }] };
      const answers = [];
      for (const token of [stranger, own, widget(house, order.bridge_token)]) {
        answers.push(await token.call('POST', 'certifications/', body));
      }
      const hidden = answers.filter(({ statusCode }) => statusCode !== 204);
      for (const answer of hidden) {
        expect(answer.json()).toEqual(invalid(['decisions.0.subject_id', 'Object not found.']));
      }
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await decisions(1_799)).toEqual([400, 204, 204]);
    expect(await decisions(1_800)).toEqual([400, 400, 400]);
  });

  test('the landing page of a final order hides the person’s name from a browser that opened the page before an account was connected through POST /v1/sandbox/links/', async () => {
    const order = await newOrder(call, ONE);
    const early = await browserAt(order).open();
    await connect(call, order.user_id, { order_id: order.id });
    const { order: seen } = await early.get('session/');
    expect(seen).toMatchObject({ first_name: '' });
  });
});
