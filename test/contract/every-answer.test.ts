// Tests the security headers of every kind of response: JSON, pages, scripts, files, redirects, errors.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BANK_PATHS } from '#domain/connections/sandbox-oauth.ts';
import { docsPage } from '#pages/docs.ts';
import { oauthCallbackPage } from '#pages/oauth-callback.ts';
import { oauthDeparturePage } from '#pages/oauth-departure.ts';
import { sandboxBankPages } from '#pages/sandbox-oauth.ts';
import { shortLinks } from '#pages/short-links.ts';
import { unsubscribePage } from '#pages/unsubscribe.ts';
import { webPages } from '#pages/web.ts';
import { isLanding } from '#services/widget/landing-visits.ts';
import { newMember, readStream } from '#test/console.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder } from '#test/orders.ts';
import { connect, finishTasks, openWorkingHouse } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let order: Answer;
let web_dir: string;

const FILES = [
  'bridge.js',
  'bridge.d.ts',
  'widget/index.html',
  'widget/mobile.html',
  'widget/preview.html',
  'landing/index.html',
  'demo/index.html',
  'console/index.html',
];

beforeAll(async () => {
  house = await openWorkingHouse();
  web_dir = mkdtempSync(join(tmpdir(), 'vouch-web-'));
  for (const folder of ['widget', 'landing', 'demo', 'console', 'assets']) mkdirSync(join(web_dir, folder));
  for (const file of [...FILES, 'assets/a-1.js']) writeFileSync(join(web_dir, file), '');
  docsPage(house.app);
  sandboxBankPages(house.app, house);
  oauthCallbackPage(house.app, async () => false);
  oauthDeparturePage(house.app, house);
  unsubscribePage(house.app, house);
  shortLinks(house.app, house);
  webPages(house.app, {
    web_dir,
    public_url: house.settings.public_url,
    widget_url: undefined,
    widget_origins: [],
    bridge_globals: [],
    knowsLanding: (share_key, ip) => isLanding(house, share_key, ip),
  });
  client = await newClient(house);
  order = await newOrder(client.sandbox);
});
afterAll(async () => {
  await house.close();
  rmSync(web_dir, { recursive: true });
});

const pathOf = (url: string): string => new URL(url).pathname;

const APART = 'same-origin';
const WITH_POPUPS = 'same-origin-allow-popups';
/** The header Cross-Origin-Opener-Policy of pages that the widget opens in a window and watches. */
const WATCHED = 'unsafe-none';

test.for<[path: string, status: number, opener: string, resource?: string]>([
  ['/healthz', 200, APART],
  ['/readyz', 200, APART],
  ['/metrics', 200, APART],
  ['/openapi.json', 200, APART],
  ['/docs/', 200, APART],
  ['/docs/js/scalar.js', 200, APART],
  ['/v1/users/', 401, APART],
  ['/v1/nowhere/', 404, APART],
  ['/v1/users/%ff/', 404, APART],
  ['/files/x/y.pdf', 403, APART],
  ['/s/abcdefghjk', 404, APART],
  ['/widget/api/session/', 401, APART],
  ['/widget/assets/a-1.js', 200, APART],
  ['/widget/assets/none.js', 404, APART],
  ['/bridge.js', 200, APART, 'cross-origin'],
  ['/bridge.d.ts', 200, APART],
  ['/widget/', 200, WITH_POPUPS, 'cross-origin'],
  ['/widget/preview/', 200, WITH_POPUPS],
  ['/mobile.html', 200, WITH_POPUPS],
  ['/demo/', 200, WITH_POPUPS],
  ['/console/', 200, WITH_POPUPS],
  ['/console/any/sandbox/orders', 200, WITH_POPUPS],
  ['/console/api/session/', 401, APART],
  [`/verify/${'0'.repeat(32)}/`, 404, WITH_POPUPS],
  ['/verify/x/', 404, WITH_POPUPS],
  ['/verify/x/unsubscribe/', 404, APART],
  ['/oauth/callback/?state=x', 404, WATCHED],
  ['/oauth/start/?state=x&key=y', 404, WATCHED],
  [BANK_PATHS.authorize, 400, WATCHED],
])('the response of %s (%i) has nosniff and the strictest possible cross-origin policies', async (expected) => {
  const [path, status, opener, resource = 'same-origin'] = expected;
  expect(await get(path)).toMatchObject({ statusCode: status, headers: expectedHeaders(opener, resource) });
});

test.for<[what: string, status: number, opener: string, send: () => Promise<Response>]>([
  ['an order’s share URL', 200, WITH_POPUPS, () => get(pathOf(order.share_url))],
  ['an order’s short URL', 302, APART, () => get(pathOf(order.short_share_url))],
  ['a short URL after 100 unknown keys', 429, APART, tooManyUnknownKeys],
  ['GET /v1/users/', 200, APART, () => client.sandbox('GET', '/v1/users/')],
  ['POST /v1/users/', 201, APART, () => client.sandbox('POST', '/v1/users/', { external_user_id: 'u' })],
  ['DELETE /v1/users/{user_id}/', 204, APART, deleteUser],
  ['/openapi.json, unchanged,', 304, APART, openapiAgain],
  ['a signed file', 200, APART, openFile],
  ['the console’s event stream', 200, APART, openStream],
])('the response of %s (%i) has nosniff and cross-origin policies', async ([, status, opener, send]) => {
  expect(await send()).toMatchObject({ statusCode: status, headers: expectedHeaders(opener, 'same-origin') });
});

type Response = { statusCode: number; headers: object };

const get = (path: string, headers = {}, remoteAddress = '127.0.0.1') =>
  house.app.inject({ method: 'GET', url: path, headers, remoteAddress });

const expectedHeaders = (opener: string, resource: string) => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': opener,
  'cross-origin-resource-policy': resource,
});

async function tooManyUnknownKeys(): Promise<Response> {
  const open = () => get(`/s/${'x'.repeat(10)}`, {}, '203.0.113.9');
  for (let i = 0; i < 100; i++) await open();
  return open();
}

async function deleteUser(): Promise<Response> {
  const { user_id } = await newOrder(client.sandbox);
  return client.sandbox('DELETE', `/v1/users/${user_id}/`);
}

async function openapiAgain(): Promise<Response> {
  const { headers } = await get('/openapi.json');
  return get('/openapi.json', { 'if-none-match': headers.etag });
}

async function openFile(): Promise<Response> {
  const { link_id } = await connect(client.sandbox, order.user_id, { product_type: 'income' });
  await finishTasks(house);
  const { results } = (await client.sandbox('GET', `/v1/links/${link_id}/statements/`)).json();
  const { pathname, search } = new URL(results[0].file);
  return get(pathname + search);
}

async function openStream(): Promise<Response> {
  const place = { client_id: client.client_id, environment: 'sandbox' } as const;
  const owner = await newMember(house, [{ ...place, role: 'owner' }]);
  return readStream(house, owner, `${client.client_id}/sandbox/events/stream/`, /event: place/);
}
