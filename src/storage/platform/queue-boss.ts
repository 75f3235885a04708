// pg-boss: it owns the schema of the job table and its upgrades, puts jobs in and cleans up after us. Who
// works on what is ours to say (queue-jobs.ts), because its own fetch lets busy clients starve the others.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { type Db as BossDb, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { JOB_NAMES } from '#domain/platform/jobs.ts';
import { type Row, requireWritable } from './db.ts';

export type QueueLog = Pick<Logger, 'info' | 'warn' | 'error'>;

const SCHEMA = 'vouch_jobs';
/** Where pg-boss keeps the jobs of all queues that have no table of their own, which is all of ours. */
export const JOB_TABLE = `${SCHEMA}.job_common`;

const YEAR_SECONDS = 31_536_000;
const QUEUE_OPTIONS = {
  // A waiting job is never thrown away: this is its "never".
  retentionSeconds: 10 * YEAR_SECONDS,
  // How long the dead stay to be seen. What was done is deleted at once.
  deleteAfterSeconds: 30 * 86_400,
  // We end attempts ourselves, by their lease and their handler's timeout; this is the most pg-boss allows.
  expireInSeconds: 86_400,
} satisfies QueueOptions;

const INDEXES = [
  // By owner, kind and due time, so that taking turns costs the same however much somebody has waiting.
  `create index if not exists vouch_turns on ${JOB_TABLE} (group_id, name, start_after)
   where state < 'active' and not blocked`,
  // A second job with the same key may wait only once the first has begun.
  `create unique index if not exists vouch_waiting_once on ${JOB_TABLE} (name, group_id, singleton_key)
   where state = 'created' and singleton_key is not null`,
];

/** Makes the job tables ready; to be called after `prepareDatabase`, with the role it returned. */
export async function prepareQueue(url: string, role: string | undefined): Promise<void> {
  // The lock has a connection of its own, because pg-boss commits its steps as it goes.
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

/** Enough of pg-boss to enqueue: no timers, no connection of its own. */
export async function openSender(pool: Pool): Promise<PgBoss> {
  const boss = newBoss(poolDatabase(pool));
  // Asking for a job that does not exist makes it learn the queues now, on no one's time, rather than
  // inside the first transaction that enqueues, which would then need a second connection.
  await Promise.all(JOB_NAMES.map((name) => boss.getJobById(name, '00000000-0000-0000-0000-000000000000')));
  return boss;
}

export type Supervisor = { readonly boss: PgBoss; stop(): Promise<void> };

/** Upkeep of the job tables (pg-boss agrees among all processes who does it), and word of each new job. */
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
  // Without a listener an 'error' would end the process. What failed is tried again on its own.
  boss.on('error', (error) => log.warn({ err: error }, 'the upkeep of the job tables failed'));
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

/** Upkeep may take longer than a request may: the server ends it first, the client a little later. */
const UPKEEP_STATEMENT_TIMEOUT_MS = 30_000;
const UPKEEP_TIMEOUT_MS = 35_000;

/** Answers what it was before. */
const SET_STATEMENT_TIMEOUT = `select current_setting('statement_timeout') as usual, set_config('statement_timeout', $1, false)`;

const CONNECTS_MAX = 4;

/** Nobody waits for upkeep, so it waits longer for a connection than a request may. */
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
    // For what was announced while nobody listened.
    onJob();
    while (!closing.aborted) {
      await Promise.race([gone, sleep(PROBE_EVERY_MS, undefined, { signal: closing })]);
      // A connection that died without a word does not answer this; a server that was demoted has no new jobs to announce.
      await requireWritable(client);
    }
  } finally {
    client.release(true);
  }
}
