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
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { type Answer, newOrder } from '#test/orders.ts';

let house: TestHouse;
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
  house = await openTestHouse();
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
  order = await newOrder((await newClient(house)).sandbox);
});
afterAll(async () => {
  await house.close();
  rmSync(web_dir, { recursive: true });
});

const pathOf = (url: string): string => new URL(url).pathname;

const APART = 'same-origin';
const WITH_POPUPS = 'same-origin-allow-popups';
/** The Cross-Origin-Opener-Policy of windows that the widget opens and watches. */
const WATCHED = 'unsafe-none';

test.for<[path: string, status: number, opener: string, resource?: string]>([
  ['/healthz', 200, APART],
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
  const { statusCode, headers } = await house.app.inject({ method: 'GET', url: path });
  expect({ statusCode, headers }).toMatchObject({
    statusCode: status,
    headers: {
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': opener,
      'cross-origin-resource-policy': resource,
    },
  });
});

test('the responses of an order’s share URL (200) and short URL (302) have nosniff', async () => {
  const landing = await house.app.inject({ method: 'GET', url: pathOf(order.share_url) });
  expect([landing.statusCode, landing.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
  const short = await house.app.inject({ method: 'GET', url: pathOf(order.short_share_url) });
  expect([short.statusCode, short.headers['x-content-type-options']]).toEqual([302, 'nosniff']);
});
