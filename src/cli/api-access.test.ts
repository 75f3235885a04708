import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAccess } from './api-access.ts';

const SANDBOX = `sandbox-${'5'.repeat(40)}`;
const PROD = `prod-${'7'.repeat(40)}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-access-'));
  const credentials = { client_id: 'c'.repeat(32), sandbox_secret: SANDBOX, prod_secret: PROD, dashboard: {} };
  await writeFile(join(folder, 'credentials.json'), JSON.stringify(credentials));
});
afterAll(() => rm(folder, { recursive: true }));

describe('readAccess', () => {
  test('reads the credentials file by default; uses the prod secret if prod is requested, and otherwise the sandbox secret', async () => {
    const sandbox = { url: 'http://127.0.0.1:8080', client_id: 'c'.repeat(32), access_secret: SANDBOX };
    expect(await readAccess({}, { VOUCH_DATA_DIR: folder })).toEqual(sandbox);
    expect(await readAccess({ env: 'prod' }, { VOUCH_DATA_DIR: folder })).toEqual({ ...sandbox, access_secret: PROD });
    const unset = { VOUCH_CLIENT_ID: '', VOUCH_ACCESS_SECRET: '' };
    expect(await readAccess({}, { VOUCH_DATA_DIR: folder, ...unset })).toEqual(sandbox);
  });

  test('environment variables override the credentials file, and options override environment variables', async () => {
    const environment = { VOUCH_DATA_DIR: folder, VOUCH_CLIENT_ID: 'e', VOUCH_ACCESS_SECRET: 'sandbox-e' };
    expect(await readAccess({}, environment)).toMatchObject({ client_id: 'e', access_secret: 'sandbox-e' });
    const options = { clientId: 'o', accessSecret: 'prod-o', url: 'https://vouch.example/api/' };
    expect(await readAccess(options, environment)).toEqual({
      url: 'https://vouch.example/api',
      client_id: 'o',
      access_secret: 'prod-o',
    });
  });

  test.for([
    [{ PORT: '9000' }, 'http://127.0.0.1:9000'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:8080'],
    [{ HOST: '::' }, 'http://127.0.0.1:8080'],
    [{ HOST: '::1' }, 'http://[::1]:8080'],
    [{ HOST: '10.1.2.3', VOUCH_BASE_URL: 'https://vouch.example' }, 'https://vouch.example'],
  ] as const)('with the environment variables %j, readAccess uses the service URL %s', async ([settings, url]) => {
    expect((await readAccess({}, { VOUCH_DATA_DIR: folder, ...settings })).url).toBe(url);
  });

  test.for([
    [{}, { VOUCH_CLIENT_ID: 'c' }, 'VOUCH_ACCESS_SECRET is missing'],
    [{}, { VOUCH_ACCESS_SECRET: SANDBOX }, 'VOUCH_CLIENT_ID is missing'],
    [{}, { VOUCH_CLIENT_ID: 'c', VOUCH_ACCESS_SECRET: 'secret' }, 'begins with sandbox- or prod-'],
    [{ env: 'prod' }, { VOUCH_CLIENT_ID: 'c', VOUCH_ACCESS_SECRET: SANDBOX }, 'is for sandbox, not for prod'],
    [{ url: 'localhost:8080' }, {}, '"localhost:8080" is not an address'],
    [{}, { VOUCH_DATA_DIR: '/nowhere' }, 'there are no credentials in /nowhere/credentials.json (ENOENT)'],
    [{}, { PORT: 'many' }, 'PORT: "many" is not a whole number'],
  ] as const)(
    'readAccess rejects the options %j with the environment variables %j',
    async ([options, environment, message]) => {
      await expect(readAccess(options, { VOUCH_DATA_DIR: folder, ...environment })).rejects.toThrow(message);
    },
  );

  test('the error for a damaged credentials file contains the file’s path and the environment variables that can be set instead, but no content of the file', async () => {
    const other = await mkdtemp(join(tmpdir(), 'vouch-access-'));
    const file = join(other, 'credentials.json');
    for (const content of [`{"sandbox_secret":"${SANDBOX}"`, `{"sandbox_secret":"${SANDBOX}"}`]) {
      await writeFile(file, content);
      const error: unknown = await readAccess({}, { VOUCH_DATA_DIR: other }).catch((thrown) => thrown);
      const message = `${file} does not contain valid credentials; set VOUCH_CLIENT_ID and VOUCH_ACCESS_SECRET instead`;
      expect(error).toHaveProperty('message', message);
      // `inspect` shows the stack and the cause in addition to the message. None of these may contain text from the
      // file. The error of a JSON parser would contain such text.
      expect(inspect(error)).toContain(message);
      expect(inspect(error)).not.toMatch(/sandbox_secret|sandbox-5/);
    }
    await rm(other, { recursive: true });
  });
});
