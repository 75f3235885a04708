// The context of a background job: the real clock, a log, and a database handle. The handle rejects writes as soon as
// this attempt no longer holds the job.
import type { Logger } from 'pino';
import type { Clock } from '#base/clock.ts';
import type { JobOwner } from '#domain/platform/jobs.ts';
import type { Db } from '#storage/platform/db.ts';
import type { HeldJob } from '#storage/platform/queue.ts';
import { type Ctx, type CtxParts, ctxOf } from './ctx.ts';

export type { HeldJob, Queue } from '#storage/platform/queue.ts';

export type JobCtx = {
  readonly owner: JobOwner;
  /** The database handle for the owner's rows. It rejects writes as soon as this attempt no longer holds the job. */
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly file_store: CtxParts['file_store'];
  /** True if this is the last attempt. If it fails, the job becomes a dead job. */
  readonly is_last_attempt: boolean;
  /** Long jobs check this signal between steps. */
  readonly signal: AbortSignal;
  /**
   * Ends the job in the given transaction, so that the job's effect happens exactly once. Must be the last write of the
   * transaction.
   */
  settle(tx: Db): Promise<void>;
  /**
   * Returns the owner's context. Like `db`, the context can write only while this attempt holds the job. Throws an
   * error if the job belongs to the system.
   */
  asOwner(): Promise<Ctx>;
};

export const jobCtxFor = (parts: CtxParts, job: HeldJob): JobCtx => ({
  owner: job.owner,
  db: job.db,
  clock: parts.clock,
  log: parts.log.child({ job: job.name, job_id: job.id }),
  file_store: parts.file_store,
  is_last_attempt: job.is_last_attempt,
  signal: job.signal,
  settle: job.settle,
  asOwner() {
    if (job.owner === 'system') throw new Error('a system job does not belong to a client');
    return ctxOf(parts, job.owner, job.db);
  },
});
