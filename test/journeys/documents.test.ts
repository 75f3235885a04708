// Tests uploaded documents with an API process and workers that are killed repeatedly: every accepted file reaches one
// final status once, and its document, link and task exist once. `npm run test:kill` runs this test with more kills.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { newKeyBytes } from '#base/sealing.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { fileOf, noise } from '#test/documents.ts';
import { type Credentials, headersOf, readCredentials, type ServiceProcess, startService } from '#test/process.ts';

const number = (name: string, usual: number): number => Number(process.env[`TEST_VOUCH_${name}`] ?? usual);
const COLLECTIONS = number('COLLECTIONS', 4);
const FILE_KILLS = number('FILE_KILLS', 3);
/** The number of files in a collection: three pay stubs of one person, a damaged file, and a copy of another file. */
const FILES = 5;

let database: TestDatabase;
let data_dir: string;
let environment: Record<string, string>;
let api: ServiceProcess;
let credentials: Credentials;

const startWorker = () => startService({ ...environment, VOUCH_ROLE: 'worker' });

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-documents-'));
  environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
  };
  api = await startService({ ...environment, VOUCH_ROLE: 'api' });
  credentials = readCredentials(data_dir);
}, 120_000);
afterAll(async () => {
  await api.stop();
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
}, 60_000);

const fetchFrom = (path: string, body?: object): Promise<Response> =>
  fetch(`${api.url}${path}`, {
    headers: headersOf(credentials),
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });

const post = async (path: string, body: object): Promise<Record<string, string>> => {
  const response = await fetchFrom(path, body);
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBeLessThan(300);
  return JSON.parse(text);
};

const query = <R extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  database.scoped(SYSTEM).query<R>(sql, values);

const sampleOf = async (index: number): Promise<string> =>
  Buffer.from(await (await fetchFrom(`/v1/sandbox/documents/paystub/?index=${index}`)).arrayBuffer()).toString(
    'base64',
  );

/** Kills the reader processes that a worker has started. */
async function killChildrenOf(pid: number | undefined): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const child of children.split(' ').filter((text) => text !== '')) process.kill(Number(child), 'SIGKILL');
}

const ended = async (): Promise<boolean> => {
  const { rowCount } = await query(
    `select 1 from document_files where status not in ('successful', 'failed', 'duplicate', 'invalid')
     union all select 1 from tasks where finished_at is null
     union all select 1 from document_collections where finalized_at is null limit 1`,
  );
  return rowCount === 0;
};

test(`after ${FILE_KILLS} kills of workers and readers, each of ${COLLECTIONS * FILES} files has one final status, and each collection one link`, {
  timeout: 180_000 + COLLECTIONS * 20_000 + FILE_KILLS * 20_000,
}, async () => {
  const stubs = await Promise.all([0, 1, 2].map(sampleOf));
  const ids: string[] = [];
  for (let at = 0; at < COLLECTIONS; at++) {
    const { id: user_id } = await post('/v1/users/', { external_user_id: newId() });
    const contents = [...stubs, noise(at), stubs[0] ?? ''];
    const { id } = await post('/v1/documents/collections/', {
      documents: contents.map((content) => fileOf(content, { user_id })),
    });
    // Finalisation is requested before the files are read, so that it starts in the worker that reads the last file.
    await post(`/v1/documents/collections/${id}/finalize/`, {});
    ids.push(id ?? '');
  }
  for (let kills = 0; kills < FILE_KILLS; kills++) {
    const worker = await startWorker();
    // Some workers are killed before they have done anything, some while they read a file, some between two files.
    // Every second time, the reader process is killed first, and the worker continues for a moment.
    await sleep(Math.random() * 2_000);
    if (kills % 2 === 1) {
      await killChildrenOf(worker.child.pid);
      await sleep(Math.random() * 1_000);
    }
    await worker.kill();
  }
  const worker = await startWorker();
  while (!(await ended())) await sleep(200);
  await worker.stop();

  const { rows: files } = await query<{ statuses: string[] }>(
    'select array_agg(status order by position) as statuses from document_files group by collection_id',
  );
  expect(files).toEqual(
    Array.from({ length: COLLECTIONS }, () => ({
      statuses: ['successful', 'successful', 'successful', 'invalid', 'duplicate'],
    })),
  );
  const { rows: documents } = await query<{ file_id: string }>('select file_id from documents');
  expect(documents).toHaveLength(COLLECTIONS * 3);
  expect(new Set(documents.map(({ file_id }) => file_id)).size).toBe(COLLECTIONS * 3);
  const { rows: tasks } = await query<{ status: string }>('select status from tasks');
  expect(tasks).toEqual(Array.from({ length: COLLECTIONS }, () => ({ status: 'done' })));
  for (const id of ids) {
    const finalization: { status: string; link_id: string } = JSON.parse(
      await (await fetchFrom(`/v1/documents/collections/${id}/finalize/`)).text(),
    );
    expect(finalization.status).toBe('done');
    const report = JSON.parse(await (await fetchFrom(`/v1/links/${finalization.link_id}/income/report/`)).text());
    expect(report.employments[0].statements).toHaveLength(3);
  }
});

test('after reading, the folder for temporary files contains no file of a reader', async () => {
  const left = (await readdir(tmpdir())).filter((name) => /tess|pdfium|vouch-read/i.test(name));
  expect(left).toEqual([]);
});
