// Tests the types that a common generator makes from /openapi.json: they compile, and the compiler finds mistakes in a
// client that uses them.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestHouse } from '#test/house.ts';

/** Each `@ts-expect-error` fails the compilation if the line after it compiles. */
const CLIENT = `
import type { components } from './vouch.ts';

type Schemas = components['schemas'];

export const person: Schemas['NewUser'] = { external_user_id: 'applicant-1', email: 'ada@example.com' };
// @ts-expect-error an e-mail address is a string
export const misspelled: Schemas['NewUser'] = { external_user_id: 'applicant-1', email: 7 };
export const idOf = (user: Schemas['User']): string => user.id;
// @ts-expect-error an e-mail address may be null
export const addressOf = (user: Schemas['User']): string => user.email;
// @ts-expect-error a user has no such field
export const nicknameOf = (user: Schemas['User']) => user.nickname;
`;

const CONFIG = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    module: 'nodenext',
    target: 'es2023',
    types: [],
  },
};

const house = await openTestHouse();
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vouch-types-'));
});
afterAll(async () => {
  await house.close();
  await rm(dir, { recursive: true });
});

/**
 * The programs run in the test's folder. In the root, the generator would find redocly.yaml and check the document by its
 * rules, which takes longer than the generation; openapi.test.ts already checks these rules.
 */
const run = (program: string, ...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [resolve(program), ...args], { cwd: dir }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );

test('types generated from /openapi.json compile, and the compiler rejects a client that misuses them', async () => {
  await writeFile(join(dir, 'openapi.json'), (await house.app.inject('/openapi.json')).rawPayload);
  const types = join(dir, 'vouch.ts');
  const generator = 'node_modules/openapi-typescript/bin/cli.js';
  expect(await run(generator, join(dir, 'openapi.json'), '--output', types)).toBe('');
  await writeFile(join(dir, 'client.ts'), CLIENT);
  await writeFile(join(dir, 'tsconfig.json'), JSON.stringify(CONFIG));
  expect(await run('node_modules/typescript-7/bin/tsc', '-p', dir)).toBe('');
  // Each schema is a named component of /openapi.json, which keeps the generated types short. When every operation
  // repeated its schemas, the types had 29,613 lines. Lines of comments, which contain descriptions and examples, are
  // not counted.
  const lines = (await readFile(types, 'utf8')).split('\n').filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
  expect(lines.length).toBeLessThan(12_000);
});
