// /docs/: the interactive API reference, rendered from /openapi.json by a script that we serve ourselves. The script is
// four megabytes in size, so it is loaded on the first request and then cached.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerKept, type KeptBytes, keepBytes, tagOf } from '#base/http/kept-bytes.ts';

/** The page's script adds styles at run time. The nonce allows these styles and the page's inline start-up code. */
const policy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NONCE = 'NONCE-OF-THIS-ANSWER';
/**
 * How long the page waits for the secret. The console normally sends the secret at once, but sends nothing if the
 * console's page was closed in the meantime.
 */
const SECRET_WITHIN_MS = 2_000;
const PAGE = '/docs/';
const SCRIPT = '/docs/js/scalar.js';

/**
 * Makes the reference script comply with the content security policy. The script sets the nonce on only one of the
 * style elements it creates, so we set the nonce on all of them. The script writes styles with `setAttribute` and in
 * HTML, which the policy blocks, so we set `cssText` instead.
 */
const MARK_STYLES = `<script nonce="${NONCE}">
const { nonce } = document.currentScript;
const { createElement } = Document.prototype;
Document.prototype.createElement = function (name, options) {
  const element = createElement.call(this, name, options);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};
const { setAttribute } = Element.prototype;
Element.prototype.setAttribute = function (name, value) {
  if (name === 'style') this.style.cssText = value;
  else setAttribute.call(this, name, value);
};
const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
Object.defineProperty(Element.prototype, 'innerHTML', {
  ...innerHtml,
  set(html) {
    innerHtml.set.call(this, String(html).replaceAll(/ style=(?=")/g, ' data-style='));
    for (const element of this.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
  },
});
</script>
`;

/**
 * Styles for the API reference. By default, its greys and method colours have too little contrast for small text, and
 * its buttons are too small.
 */
const COLOURS = `<style nonce="${NONCE}">
body.light-mode {
  --scalar-color-2: #575757;
  --scalar-color-3: #666;
  --scalar-color-green: #00693f;
  --scalar-color-blue: #005f9e;
  --scalar-color-orange: #9a4500;
  --scalar-color-red: #b3202a;
  --scalar-color-yellow: #7a5b00;
  --scalar-color-purple: #6a3fb5;
}
body.dark-mode { --scalar-color-3: #a0a0a0; }
button[aria-expanded].absolute { min-width: 24px; min-height: 24px; }
</style>
`;

/**
 * A script for the API reference. It gives the controls names that screen readers can read out, and makes the list of
 * endpoints reachable by keyboard.
 */
const NAME_CONTROLS = `<script nonce="${NONCE}">
const name = (selector, change) => {
  for (const element of document.querySelectorAll(selector)) change(element);
};
new MutationObserver(() => {
  name('.code-input-lite__editor[role=combobox]', (editor) => {
    editor.setAttribute('role', 'textbox');
    editor.removeAttribute('aria-autocomplete');
    editor.setAttribute('aria-label', editor.dataset.placeholder || 'Value');
  });
  name('button[class*="copy-button"]:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy'));
  name('.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0'));
}).observe(document, { childList: true, subtree: true });
</script>
`;

/**
 * Opens the reference with the keys of the console, if the console has opened this page. In that case, the fragment of
 * the URL contains the client id and the name of a channel. The console sends the secret over this channel
 * (web/console/reference.ts). The fragment is removed at once. The secret is only in the memory of this page, and a
 * reload discards it.
 */
const FILL_IN_KEYS = `<script nonce="${NONCE}">
const asked = /^#client=([0-9a-f]{32})&from=([0-9a-f]{32})$/.exec(location.hash);
if (asked !== null) history.replaceState(null, '', location.pathname);
const readSecret = (name) => new Promise((resolve) => {
  const channel = new BroadcastChannel('vouch-reference-' + name);
  const end = (secret) => {
    channel.close();
    resolve(secret);
  };
  channel.onmessage = ({ data }) => end(String(data));
  channel.postMessage('ready');
  setTimeout(() => end(''), ${SECRET_WITHIN_MS});
});
const openReference = async (target, configuration) => {
  const authentication = { preferredSecurityScheme: [['client', 'secret']] };
  if (asked !== null) {
    const secret = await readSecret(asked[2]);
    authentication.securitySchemes = { client: { value: asked[1] }, secret: { value: secret } };
  }
  Scalar.createApiReference(target, { ...configuration, authentication });
};
</script>
`;

type Reference = { page: string; script: KeptBytes };

/** `packed_dir` is the directory where the build has put the compressed script. */
export function docsPage(app: FastifyInstance, packed_dir?: string): void {
  let loaded: Promise<Reference> | undefined;
  const load = () => {
    loaded ??= loadReference(packed_dir);
    return loaded;
  };
  const hide = { schema: { hide: true } };
  app.get(PAGE, hide, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce),
        'referrer-policy': 'no-referrer',
      })
      .send((await load()).page.replaceAll(NONCE, nonce));
  });
  app.get(SCRIPT, hide, async (request, reply) => {
    const { status, headers, bytes } = await answerKept((await load()).script, request.headers);
    return reply
      .code(status)
      .headers({ ...headers, 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(bytes);
  });
}

const TITLE = 'Vouch API';

async function loadReference(packed_dir: string | undefined): Promise<Reference> {
  const { page, script } = await readReference();
  const br = packed_dir === undefined ? undefined : await findFile(join(packed_dir, packedName(script)));
  return {
    page: page
      .replace('Scalar.createApiReference(', 'openReference(')
      .replace('<html>', '<html lang="en">')
      .replace(/<title>.*<\/title>/, `<title>${TITLE}</title>`)
      .replace('</head>', `${COLOURS}${MARK_STYLES}${NAME_CONTROLS}${FILL_IN_KEYS}</head>`),
    script: keepBytes(script, br === undefined ? {} : { br }),
  };
}

/**
 * The name of the compressed file contains the checksum of the script, so a file of another version is never served.
 */
export const packedName = (script: Buffer): string => `${tagOf(script)}.js.br`;

const findFile = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);

/** The page and the script from the package `@scalar/fastify-api-reference`. */
export async function readReference(): Promise<{ page: string; script: Buffer }> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const inner = Fastify();
  await inner.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: TITLE,
      nonce: NONCE,
      withDefaultFonts: false,
      // The page must not contact any host except ours.
      telemetry: false,
      // Keys that a user types are not stored.
      persistAuth: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const read = async (url: string) => (await inner.inject({ method: 'GET', url })).rawPayload;
  const [page, script] = [await read(PAGE), await read(SCRIPT)];
  await inner.close();
  return { page: page.toString(), script };
}
