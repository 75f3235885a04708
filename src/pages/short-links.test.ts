import { afterAll, beforeAll, expect, test } from 'vitest';
import { THROTTLED } from '#test/answers.ts';
import { type Call, newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder, readOrder } from '#test/orders.ts';
import { shortLinks } from './short-links.ts';

let house: TestHouse;
let call: Call;
let order: Answer;
beforeAll(async () => {
  house = await openTestHouse();
  shortLinks(house.app, house);
  call = (await newClient(house)).sandbox;
  order = await newOrder(call);
});
afterAll(() => house.close());

const follow = (url: string) => house.app.inject({ method: 'GET', url: new URL(url).pathname });

test('302: a short URL redirects to the landing page and does not mark the order as opened', async () => {
  for (const url of [order.short_share_url, `${order.short_share_url}/`]) {
    const response = await follow(url);
    expect(response.statusCode).toBe(302);
    expect(response.headers).toMatchObject({
      location: order.share_url,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
  }
  expect((await readOrder(call, order.id)).status).toBe('pending');
});

test('429 once a single network has requested 100 unknown keys, counted over short and long URLs together; other networks are not affected', async () => {
  const from = (remoteAddress: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    house.app.inject({ method, url, remoteAddress });
  const landing = `${new URL(order.share_url).pathname}visit/`;
  const short = new URL(order.short_share_url).pathname;
  for (let i = 0; i < 50; i++) {
    // This request has the key of an existing order. Such requests do not count towards the limit.
    expect((await from('2001:db8::3', short)).statusCode).toBe(302);
    expect((await from('2001:db8::1', `/s/${'x'.repeat(10)}`)).statusCode).toBe(404);
    expect((await from('2001:db8::2', `/verify/${'0'.repeat(32)}/visit/`, 'POST')).statusCode).toBe(404);
  }
  const page = await from('2001:db8::4', short);
  expect(page.statusCode).toBe(429);
  expect(Number(page.headers['retry-after'])).toBeGreaterThan(590);
  expect(page.body).toContain('Please wait a few minutes');
  const visit = await from('2001:db8::4', landing, 'POST');
  expect([visit.statusCode, visit.json()]).toEqual([429, THROTTLED]);
  expect(Number(visit.headers['retry-after'])).toBeGreaterThan(590);
  expect((await from('2001:db8:0:1::1', short)).statusCode).toBe(302);
  expect((await from('203.0.113.9', landing, 'POST')).statusCode).toBe(200);
});

test('404 for a short URL whose key does not exist or whose user was erased', async () => {
  const erased = await newOrder(call);
  await call('DELETE', `/v1/users/${erased.user_id}/`);
  for (const url of [
    'http://127.0.0.1/s/abcdefghjk',
    `http://127.0.0.1/s/${order.id}`,
    'http://127.0.0.1/s/%3Cb%3E',
    erased.short_share_url,
  ]) {
    const response = await follow(url);
    expect(response.statusCode, url).toBe(404);
    expect(response.body).toContain('There is nothing here');
    expect(response.body).not.toContain('<b>');
  }
});
