import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceError, throttled } from '#base/errors.ts';
import { webPages } from './web.ts';

const PAGE = '<script src="/widget/assets/a-1.js"></script><!-- bridge -->';
const FILES = {
  'bridge.js': 'report(VOUCH_BRIDGE);',
  'bridge.d.ts': 'export {};',
  'widget/index.html': PAGE,
  'widget/mobile.html': PAGE,
  'widget/preview.html': PAGE,
  'landing/index.html': PAGE,
  'demo/index.html': PAGE,
  'console/index.html': PAGE,
  'assets/a-1.js': 'let a = 1;'.repeat(50),
  'assets/a-1.css': 'a {}',
  'assets/large-1.js': Array.from({ length: 200_000 }, (_, n) => `let a${n}=${(n * 7_919) % 99_991};`).join('\n'),
};

let web_dir: string;
let app: FastifyInstance;
const open = (public_url = 'https://verify.example', widget_url?: string, widget_origins: string[] = []) => {
  const opened = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  opened.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ServiceError && error.code === 'not_found' ? 404 : 500).send(),
  );
  webPages(opened, {
    web_dir,
    public_url,
    widget_url,
    widget_origins,
    bridge_globals: ['FormerBridge'],
    knowsLanding: async (share_key) => {
      if (share_key === REFUSED) throw throttled(600);
      return share_key === KEY;
    },
  });
  return opened;
};
beforeAll(() => {
  web_dir = mkdtempSync(join(tmpdir(), 'vouch-web-'));
  for (const folder of ['widget', 'landing', 'demo', 'console', 'assets']) mkdirSync(join(web_dir, folder));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(web_dir, file), text);
  app = open();
});
afterAll(async () => {
  await app.close();
  rmSync(web_dir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, from = app) =>
  from.inject({ method: 'GET', url, headers });

const KEY = '9c'.repeat(16);
/** The lookup of this key is refused because of too many misses. */
const REFUSED = 'd0'.repeat(16);
const NOT_CACHED = ['/mobile.html', `/verify/${KEY}/`, '/demo/'];
const TOP = [...NOT_CACHED, '/console/', `/console/${KEY}/sandbox/orders`];

describe('pages for the browser', () => {
  test.for(['/widget/', '/widget', ...TOP, `/verify/${KEY}`])(
    '200: %s has headers that forbid referrers, content sniffing and indexing by search engines',
    async (url) => {
      const { statusCode, headers } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    },
  );

  test('404: the response for an unknown share key is the same landing page as for a known share key, but has no ETag', async () => {
    const [known, unknown] = [await get(`/verify/${KEY}/`), await get(`/verify/${'0'.repeat(32)}/`)];
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 404]);
    expect(unknown.body).toBe(known.body);
    expect(unknown.headers['content-security-policy']).toBe(known.headers['content-security-policy']);
    expect(unknown.headers.etag).toBeUndefined();
  });

  test('429: after too many unknown keys, the page says to wait a few minutes', async () => {
    const page = await get(`/verify/${REFUSED}/`);
    expect(page.statusCode).toBe(429);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '600',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(page.body).toContain('Please wait a few minutes');
  });

  test.for(['/widget/', ...TOP])('%s loads scripts and styles from our own origin only', async (url) => {
    const policy = String((await get(url)).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("connect-src 'self'; base-uri 'none'; form-action 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  });

  test('other sites may show only the widget in a frame', async () => {
    const policies = await Promise.all(
      ['/widget/', ...TOP].map(async (url) => String((await get(url)).headers['content-security-policy'])),
    );
    expect(policies.map((policy) => policy.includes("frame-ancestors 'none'"))).toEqual([
      false,
      ...TOP.map(() => true),
    ]);
  });

  test('only our own pages may frame the preview of the widget; the preview sends no requests', async () => {
    const policy = String((await get('/widget/preview/')).headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('if widget_origins is set, only these origins may show the widget in a frame; no origin may show any other page in a frame', async () => {
    const listed = open('https://verify.example', undefined, ['https://a.example', 'http://127.0.0.1:3000']);
    const policies = await Promise.all(
      ['/widget/', ...TOP].map(async (url) => String((await get(url, {}, listed)).headers['content-security-policy'])),
    );
    expect(policies.map((policy) => /frame-ancestors [^;]*/.exec(policy)?.[0])).toEqual([
      'frame-ancestors https://a.example http://127.0.0.1:3000',
      ...TOP.map(() => "frame-ancestors 'none'"),
    ]);
    await listed.close();
  });

  test.for(NOT_CACHED)('%s is not cached, because its URL may contain a key', async (url) => {
    expect((await get(url)).headers['cache-control']).toBe('no-store');
  });

  test('behind a proxy with a path prefix, asset URLs include that prefix', async () => {
    const there = open('https://example.com/vouch/');
    expect((await get('/widget/', {}, there)).body).toContain('"/vouch/widget/assets/a-1.js"');
    expect((await get('/demo/', {}, there)).body).toContain('<script src="/vouch/bridge.js"></script>');
    expect((await get('/widget/')).body).toContain('"/widget/assets/a-1.js"');
    await there.close();
  });
});

test.for(['/console/api', '/console/api/', '/console/api/session/'])(
  '404: %s is not a page of the console',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);

describe('the widget frame on a different host from the script', () => {
  const WIDGET_URL = 'https://frames.example/vouch';

  test('the script gets widget_url; in the frame, asset URLs have the path prefix of widget_url; on other pages, they have the path prefix of public_url', async () => {
    const there = open('https://verify.example', WIDGET_URL);
    const received: { widget_url?: string }[] = [];
    runInNewContext((await get('/bridge.js', {}, there)).body, {
      report: (settings: { widget_url?: string }) => received.push(settings),
    });
    expect(received.map(({ widget_url }) => widget_url)).toEqual([WIDGET_URL]);
    expect((await get('/widget/', {}, there)).body).toContain('"/vouch/widget/assets/a-1.js"');
    expect((await get('/mobile.html', {}, there)).body).toContain('"/widget/assets/a-1.js"');
    await there.close();
  });

  test('the demo page’s content security policy allows a frame from the other host', async () => {
    const there = open('https://verify.example', WIDGET_URL);
    const policyOf = async (from: FastifyInstance) =>
      (await get('/demo/', {}, from)).headers['content-security-policy'];
    expect(await policyOf(there)).toContain("frame-src 'self' https://frames.example");
    expect(await policyOf(app)).toContain("frame-src 'self' https://verify.example");
    await there.close();
  });
});

describe('GET /bridge.js', () => {
  test('200: any page may load the script, and browsers cache it for five minutes', async () => {
    const { statusCode, headers } = await get('/bridge.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    });
  });

  test('200: the script contains the public URL and the names of its globals', async () => {
    const received: unknown[] = [];
    runInNewContext((await get('/bridge.js')).body, { report: (settings: unknown) => received.push(settings) });
    expect(JSON.parse(JSON.stringify(received))).toEqual([
      { public_url: 'https://verify.example', widget_url: null, globals: ['FormerBridge'] },
    ]);
  });

  test('304: an unchanged script is not sent again', async () => {
    const { headers } = await get('/bridge.js');
    const again = await get('/bridge.js', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('GET /widget/assets/{file}', () => {
  test('200: an asset is cached for a year, since its file name changes with its content', async () => {
    const { statusCode, headers, body } = await get('/widget/assets/a-1.js');
    expect([statusCode, body]).toEqual([200, FILES['assets/a-1.js']]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.for<[string | undefined, string | undefined, (body: Buffer) => Buffer]>([
    [undefined, undefined, (body) => body],
    ['identity', undefined, (body) => body],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('200: a request with Accept-Encoding %s gets Content-Encoding %s', async ([accepted, encoding, unpack]) => {
    const { headers, rawPayload } = await get(
      '/widget/assets/a-1.js',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    );
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    expect(unpack(rawPayload).toString()).toBe(FILES['assets/a-1.js']);
  });

  test('when a large asset is requested for the first time, compressing it does not block the thread', async () => {
    let turns = 0;
    let is_done = false;
    const response = get('/widget/assets/large-1.js', { 'accept-encoding': 'br' }).finally(() => {
      is_done = true;
    });
    for (; !is_done; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(brotliDecompressSync((await response).rawPayload).toString()).toBe(FILES['assets/large-1.js']);
    expect(turns).toBeGreaterThan(100);
  });

  test.for(['b.js', '..%2fbridge.js', '__proto__', 'a-1.js%00'])('404: %s is not an asset', async (file) => {
    expect((await get(`/widget/assets/${file}`)).statusCode).toBe(404);
  });
});
