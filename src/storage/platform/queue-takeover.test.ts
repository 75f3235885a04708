// Tests of workers that are killed, are paused, or lose the database connection. These workers run as separate
// processes. The worker that takes over runs in the test process.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { elapsedMs } from '#base/clock.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { bundled } from '#test/bundled.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { everyJob, newScope, openTestQueue, until } from '#test/jobs.ts';
import type { HeldJob, Queue } from './queue.ts';

const TAKEOVER_MS_MAX = 15_000;

let database: TestDatabase;
let queue: Queue;
const children: ChildProcess[] = [];
beforeEach(async () => {
  database = await freshDatabase();
  queue = await openTestQueue(database);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await queue.stop();
  await database.drop();
});

async function startWorkerProcess() {
  const script = await bundled('test/support/worker-process.ts');
  const args = [script, database.url, database.role ?? ''];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await until(() => lines.includes('ready'));
  return { child, lines };
}

const work = (run: (job: HeldJob) => Promise<void>) =>
  queue.work(everyJob({ retry_after_seconds: [1], run }), (job) => job, { concurrency_max: 5, per_owner_max: 5 });

const enqueue = (owner: Scope) =>
  database.scoped(owner).transaction((tx) => queue.enqueue(tx, owner, 'housekeeping', {}));

const rowsOf = async (owner: Scope) => {
  const { rows } = await database.scoped(owner).query<{ count: number }>('select count(*) as count from timers');
  return rows[0]?.count ?? 0;
};

describe('job takeover', () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'another worker runs the job within 15 s after the job’s worker receives %s',
    async (signal) => {
      const owner = newScope();
      const { child, lines } = await startWorkerProcess();
      await enqueue(owner);
      await until(() => lines.includes('begun'));
      let taken_over_ms = 0;
      await work(async () => {
        taken_over_ms = elapsedMs();
      });
      await until(async () => (await rowsOf(owner)) > 3);
      child.kill(signal);
      const killed_ms = elapsedMs();
      await until(() => taken_over_ms > 0);
      expect(taken_over_ms - killed_ms).toBeLessThan(TAKEOVER_MS_MAX);
      // The old worker was paused by SIGSTOP. When it is resumed, it continues its job, but none of its rows is
      // written.
      const written = await rowsOf(owner);
      child.kill('SIGCONT');
      if (signal === 'SIGSTOP') await until(() => lines.includes('refused: Fenced'));
      expect(await rowsOf(owner)).toBe(written);
    },
  );
});

describe('a database outage', () => {
  test('a database outage stops no worker, and no job is lost', async () => {
    const owner = newScope();
    const { child, lines } = await startWorkerProcess();
    let runs = 0;
    await work(async ({ db }) => {
      await db.query('select 1');
      runs++;
    });
    await enqueue(owner);
    await until(() => runs + lines.filter((line) => line === 'begun').length === 1);
    await outage(3_000);
    await Promise.all(Array.from({ length: 20 }, () => enqueue(owner).catch(() => enqueue(owner))));
    await until(() => runs + lines.filter((line) => line === 'begun').length >= 21);
    expect(child.exitCode).toBe(null);
  });
});

/** Simulates a database outage: blocks new connections and ends existing connections. */
async function outage(duration_ms: number): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const server = new URL(database.url);
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.toString() });
  await client.connect();
  await client.query(`alter database ${name} with allow_connections false`);
  for (const started_ms = elapsedMs(); elapsedMs() - started_ms < duration_ms; await sleep(100)) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
  }
  await client.query(`alter database ${name} with allow_connections true`);
  await client.end();
}
