import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from './config.ts';
import { checkPlaces } from './places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-places-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const check = (environment: Record<string, string>) =>
  checkPlaces(readSettings({ PORT: '0', VOUCH_DATA_DIR: folder, ...environment }));

describe('the check of the port and the data folder before startup', () => {
  test('accepts a free port and a writable folder, and creates a missing folder', async () => {
    const missing = join(folder, 'new', 'data');
    await check({ VOUCH_DATA_DIR: missing });
    expect((await stat(missing)).isDirectory()).toBe(true);
    await expect(check({ VOUCH_DATA_DIR: missing })).resolves.toBeUndefined();
  });

  test('reports a port that is already in use, and suggests another port; a worker process does not need PORT', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(check({ PORT: String(port) })).rejects.toThrow(
      `PORT: another program is listening on ${port}; set a different port, such as PORT=${port + 1}`,
    );
    await expect(check({ PORT: String(port), VOUCH_ROLE: 'worker' })).resolves.toBeUndefined();
    await expect(check({ VOUCH_ROLE: 'worker', VOUCH_HEALTH_PORT: String(port) })).rejects.toThrow(
      'VOUCH_HEALTH_PORT: ',
    );
    other.close();
  });

  test('reports a host address that this machine does not have', async () => {
    await expect(check({ HOST: '192.0.2.1' })).rejects.toThrow('HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL)');
  });

  test('reports a data folder that cannot be used', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(check({ VOUCH_DATA_DIR: file })).rejects.toThrow(`VOUCH_DATA_DIR: ${file} cannot be used (EEXIST)`);
  });
});
