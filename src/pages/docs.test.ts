import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { docsPage, packedName } from './docs.ts';

const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
docsPage(app);
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const scriptOf = (page: string): string => new URL(/src="([^"]+)"/.exec(page)?.[1] ?? '', 'http://host/docs/').pathname;

test('the /docs/ page reads /openapi.json and loads nothing from other hosts', async () => {
  const page = await get('/docs/');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  expect(page.body).toContain('/openapi.json');
  expect(page.body.match(/(?:src|href)="https?:/g)).toBeNull();
  const { statusCode, headers } = await get(scriptOf(page.body));
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: expect.stringContaining('javascript'),
  });
});

test('the /docs/ page has our title and a lang attribute', async () => {
  const { body } = await get('/docs/');
  expect(/<title>(.*)<\/title>/.exec(body)?.[1]).toBe('Vouch API');
  expect(body).toContain('<html lang="en">');
});

test('the /docs/ page gets the client id (in the URL fragment) and the secret (over a BroadcastChannel) from the console, and stores neither', async () => {
  const { body } = await get('/docs/');
  const start = body.slice(body.indexOf('js/scalar.js'));
  expect(start).toContain('openReference(');
  expect(start).not.toContain('createApiReference(');
  expect(body).toContain('"persistAuth": false');
  expect(body).toContain("history.replaceState(null, '', location.pathname)");
});

test('the /docs/ script is served from the compressed file that the build created; a compressed file of another version is ignored', async () => {
  const plain = (await get(scriptOf((await get('/docs/')).body))).rawPayload;
  const packed_dir = await mkdtemp(join(tmpdir(), 'vouch-docs-'));
  await writeFile(join(packed_dir, packedName(plain)), 'compressed by the build');
  await writeFile(join(packed_dir, packedName(Buffer.from('another version'))), 'of another version');
  const built = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  docsPage(built, packed_dir);
  const { headers, body } = await built.inject({
    url: '/docs/js/scalar.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  await built.close();
  await rm(packed_dir, { recursive: true });
  expect([headers['content-encoding'], body]).toEqual(['br', 'compressed by the build']);
});

test('inline scripts and styles have a nonce that is new in each response', async () => {
  const [first, second] = [await get('/docs/'), await get('/docs/')];
  const [nonce, other] = [first, second].map(
    ({ headers }) => /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1],
  );
  expect(nonce).toMatch(/^[\w+/]{22}==$/);
  expect(other).not.toBe(nonce);
  expect(first.headers['content-security-policy']).not.toContain('unsafe');
  const inline = first.body.match(/<(?:script|style)(?![^>]*\ssrc=)[^>]*>/g) ?? [];
  expect(inline.length).toBeGreaterThan(0);
  for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`);
  expect(first.body).not.toMatch(/\s(?:on\w+|style)="/);
});

test('the four-megabyte script of /docs/ is sent compressed; a browser that has it cached gets a 304', async () => {
  const path = scriptOf((await get('/docs/')).body);
  const [plain, packed] = [await get(path), await get(path, { 'accept-encoding': 'br' })];
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});
