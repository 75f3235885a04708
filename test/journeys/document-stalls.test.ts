// Stalls the database, the readers and the file server while files are uploaded and read. A stalled process (SIGSTOP)
// does not respond and does not close connections. The service must keep running and send only documented responses.
// Every accepted file must get one final status.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DocumentLoad, openDocumentLoad } from '#test/document-load.ts';
import { countsOf, undocumentedOf } from '#test/mixed-load.ts';
import { readCredentials, type ServiceProcess, startService, USUAL_PATIENCE } from '#test/process.ts';
import { databaseProcesses, readersOf, signal } from '#test/processes.ts';
import { type S3Server, startS3 } from '#test/s3.ts';

const STALLS = Number(process.env['TEST_VOUCH_FILE_STALLS'] ?? 1);
/** The duration of a stall. It is longer than both the statement timeout and the connection timeout of the database. */
const STALLED_MS = 7_000;

let data_dir: string;
let s3: S3Server;
let service: ServiceProcess;
let load: DocumentLoad;
beforeAll(async () => {
  [data_dir, s3] = await Promise.all([mkdtemp(join(tmpdir(), 'vouch-document-stalls-')), startS3()]);
  service = await startService({
    ...USUAL_PATIENCE,
    VOUCH_DATA_DIR: data_dir,
    VOUCH_FILES_URL: s3.url(),
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
  });
  load = await openDocumentLoad(() => service.url, readCredentials(data_dir));
}, 120_000);
afterAll(async () => {
  await service.stop();
  await s3.stop();
  // If the service has exited unexpectedly, its embedded database is still running and must be stopped.
  signal((await databaseProcesses(data_dir)).slice(0, 1), 'SIGINT');
  await rm(data_dir, { recursive: true, force: true });
}, 60_000);

const STALLED: Record<string, () => Promise<number[]>> = {
  database: () => databaseProcesses(data_dir),
  async readers() {
    let readers = readersOf(service.child.pid);
    for (; readers.length === 0; readers = readersOf(service.child.pid)) await sleep(100);
    return readers;
  },
  'file server': async () => (s3.pid === undefined ? [] : [s3.pid]),
};

async function stall(find: () => Promise<number[]>): Promise<void> {
  const pids = await find();
  expect(pids).not.toEqual([]);
  signal(pids, 'SIGSTOP');
  await sleep(STALLED_MS);
  signal(pids, 'SIGCONT');
}

test(`after the database, the readers and the file server have each stalled ${STALLS} times, every accepted file has one final status`, {
  timeout: 120_000 + STALLS * 120_000,
}, async ({ annotate }) => {
  for (let round = 0; round < STALLS; round++) {
    for (const [name, find] of Object.entries(STALLED)) {
      // The files of the first upload are read during the stall, and the second upload is sent during the stall.
      await load.upload(1);
      await Promise.all([stall(find), load.upload(1)]);
      expect(service.child.exitCode, `after a stall of the ${name}`).toBeNull();
    }
  }
  await annotate(await load.expectEachOnce());
  await annotate(countsOf(load.statuses));
  expect(undocumentedOf(load.statuses)).toEqual([]);
  expect(service.child.exitCode).toBeNull();
});
