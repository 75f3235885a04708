import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { weigh } from './build-web.ts';

const out = mkdtempSync(join(tmpdir(), 'vouch-build-'));
afterAll(() => rmSync(out, { recursive: true }));

const HTML = '<script src="/widget/assets/a.js"></script><link href="/widget/assets/b.css">';
for (const folder of ['widget', 'landing', 'assets']) mkdirSync(join(out, folder));
for (const page of ['widget', 'landing']) writeFileSync(join(out, page, 'index.html'), HTML);
// The files contain random bytes, because random bytes cannot be compressed.
for (const file of ['bridge.js', 'assets/a.js', 'assets/b.css', 'assets/page.js', 'assets/not-loaded.js']) {
  writeFileSync(join(out, file), randomBytes(1_000));
}

writeFileSync(
  join(out, 'manifest.json'),
  JSON.stringify({
    'console/index.html': { file: 'assets/a.js', imports: ['_b'] },
    _b: { file: 'assets/b.css', imports: ['console/index.html'] },
    'console/pages/small/page.tsx': { file: 'assets/b.css' },
    'console/pages/large/page.tsx': { file: 'assets/page.js', imports: ['_b'] },
    'widget/screens/documents.tsx': { file: 'assets/not-loaded.js' },
  }),
);

const ENOUGH = { bridge: 1_100, widget: 2_300, landing: 2_300, console: 4_300 };

test('the printed size counts only the files that a browser loads first; for the console, it includes bridge.js and the files of the largest page', () => {
  const said: string[] = [];
  weigh(out, ENOUGH, (line) => said.push(line));
  expect(said).toEqual([
    'bridge: 1.0 kB gzipped of 1.1 kB',
    'widget: 2.1 kB gzipped of 2.3 kB',
    'landing: 2.1 kB gzipped of 2.3 kB',
    'console: 4.1 kB gzipped of 4.3 kB',
  ]);
});

test.for(['bridge', 'widget', 'landing', 'console'] as const)('the build fails if the %s is too large', (name) => {
  expect(() => weigh(out, { ...ENOUGH, [name]: 1_000 }, () => undefined)).toThrow(`${name} weighs`);
});
