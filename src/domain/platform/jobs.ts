// Work done in the background: what each job is called and what it carries. A service enqueues by these
// names without knowing the worker; worker/jobs.ts has one handler for each of them.
import { type Static, Type } from 'typebox';
import { isId } from '#base/ids.ts';
import { choice, Id } from '#base/schema.ts';
import { Uuid } from '#base/uuids.ts';
import { MAIL_KINDS } from './mails.ts';
import { ENVIRONMENTS, type Scope } from './scope.ts';
import { type Check, compileCheck } from './validation.ts';

// One line per job. A payload is stored in the clear and outside row-level security, so it holds ids and
// settings, never a person's data.
export const JOBS = {
  housekeeping: Type.Object({}),
  run_task: Type.Object({ task_id: Id }),
  make_payroll_report: Type.Object({ report_id: Id }),
  /** The next chunk of a client's batches. */
  create_order_batch: Type.Object({}),
  make_invoice: Type.Object({ order_group_id: Uuid }),
  /** To one recipient: a dashboard user, by id. */
  send_mail: Type.Object({ mail: choice(MAIL_KINDS), subject_id: Id, recipient_id: Id }),
  send_order_message: Type.Object({ message_id: Id }),
};

export type JobName = keyof typeof JOBS;
export type JobPayloads = { [N in JobName]: Static<(typeof JOBS)[N]> };

/** Whom a job works for. It sees this owner's rows only; jobs of the system belong to no client and see all. */
export type JobOwner = Scope | 'system';

export type JobHandler<N extends JobName, Ctx> = {
  /** How long to wait after the first failure, the second, and so on; one more failure and the job is dead. */
  readonly retry_after_seconds: readonly number[];
  /** When to give an attempt up as failed; 15 minutes where nothing is said. */
  readonly timeout_seconds?: number;
  /** Makes it a job of the system that runs once in each such span of time, whatever the number of workers. */
  readonly every_seconds?: Record<string, never> extends JobPayloads[N] ? number : never;
  run(ctx: Ctx, payload: JobPayloads[N]): Promise<void>;
};

/** A job without a handler does not compile. */
export type JobHandlers<Ctx> = { readonly [N in JobName]: JobHandler<N, Ctx> };

export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);
export const JOB_NAMES: readonly JobName[] = Object.keys(JOBS).filter(isJobName);

const CHECKS = new Map<JobName, Check>();

/** What was enqueued may come from another version of this code, so it is checked on arrival. */
export function parsePayload<N extends JobName>(name: N, payload: unknown): JobPayloads[N] {
  const check = CHECKS.get(name) ?? compileCheck(JOBS[name], 'payload');
  CHECKS.set(name, check);
  if (check(payload).length > 0) throw new Error(`the payload of this ${name} job is not one of ours`);
  return payload as JobPayloads[N];
}

/** The owner as one word. A client's environments are two owners: its tests must not hold up its real work. */
export const ownerKey = (owner: JobOwner): string =>
  owner === 'system' ? owner : `${owner.client_id}:${owner.environment}`;

export function parseOwner(key: string): JobOwner {
  if (key === 'system') return key;
  const [client_id = '', name] = key.split(':');
  const environment = ENVIRONMENTS.find((environment) => environment === name);
  if (!isId(client_id) || environment === undefined) throw new Error('not the owner of a job');
  return { client_id, environment };
}
