// The pg-boss library. It owns the job table's schema and upgrades, inserts jobs and deletes old jobs. We claim jobs
// ourselves (queue-jobs.ts), because pg-boss's own fetch would let busy clients starve other clients.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { type Db as BossDb, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { DEAD_JOBS_KEPT_DAYS, JOB_NAMES } from '#domain/platform/jobs.ts';
import type { Row } from './db.ts';
import { requireWritable } from './primary.ts';

export type QueueLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const SCHEMA = 'vouch_jobs';
/** The pg-boss table for the jobs of all queues that have no table of their own. All our queues use this table. */
export const JOB_TABLE = `${SCHEMA}.job_common`;

const YEAR_SECONDS = 31_536_000;
const QUEUE_OPTIONS = {
  // A waiting job must never be deleted. Ten years is long enough to mean "never".
  retentionSeconds: 10 * YEAR_SECONDS,
  // How long pg-boss keeps dead jobs and recurring jobs after their end. Other finished jobs are deleted as soon as
  // they end.
  deleteAfterSeconds: DEAD_JOBS_KEPT_DAYS * 86_400,
  // We end attempts ourselves, when their lease ends or their handler's timeout passes. We do not need pg-boss's own
  // timeout, so it has the maximum value that pg-boss allows.
  expireInSeconds: 86_400,
} satisfies QueueOptions;

const INDEXES = [
  // The index is ordered by owner, name and due time. Jobs are claimed from one owner after the other, and with this
  // index a claim costs the same, however long an owner's backlog is.
  `create index if not exists vouch_turns on ${JOB_TABLE} (group_id, name, start_after)
   where state < 'active' and not blocked`,
  // While a job waits, no second job with the same key can be added. A second job can be added once the first job has
  // started.
  `create unique index if not exists vouch_waiting_once on ${JOB_TABLE} (name, group_id, singleton_key)
   where state = 'created' and singleton_key is not null`,
];

/** Prepares the job tables. Call it after `prepareDatabase`, with the role that `prepareDatabase` returned. */
export async function prepareQueue(url: string, role: string | undefined): Promise<void> {
  // pg-boss commits each of its steps separately, which would release a lock. So the lock is held on another
  // connection.
  const [lock, client] = await Promise.all([connect(url, role), connect(url, role)]);
  try {
    await lock.query(`begin; select 1 from vouch.migrations where id = 'lock' for update`);
    await install(client);
  } finally {
    await Promise.all([lock.end(), client.end()]);
  }
}

async function install(client: Client): Promise<void> {
  const boss = newBoss({ executeSql: (text, values) => client.query(text, values) });
  const errors: Error[] = [];
  boss.on('error', (error) => errors.push(error));
  await boss.start();
  for (const name of JOB_NAMES) {
    await boss.createQueue(name, { ...QUEUE_OPTIONS, notify: true });
    await boss.updateQueue(name, { ...QUEUE_OPTIONS, notify: true });
  }
  for (const index of INDEXES) await client.query(index);
  await boss.stop({ graceful: false });
  if (errors[0] !== undefined) throw errors[0];
}

async function connect(url: string, role: string | undefined): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'vouch-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  if (role !== undefined) await client.query(`set role ${escapeIdentifier(role)}`);
  return client;
}

const newBoss = (db: BossDb, options: { supervise?: boolean; useListenNotify?: boolean } = {}): PgBoss =>
  new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false, flowIntervalSeconds: 86_400, ...options });

/**
 * Opens the part of pg-boss that adds jobs to the queue. This part has no timers and no database connection of its own.
 */
export async function openSender(pool: Pool): Promise<PgBoss> {
  const boss = newBoss(poolDatabase(pool));
  // A request for a job that does not exist makes pg-boss load the queues now. Otherwise pg-boss would load them inside
  // the first transaction that adds a job, and that transaction would need a second connection. The requests are sent
  // one after the other, so that they need only one connection.
  for (const name of JOB_NAMES) await boss.getJobById(name, '00000000-0000-0000-0000-000000000000');
  return boss;
}

export type Supervisor = { readonly boss: PgBoss; stop(): Promise<void> };

