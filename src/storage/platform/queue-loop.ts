// A loop of the worker. While the loop has free slots, it claims jobs and runs them. It takes jobs from one owner (a
// client in one environment, or the system) after the other, round-robin.
import { setTimeout as sleep } from 'node:timers/promises';
import { newAlarm } from '#base/alarm.ts';
import { elapsedMs } from '#base/clock.ts';
import type { JobName } from '#domain/platform/jobs.ts';
import type { QueueLog } from './queue-boss.ts';
import { type ClaimedJob, claimJob, returnJob, type Turn } from './queue-jobs.ts';
import { endLease, keepLeases, type Lease, type LostJob } from './queue-leases.ts';
import { type Bench, runJob } from './queue-run.ts';

export type LoopOptions = {
  /** The jobs that this loop runs. */
  names: readonly JobName[];
  /** Maximum number of concurrent jobs in this loop. */
  concurrency_max: number;
  /**
   * Maximum number of concurrent jobs of one owner. It is lower than `concurrency_max` in the loop that most jobs
   * share, so that no owner can use all slots.
   */
  per_owner_max: number;
  /** How often the worker looks for jobs whose notification it missed. The default is once per second. */
  poll_ms?: number;
};

export type Loop = {
  /** Makes the loop look for jobs now. Call this function when there may be a new job. */
  wake(): void;
  /** Lets running jobs finish for up to ten seconds and puts unfinished jobs back on the queue. */
  stop(): Promise<void>;
};

/**
 * Fallback for LISTEN: the maximum delay before the worker finds a job that has become due or whose notification was
 * missed.
 */
const POLL_MS = 1_000;
const FINISH_MS_MAX = 10_000;

/**
 * An attempt that this worker is running. The worker tracks attempts instead of jobs, because after a stall it may
 * claim the same job that it has just lost.
 */
type Running = Lease & { readonly owner: string; done: Promise<void> };

export function startLoop<Ctx>(bench: Bench<Ctx>, options: LoopOptions): Loop {
  const { poll_ms = POLL_MS } = options;
  const running = new Set<Running>();
  const closing = new AbortController();
  const alarm = newAlarm();
  const attempt = outageReporter(bench.log);
  const retries = Object.fromEntries(
    options.names.map((name) => [name, bench.handlers[name].retry_after_seconds.length]),
  );
  let after: Turn = { owner: '', name: '' };

  async function claim(): Promise<boolean> {
    if (running.size >= options.concurrency_max) return false;
    const claimed_ms = elapsedMs();
    const job = await claimJob(bench.db, { after, full: fullOwners(running, options.per_owner_max), retries });
    if (job === undefined) return false;
    after = job;
    // The loop may have been stopped while the claim statement was running. The claimed job is then put back on the
    // queue.
    if (closing.signal.aborted) return returnJob(bench.db, job);
    begin(job, claimed_ms);
    return true;
  }

  function begin(job: ClaimedJob, renewed_ms: number): void {
    const { name, id, attempt, owner } = job;
    const abort = new AbortController();
    const lease = { name, id, attempt, owner, abort, renewed_ms, settled: false, over: false, done: Promise.resolve() };
    running.add(lease);
    lease.done = runJob(bench, job, lease).finally(() => {
      running.delete(lease);
      alarm.ring();
    });
  }

  async function turn(): Promise<void> {
    while (!closing.signal.aborted) {
      alarm.reset();
      const claimed = await attempt('claiming jobs', claim);
      if (claimed === undefined) await sleep(poll_ms, undefined, { signal: closing.signal }).catch(() => undefined);
      else if (!claimed) await alarm.wait(poll_ms);
    }
  }

  function onLost(jobs: readonly LostJob[]): void {
    for (const { name, id, state } of jobs) {
      bench.log.warn({ job: name, job_id: id, state }, 'a worker was lost; its job is available again');
    }
    alarm.ring();
  }

  const keeper = keepLeases({ db: bench.db, leases: running, attempt, onLost });
  const turning = turn();

  return {
    wake: () => alarm.ring(),
    async stop() {
      closing.abort();
      alarm.ring();
      await turning;
      await finishOrReturn(bench, running);
      await keeper.stop();
    },
  };
}

async function finishOrReturn<Ctx>({ db, log }: Bench<Ctx>, running: ReadonlySet<Running>): Promise<void> {
  const finished = new AbortController();
  await Promise.race([
    Promise.all([...running].map(({ done }) => done)).finally(() => finished.abort()),
    sleep(FINISH_MS_MAX, undefined, { signal: finished.signal }).catch(() => undefined),
  ]);
  await Promise.allSettled(
    [...running].map(async (lease) => {
      // The job is put back on the queue before its handler is aborted; otherwise the abort would be treated as a
      // failure of the job.
      if (!(await returnJob(db, lease))) return;
      endLease(lease, new Error('the worker is stopping'));
      log.warn({ job: lease.name, job_id: lease.id }, 'job not finished in time, returned to the queue');
    }),
  );
}

function fullOwners(running: ReadonlySet<Running>, per_owner_max: number): string[] {
  const counts = new Map<string, number>();
  for (const { owner } of running) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= per_owner_max).map(([owner]) => owner);
}

/**
 * Returns a function that runs a statement. During a database outage, this function logs only the first failure and the
 * recovery.
 */
function outageReporter(log: QueueLog) {
  const failing = new Set<string>();
  return async function attempt<T>(what: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await run();
      if (failing.delete(what)) log.info({}, `${what} works again`);
      return result;
    } catch (error) {
      if (!failing.has(what)) log.error({ err: error }, `${what} fails`);
      failing.add(what);
      return undefined;
    }
  };
}
