// Runs one attempt at one job: creates its context, enforces its timeout, and records its outcome.
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '#base/clock.ts';
import { isId } from '#base/ids.ts';
import { spannedIn } from '#base/tracing.ts';
import { type JobHandlers, type JobName, type JobOwner, parseOwner, parsePayload } from '#domain/platform/jobs.ts';
import { type Database, type Db, SYSTEM } from './db.ts';
import type { QueueLog } from './queue-boss.ts';
import { Fenced, fencedDb } from './queue-fence.ts';
import { type ClaimedJob, failJob, settleJob } from './queue-jobs.ts';
import type { Lease } from './queue-leases.ts';

/** A job that a worker has claimed. */
export type HeldJob = {
  readonly name: JobName;
  readonly id: string;
  readonly owner: JobOwner;
  /**
   * A database handle that sees the owner's rows. Writes succeed only while this attempt owns the job; later writes
   * throw `Fenced`.
   */
  readonly db: Db;
  /** True if the job is not retried after this attempt. If this attempt fails, the job is dead. */
  readonly is_last_attempt: boolean;
  /** This signal is aborted when the attempt has lost its job, has timed out, or has to stop. */
  readonly signal: AbortSignal;
  /**
   * Ends the job in a transaction of `db`, so that the job's effects and its end are committed together. The handler
   * must write nothing after this call.
   */
  settle(tx: Db): Promise<void>;
};

export type Bench<Ctx> = {
  /**
   * The database handle for the queue's own statements. It has separate connections, because handlers may use all other
   * connections.
   */
  db: Db;
  database: Database;
  handlers: JobHandlers<Ctx>;
  ctxFor: (job: HeldJob) => Ctx;
  log: QueueLog;
};

const TIMEOUT_SECONDS = 900;
const MESSAGE_LENGTH_MAX = 500;
const CONCLUDE_AGAIN_MS = 1_000;
/**
 * Maximum number of tries to record an outcome. After that the job's lease is left to expire, because otherwise a
 * statement that keeps failing would hold the lease forever.
 */
const CONCLUDE_TRIES_MAX = 60;

/** Resolves when the attempt is over: done, failed, or lost. Never throws. */
export async function runJob<Ctx>(bench: Bench<Ctx>, job: ClaimedJob, lease: Lease): Promise<void> {
  const started_ms = elapsedMs();
  const failure = await failureOf(() => perform(bench, job, lease));
  const outcome = await conclude(bench, job, lease, failure);
  const { name, id, attempt, owner } = job;
  const fields = { job: name, job_id: id, attempt, owner, duration_ms: Math.round(elapsedMs() - started_ms) };
  if (outcome === 'done') bench.log.info(fields, 'job done');
  else if (outcome === 'retry') bench.log.warn({ ...fields, err: failure }, 'job failed, will be retried');
  else if (outcome === 'failed') bench.log.error({ ...fields, err: failure }, 'job dead');
  else bench.log.warn({ ...fields, err: failure }, 'job is no longer owned by this worker');
}

async function perform<Ctx, N extends JobName>(
  { database, handlers, ctxFor }: Bench<Ctx>,
  job: ClaimedJob & { name: N },
  lease: Lease,
): Promise<void> {
  const handler: JobHandlers<Ctx>[N] = handlers[job.name];
  const owner = parseOwner(job.owner);
  const payload = parsePayload(job.name, job.payload);
  const { signal } = lease.abort;
  const ctx = ctxFor({
    name: job.name,
    id: job.id,
    owner,
    db: fencedDb(database.scoped(owner === 'system' ? SYSTEM : owner), job),
    is_last_attempt: job.retries_left <= 0,
    signal,
    async settle(tx) {
      if (!(await settleJob(tx, job))) throw new Fenced(job);
      lease.settled = true;
    },
  });
  const timeout_seconds = handler.timeout_seconds ?? TIMEOUT_SECONDS;
  const timer = setTimeout(() => {
    lease.abort.abort(new Error(`not done within ${timeout_seconds} seconds`));
  }, timeout_seconds * 1000);
  try {
    // If a handler does not stop when the signal aborts, the handler is abandoned. The fence prevents an abandoned
    // handler from writing.
    await spannedIn(
      traceOf(job.payload),
      {
        name: `job ${job.name}`,
        kind: 'consumer',
        attributes: { 'vouch.job_id': job.id, 'vouch.attempt': job.attempt },
      },
      () => Promise.race([handler.run(ctx, payload), rejected(signal)]),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the id of the trace in which the job was enqueued. The payload contains it only while tracing is on. */
function traceOf(payload: unknown): string | undefined {
  const id = typeof payload === 'object' && payload !== null && 'trace_id' in payload ? payload.trace_id : undefined;
  return typeof id === 'string' && isId(id) ? id : undefined;
}

type Outcome = 'done' | 'retry' | 'failed' | 'lost';

/**
 * Records the outcome. While the database is unavailable, it retries as long as this worker may still hold the lease.
 */
async function conclude<Ctx>(
  bench: Bench<Ctx>,
  job: ClaimedJob,
  lease: Lease,
  failure: Error | undefined,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      if (failure !== undefined) return (await failJob(bench.db, job, verdict(bench, job, failure))) ?? 'lost';
      return (await settleJob(bench.db, job)) || lease.settled ? 'done' : 'lost';
    } catch {
      if (lease.over || tries >= CONCLUDE_TRIES_MAX) return 'lost';
      await sleep(CONCLUDE_AGAIN_MS);
    }
  }
}

function verdict<Ctx>({ handlers }: Bench<Ctx>, job: ClaimedJob, failure: Error) {
  const delays = handlers[job.name].retry_after_seconds;
  return {
    message: reasonOf(failure).replaceAll('\0', '').slice(0, MESSAGE_LENGTH_MAX),
    retry_after_seconds: delays[Math.max(delays.length - job.retries_left, 0)] ?? 0,
  };
}

/** Returns the failure message. Database errors may quote a person's data, so only their code is kept. */
const reasonOf = (failure: Error): string =>
  'severity' in failure && 'code' in failure
    ? `database error ${String(failure.code)}`
    : `${failure.name}: ${failure.message}`;

async function failureOf(run: () => Promise<void>): Promise<Error | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const rejected = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
