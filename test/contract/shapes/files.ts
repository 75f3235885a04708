// Files and PDF answers: 1.4 and 1.7.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { BASE_URL, type TestHouse } from '#test/house.ts';

/** A signed URL is good without any header, and the bytes are those the answer gave the sum of. */
export async function expectFile({ app }: TestHouse, url: string, md5sum?: string): Promise<void> {
  expect(url.startsWith(`${BASE_URL}/files/`), url).toBe(true);
  const path = url.slice(BASE_URL.length);
  const response = await app.inject(path);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toMatch(/^attachment/);
  expect(response.rawPayload.length).toBeGreaterThan(0);
  if (md5sum !== undefined) expect(createHash('md5').update(response.rawPayload).digest('hex')).toBe(md5sum);
  expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  const altered = await app.inject(path.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
  expect(altered.statusCode).toBe(403);
  expect(altered.json()).toEqual({ detail: expect.any(String) });
}
