// The background entrance: takes jobs off the queue and hands them to services. The loop itself is the
// queue's own (storage/platform/queue-loop.ts), since it is made of statements.
import type { Logger } from 'pino';
import type { HeldJob, JobCtx, Queue } from '#services/platform/jobs.ts';
import { handlers } from './jobs.ts';

export type Worker = {
  queue: Pick<Queue, 'work'>;
  ctxFor: (job: HeldJob) => JobCtx;
  log: Logger;
  /** Jobs at a time in this process. */
  concurrency_max: number;
};

/** Of ten slots three: it takes four busy owners to fill them all, and then they take turns. */
const PER_OWNER_SHARE = 0.3;

/** Runs until the queue is stopped. */
export async function startWorker({ queue, ctxFor, log, concurrency_max }: Worker): Promise<void> {
  const per_owner_max = Math.max(1, Math.floor(concurrency_max * PER_OWNER_SHARE));
  await queue.work(handlers, ctxFor, { concurrency_max, per_owner_max });
  log.info({ concurrency_max, per_owner_max }, 'working on background jobs');
}
