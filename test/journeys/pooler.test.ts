// Tests the service behind PgBouncer in transaction mode. The service refuses to start with unsuitable database
// addresses. Two processes run logins over four connections to the database server. Skipped if PgBouncer is not
// installed.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { runHere } from '#test/command-line.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { DEBIAN_PGBOUNCER, type Pooler, type PoolerOptions, startPooler } from '#test/debian-pgbouncer.ts';
import { readCredentials, runCommand, startService } from '#test/process.ts';
import { apiAt, connectPeople, eventReader } from '#test/service-client.ts';

const PEOPLE = 12;

describe.skipIf(!existsSync(DEBIAN_PGBOUNCER.file))('the service behind PgBouncer', () => {
  let database: TestDatabase;
  let data_dir: string;
  const poolers: Pooler[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    data_dir = await mkdtemp(join(tmpdir(), 'vouch-pooler-'));
  });
  afterAll(async () => {
    await Promise.all(poolers.map((pooler) => pooler.stop()));
    await database.drop();
    await rm(data_dir, { recursive: true, force: true });
  });

  async function addressThrough(mode: PoolerOptions['mode'], url = database.url): Promise<string> {
    const pooler = await startPooler(url, { mode, connections_max: 4 });
    poolers.push(pooler);
    return pooler.urlOf(new URL(url).pathname.slice(1));
  }

  const environmentOf = (url: string, direct_url: string) => ({
    VOUCH_DATA_DIR: data_dir,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct_url,
  });

  /** Returns what `vouch serve` prints. It runs in the test's own process unless `run` runs it elsewhere. */
  async function refusalOf(url: string, direct_url: string, run: typeof runCommand = runHere): Promise<string> {
    const { status, stderr } = await run(['serve'], { PORT: '0', ...environmentOf(url, direct_url) });
    expect(status).toBe(1);
    return stderr.trim();
  }

  test('if a database address is wrong or leads to an unsuitable pooler, `vouch serve` exits with one line that names the setting', async () => {
    const [transaction, statement] = [await addressThrough('transaction'), await addressThrough('statement')];
    expect(await refusalOf(transaction, '', runCommand)).toBe(
      'vouch: DATABASE_URL: leads to a pooler in transaction mode; set DATABASE_DIRECT_URL to the address of the server itself',
    );
    expect(await refusalOf(statement, database.url)).toBe(
      'vouch: DATABASE_URL: the pooler is in statement mode; set it to transaction mode',
    );
    expect(await refusalOf(transaction, transaction)).toBe(
      'vouch: DATABASE_DIRECT_URL: leads to a pooler; it must be the address of the server itself',
    );
    const elsewhere = new URL(database.url);
    elsewhere.pathname = '/postgres';
    expect(await refusalOf(transaction, elsewhere.toString())).toBe(
      'vouch: DATABASE_DIRECT_URL: leads to another database than DATABASE_URL',
    );
    const nowhere = 'postgres://anybody@127.0.0.1:1/nothing';
    expect(await refusalOf(transaction, nowhere)).toBe(
      'vouch: DATABASE_DIRECT_URL: the database cannot be used (ECONNREFUSED)',
    );
    expect(await refusalOf(nowhere, database.url)).toBe(
      'vouch: DATABASE_URL: the database cannot be used (ECONNREFUSED)',
    );
  });

  test('two processes connect people and store every event, although they share four connections to the database server', async () => {
    const environment = environmentOf(await addressThrough('transaction'), database.url);
    const services = [await startService(environment), await startService(environment)] as const;
    const credentials = readCredentials(data_dir);
    const access = { client_id: credentials.client_id, access_secret: credentials.sandbox_secret };
    const apis = services.map(({ url }) => apiAt(url, access));
    try {
      await connectPeople(apis, PEOPLE);
      const events = eventReader(apiAt(services[0].url, access));
      const finished = () =>
        new Set(events.seen.filter(({ payload }) => payload.status === 'done').map(({ payload }) => payload.link_id))
          .size;
      await expect.poll(async () => events.readOn().then(finished), { timeout: 60_000, interval: 500 }).toBe(PEOPLE);
    } finally {
      for (const service of services) expect(await service.stop()).toBe(0);
    }
  });
});
