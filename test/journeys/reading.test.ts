// Tests how the service reads files. Separate processes with low priority read the files, so that requests are answered
// meanwhile. No trace of the person is left in logs, temporary folders, or the arguments and environments of processes.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CollectionBody, fileOf } from '#test/documents.ts';
import { HOSTILE_FILES } from '#test/hostile-files.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { wordsOf } from '#test/pdf.ts';
import { scanned } from '#test/pictures.ts';
import { headersOf, readCredentials, type ServiceProcess, startService } from '#test/process.ts';
import { databaseProcesses, readersOf, signal } from '#test/processes.ts';

/** These tests take two minutes, so only `npm run test:leaks` runs them. */
const IS_LEFT_OUT = process.platform !== 'linux' || process.env['TEST_VOUCH_LEAKS'] === undefined;

let data_dir: string;
let temporary_dir: string;
let service: ServiceProcess;
let log = '';
beforeAll(async () => {
  if (IS_LEFT_OUT) return;
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-reading-'));
  temporary_dir = join(data_dir, 'temporary');
  await mkdir(temporary_dir);
  service = await startService({
    VOUCH_DATA_DIR: data_dir,
    TMPDIR: temporary_dir,
    VOUCH_LOG_LEVEL: 'trace',
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
  });
  for (const output of [service.child.stdout, service.child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
}, 120_000);
afterAll(async () => {
  if (IS_LEFT_OUT) return;
  await service.stop();
  signal((await databaseProcesses(data_dir)).slice(0, 1), 'SIGINT');
  await rm(data_dir, { recursive: true, force: true });
}, 60_000);

const call = (path: string, body?: object): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    // Keep-alive is not used, because on a busy machine the service may close a connection at the moment it is reused.
    headers: { ...headersOf(readCredentials(data_dir)), connection: 'close' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await call(path)).arrayBuffer());
const collectionOf = async (id: string): Promise<CollectionBody> =>
  JSON.parse(await (await call(`/v1/documents/collections/${id}/`)).text());

const SSN = '900-41-7755';
const PERSON = { first_name: 'Wrenna', last_name: 'Callowhill' };
const NAME = `${PERSON.first_name} ${PERSON.last_name}`;

type File = { name: string; bytes: Buffer; mime_type?: string; status: string };

/** Returns files whose names contain the person's name, each with the status that the file must get. */
async function files(): Promise<File[]> {
  const good = await payStubPdf({ net_pay: '1,597.00', employee: NAME, ssn: SSN });
  return [
    { name: `${NAME} stub.pdf`, bytes: good, status: 'successful' },
    {
      name: `${NAME} locked.pdf`,
      bytes: await payStubPdf({ net_pay: '1,597.00', employee: NAME, ssn: SSN, password: NAME }),
      status: 'invalid',
    },
    { name: `${NAME} damaged.pdf`, bytes: Buffer.from(`%PDF-1.7 ${NAME} ${SSN} `.repeat(60)), status: 'invalid' },
    {
      name: `${NAME} statement.pdf`,
      bytes: await bytesOf('/v1/sandbox/documents/bank_statement/'),
      status: 'failed',
    },
    {
      name: `${NAME} altered.pdf`,
      bytes: await bytesOf('/v1/sandbox/documents/paystub/?tamper=overlay'),
      status: 'failed',
    },
    { name: `${NAME} photo.png`, bytes: await topOf(good), mime_type: 'image/png', status: 'successful' },
  ];
}

/**
 * Returns the upper part of a page as a picture, for OCR. OCR of the whole page would take longer and would test
 * nothing more.
 */
const topOf = async (pdf: Buffer): Promise<Buffer> =>
  sharp(await scanned(pdf))
    .extract({ left: 0, top: 80, width: 1_700, height: 300 })
    .png()
    .toBuffer();

/**
 * Returns strings that would reveal the person: names, numbers and an address in the files, the file names, and a part
 * of each file's bytes as base64.
 */
const personIn = (uploaded: readonly File[]): string[] => [
  PERSON.first_name,
  PERSON.last_name,
  SSN,
  SSN.replaceAll('-', ''),
  'Averill',
  '418 Larimer Court',
  ...uploaded.map(({ name }) => name),
  ...uploaded.map(({ bytes }) => bytes.toString('base64', 300, 360)),
];

/** Returns the texts on the pages of the readable files, without texts that are shorter than `LENGTH_MIN`. */
async function textsIn(uploaded: readonly File[]): Promise<string[]> {
  const readable = uploaded.filter(({ name }) => /stub|statement|altered/.test(name));
  const texts = await Promise.all(readable.map(({ bytes }) => wordsOf(bytes)));
  return texts.flat().filter((text) => text.length >= LENGTH_MIN);
}
/**
 * The minimum length of a text that is searched for. Shorter texts, such as numbers and single words, also occur in log
 * lines that have nothing to do with a person.
 */
const LENGTH_MIN = 12;

const foundIn = (where: string | Buffer, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => where.includes(secret));

async function contentsOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // The database may remove a file after the file was listed and before it is read. Such a file is treated as empty.
  return Buffer.concat(await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0)))));
}

