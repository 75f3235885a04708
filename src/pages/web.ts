// Serves the built browser files: the script for clients' pages, the widget, its mobile page, the orders' landing page,
// the demo and the console. Opening any of these pages changes no stored data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#base/errors.ts';
import { answerKept, type KeptBytes, keepBytes } from '#base/http/kept-bytes.ts';
import { orTooManyMisses } from './too-many-misses.ts';

export type WebParts = {
  /** The output directory of the build. */
  web_dir: string;
  public_url: string;
  /**
   * True if an order has this share key. The landing page has the same content whether or not such an order exists;
   * only the HTTP status differs.
   */
  knowsLanding(share_key: string, ip: string): Promise<boolean>;
  /** The base URL of the widget's frame, if it differs from the base URL of the script. */
  widget_url: string | undefined;
  /** Origins whose pages may frame the widget. If the list is empty, any page may frame the widget. */
  widget_origins: readonly string[];
  /** Additional global names under which clients' pages can use the widget object. */
  bridge_globals: readonly string[];
};

type Headers = Readonly<Record<string, string>>;
type Served = { kept: KeptBytes; headers: Headers };

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
};

/** An asset's file name contains a hash of its content, so a file with a given name never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/**
 * Clients' pages embed the script for years. It is cached for only five minutes, so that a new release soon reaches
 * these pages.
 */
const FOR_MINUTES = 'public, max-age=300';
const ALWAYS_ASK = 'no-cache';

export function webPages(app: FastifyInstance, parts: WebParts): void {
  const { web_dir, public_url, widget_url = public_url, widget_origins } = parts;
  const read = (file: string): string => readFileSync(join(web_dir, file), 'utf8');
  const page = (file: string, headers: Headers, own_url = public_url): Served =>
    served(atPrefix(read(file), own_url), 'html', { ...PAGE_HEADERS, ...headers });
  const get = (url: string, file: Served): void => {
    app.get(url, { schema: { hide: true } }, async (request, reply) => send(request, reply, file));
  };

  get('/bridge.js', served(bridgeScript(read('bridge.js'), parts), 'js', SCRIPT_HEADERS));
  get('/bridge.d.ts', served(read('bridge.d.ts'), 'ts', { 'cache-control': FOR_MINUTES }));
  const ancestors = widget_origins.length === 0 ? {} : { 'frame-ancestors': widget_origins.join(' ') };
  const widget_headers = {
    'cache-control': ALWAYS_ASK,
    'content-security-policy': policy(ancestors),
    'cross-origin-resource-policy': 'cross-origin',
  };
  get('/widget/', page('widget/index.html', widget_headers, widget_url));
  // While a user edits a template, the console shows a preview of the widget in a frame. The preview page sends no
  // requests.
  const preview_policy = policy({ 'frame-ancestors': "'self'", 'connect-src': "'none'" });
  get('/widget/preview/', page('widget/preview.html', { 'content-security-policy': preview_policy }));
  get('/mobile.html', page('widget/mobile.html', { 'content-security-policy': policy(TOP) }));
  const landing = page('landing/index.html', { 'content-security-policy': policy(TOP) });
  app.get<{ Params: { share_key: string } }>('/verify/:share_key/', { schema: { hide: true } }, (request, reply) =>
    orTooManyMisses(reply, async () =>
      (await parts.knowsLanding(request.params.share_key, request.ip))
        ? send(request, reply, landing)
        : reply.code(404).headers(landing.headers).send(landing.kept.plain),
    ),
  );
  const demo_frames = { 'frame-src': `'self' ${new URL(widget_url).origin}` };
  get('/demo/', page('demo/index.html', { 'content-security-policy': policy({ ...TOP, ...demo_frames }) }));

  const console_headers = {
    'cache-control': ALWAYS_ASK,
    'content-security-policy': policy({ ...TOP, ...demo_frames, 'img-src': "'self' data: blob:" }),
  };
  const console_page = page('console/index.html', console_headers);
  get('/console/', console_page);
  // All paths of the console return the same page, and the page's script decides by the URL what to show. The paths of
  // the console's API are excluded.
  app.get<{ Params: { '*': string } }>('/console/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^api(?:\/|$)/.test(request.params['*'])) throw notFound();
    return send(request, reply, console_page);
  });

  const assets = new Map(
    readdirSync(join(web_dir, 'assets')).map((file) => [
      file,
      served(read(`assets/${file}`), file.split('.').at(-1) ?? '', { 'cache-control': FOR_EVER }),
    ]),
  );
  app.get<{ Params: { file: string } }>('/widget/assets/:file', { schema: { hide: true } }, async (request, reply) => {
    const asset = assets.get(request.params.file);
    if (asset === undefined) throw notFound();
    return send(request, reply, asset);
  });
}

/** Pages are not indexed by search engines and send no referrer. */
const PAGE_HEADERS: Headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // The widget opens a provider's page in a popup and must see whether the popup is still open.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** Any page may load the script, even a page with the strictest cross-origin policies. */
const SCRIPT_HEADERS: Headers = {
  'cache-control': FOR_MINUTES,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The policy of top-level pages: no page may show them in a frame. */
const TOP = { 'frame-ancestors': "'none'" };

/**
 * Allows only our own files. Images may also be data URLs or come from any https URL, because a template contains the
 * URL of a logo.
 */
const policy = (further: Headers): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' https: data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...further,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** Wraps the built script in a function that gets the server's settings. */
const bridgeScript = (built: string, { public_url, widget_url, bridge_globals }: WebParts): string =>
  `(function(VOUCH_BRIDGE){${built}\n})(${JSON.stringify({ public_url, widget_url: widget_url ?? null, globals: bridge_globals })});\n`;

/**
 * If the service has a path prefix behind a proxy, adds this prefix to asset URLs. Also inserts the script tag of
 * bridge.js into pages that have a placeholder for it.
 */
function atPrefix(html: string, public_url: string): string {
  const prefix = new URL(public_url).pathname.replace(/\/$/, '');
  return html
    .replaceAll('"/widget/assets/', `"${prefix}/widget/assets/`)
    .replace('<!-- bridge -->', `<script src="${prefix}/bridge.js"></script>`);
}

const served = (text: string, type: string, headers: Headers): Served => ({
  kept: keepBytes(Buffer.from(text)),
  headers: {
    'content-type': TYPES[type] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
});

async function send(request: FastifyRequest, reply: FastifyReply, { kept, headers }: Served): Promise<FastifyReply> {
  const answer = await answerKept(kept, request.headers);
  return reply
    .code(answer.status)
    .headers({ ...headers, ...answer.headers })
    .send(answer.bytes);
}
