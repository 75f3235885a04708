import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerKept, keepBytes } from './kept-bytes.ts';

const TEXT = 'as it was '.repeat(100);
const kept = keepBytes(Buffer.from(TEXT));

describe('content encodings', () => {
  test.for<[string | undefined, string | undefined, (body: Buffer) => Buffer]>([
    [undefined, undefined, (body) => body],
    ['identity', undefined, (body) => body],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('a client that accepts the encodings %s gets a body in the encoding %s', async ([accepted, encoding, unpack]) => {
    const { status, headers, bytes } = await answerKept(kept, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers['vary']]).toEqual([200, encoding, 'accept-encoding']);
    expect(unpack(bytes ?? Buffer.alloc(0)).toString()).toBe(TEXT);
  });

  test('bytes are compressed once per encoding', async () => {
    const [first, second] = [
      await answerKept(kept, { 'accept-encoding': 'br' }),
      await answerKept(kept, { 'accept-encoding': 'br' }),
    ];
    expect(second.bytes).toBe(first.bytes);
  });
});

describe('a conditional request', () => {
  const tagOf = async (encoding?: string) => (await answerKept(kept, { 'accept-encoding': encoding })).headers['etag'];

  test('returns 304 without a body if the client already has the current content in any encoding', async () => {
    const [plain = '', packed = ''] = [await tagOf(), await tagOf('br')];
    expect(plain).not.toBe(packed);
    for (const known of [plain, packed, `W/${plain}`, `"other", ${packed}`, '*']) {
      expect(await answerKept(kept, { 'if-none-match': known })).toMatchObject({ status: 304, bytes: undefined });
    }
  });

  test('returns 200 if If-None-Match contains a different or an invalid tag', async () => {
    const other = keepBytes(Buffer.from('other'));
    for (const known of [`"${other.tag}"`, kept.tag, '"', '']) {
      expect((await answerKept(kept, { 'if-none-match': known })).status).toBe(200);
    }
  });
});