type Seen = { readers: Set<number>; texts: Set<string>; temporary_files: Set<string> };

/**
 * Records the arguments and environments of the service, its readers and its database, and the temporary files that the
 * service and its readers have open.
 */
async function look(seen: Seen): Promise<void> {
  const readers = readersOf(service.child.pid);
  for (const pid of readers) seen.readers.add(pid);
  for (const pid of [service.child.pid, ...readers, ...(await databaseProcesses(data_dir))]) {
    for (const file of ['cmdline', 'environ']) {
      seen.texts.add(await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''));
    }
  }
  for (const pid of [service.child.pid, ...readers]) {
    for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const path = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      if (path.startsWith(`${tmpdir()}/`) && !path.startsWith(join(data_dir, 'postgres')))
        seen.temporary_files.add(path);
    }
  }
}

const areFinal = ({ uploaded_files }: CollectionBody): boolean =>
  uploaded_files.every(({ status }) => ['successful', 'failed', 'duplicate', 'invalid'].includes(status));

test.skipIf(IS_LEFT_OUT)(
  'no name, number, text or file name of a person appears in logs, temporary folders, arguments or environments',
  { timeout: 300_000 },
  async () => {
    const uploaded = await files();
    const person = personIn(uploaded);
    const secrets = [...person, ...(await textsIn(uploaded))];
    const documents = uploaded.map(({ name, bytes, mime_type = 'application/pdf' }) =>
      fileOf(bytes.toString('base64'), { filename: name, mime_type, external_user_id: 'person-1' }),
    );
    const users = [{ external_user_id: 'person-1', ...PERSON }];
    const answer = await call('/v1/documents/collections/', { documents, users });
    const { id }: { id: string } = JSON.parse(await answer.text());
    expect(answer.status).toBe(201);
    const seen: Seen = { readers: new Set(), texts: new Set(), temporary_files: new Set() };
    for (let is_over = false; !is_over; is_over = areFinal(await collectionOf(id))) {
      await look(seen);
      await sleep(100);
    }
    const { uploaded_files } = await collectionOf(id);
    expect(uploaded_files.map(({ filename, status }) => [filename, status])).toEqual(
      uploaded.map(({ name, status }) => [name, status]),
    );

    // At least one reader process must have been observed; otherwise the test proves nothing.
    expect(seen.readers.size).toBeGreaterThan(0);
    expect(log).toContain('job done');
    expect(foundIn([...seen.texts].join('\n'), secrets)).toEqual([]);
    expect([...seen.temporary_files]).toEqual([]);
    expect(foundIn(log, secrets)).toEqual([]);
    expect(await readdir(temporary_dir)).toEqual([]);
    // The data folder contains the database. The company catalogue in this database is not encrypted, but all personal
    // data is.
    expect(foundIn(await contentsOf(data_dir), person)).toEqual([]);
  },
);

/** The nice value of a reader process is the service's nice value plus this number, but at most `NICENESS_MAX`. */
const NICER_BY = 10;
const NICENESS_MAX = 19;
/**
 * Returns the nice value of a process: the 17th value in `/proc/<pid>/stat` after the program's name in parentheses.
 */
const nicenessOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);

test.skipIf(IS_LEFT_OUT)(
  'a costly file is read in a process with a lower priority, and requests are answered meanwhile',
  { timeout: 300_000 },
  async () => {
    const costly = HOSTILE_FILES(Buffer.alloc(0), Buffer.alloc(0)).find(
      ({ name }) => name === 'a hundred thousand words',
    );
    const content = costly?.bytes.toString('base64') ?? '';
    const { id }: { id: string } = JSON.parse(
      await (await call('/v1/documents/collections/', { documents: [fileOf(content)] })).text(),
    );
    const answers: number[] = [];
    const niceness = new Set<number>();
    // The test does not wait until the file has been read, because reading may take minutes on a busy machine.
    while (answers.length < 20 || niceness.size === 0) {
      for (const pid of readersOf(service.child.pid)) niceness.add(nicenessOf(pid));
      answers.push((await call('/v1/users/')).status);
      await sleep(50);
    }
    expect(areFinal(await collectionOf(id))).toBe(false);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect([...niceness]).toEqual([Math.min(nicenessOf(service.child.pid) + NICER_BY, NICENESS_MAX)]);
  },
);
