// Background jobs: their names and payloads. A service enqueues a job by name and does not depend on the worker.
// worker/jobs.ts has one handler for each job.
import { type Static, Type } from 'typebox';
import { isId } from '#base/ids.ts';
import { choice, Id } from '#base/schema.ts';
import { Uuid } from '#base/uuids.ts';
import { MAIL_KINDS } from './mails.ts';
import { ENVIRONMENTS, type Scope } from './scope.ts';
import { type Check, compileCheck } from './validation.ts';

// Payloads by job name. A payload is stored unencrypted and outside row-level security, so it contains ids and
// settings, never personal data.
export const JOBS = {
  housekeeping: Type.Object({}),
  /** Removes the contents of files from the file store. */
  remove_files: Type.Object({}),
  run_task: Type.Object({ task_id: Id }),
  /** Refreshes a link because its provider reported that data has changed. */
  refresh_noticed_link: Type.Object({ link_id: Id }),
  make_payroll_report: Type.Object({ report_id: Id }),
  /** Creates the next chunk of orders in a client's batches. */
  create_order_batch: Type.Object({}),
  make_invoice: Type.Object({ order_group_id: Uuid }),
  /** Sends an e-mail to one dashboard user, given by id. */
  send_mail: Type.Object({ mail: choice(MAIL_KINDS), subject_id: Id, recipient_id: Id }),
  /** Sends an invitation to become a member of the console. */
  send_invitation: Type.Object({ invitation_id: Id }),
  read_document_file: Type.Object({ file_id: Id }),
  send_order_message: Type.Object({ message_id: Id }),
};

export type JobName = keyof typeof JOBS;
export type JobPayloads = { [N in JobName]: Static<(typeof JOBS)[N]> };

/** How long dead jobs are kept for the operator. */
export const DEAD_JOBS_KEPT_DAYS = 30;

/** The owner of a job. A job sees only its owner's rows. System jobs belong to no client and see all rows. */
export type JobOwner = Scope | 'system';

export type JobHandler<N extends JobName, Ctx> = {
  /**
   * Delays in seconds after the first failure, the second failure, and so on. If the attempt after the last delay
   * fails, the job is dead.
   */
  readonly retry_after_seconds: readonly number[];
  /** The timeout of an attempt. After this time, the attempt is treated as failed. The default is 15 minutes. */
  readonly timeout_seconds?: number;
  /** If set, this is a system job that runs once per interval, whatever the number of workers. */
  readonly every_seconds?: Record<string, never> extends JobPayloads[N] ? number : never;
  run(ctx: Ctx, payload: JobPayloads[N]): Promise<void>;
};

/** Maps each job name to its handler. If a job has no handler, the code does not compile. */
export type JobHandlers<Ctx> = { readonly [N in JobName]: JobHandler<N, Ctx> };

export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);
export const JOB_NAMES: readonly JobName[] = Object.keys(JOBS).filter(isJobName);

const CHECKS = new Map<JobName, Check>();

/** Another version of this code may have enqueued the job, so the payload is checked before the job runs. */
export function parsePayload<N extends JobName>(name: N, payload: unknown): JobPayloads[N] {
  const check = CHECKS.get(name) ?? compileCheck(JOBS[name], 'payload');
  CHECKS.set(name, check);
  if (check(payload).length > 0) throw new Error(`the payload of this ${name} job does not match its schema`);
  return payload as JobPayloads[N];
}

/**
 * The job's owner as one string. Each environment of a client is a separate owner, so that a client's sandbox jobs do
 * not delay the client's prod jobs.
 */
export const ownerKey = (owner: JobOwner): string =>
  owner === 'system' ? owner : `${owner.client_id}:${owner.environment}`;

export function parseOwner(key: string): JobOwner {
  if (key === 'system') return key;
  const [client_id = '', name] = key.split(':');
  const environment = ENVIRONMENTS.find((environment) => environment === name);
  if (!isId(client_id) || environment === undefined) throw new Error('not a valid job owner');
  return { client_id, environment };
}
