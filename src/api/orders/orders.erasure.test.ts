// Tests that after a person is erased, only the existence and the final status of the person's orders remain.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findLandingUrl } from '#services/widget/landing-visits.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';
import { openLanding } from '#test/widget-visit.ts';

let house: TestHouse;
let call: Call;
beforeAll(async () => {
  house = await openWorkingHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
});
afterAll(() => house.close());

describe('erasing a person', () => {
  const erase = async (user_id: string) => expect((await call('DELETE', `/v1/users/${user_id}/`)).statusCode).toBe(204);
  // The digits 9991 are searched for only as a whole word, because about one in two thousand random ids contains them
  // by chance.
  const SECRETS =
    /Persephone|Quillfeather|zebra|555-?0177|\b9991\b|991919991|Albert|Zanzibar|Larimer|Fable|400100219999|\bfade17\b/i;
  const PERSONAL_DATA = {
    first_name: 'Persephone',
    last_name: 'Quillfeather',
    email: 'zebra@example.com',
    phone: '415-555-0177',
    ssn: '991-91-9991',
    notes: 'Owes Albert.',
    custom_field: 'Zanzibar',
    cc_emails: ['zebra@acme.example'],
    external_user_id: 'zebra-7',
    loan: { loan_number: 'Zanzibar' },
    manager: { name: 'Albert' },
    employers: [
      {
        company_mapping_id: 'fade17',
        company_name: 'Fable Freight',
        company_address: { street: '418 Larimer Court' },
        account: { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' },
      },
    ],
  };
  const everythingOf = async (id: string): Promise<string> => {
    const urls = ['', 'events/', 'certifications/', 'invoice/'].map((path) => `/v1/orders/${id}/${path}`);
    const answers = await Promise.all([...urls, '/v1/orders/'].map((url) => call('GET', url)));
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200);
    return answers.map(({ body }) => body).join('\n');
  };

  test('erasing a person cancels the user’s open order and removes the order’s personal data', async () => {
    const { id, user_id } = await newOrder(call, PERSONAL_DATA);
    expect(await everythingOf(id)).toMatch(SECRETS);
    await erase(user_id);
    const text = await everythingOf(id);
    expect(SECRETS.exec(text)).toBe(null);
    expect(await readOrder(call, id)).toMatchObject({
      status: 'canceled',
      canceled_at: expect.any(String),
      bridge_token: expect.stringMatching(/^0{32}$/),
      share_url: expect.stringMatching(/\/verify\/0{32}\/$/),
      short_share_url: expect.stringMatching(/\/s\/0{10}$/),
      external_user_id: null,
      ssn: null,
      email: null,
      phone: null,
      employers: [{ status: 'canceled', company_name: null, account: null }],
    });
    expect(storyOf(await orderEventsOf(house, id))).toEqual([
      'order-created',
      'suborder canceled',
      'order canceled',
      'order-finalized',
    ]);
  });

  test('erasing a person keeps the status of the user’s finished order but removes the order’s data', async () => {
    const { id, user_id } = await newOrder(call, PERSONAL_DATA);
    await connect(call, user_id, { order_id: id });
    await finishTasks(house);
    await erase(user_id);
    expect(SECRETS.exec(await everythingOf(id))).toBe(null);
    const order = await readOrder(call, id);
    expect(order).toMatchObject({ status: 'completed', canceled_at: null });
    expect(order.employers[0]).toMatchObject({
      status: 'completed',
      link_id: null,
      access_token: null,
      employments: [],
    });
  });

  test('after erasure, the user’s orders cannot be found by SSN or external_user_id, and their share URLs and bridge tokens are disabled', async () => {
    const { user_id, share_url, short_share_url, bridge_token } = await newOrder(call, PERSONAL_DATA);
    expect(await findLandingUrl(house, short_share_url.slice(-10), '127.0.0.1')).toBe(share_url);
    await erase(user_id);
    for (const ssn of ['991-91-9991', '9991']) {
      expect((await call('POST', '/v1/orders/lookup/', { ssn })).json().count).toBe(0);
    }
    expect((await call('GET', '/v1/orders/?external_user_id=zebra-7')).json().count).toBe(0);
    expect(await findLandingUrl(house, short_share_url.slice(-10), '127.0.0.1')).toBe(undefined);
    expect(await openLanding(house, share_url)).toMatchObject({ bridge_token: null, is_final: true });
    const session = await house.app.inject({
      url: '/widget/api/session/',
      headers: { authorization: `Bearer ${bridge_token}` },
    });
    expect(session.statusCode).toBe(401);
  });

  test('after erasure, the next order for the same person creates a new user and a new order group', async () => {
    const before = await newOrder(call, { ...PERSONAL_DATA, order_number: 'L-1' });
    await erase(before.user_id);
    const after = await newOrder(call, { ...PERSONAL_DATA, order_number: 'L-1' });
    expect(after.user_id).not.toBe(before.user_id);
    expect(after.order_group_id).not.toBe(before.order_group_id);
  });

  test('after erasure, the user’s order can no longer be changed, canceled or refreshed, and no employers can be added to it', async () => {
    const { id, user_id } = await newOrder(call);
    await erase(user_id);
    for (const [method, path, body] of [
      ['PATCH', '', { first_name: 'X' }],
      ['POST', 'cancel/', {}],
      ['POST', 'employers/', { employers: [{}] }],
      ['POST', 'refresh/', {}],
    ] as const) {
      const response = await call(method, `/v1/orders/${id}/${path}`, body);
      expect(response.statusCode, `${method} ${path}`).toBe(400);
      expect(response.json().error.extra['invalid-params']).toHaveLength(1);
    }
    expect((await timelineOf(call, id)).at(-1)).toMatchObject({ event_type: 'order-finalized' });
  });

  test('erasing a person cancels an order whose task is still running', async () => {
    const { id, user_id } = await newOrder(call, PERSONAL_DATA);
    await connect(call, user_id, { order_id: id, password: 'longcheck' });
    await erase(user_id);
    expect(await readOrder(call, id)).toMatchObject({ status: 'canceled', employers: [{ status: 'canceled' }] });
    expect(storyOf(await orderEventsOf(house, id)).slice(-3)).toEqual([
      'suborder canceled',
      'order canceled',
      'order-finalized',
    ]);
  });
});
