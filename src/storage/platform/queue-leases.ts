// Job leases. A worker renews its leases every few seconds. If it stops renewing them, its leases expire, and other
// workers take over its jobs. The stored times come from the database's clock, so the clocks of workers need not agree.
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '#base/clock.ts';
import type { Db } from './db.ts';
import { type Attempt, Fenced } from './queue-fence.ts';
import { freeLostJobs, renewLeases } from './queue-jobs.ts';

export type Lease = Attempt & {
  readonly abort: AbortController;
  renewed_ms: number;
  /** Whether the handler has ended the job in its own transaction. That transaction may still fail. */
  settled: boolean;
  /** True if this worker gave up the lease, or if another worker now has the job. */
  over: boolean;
};
export type LostJob = Awaited<ReturnType<typeof freeLostJobs>>[number];
export type LeaseKeeper = { stop(): Promise<void> };

const TICK_MS = 1_000;
const RENEW_EVERY_MS = 3_000;
/**
 * A lease lasts three renewal intervals. If a worker is killed, its job runs again after the lease and one tick,
 * together about 10 s. We promise at most 15 s.
 */
const LEASE_MS = 9_000;
/**
 * How long we must have been connected to the database before we declare other workers' jobs lost. After a database
 * outage, every heartbeat is old. This delay gives running workers the time to renew their heartbeats.
 */
const STEADY_MS = RENEW_EVERY_MS + 2 * TICK_MS;

type Keeper = {
  db: Db;
  leases: ReadonlySet<Lease>;
  /** Runs a statement. If the statement fails, reports the error and returns undefined. */
  attempt<T>(what: string, run: () => Promise<T>): Promise<T | undefined>;
  onLost(jobs: readonly LostJob[]): void;
};

export function keepLeases(keeper: Keeper): LeaseKeeper {
  const closing = new AbortController();
  const done = tick(keeper, closing.signal);
  return {
    async stop() {
      closing.abort();
      await done;
    },
  };
}

export function endLease(lease: Lease, reason: Error): void {
  lease.over = true;
  lease.abort.abort(reason);
}

async function tick({ db, leases, attempt, onLost }: Keeper, closing: AbortSignal): Promise<void> {
  let steady_since_ms = elapsedMs();
  let renewed_ms = elapsedMs();
  let ticked_ms = elapsedMs();
  while (!closing.aborted) {
    const now_ms = elapsedMs();
    // If the last tick is longer ago than `RENEW_EVERY_MS`, this process itself was paused or too busy to run the loop.
    if (now_ms - ticked_ms > RENEW_EVERY_MS) steady_since_ms = now_ms;
    ticked_ms = now_ms;
    if (now_ms - renewed_ms >= RENEW_EVERY_MS) {
      renewed_ms = now_ms;
      const held = [...leases];
      const kept = await attempt('renewing leases', () => renewLeases(db, held));
      if (kept === undefined) steady_since_ms = elapsedMs();
      else renew(held, new Set(kept), now_ms);
    }
    abortOverdue(leases);
    if (elapsedMs() - steady_since_ms >= STEADY_MS) {
      const lost = await attempt('looking for lost jobs', () => freeLostJobs(db, LEASE_MS / 1000));
      if (lost === undefined) steady_since_ms = elapsedMs();
      else if (lost.length > 0) onLost(lost);
    }
    await sleep(TICK_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

function renew(held: readonly Lease[], kept: ReadonlySet<Lease>, now_ms: number): void {
  for (const lease of held) {
    if (kept.has(lease)) lease.renewed_ms = now_ms;
    else if (!lease.settled) endLease(lease, new Fenced(lease));
  }
}

/**
 * Ends this worker's leases that were not renewed in time. While the database is unavailable, no lease is renewed.
 * Another worker may then have taken over the job of such a lease.
 */
function abortOverdue(leases: ReadonlySet<Lease>): void {
  for (const lease of leases) {
    if (elapsedMs() - lease.renewed_ms > LEASE_MS) endLease(lease, new Fenced(lease));
  }
}
