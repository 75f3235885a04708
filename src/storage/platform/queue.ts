// The queue of background jobs. A job is enqueued in the transaction that causes it, started within milliseconds by a
// worker, and run at least once. If a worker fails, another worker takes over its jobs (queue-leases.ts). If the failed
// worker comes back, it cannot write (queue-fence.ts). The queue is built on pg-boss, which no other module uses.
import { JOB_NAMES, type JobHandlers, type JobName, type JobOwner, type JobPayloads } from '#domain/platform/jobs.ts';
import type { DatabaseOptions } from './connection-pool.ts';
import { type Database, type Db, openDatabase, UNSCOPED } from './db.ts';
import { openSender, type QueueLog, startSupervisor } from './queue-boss.ts';
import { type EnqueueOptions, insertJob, insertRecurringJob, reviveJobs } from './queue-jobs.ts';
import { type Loop, type LoopOptions, startLoop } from './queue-loop.ts';
import type { HeldJob } from './queue-run.ts';
import { countJobs, type DeadJob, hasJob, type JobCounts, listDeadIds, listDeadJobs } from './queue-views.ts';

export { prepareQueue } from './queue-boss.ts';
export type { HeldJob } from './queue-run.ts';

export type Queue = {
  /** Adds a job in the caller's transaction. The job exists if and only if the transaction commits. */
  enqueue<N extends JobName>(
    tx: Db,
    owner: JobOwner,
    name: N,
    payload: JobPayloads[N],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Makes this process a worker until `stop` is called. */
  work<Ctx>(handlers: JobHandlers<Ctx>, ctxFor: (job: HeldJob) => Ctx, options: WorkOptions): Promise<void>;
  /** Returns one entry per job name, including names without jobs. */
  stats(): Promise<JobCounts[]>;
  /**
   * Returns dead jobs of all owners, or of one owner. The job that failed most recently comes first. Dead jobs are kept
   * for 30 days.
   */
  deadJobs(limit: number, owner?: JobOwner): Promise<DeadJob[]>;
  /**
   * Puts a dead job back into the queue, allows it all its attempts again, and returns `retried`. If the job exists but
   * is not dead, changes nothing and returns `not_dead`. If the job is unknown or finished, returns `undefined`.
   */
  retryDeadJob(id: string): Promise<'retried' | 'not_dead' | undefined>;
  /**
   * Puts back on the queue all jobs that are dead now, of all owners or of one owner. Returns the number of these jobs.
   * If there are any, `announce` is called first, with their number. If `announce` fails, no job is retried.
   */
  retryDeadJobs(owner?: JobOwner, announce?: (jobs: number) => Promise<void>): Promise<number>;
  /**
   * Claims no more jobs, lets running jobs finish for up to ten seconds, and puts unfinished jobs back on the queue.
   */
  stop(): Promise<void>;
};

export type WorkOptions = Omit<LoopOptions, 'names'> & {
  /**
   * The jobs that have their own slots, each with the number of its slots in this process. Such a job uses no slots of
   * other jobs. One owner may use all slots of the job as long as no other owner has a job of this name.
   */
  own_slots?: Partial<Record<JobName, number>>;
};

export type QueueParts = {
  /**
   * The connection pool that job handlers use and from which jobs are enqueued. A worker opens a few more connections
   * outside of this pool.
   */
  database: Database;
  url: DatabaseOptions['url'];
  role: DatabaseOptions['role'];
  timeout_ms?: DatabaseOptions['timeout_ms'];
  log: QueueLog;
};

/**
 * One connection listens for new jobs; the other connections claim jobs, renew leases and record the outcomes of jobs.
 */
export const WORKER_CONNECTIONS_MAX = 5;
/**
 * The planner statistics of a queue are always stale. The planner assumes that a backlog of 10,000 jobs is only a few
 * rows, and reads all of them for every claim (20 to 60 ms). With these settings, the planner can only use the index
 * (0.3 ms).
 */
const PLAN_BY_INDEX = 'set enable_seqscan = off; set enable_bitmapscan = off; set jit = off';
/**
 * Maximum number of dead jobs that one statement puts back into the queue. The statement takes about ten milliseconds.
 */
const RETRIED_AT_ONCE = 500;
/** The maximum delay between the beginning of an interval and the start of its recurring job. */
const RECURRING_CHECK_MS = 30_000;

export async function openQueue(parts: QueueParts): Promise<Queue> {
  const sender = await openSender(parts.database.pool);
  const db = parts.database.scoped(UNSCOPED);
  let stopWorking: (() => Promise<void>) | undefined;

  return {
    enqueue: (tx, owner, name, payload, options = {}) => insertJob(sender, tx, { owner, name, payload }, options),
    async work(handlers, ctxFor, options) {
      stopWorking = await startWorking(parts, handlers, ctxFor, options);
    },
    stats: () => countJobs(db),
    deadJobs: (limit, owner) => listDeadJobs(db, limit, owner),
    async retryDeadJob(id) {
      if ((await reviveJobs(db, [id])) > 0) return 'retried';
      return (await hasJob(db, id)) ? 'not_dead' : undefined;
    },
    async retryDeadJobs(owner, announce) {
      // The ids are read only once. So a job that is retried here and fails again is not retried a second time by this
      // call.
      const ids = await listDeadIds(db, owner);
      if (ids.length > 0) await announce?.(ids.length);
      let retried = 0;
      for (let at = 0; at < ids.length; at += RETRIED_AT_ONCE) {
        retried += await reviveJobs(db, ids.slice(at, at + RETRIED_AT_ONCE));
      }
      return retried;
    },
    async stop() {
      const stop = stopWorking;
      stopWorking = undefined;
      await stop?.();
    },
  };
}

async function startWorking<Ctx>(
  { database, url, role, timeout_ms, log }: QueueParts,
  handlers: JobHandlers<Ctx>,
  ctxFor: (job: HeldJob) => Ctx,
  options: WorkOptions,
): Promise<() => Promise<void>> {
  const own = openDatabase({
    url,
    role,
    timeout_ms,
    connections_max: WORKER_CONNECTIONS_MAX,
    application_name: 'vouch-queue',
    onError: (error) => log.warn({ err: error }, 'a database connection of the queue broke'),
  });
  own.pool.on('connect', (client) => void client.query(PLAN_BY_INDEX).catch(() => undefined));
  let loops: Loop[] = [];
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const supervisor = await startSupervisor(database.pool, own.pool, log, wake).catch(async (error: unknown) => {
    await own.close();
    throw error;
  });
  const bench = { db: own.scoped(UNSCOPED), database, handlers, ctxFor, log };
  loops = loopsOf(options).map((one) => startLoop(bench, one));
  const recurring = setInterval(() => void enqueueRecurring(), RECURRING_CHECK_MS);

  async function enqueueRecurring(): Promise<void> {
    for (const name of JOB_NAMES) {
      const { every_seconds } = handlers[name];
      if (every_seconds === undefined) continue;
      await insertRecurringJob(supervisor.boss, name, every_seconds).catch((error: unknown) => {
        log.warn({ err: error, job: name }, 'could not enqueue a recurring job, trying again');
      });
    }
  }

  await enqueueRecurring();
  return async () => {
    clearInterval(recurring);
    await Promise.all(loops.map((loop) => loop.stop()));
    await supervisor.stop();
    await own.close();
  };
}

/**
 * Returns one loop for each job with its own slots, and one loop for all other jobs. Each loop takes the owners in
 * turn, independently of the other loops.
 */
function loopsOf({ own_slots = {}, ...shared }: WorkOptions): LoopOptions[] {
  const others = JOB_NAMES.filter((name) => own_slots[name] === undefined);
  const separate = JOB_NAMES.flatMap((name): LoopOptions[] => {
    const slots = own_slots[name];
    return slots === undefined ? [] : [{ ...shared, names: [name], concurrency_max: slots, per_owner_max: slots }];
  });
  return [{ ...shared, names: others }, ...separate];
}
