// Tests applicants' connections with two API processes and two workers that use one PostgreSQL database. Several
// simultaneous requests for the same thing take effect only once. Every task ends exactly once, although workers are
// killed repeatedly. `npm run test:kill` runs these tests with more tasks and more kills.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { newKeyBytes } from '#base/sealing.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/jobs.ts';
import { type Credentials, headersOf, readCredentials, type ServiceProcess, startService } from '#test/process.ts';

const number = (name: string, usual: number): number => Number(process.env[`TEST_VOUCH_${name}`] ?? usual);
const TOKENS = number('TOKENS', 6);
const LOGINS = number('LOGINS', 4);
const REFRESHED = number('REFRESHED', 2);
const TASKS = number('TASKS', 24);
const WORKER_KILLS = number('WORKER_KILLS', 1);

let database: TestDatabase;
let data_dir: string;
let environment: Record<string, string>;
let apis: ServiceProcess[];
let workers: ServiceProcess[];
let credentials: Credentials;

const startWorker = () => startService({ ...environment, VOUCH_ROLE: 'worker' });

beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-connections-'));
  environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
  };
  apis = await Promise.all([0, 1].map(() => startService({ ...environment, VOUCH_ROLE: 'api' })));
  workers = await Promise.all([0, 1].map(startWorker));
  credentials = readCredentials(data_dir);
}, 120_000);
afterAll(async () => {
  await Promise.all([...apis, ...workers].map((service) => service.stop()));
  await rm(data_dir, { recursive: true, force: true });
  await database.drop();
}, 60_000);

type Answer = { status: number; body: Record<string, string | null> };

async function post(path: string, body: object, api = Math.floor(Math.random() * apis.length)): Promise<Answer> {
  const response = await fetch(`${apis[api]?.url}${path}`, {
    method: 'POST',
    headers: headersOf(credentials),
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const newUser = async (): Promise<string> => (await post('/v1/users/', { external_user_id: newId() })).body['id'] ?? '';

async function connect(user_id: string, more: object = {}): Promise<Record<string, string | null>> {
  const { status, body } = await post('/v1/sandbox/links/', {
    user_id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

const exchange = (public_token: string | null | undefined) => post('/v1/link-access-tokens/', { public_token });

/** Calls `run` `count` times, at most `at_once` at a time, so that the machine is busy but not overloaded. */
async function each<T>(count: number, at_once: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await run(at);
  };
  await Promise.all(Array.from({ length: at_once }, work));
  return results;
}

const query = <R extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  database.scoped(SYSTEM).query<R>(sql, values);

const ended = async (): Promise<boolean> =>
  (await query('select 1 from tasks where finished_at is null limit 1')).rowCount === 0;

test(`for each of ${TOKENS} public tokens, exactly one of 20 simultaneous exchanges succeeds`, {
  timeout: 60_000 + TOKENS * 500,
}, async () => {
  const tokens = await each(TOKENS, 8, async () => (await connect(await newUser()))['public_token']);
  const won = await each(TOKENS, 4, async (at) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(tokens[at])));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]));
    return answers.filter(({ status }) => status === 200).length;
  });
  expect(new Set(won)).toEqual(new Set([1]));
});

test(`for each of ${LOGINS} logins, 10 simultaneous connections create one link`, {
  timeout: 60_000 + LOGINS * 1_000,
}, async () => {
  await each(LOGINS, 4, async () => {
    const user = await newUser();
    const connected = await Promise.all(Array.from({ length: 10 }, () => connect(user)));
    expect(new Set(connected.map(({ link_id }) => link_id)).size).toBe(1);
    expect((await query('select 1 from links where user_id = $1', [user])).rowCount).toBe(1);
  });
});

test(`each of ${REFRESHED} access tokens is refreshed only four times, although it gets several rounds of 40 simultaneous refresh requests`, {
  timeout: 60_000 + REFRESHED * 10_000,
}, async () => {
  // The wait for the tasks of earlier tests has no separate timeout, because the duration of these tasks depends on the
  // machine.
  while (!(await ended())) await sleep(1_000);
  await each(REFRESHED, 2, async () => {
    const { public_token, link_id } = await connect(await newUser());
    const { access_token } = (await exchange(public_token)).body;
    await until(ended);
    const tasks = new Set<string | null | undefined>();
    for (let refused = false; !refused; await until(ended)) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => post('/v1/refresh/tasks/', { access_token })));
      for (const { status, body } of answers) {
        if (status === 429) refused = true;
        else tasks.add(body['task_id']);
      }
    }
    expect(tasks.size).toBe(4);
    expect((await query('select 1 from tasks where link_id = $1 and is_refresh', [link_id])).rowCount).toBe(4);
  });
});

test(`after ${WORKER_KILLS} worker kills, each of ${TASKS} tasks has ended exactly once`, {
  timeout: 120_000 + TASKS * 200 + WORKER_KILLS * 20_000,
}, async () => {
  await until(ended);
  // All workers are stopped, so that the new tasks wait in the queue.
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const connected = await each(TASKS, 16, async () => connect(await newUser()));
  const task_ids = connected.map(({ task_id }) => task_id ?? '');
  const hasBegun = async (): Promise<boolean> =>
    (await query(`select 1 from tasks where id = any($1) and status <> 'new' limit 1`, [task_ids])).rowCount > 0;
  for (let kills = 0; kills < WORKER_KILLS; kills++) {
    const worker = await startWorker();
    // The first worker is killed while it runs tasks. Of the others, some are killed before they have done anything,
    // some after a dozen tasks.
    if (kills === 0) await until(hasBegun);
    await sleep(Math.random() * (kills === 0 ? 300 : 900));
    await worker.kill();
  }
  workers.push(await startWorker());
  // This wait has no separate timeout, because the duration of the remaining tasks depends on the machine.
  while (!(await ended())) await sleep(1_000);

  const { rows } = await query<{ task_id: string; words: string[] }>(
    `select task_id, array_agg(coalesce(payload::json ->> 'status', event_type) order by position) as words
     from events where task_id = any($1) group by task_id`,
    [task_ids],
  );
  const stories = new Map<string, number>();
  for (const { words } of rows) stories.set(words.join(' '), (stories.get(words.join(' ')) ?? 0) + 1);
  expect([...stories]).toEqual([
    [
      'new login parse profile-created employment-created bank-accounts-created full_parse statements-created done',
      TASKS,
    ],
  ]);
  const links = await query('select link_id from link_sections where link_id = any($1) group by link_id', [
    connected.map(({ link_id }) => link_id),
  ]);
  expect(links.rowCount).toBe(TASKS);
  const shown = await Promise.all(
    connected.slice(0, 10).map(async ({ link_id }) => {
      const response = await fetch(`${apis[0]?.url}/v1/links/${link_id}/statements/?page_size=100`, {
        headers: headersOf(credentials),
      });
      const page: { count: number; results: { id: string }[] } = JSON.parse(await response.text());
      return [page.count, new Set(page.results.map(({ id }) => id)).size];
    }),
  );
  expect(new Set(shown.map(String))).toEqual(new Set([String(shown[0])]));
  expect(shown[0]?.[0]).toBe(shown[0]?.[1]);
});
