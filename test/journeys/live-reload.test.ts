// Tests how the service reads the list of live providers: at its start and after SIGHUP.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '#test/command-line.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/jobs.ts';
import { runCommand, startService } from '#test/process.ts';

let database: TestDatabase;
let data_dir: string;
let file: string;
beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-reload-'));
  file = join(data_dir, 'providers.json');
});
afterAll(async () => {
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

const EMPTY = '{"providers": []}';
const FAULTY =
  '{"providers": [{"id": "vouch_mine", "name": "Mine", "connector": "fdx", "settings": {}}, {"id": "other", "name": "Other", "connector": "fax", "settings": {}}]}';
const FAULT = 'vouch_mine: id: must have 2 to 64 characters of a-z, 0-9 and _, and may not begin with vouch_';
const OTHER_FAULT = 'other: connector: must be one of fdx, simplefin, file, plaid, argyle, finch';

test('if providers.json is invalid, `vouch serve` prints one line per fault and exits; a running service that receives SIGHUP logs the error and keeps the old list', async () => {
  const environment = { DATABASE_URL: database.url, VOUCH_DATA_DIR: data_dir };
  await writeFile(file, FAULTY);
  const refused = await runCommand(['serve'], { ...environment, PORT: '0', VOUCH_LOG_LEVEL: 'warn' });
  expect(refused.status).toBe(1);
  expect(refused.stderr.trim().split('\n')).toEqual([
    `vouch: VOUCH_PROVIDERS: ${file}: ${FAULT}`,
    `vouch: VOUCH_PROVIDERS: ${file}: ${OTHER_FAULT}`,
  ]);
  const checked = await runHere(['providers', 'check', '--json'], environment);
  expect(checked.status).toBe(1);
  expect(JSON.parse(checked.stdout)).toMatchObject([
    { id: 'vouch_mine', ok: false, faults: [expect.any(String)] },
    { id: 'other', ok: false, faults: [expect.any(String)] },
  ]);

  await writeFile(file, EMPTY);
  const service = await startService({ ...environment, VOUCH_LOG_LEVEL: 'info' });
  let log = '';
  service.child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await writeFile(file, FAULTY);
  service.child.kill('SIGHUP');
  await until(() => log.includes('the old one stays in force'));
  expect(log).toContain(FAULT);
  await writeFile(file, EMPTY);
  service.child.kill('SIGHUP');
  await until(() => log.includes('was read again'));
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  const closed = once(service.child, 'close');
  await service.stop();
  await closed;
});
