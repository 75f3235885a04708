import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const get = (headers: Record<string, string> = {}) =>
  house.app.inject({ method: 'GET', url: '/openapi.json', headers });

describe('GET /openapi.json', () => {
  test('200: two requests get the same document, which is generated only once', async () => {
    const swagger = vi.spyOn(house.app, 'swagger');
    const [first, second] = [await get(), await get()];
    expect(first.headers['content-type']).toBe('application/json');
    expect(first.json()).toMatchObject({ openapi: '3.1.0' });
    expect(second.body).toBe(first.body);
    expect(swagger.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('200: the document is compressed with br or gzip, depending on Accept-Encoding', async () => {
    const [plain, br, gzip] = [
      await get(),
      await get({ 'accept-encoding': 'gzip, br' }),
      await get({ 'accept-encoding': 'gzip' }),
    ];
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    // `/docs/` must load at most 1 MB. Its script may have up to 950 kB, so 50 kB are left for the OpenAPI document.
    expect(br.rawPayload.length).toBeLessThan(50_000);
  });

  test('304: a client that has the current version gets no body', async () => {
    const { headers } = await get();
    const again = await get({ 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
