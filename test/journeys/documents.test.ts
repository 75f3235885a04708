// Tests uploaded documents while the API process, the worker, its readers and the database are killed repeatedly. Every
// accepted file gets exactly one final status, and its document, link and task exist exactly once. `npm run test:kill`
// runs this test with more kills.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocumentLoad, openDocumentLoad } from '#test/document-load.ts';
import { until } from '#test/jobs.ts';
import { countsOf, undocumentedOf } from '#test/mixed-load.ts';
import { readCredentials, type ServiceProcess, startService } from '#test/process.ts';
import { databaseProcesses, readersOf, signal } from '#test/processes.ts';

const number = (name: string, usual: number): number => Number(process.env[`TEST_VOUCH_${name}`] ?? usual);
const COLLECTIONS = number('COLLECTIONS', 4);
const FILE_KILLS = number('FILE_KILLS', 4);

let data_dir: string;
let api: ServiceProcess;
let worker: ServiceProcess;
let load: DocumentLoad;

/**
 * The processes share one data folder and therefore one embedded database. If this database ends, either process
 * restarts it.
 */
const start = (role: 'api' | 'worker'): Promise<ServiceProcess> =>
  startService({ VOUCH_DATA_DIR: data_dir, VOUCH_ROLE: role, VOUCH_RATE_LIMIT_REQUESTS: '1000000000' });

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-documents-'));
  api = await start('api');
  worker = await start('worker');
  load = await openDocumentLoad(() => api.url, readCredentials(data_dir));
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await api.stop();
  signal((await databaseProcesses(data_dir)).slice(0, 1), 'SIGINT');
  await rm(data_dir, { recursive: true, force: true });
}, 60_000);

const KILLS: Record<string, () => Promise<void>> = {
  async reader() {
    let readers = readersOf(worker.child.pid);
    for (; readers.length === 0; readers = readersOf(worker.child.pid)) await sleep(100);
    signal(readers, 'SIGKILL');
  },
  async database() {
    signal((await databaseProcesses(data_dir)).slice(0, 1), 'SIGKILL');
    await sleep(300);
    await until(async () => (await fetch(`${api.url}/readyz`)).status === 200);
  },
  async worker() {
    await worker.kill();
    worker = await start('worker');
  },
  async api() {
    await api.kill();
    api = await start('api');
  },
};

test(`${FILE_KILLS} kills of readers, the database, the worker and the API process neither lose nor duplicate a file, document, link or task of ${COLLECTIONS} collections`, {
  timeout: 180_000 + COLLECTIONS * 20_000 + FILE_KILLS * 20_000,
}, async ({ annotate }) => {
  const kinds = Object.values(KILLS);
  for (let kills = 0; kills < FILE_KILLS; kills++) {
    const uploads = Math.ceil((COLLECTIONS - load.accepted.length) / (FILE_KILLS - kills));
    await Promise.all([load.upload(uploads), sleep(Math.random() * 1_500).then(() => kinds[kills % kinds.length]?.())]);
  }
  await annotate(await load.expectEachOnce());
  await annotate(countsOf(load.statuses));
  expect(undocumentedOf(load.statuses).filter((seen) => !seen.endsWith('without an answer'))).toEqual([]);
});

test('the readers leave no files in the temporary folder', async () => {
  const left = (await readdir(tmpdir())).filter((name) => /tess|pdfium|vouch-read/i.test(name));
  expect(left).toEqual([]);
});
