// An uncaught error stops the service cleanly: the error is counted and is logged without its message, and the exit
// code makes a supervisor restart the service.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { headersOf, readCredentials, type ServiceProcess, startService } from '#test/process.ts';

let database: TestDatabase;
let data_dir: string;
const started: ServiceProcess[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-faults-'));
});
afterAll(async () => {
  for (const service of started) await service.kill();
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

const NAME = 'Jane Roe';

/** Code that is preloaded into the service process and raises an error when the process receives a signal. */
const FAULTS = [
  `process.on('SIGUSR2', () => void Promise.reject(new Error(process.env.FAULT_TEXT)))`,
  `process.on('SIGHUP', () => setImmediate(() => { throw new Error(process.env.FAULT_TEXT); }))`,
].join(';');

async function start(): Promise<ServiceProcess> {
  const service = await startService({
    DATABASE_URL: database.url,
    VOUCH_DATA_DIR: data_dir,
    FAULT_TEXT: NAME,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULTS)}`,
  });
  started.push(service);
  return service;
}

/** Sends the signal, waits for the process to end, and returns its exit code and what it logged until then. */
async function endedBy({ child }: ServiceProcess, signal: NodeJS.Signals): Promise<{ code: unknown; log: string }> {
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
  return { code: child.exitCode, log };
}

const faultsIn = async ({ url }: ServiceProcess): Promise<string[]> =>
  (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('vouch_process_faults_total'));

test('an unhandled rejection or exception is counted, is logged without its message, and stops the service', async () => {
  const first = await start();
  expect(await faultsIn(first)).toEqual([]);
  const rejected = await endedBy(first, 'SIGUSR2');
  expect(rejected.code).toBe(1);
  expect(rejected.log).toMatch(/"kind":"unhandledRejection","fault":"Error".*uncaught error, stopping/);
  expect(rejected.log).not.toContain(NAME);

  const second = await start();
  expect(await faultsIn(second)).toEqual(['vouch_process_faults_total{kind="unhandledRejection"} 1']);
  const answer = await fetch(`${second.url}/v1/users/`, { headers: headersOf(readCredentials(data_dir)) });
  expect(answer.status).toBe(200);
  const thrown = await endedBy(second, 'SIGHUP');
  expect(thrown.code).toBe(1);
  expect(thrown.log).toMatch(/"kind":"uncaughtException","fault":"Error".*uncaught error, stopping/);
  expect(thrown.log).not.toContain(NAME);

  const { rows } = await database.scoped(SYSTEM).query('select kind, count from process_faults order by kind');
  expect(rows).toEqual([
    { kind: 'uncaughtException', count: 1 },
    { kind: 'unhandledRejection', count: 1 },
  ]);
});
