import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { JOB_NAMES } from '#domain/platform/jobs.ts';
import { testServer } from '#test/database.ts';
import { openTestQueue } from '#test/jobs.ts';
import { databaseUrl, dropDatabase, onServer, PATIENT_MS } from '#test/server.ts';
import { openDatabase } from './db.ts';
import { prepareDatabase } from './migrations.ts';
import { prepareQueue } from './queue-boss.ts';

const name = `vouch_test_${newId()}`;
const url = databaseUrl(testServer().url, name);
beforeEach(() => onServer(testServer().url, `create database ${name}`));
afterEach(() => dropDatabase(testServer().url, name));

const prepare = async () => {
  const role = await prepareDatabase(url, { log: () => undefined, connect_ms: PATIENT_MS });
  await prepareQueue(url, role);
  return role;
};

test('several concurrent calls can prepare an empty database and its queue, and a later call succeeds too', async () => {
  const [role] = await Promise.all([prepare(), prepare(), prepare()]);
  await prepare();
  const database = openDatabase({ url, role, connections_max: 3 });
  const queue = await openTestQueue({ ...database, url, role });
  // Only one connection is opened, because each further connection would cost the server several milliseconds.
  expect(database.pool.totalCount).toBe(1);
  expect((await queue.stats()).map(({ name }) => name)).toEqual(JOB_NAMES.toSorted());
  await database.close();
});

test('opening a queue fails if prepareQueue was not called', async () => {
  const role = await prepareDatabase(url, { log: () => undefined, connect_ms: PATIENT_MS });
  const database = openDatabase({ url, role, connections_max: 3 });
  await expect(openTestQueue({ ...database, url, role })).rejects.toThrow('vouch_jobs');
  await database.close();
});

test('opening a queue waits for a free connection if all connections are in use', async () => {
  const role = await prepare();
  // With this timeout, a request waits up to 6 s for a connection, and a statement may take up to 9 s. Each of these
  // times is long enough even on a busy machine.
  const database = openDatabase({ url, role, connections_max: 1, timeout_ms: 10_000 });
  const held = await database.pool.connect();
  const opening = openTestQueue({ ...database, url, role });
  setTimeout(() => held.release(), 6_500);
  expect((await (await opening).stats()).length).toBe(JOB_NAMES.length);
  await database.close();
});
