// The background worker: takes jobs from the queue and passes them to services. The loop itself is in the queue
// (storage/platform/queue-loop.ts), because it claims jobs and renews leases by SQL statements.
import type { Logger } from 'pino';
import type { HeldJob, JobCtx, Queue } from '#services/platform/jobs.ts';
import { handlers } from './jobs.ts';

export type Worker = {
  queue: Pick<Queue, 'work'>;
  ctxFor: (job: HeldJob) => JobCtx;
  log: Logger;
  /** The maximum number of concurrent jobs in this process, not counting jobs that read files. */
  concurrency_max: number;
  /** The number of files that this process reads at once. */
  readers: number;
};

/**
 * The share of the slots that one owner (a client in one environment) may use: three of ten. All slots are in use only
 * if four or more owners are busy. Jobs are then claimed round-robin across these owners.
 */
const PER_OWNER_SHARE = 0.3;

/** Starts the worker. It runs until the queue is stopped. */
export async function startWorker({ queue, ctxFor, log, concurrency_max, readers }: Worker): Promise<void> {
  const per_owner_max = Math.max(1, Math.floor(concurrency_max * PER_OWNER_SHARE));
  // A file is claimed only when a reader is free for it. So files wait in the queue, where clients take turns, and do
  // not occupy the slots of other jobs.
  const own_slots = { read_document_file: readers };
  await queue.work(handlers, ctxFor, { concurrency_max, per_owner_max, own_slots });
  log.info({ concurrency_max, per_owner_max, readers }, 'working on background jobs');
}
