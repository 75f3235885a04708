import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptRedirect } from '#services/connections/redirects.ts';
import { consentFor } from '#services/connections/sandbox-oauth.ts';
import { type Call, newClient, type TestHouse } from '#test/house.ts';
import { advance, newUser, openWorkingHouse } from '#test/tasks.ts';
import { openWidget, settled, type Widget } from '#test/widget.ts';
import { oauthCallbackPage } from './oauth-callback.ts';
import { oauthDeparturePage } from './oauth-departure.ts';

let house: TestHouse;
let pages: FastifyInstance;
let call: Call;
let own: Widget;
let task_id: string;
let address: string;
beforeAll(async () => {
  house = await openWorkingHouse();
  pages = Fastify();
  oauthDeparturePage(pages, house);
  oauthCallbackPage(pages, (...callback) => acceptRedirect(house, ...callback));
});
afterAll(async () => {
  await pages.close();
  await house.close();
});
beforeEach(async () => {
  call = (await newClient(house)).sandbox;
  own = await openWidget(house, call, await newUser(call, 'jane'), { product_type: 'assets' });
  task_id = (await own.post('tasks/', { provider_id: 'vouch_bank_oauth' }, 201)).task_id;
  const { redirect_url } = await settled(house, own, task_id);
  address = pathOf(redirect_url);
});

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const go = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
  pages.inject({ method, url, headers });
const FROM_WIDGET = { 'sec-fetch-site': 'same-origin' };
const FROM_LINK = { 'sec-fetch-site': 'none' };
const cookieOf = (response: { headers: Record<string, unknown> }): string =>
  String(response.headers['set-cookie']).split(';')[0] ?? '';
/** The URL to which the bank redirects after the person allows access. */
const allowAt = async (bank_url: string): Promise<string> =>
  pathOf(await consentFor(house, bank_url, { username: 'goodlogin', password: 'goodpassword', allow: true }));

describe('an OAuth start page opened by the widget', () => {
  test('303 to the provider; the redirect back is accepted once, and only in the browser that opened the page', async () => {
    const left = await go(address, FROM_WIDGET);
    expect(left.statusCode).toBe(303);
    expect(String(left.headers['set-cookie'])).toMatch(
      /^vouch_oauth=[0-9a-f]{64}; Path=\/oauth\/; Max-Age=900; HttpOnly; SameSite=Lax$/,
    );
    const back = await allowAt(String(left.headers.location));
    expect((await go(back)).statusCode).toBe(404);
    expect((await go(back, { cookie: `vouch_oauth=${'0'.repeat(64)}` })).statusCode).toBe(404);
    expect(await own.get(`tasks/${task_id}/`)).toMatchObject({ step: 'redirect', is_final: false });
    expect((await go(back, { cookie: cookieOf(left) })).statusCode).toBe(200);
    expect((await go(back, { cookie: cookieOf(left) })).statusCode).toBe(404);
    expect(await settled(house, own, task_id)).toMatchObject({ status: 'done' });
  });

  test('403 in a second browser, by GET and by POST; the redirect back is accepted in the first browser', async () => {
    const first = await go(address, FROM_WIDGET);
    for (const method of ['GET', 'POST'] as const) {
      for (const cookie of [{}, { cookie: `vouch_oauth=${'0'.repeat(64)}` }]) {
        const second = await go(address, { ...FROM_WIDGET, ...cookie }, method);
        expect([second.statusCode, second.headers['set-cookie']]).toEqual([403, undefined]);
        expect(second.body).toContain('opened in another browser');
      }
    }
    const back = await allowAt(String(first.headers.location));
    expect((await go(back, { cookie: cookieOf(first) })).statusCode).toBe(200);
  });

  test('a browser that lost its cookie cannot continue, but the person can begin again in the widget', async () => {
    await go(address, FROM_WIDGET);
    expect((await go(address, FROM_WIDGET)).statusCode).toBe(403);
    const again = await own.post('tasks/', { provider_id: 'vouch_bank_oauth' }, 201);
    const { redirect_url } = await settled(house, own, again.task_id);
    const left = await go(pathOf(redirect_url), FROM_WIDGET);
    expect(left.statusCode).toBe(303);
    const back = await allowAt(String(left.headers.location));
    expect((await go(back, { cookie: cookieOf(left) })).statusCode).toBe(200);
    expect(await settled(house, own, again.task_id)).toMatchObject({ status: 'done' });
  });

  test('if the page is opened twice in the same browser, the cookie stays the same, and the provider’s redirect back to us is accepted', async () => {
    const cookie = cookieOf(await go(address, FROM_WIDGET));
    const left = await go(address, { ...FROM_WIDGET, cookie });
    expect(cookieOf(left)).toBe(cookie);
    expect((await go(await allowAt(String(left.headers.location)), { cookie })).statusCode).toBe(200);
  });
});

describe('an OAuth start page opened by a link', () => {
  test.for([FROM_LINK, { 'sec-fetch-site': 'cross-site' }, {}])(
    '200: for a request with headers %j, the page asks for confirmation and does not redirect',
    async (headers) => {
      for (const method of ['GET', 'POST'] as const) {
        const page = await go(address, { ...headers, origin: 'https://other.example' }, method);
        expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
        expect(page.body).toContain('only if you just started this yourself');
      }
    },
  );

  test('303 to the provider after the person confirms with the button', async () => {
    const left = await go(address, FROM_WIDGET, 'POST');
    expect(left.statusCode).toBe(303);
    const back = await allowAt(String(left.headers.location));
    expect((await go(back, { cookie: cookieOf(left) })).statusCode).toBe(200);
  });

  test('403 if the widget has already opened the page in another browser', async () => {
    const left = await go(address, FROM_WIDGET);
    expect((await go(address, FROM_LINK)).statusCode).toBe(403);
    expect((await go(address, { ...FROM_LINK, cookie: cookieOf(left) })).statusCode).toBe(200);
  });
});

test('404 for an OAuth start URL with a wrong key, even if the state (which is visible in the provider’s URL) is correct', async () => {
  const { state = '' } = Object.fromEntries(new URL(address, 'http://x').searchParams);
  for (const key of ['', '00', '0'.repeat(64)]) {
    const url = `/oauth/start/?${new URLSearchParams({ state, key })}`;
    expect((await go(url, FROM_WIDGET)).statusCode).toBe(404);
    expect((await go(url, FROM_LINK)).statusCode).toBe(404);
  }
});

test('15 minutes after the redirect was requested, the OAuth start page and callback return 404, and the task ends', async () => {
  const left = await go(address, FROM_WIDGET);
  const back = await allowAt(String(left.headers.location));
  await advance(house, call, 15 * 60);
  expect((await go(address, FROM_WIDGET)).statusCode).toBe(404);
  expect((await go(back, { cookie: cookieOf(left) })).statusCode).toBe(404);
  expect(await own.get(`tasks/${task_id}/`)).toMatchObject({ status: 'unavailable', is_final: true });
});
