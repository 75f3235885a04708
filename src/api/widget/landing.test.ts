import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { invalid, NOT_FOUND, THROTTLED } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, orderEventsOf, readOrder, storyOf, timelineOf } from '#test/orders.ts';
import { widget } from '#test/widget.ts';

let house: TestHouse;
let call: Call;
let order: Answer;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
  order = await newOrder(call);
});
afterAll(() => house.close());

const visit = (url: string = order.share_url, payload?: string) =>
  house.app.inject({
    method: 'POST',
    url: `${new URL(url).pathname}visit/`,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'text/plain' } }),
  });
const opened = async (): Promise<number> =>
  (await timelineOf(call, order.id)).filter(({ event_type }) => event_type === 'landing-opened').length;

describe('POST /verify/{key}/visit/', () => {
  test('200: returns a bridge token for the order, and nothing about the person', async () => {
    const response = await visit();
    expect(response.statusCode).toBe(200);
    const { bridge_token, ...rest } = response.json();
    expect(rest).toEqual({
      status: 'sent',
      is_final: false,
      environment: 'sandbox',
      locale: 'en',
      client_name: 'Acme Lending',
      branding: expect.objectContaining({ company_name: null, custom_end_user_agreement: null }),
      hide_service_logo: false,
      hide_support_button: false,
      support_email: null,
      expires_at: order.expired_at,
      code: null,
    });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(bridge_token).not.toBe(order.bridge_token);
    expect((await widget(house, bridge_token).get('session/')).order.id).toBe(order.id);
    expect(storyOf(await orderEventsOf(house, order.id))).toEqual(['order-created', 'suborder sent', 'order sent']);
    expect(await opened()).toBe(1);
    // The order's own token is meant for the client's page. A visit does not change this token, and visitors do not get
    // it.
    expect((await readOrder(call, order.id)).bridge_token).toBe(order.bridge_token);
    expect((await widget(house, order.bridge_token).get('session/')).order.status).toBe('sent');
  });

  test('200: each visit gets a different token', async () => {
    const [one, other] = [(await visit()).json(), (await visit()).json()];
    expect(one.bridge_token).not.toBe(other.bridge_token);
    expect(await opened()).toBe(2);
  });

  test('200: the response has the branding and settings of the order’s template', async () => {
    const template = {
      name: 'Ours',
      branding: { company_name: 'Acme' },
      bridge: { hide_service_logo: true },
      orders: { support_email: 'help@acme.example' },
    };
    const template_id = (await call('POST', '/v1/templates/', template)).json().id;
    const { share_url } = await newOrder(call, { template_id });
    expect((await visit(share_url)).json()).toMatchObject({
      branding: { company_name: 'Acme' },
      hide_service_logo: true,
      support_email: 'help@acme.example',
    });
  });

  test('200: for a final order, returns the order’s status but no bridge token, and records no visit', async () => {
    await call('POST', `/v1/orders/${order.id}/cancel/`);
    const response = await visit();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ bridge_token: null, status: 'canceled', is_final: true });
    expect(response.body).not.toContain('Jane');
    expect(await opened()).toBe(0);
  });

  test('200: for the order of an erased person, returns the order’s status but no bridge token', async () => {
    await call('DELETE', `/v1/users/${order.user_id}/`);
    expect((await visit()).json()).toMatchObject({ bridge_token: null, status: 'canceled' });
  });

  test('404 for an unknown or malformed share key, and for the order’s id in place of the key', async () => {
    for (const key of [newId(), order.id, 'x', '%27%3B']) {
      const response = await visit(`http://127.0.0.1/verify/${key}/`);
      expect(response.statusCode, key).toBe(404);
      expect(response.json()).toEqual(NOT_FOUND);
    }
  });

  test('405 for a GET request, which changes nothing', async () => {
    const { pathname } = new URL(order.share_url);
    const response = await house.app.inject({ method: 'GET', url: `${pathname}visit/` });
    expect(response.statusCode).toBe(405);
    expect((await readOrder(call, order.id)).status).toBe('pending');
    expect(await opened()).toBe(0);
  });

  test('200 for a body of up to 1,024 bytes, whose content is ignored; 400 for a larger body', async () => {
    expect((await visit(order.share_url, 'x'.repeat(1_024))).statusCode).toBe(200);
    const large = await visit(order.share_url, 'x'.repeat(1_025));
    expect(large.statusCode).toBe(400);
    expect(large.json()).toEqual(invalid(['body', 'Ensure this field has no more than 1024 bytes.']));
    expect(await opened()).toBe(1);
  });

  test('429 for the 31st visit to one order within a minute; other orders are not affected', async () => {
    const other = await newOrder(call);
    for (let i = 0; i < 30; i++) expect((await visit()).statusCode).toBe(200);
    const refused = await visit();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual(THROTTLED);
    expect(await opened()).toBe(30);
    expect((await visit(other.share_url)).statusCode).toBe(200);
  });
});
