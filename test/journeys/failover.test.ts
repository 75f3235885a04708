// Tests a database failover under mixed load. The standby is promoted, and the old primary restarts read-only. Later
// the database's address is moved to the new primary, while connections to the old primary stay open. The service
// process must survive, send only documented responses, and lose no data.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKeyBytes } from '#base/sealing.ts';
import { DEBIAN_POSTGRES, type DebianServer, startDebianServer, startStandby } from '#test/debian-postgres.ts';
import { until } from '#test/jobs.ts';
import { countsOf, type MixedLoad, startMixedLoad, undocumentedOf } from '#test/mixed-load.ts';
import { type ServiceProcess, startService, USUAL_PATIENCE } from '#test/process.ts';
import { databaseUrl, onServer } from '#test/server.ts';

/**
 * A network address whose target can be changed. New connections go to the current target. Open connections stay with
 * their old target.
 */
type Address = { readonly port: number; moveTo(port: number): void; close(): void };

async function openAddress(first_port: number): Promise<Address> {
  let target_port = first_port;
  const server = createServer((near) => {
    const far = connect(target_port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await until(() => server.listening);
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target_port = port;
    },
    close: () => void server.close(),
  };
}

/** Makes the replication synchronous: the primary acknowledges a commit only once the standby has it. */
async function makeSynchronous({ admin_url }: DebianServer): Promise<void> {
  await onServer(admin_url, `alter system set synchronous_standby_names = '*'`);
  await onServer(admin_url, 'select pg_reload_conf()');
  await until(async () => (await countOn(admin_url, `pg_stat_replication where sync_state = 'sync'`)) === 1);
}

async function countOn(url: string, what: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${what}`);
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

const isInstalled = existsSync(DEBIAN_POSTGRES.file);

describe.skipIf(!isInstalled)(
  `failover with ${DEBIAN_POSTGRES.package} (skipped where the package is not installed)`,
  () => {
    let data_dir: string;
    let primary: DebianServer;
    let standby: DebianServer;
    let address: Address;
    let service: ServiceProcess;
    let load: MixedLoad;
    beforeAll(async () => {
      data_dir = await mkdtemp(join(tmpdir(), 'vouch-failover-'));
      primary = await startDebianServer();
      await onServer(primary.url, 'create database vouch');
      standby = await startStandby(primary);
      await makeSynchronous(primary);
      address = await openAddress(primary.port);
      const url = new URL(databaseUrl(primary.url, 'vouch'));
      url.port = String(address.port);
      service = await startService({
        ...USUAL_PATIENCE,
        DATABASE_URL: url.toString(),
        VOUCH_DATA_DIR: data_dir,
        VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
        VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
      });
      load = await startMixedLoad(service, data_dir);
    });
    afterAll(async () => {
      await load?.stop();
      await service?.stop();
      load?.close();
      address?.close();
      await Promise.all([primary?.stop(), standby?.stop()]);
      await rm(data_dir, { recursive: true, force: true });
    });

    const readyStatus = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;
    const connectionsTo = ({ admin_url }: DebianServer): Promise<number> =>
      countOn(admin_url, `pg_stat_activity where usename = 'vouch_test'`);
    const refused = (): number =>
      [...load.statuses].filter(([seen]) => seen.endsWith(' 503')).reduce((sum, [, count]) => sum + count, 0);

    test('after a database failover the process still runs and no longer uses the old primary, and no data is lost', async ({
      annotate,
    }) => {
      await load.someMore();
      // A started process is ready once its warm-ups have run.
      await until(async () => (await readyStatus()) === 200);
      await onServer(standby.admin_url, 'select pg_promote()');
      await primary.restartAsStandby();

      // The address still leads to the old primary, which responds but accepts no writes.
      await until(async () => (await readyStatus()) === 503);
      const before = refused();
      await until(() => refused() > before + 20);
      expect(await readyStatus()).toBe(503);

      address.moveTo(standby.port);
      await until(async () => (await readyStatus()) === 200);
      await load.someMore();
      await until(async () => (await connectionsTo(primary)) === 0);
      expect(await connectionsTo(standby)).toBeGreaterThan(0);
      await load.stop();

      await annotate(countsOf(load.statuses));
      expect(undocumentedOf(load.statuses)).toEqual([]);
      expect(service.child.exitCode).toBeNull();
      await annotate(await load.expectNothingLost());
    });
  },
);
