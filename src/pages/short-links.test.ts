import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('302: leads to the landing page, and opens nothing', async () => {
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

test('404: one that leads nowhere, or to somebody who was erased', async () => {
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
