import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { findUnsubscription } from '#services/orders/order-messages.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { insertOrder } from '#test/order-messages.ts';
import { unsubscribePage } from './unsubscribe.ts';

let house: TestHouse;
let client_id: string;
let share_key: string;
beforeAll(async () => {
  house = await openTestHouse();
  unsubscribePage(house.app, house);
  client_id = (await newClient(house)).client_id;
});
afterAll(() => house.close());
beforeEach(async () => {
  ({ share_key } = await insertOrder(house, { client_id, environment: 'prod' }, newId()));
});

const path = (key = share_key) => `/verify/${key}/unsubscribe/`;
const openPage = (key?: string) => house.app.inject({ method: 'GET', url: path(key) });
const post = (payload?: string, type?: string, key?: string) =>
  house.app.inject({
    method: 'POST',
    url: path(key),
    ...(payload !== undefined && { payload }),
    headers: type === undefined ? {} : { 'content-type': type },
  });
const isUnsubscribed = async () => (await findUnsubscription(house, share_key, '203.0.113.7'))?.is_unsubscribed;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

describe('GET /verify/{key}/unsubscribe/', () => {
  test('200: the page asks for confirmation in both languages; opening it changes nothing, even repeatedly', async () => {
    for (let round = 0; round < 3; round++) {
      const page = await openPage();
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject(HEADERS);
      expect(page.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:8080; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(page.body).toMatch(/<form method="post">\s*<button[^>]*>Stop messages/);
      expect(page.body).toContain('lang="es"');
      expect(page.body).not.toMatch(/<script|\son\w+=|https?:/i);
    }
    expect(await isUnsubscribed()).toBe(false);
  });

  test('200: the page says that the person is already unsubscribed, and has no form', async () => {
    await post();
    const page = await openPage();
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('You will not get any more');
    expect(page.body).not.toContain('<form');
  });

  test.for([newId(), 'x', '%3Cscript%3E'])('404 for an unknown or malformed key (%s)', async (key) => {
    const page = await openPage(key);
    expect(page.statusCode).toBe(404);
    expect(page.headers).toMatchObject(HEADERS);
    expect(page.body).toContain('There is nothing here');
  });
});

describe('POST /verify/{key}/unsubscribe/', () => {
  const MULTIPART = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  test.for<[string, string | undefined, string | undefined]>([
    ['the page’s button', '', 'application/x-www-form-urlencoded'],
    ['a mail program’s URL-encoded form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    ['a mail program’s multipart form', MULTIPART, 'multipart/form-data; boundary=b'],
    ['a request without a body', undefined, undefined],
  ])(
    '200: %s unsubscribes the person without a redirect, and a repeated request gets the same response',
    async ([, payload, type]) => {
      for (let round = 0; round < 2; round++) {
        const page = await post(payload, type);
        expect(page.statusCode).toBe(200);
        expect(page.headers).toMatchObject(HEADERS);
        expect(page.body).toContain('You will not get any more');
      }
      expect(await isUnsubscribed()).toBe(true);
    },
  );

  test('404: an unknown key unsubscribes no one', async () => {
    const page = await post('List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded', newId());
    expect(page.statusCode).toBe(404);
    expect(await isUnsubscribed()).toBe(false);
  });

  test('413: a form that is too large unsubscribes no one', async () => {
    const page = await post('x'.repeat(16_385), 'application/x-www-form-urlencoded');
    expect(page.statusCode).toBe(413);
    expect(page.headers).toMatchObject(HEADERS);
    expect(await isUnsubscribed()).toBe(false);
    expect((await post('x'.repeat(16_384), 'application/x-www-form-urlencoded')).statusCode).toBe(200);
  });
});

test('429: after 100 requests with unknown unsubscribe keys from one network, even a request with a valid key is rejected and unsubscribes nobody', async () => {
  const from = (method: 'GET' | 'POST', key: string) =>
    house.app.inject({ method, url: path(key), remoteAddress: '2001:db8::1' });
  for (let i = 0; i < 50; i++) {
    expect((await from('GET', newId())).statusCode).toBe(404);
    expect((await from('POST', newId())).statusCode).toBe(404);
  }
  for (const method of ['GET', 'POST'] as const) {
    const page = await from(method, share_key);
    expect(page.statusCode).toBe(429);
    expect(page.headers).toMatchObject(HEADERS);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(590);
    expect(page.body).toContain('Please wait a few minutes');
  }
  expect(await isUnsubscribed()).toBe(false);
  expect((await openPage()).statusCode).toBe(200);
});
