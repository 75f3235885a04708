// A fresh, migrated database for a test file, copied from the template database in about 30 ms.

import { inject } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Database, type Db, openDatabase } from '#storage/platform/db.ts';
import { databaseUrl, dropDatabase, onServer, PATIENT_MS } from './server.ts';

export type TestDatabase = Database & {
  readonly url: string;
  readonly role: string | undefined;
  drop(): Promise<void>;
};

export async function freshDatabase(): Promise<TestDatabase> {
  const name = `vouch_test_${newId()}`;
  const server_url = inject('server_url');
  await onServer(server_url, `create database ${name} template ${inject('template')}`);
  const url = databaseUrl(server_url, name);
  const role = inject('role') === '' ? undefined : inject('role');
  const database = openDatabase({ url, role, timeout_ms: PATIENT_MS, connections_max: 10 });
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
