// Runs the service for webhook tests as an operator does: two API processes on a fresh PostgreSQL database, workers
// that start and stop, and the webhook receivers. One receiver has a certificate with a wrong host name. The service
// trusts this certificate, so that the host name is the only error.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyBytes } from '#base/sealing.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { runHere } from './command-line.ts';
import { freshDatabase } from './database.ts';
import { commandAnswer, type ServiceProcess, startService } from './process.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { onServer } from './server.ts';
import { type Api, apiAt } from './service-client.ts';

/**
 * A registered client of the service. `apis` has one element per API process, through which the client calls that
 * process.
 */
export type Caller = { client_id: string; api: Api; apis: readonly Api[] };

export type WebhookService = {
  readonly receivers: Receivers;
  newCaller(): Promise<Caller>;
  startWorker(more?: Record<string, string>): Promise<ServiceProcess>;
  areTasksEnded(caller: Caller): Promise<boolean>;
  /** Whether all of the client's tasks have ended and all its due deliveries were attempted. */
  isQuiet(caller: Caller): Promise<boolean>;
  /**
   * The time at which each event was written, keyed by event id. An event is written before the commit, so the measured
   * latencies are never too short.
   */
  writtenMs(caller: Caller): Promise<Map<string, number>>;
  /** Stops all processes and returns their exit codes; the code of a killed process is null. */
  stop(): Promise<(number | null)[]>;
  close(): Promise<void>;
};

export async function startWebhookService(): Promise<WebhookService> {
  const [database, receivers, data_dir] = await Promise.all([
    freshDatabase(),
    startReceivers(),
    mkdtemp(join(tmpdir(), 'vouch-webhooks-')),
  ]);
  const ca_file = join(data_dir, 'receiver.pem');
  await writeFile(ca_file, receivers.cert);
  await onServer(database.url, 'alter table vouch.events add column written_at timestamptz default clock_timestamp()');
  const environment = {
    VOUCH_DATA_DIR: data_dir,
    DATABASE_URL: database.url,
    VOUCH_MASTER_KEY: newKeyBytes().toString('base64'),
    VOUCH_RATE_LIMIT_REQUESTS: '1000000000',
    NODE_EXTRA_CA_CERTS: ca_file,
  };
  const processes = await Promise.all([0, 1].map(() => startService({ ...environment, VOUCH_ROLE: 'api' })));
  const urls = processes.map(({ url }) => url);
  const run = (...args: string[]) => commandAnswer(args, environment, runHere);
  const isNone = async (sql: string, { client_id }: Caller): Promise<boolean> =>
    (await database.scoped(SYSTEM).query(`${sql} limit 1`, [client_id])).rowCount === 0;
  const areTasksEnded = (caller: Caller) =>
    isNone('select 1 from tasks where client_id = $1 and finished_at is null', caller);
  const stop = () => Promise.all(processes.map((process) => process.stop()));

  return {
    receivers,
    async newCaller() {
      const created = await run('client', 'create', '--name', 'Acme Lending', '--with-keys');
      const { id: client_id = '', sandbox_secret: access_secret = '' } = created;
      const apis = urls.map((url) => apiAt(url, { client_id, access_secret }));
      const [api] = apis;
      if (api === undefined) throw new Error('there is no API process');
      return { client_id, api, apis };
    },
    async startWorker(more = {}) {
      const worker = await startService({ ...environment, VOUCH_ROLE: 'worker', ...more });
      processes.push(worker);
      return worker;
    },
    areTasksEnded,
    isQuiet: async (caller) =>
      (await areTasksEnded(caller)) &&
      (await isNone('select 1 from events where client_id = $1 and sequence is null', caller)) &&
      (await isNone(
        `select 1 from webhook_deliveries d join environments v using (client_id, environment)
         where client_id = $1 and state = 'waiting'
           and (fires_at <= now() + make_interval(secs => clock_offset_seconds) or leased_until > now())`,
        caller,
      )),
    async writtenMs({ client_id }) {
      const { rows } = await database
        .scoped(SYSTEM)
        .query<{ id: string; written_ms: number }>(
          'select id, extract(epoch from written_at)::float * 1000 as written_ms from events where client_id = $1',
          [client_id],
        );
      return new Map(rows.map(({ id, written_ms }) => [id, written_ms]));
    },
    stop,
    async close() {
      await stop();
      await receivers.stop();
      await rm(data_dir, { recursive: true, force: true });
      await database.drop();
    },
  };
}
