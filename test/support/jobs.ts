// Background jobs in tests: a queue without logging, the same handler for every job, and polling with a long timeout.
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { elapsedMs } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { JOB_NAMES, type JobHandler, type JobHandlers, type JobName } from '#domain/platform/jobs.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Database } from '#storage/platform/db.ts';
import { type HeldJob, openQueue, type Queue } from '#storage/platform/queue.ts';
import { PATIENT_MS } from './server.ts';

export const silentLog = pino({ level: 'silent' });

export const newScope = (): Scope => ({ client_id: newId(), environment: 'prod' });

export const openTestQueue = (database: Database & { url: string; role: string | undefined }): Promise<Queue> =>
  openQueue({ database, url: database.url, role: database.role, timeout_ms: PATIENT_MS, log: silentLog });

type AnyHandler = Pick<JobHandler<JobName, HeldJob>, 'retry_after_seconds' | 'timeout_seconds'> & {
  run(job: HeldJob): Promise<void>;
};

/** Returns handlers in which every job name has the same handler, so that tests need not list the names. */
export function everyJob(handler: AnyHandler): JobHandlers<HeldJob> {
  const handlers: Partial<JobHandlers<HeldJob>> = Object.fromEntries(JOB_NAMES.map((name) => [name, handler]));
  if (!isComplete(handlers)) throw new Error('a job has no handler');
  return handlers;
}

const isComplete = (handlers: Partial<JobHandlers<HeldJob>>): handlers is JobHandlers<HeldJob> =>
  JOB_NAMES.every((name) => handlers[name] !== undefined);

/**
 * The service promises results within 15 seconds. The tests wait four times as long, because the machine may be busy
 * with other tests.
 */
const PATIENCE_MS = 60_000;

/** The shortest and the longest pause between two checks of a condition. */
const PAUSE_MS = { min: 10, max: 50 };

/**
 * Waits until the condition is true. A check may need a request or a query, which slows down the work that the test
 * waits for. So the pauses between the checks grow to a tenth of the time waited.
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const started_ms = elapsedMs();
  while (!(await condition())) {
    const waited_ms = elapsedMs() - started_ms;
    if (waited_ms > PATIENCE_MS) throw new Error('waited in vain');
    await sleep(Math.min(Math.max(PAUSE_MS.min, waited_ms / 10), PAUSE_MS.max));
  }
}
