// Functions that check files and PDF responses against sections 1.4 and 1.7 of the contract.
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { BASE_URL, type Call, type TestHouse } from '#test/house.ts';

/**
 * Checks that a signed URL works without any header, that the file matches the md5sum, and that an altered signature is
 * rejected.
 */
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

/** Checks that `fmt=pdf` returns a PDF named after the report, whether the client accepts PDF or JSON. */
export async function expectPdf(call: Call, url: string, id: string): Promise<void> {
  for (const accept of ['application/pdf', 'application/json']) {
    const response = await call('GET', `${url}?fmt=pdf`, undefined, { accept });
    expect(response.statusCode, `${url} answered ${response.body.slice(0, 200)}`).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(new RegExp(`^attachment; filename="[a-z-]+-${id}\\.pdf"$`)),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      ratelimit: expect.any(String),
    });
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  }
}
