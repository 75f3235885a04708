// A fresh, migrated database for a test file, copied from the template database in about 30 ms.

import { expect, inject } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Database, type Db, openDatabase } from '#storage/platform/db.ts';
import type { TestServer } from './postgres.ts';
import { databaseUrl, dropDatabase, onServer, PATIENT_MS, throughPooler } from './server.ts';

/**
 * If the run has a server of the oldest supported PostgreSQL version, two groups of tests use this server: the storage
 * tests, and the tests that call every endpoint. All other tests run the same storage code on the newest version.
 */
const ON_THE_OLDEST = /\/(?:src\/storage|test\/contract\/walk)[/.]/;

/** The PostgreSQL server on which the current test file runs. */
export function testServer(): TestServer {
  const oldest = ON_THE_OLDEST.test(expect.getState().testPath ?? '') ? inject('oldest_server') : null;
  return oldest ?? inject('server');
}

export type TestDatabase = Database & {
  readonly url: string;
  readonly role: string | undefined;
  drop(): Promise<void>;
};

export async function freshDatabase(): Promise<TestDatabase> {
  const name = `vouch_test_${newId()}`;
  const { url: server_url, template, ...server } = testServer();
  // Copying the files takes half the CPU time of the default strategy, which writes all pages to the write-ahead log.
  await onServer(server_url, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(server_url, name);
  const role = server.role ?? undefined;
  const database = openDatabase({ ...throughPooler(url), role, timeout_ms: PATIENT_MS, connections_max: 10 });
  return {
    ...database,
    url,
    role,
    drop: async () => {
      await database.close();
      await dropDatabase(server_url, name);
    },
  };
}

/** Terminates the transaction's database connection, as a server does when it shuts down. */
export async function endConnection(url: string, tx: Db): Promise<void> {
  const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
  await onServer(url, `select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
}
