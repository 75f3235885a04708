// The PostgreSQL servers of a test run. Most tests use the server in TEST_VOUCH_DATABASE_URL or, if that is not set, an
// embedded server whose files are in memory (memory-folder.ts). The tests of the oldest supported PostgreSQL version
// use the server in TEST_VOUCH_OLDEST_URL, if that is set. Each server contains a migrated template database, which
// each test file copies.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#storage/platform/migrations.ts';
import { prepareQueue } from '#storage/platform/queue.ts';
import { checkLogs, collectLogs } from './log.ts';
import { memoryFolder } from './memory-folder.ts';
import { databaseUrl, onServer, PATIENT_MS } from './server.ts';

export type TestServer = {
  url: string;
  template: string;
  /** The database role under which queries must run. It is null if queries run under the login role. */
  role: string | null;
};

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer;
    /** The server with the oldest supported PostgreSQL version, if the test run has one. */
    oldest_server: TestServer | null;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  collectLogs();
  const { url, stop } = await startServer();
  const server = await prepared(url);
  const oldest_url = process.env['TEST_VOUCH_OLDEST_URL'];
  const oldest_server = oldest_url === undefined ? null : await prepared(oldest_url);
  project.provide('server', server);
  project.provide('oldest_server', oldest_server);
  return async () => {
    for (const used of [server, oldest_server]) {
      if (used !== null) await onServer(used.url, `drop database ${used.template}`);
    }
    await stop();
    try {
      checkLogs();
    } catch (error) {
      // Vitest only prints the error of a teardown; without an exit code, the run would count as passed.
      process.exitCode = 1;
      throw error;
    }
  };
}

/** Creates the template database. */
async function prepared(url: string): Promise<TestServer> {
  const template = `vouch_template_${process.pid}`;
  await onServer(url, `create database ${template}`);
  const role = await prepareDatabase(databaseUrl(url, template), { log: () => undefined, connect_ms: PATIENT_MS });
  await prepareQueue(databaseUrl(url, template), role);
  return { url, template, role: role ?? null };
}

/**
 * The data of a test run need not survive a crash of the machine, so the server never waits for the disk. The data
 * still survive a kill of the server. The write-ahead log is kept short, because it is in memory too.
 */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '256MB' };

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given_url = process.env['TEST_VOUCH_DATABASE_URL'];
  if (given_url !== undefined) return { url: given_url, stop: async () => undefined };
  const { startEmbedded } = await import('#storage/platform/embedded/embedded.ts');
  const data_dir = await mkdtemp(join(memoryFolder(), 'vouch-test-'));
  // If root starts the server, the server runs as the user `nobody`, which needs access to this folder.
  await chmod(data_dir, 0o711);
  const server = await startEmbedded({ data_dir, log: () => undefined, settings: NOT_DURABLE });
  const url = server.url();
  // By default a database login computes 4,096 hashes on the client and 4,096 on the server. A test run logs in
  // thousands of times, so only one hash is used here.
  const { username, password } = new URL(url);
  await onServer(url, 'set scram_iterations = 1', `alter role ${username} password '${decodeURIComponent(password)}'`);
  return {
    url,
    stop: async () => {
      await server.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
