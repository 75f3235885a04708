// Checks docs/live.md: its examples are valid entries of providers.json, and its tables of endings have exactly the
// rows that the tests of faults use.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSettings } from '#config.ts';
import { readProviders } from '#providers.ts';
import { selfSigned } from '#test/certificate.ts';
import { HAPPENINGS, happeningsOf } from '#test/live-endings.ts';
import { KINDS } from '#test/live-stage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-page-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Every JSON block of the page. One block is a whole file, the others are entries. */
const page = await readFile('docs/live.md', 'utf8');
const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const isFile = (block: string): boolean => /^\{\s*"providers"/.test(block);

/** Creates the files and sets the variables to which the block refers. */
async function provide(block: string): Promise<void> {
  const { key, cert } = selfSigned();
  for (const [, kind, name = ''] of block.matchAll(/\{ "(env|file)": "([^"]+)" \}/g)) {
    if (kind === 'env') vi.stubEnv(name, 'c2VjcmV0LXNlY3JldA==');
    else await writeFile(join(folder, name), name.endsWith('-key.pem') ? key : cert);
  }
}

test.each(blocks)('the reader of providers.json accepts the example %#', async (block) => {
  await provide(block);
  const file = join(folder, 'providers.json');
  await writeFile(file, isFile(block) ? block : `{"providers": [${block}]}`);
  const read = await readProviders(readSettings({ VOUCH_PROVIDERS: file, VOUCH_BASE_URL: 'https://vouch.example' }));
  expect(read.map(({ faults, provider }) => [faults, provider?.kind.kind])).toEqual([
    [[], /"connector": "(\w+)"/.exec(block)?.[1]],
  ]);
});

test('there is an example of every connector', () => {
  const connectors = new Set(blocks.map((block) => /"connector": "(\w+)"/.exec(block)?.[1]));
  expect([...connectors].toSorted()).toEqual([...KINDS, 'file'].toSorted());
  expect(blocks.filter((block) => block.includes('…'))).toEqual([]);
});

test('the tables of docs/live.md that name the final status after each failure list exactly the failures that the tests cause', () => {
  const known: ReadonlySet<string> = new Set(Object.values(HAPPENINGS));
  const rows = KINDS.flatMap((kind) => happeningsOf(kind));
  expect(rows.filter((row) => !known.has(row))).toEqual([]);
  expect([...known].filter((row) => !rows.includes(row))).toEqual([]);
});
