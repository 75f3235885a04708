import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readReference } from '#pages/docs.ts';
import { packDocs } from './build-docs.ts';

/** Compressing takes ten seconds on an idle machine. It is done once per version of the package. */
const PACKING_MS = 180_000;

test('the compressed script of /docs/ is below 950 kB, which leaves 50 kB for the document within a total of 1 MB', {
  timeout: PACKING_MS,
}, async () => {
  const dir = await packDocs('node_modules/.cache/vouch');
  const [name = ''] = await readdir(dir);
  const packed = await readFile(join(dir, name));
  expect(packed.length).toBeLessThan(950_000);
  expect(brotliDecompressSync(packed).equals((await readReference()).script)).toBe(true);
});