/**
 * Maintains the job tables, and calls `onJob` for each new job. If several processes run, pg-boss picks one process for
 * the maintenance.
 */
export async function startSupervisor(
  pool: Pool,
  listeners: Pool,
  log: QueueLog,
  onJob: () => void,
): Promise<Supervisor> {
  const closing = new AbortController();
  let listening: Promise<void> | undefined;
  const boss = newBoss(
    {
      ...poolDatabase(pool),
      async listen(channel) {
        listening = keepListening(listeners, channel, onJob, log, closing.signal);
        return { close: async () => undefined };
      },
    },
    { supervise: true, useListenNotify: true },
  );
  // Without a listener an 'error' event would end the process. pg-boss retries the failed work by itself.
  boss.on('error', (error) => log.warn({ err: error }, 'maintenance of the job tables failed'));
  boss.on('warning', ({ message }) => log.warn({}, message));
  async function stop(): Promise<void> {
    closing.abort();
    await Promise.all([listening, boss.stop({ graceful: false })]);
  }
  try {
    await boss.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { boss, stop };
}

/**
 * Maintenance may take longer than a request. The client's timeout is longer than the server's statement timeout, so
 * that the server ends a slow statement before the client stops waiting for it.
 */
const UPKEEP_STATEMENT_TIMEOUT_MS = 30_000;
const UPKEEP_TIMEOUT_MS = 35_000;

/** Sets the statement timeout and returns its previous value. */
const SET_STATEMENT_TIMEOUT = `select current_setting('statement_timeout') as usual, set_config('statement_timeout', $1, false)`;

const CONNECTS_MAX = 4;

/**
 * Waits longer for a connection than a request is allowed to wait. A long wait does no harm here, because no request
 * waits for maintenance.
 */
async function connectPatiently(pool: Pool): Promise<PoolClient> {
  for (let connects = 1; ; connects++) {
    try {
      return await pool.connect();
    } catch (error) {
      const is_timeout = error instanceof Error && error.message.includes('timeout exceeded');
      if (!is_timeout || connects === CONNECTS_MAX) throw error;
    }
  }
}

const poolDatabase = (pool: Pool): BossDb => ({
  async executeSql(text, values = []) {
    const client = await connectPatiently(pool);
    let is_usable = false;
    try {
      const { rows } = await client.query<{ usual: string }>(SET_STATEMENT_TIMEOUT, [
        `${UPKEEP_STATEMENT_TIMEOUT_MS}ms`,
      ]);
      const query = { text, values, query_timeout: UPKEEP_TIMEOUT_MS };
      const result = await client.query<Row>(query);
      await client.query(SET_STATEMENT_TIMEOUT, [rows[0]?.usual]);
      is_usable = true;
      return result;
    } finally {
      client.release(!is_usable);
    }
  },
});

const RECONNECT_AFTER_MS = 500;
const PROBE_EVERY_MS = 10_000;

async function keepListening(
  pool: Pool,
  channel: string,
  onJob: () => void,
  log: QueueLog,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await listenOnce(pool, channel, onJob, closing).catch((error: unknown) => {
      if (!closing.aborted) log.warn({ err: error }, 'not listening for jobs, polling meanwhile');
    });
    await sleep(RECONNECT_AFTER_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

async function listenOnce(pool: Pool, channel: string, onJob: () => void, closing: AbortSignal): Promise<void> {
  const client = await pool.connect();
  const gone = new Promise<never>((_, reject) => {
    client.once('error', reject);
    client.once('end', () => reject(new Error('the connection ended')));
  });
  gone.catch(() => undefined);
  try {
    client.on('notification', onJob);
    await client.query(`listen ${escapeIdentifier(channel)}`);
    // A notification may have been sent before we began to listen, so we check once for jobs.
    onJob();
    while (!closing.aborted) {
      await Promise.race([gone, sleep(PROBE_EVERY_MS, undefined, { signal: closing })]);
      // The check fails if the connection broke without an error, or if the server became a standby, which announces no
      // new jobs.
      await requireWritable(client);
    }
  } finally {
    client.release(true);
  }
}
