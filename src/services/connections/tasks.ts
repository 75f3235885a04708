// Creates tasks, reads tasks, and gives waiting tasks their input. task-run.ts runs the tasks.
import type { KeyObject } from 'node:crypto';
import { notFound } from '#base/errors.ts';
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { recordFirst } from '#base/tracing.ts';
import type { Credentials, Reply } from '#connectors/contract.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { DepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import {
  STALLED_AFTER_SECONDS,
  type TaskAnswer,
  type TaskListQuery,
  type TaskStatus,
} from '#domain/connections/tasks.ts';
import type { NewEvent } from '#domain/events/events.ts';
import { type Paging, parseRange } from '#domain/platform/pages.ts';
import { announce } from '#services/events/events.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { setTimer } from '#services/platform/timers.ts';
import { setLastTask } from '#storage/connections/links.ts';
import {
  findShownTask,
  findTask,
  insertTask,
  type ListedTask,
  type StoredTask,
  stepTask,
  TASKS,
  type TaskRow,
} from '#storage/connections/tasks.ts';
import { holdUser } from '#storage/people/users.ts';
import { readPage } from '#storage/platform/lists/pages.ts';
import { openBridgeToken } from './bridge-tokens.ts';
import { providerRefOf } from './links.ts';
import {
  type OpenTask,
  openMissing,
  openSecretsOf,
  sealOutcome,
  sealSecrets,
  type TaskSecrets,
} from './task-secrets.ts';

export type NewTask = {
  link_id: string;
  /** True if the link already existed before this task. In that case this task becomes the link's last task. */
  is_known_link: boolean;
  user_id: string;
  order_id: string | null;
  bridge_token_id: string | null;
  product_type: ProductType;
  allowed_products: ProductType[];
  data_source: DataSource;
  provider_id: string;
  company_mapping: EmployerRef | null;
  template_id: string | null;
  use_case: string | null;
  tracking_info: string | null;
  is_refresh: boolean;
  is_suspicious: boolean;
  history_months: number;
  credentials: Credentials;
  code: string | null;
  is_unattended: boolean;
  deposit: DepositAccount | null;
  with_recent_paystub?: boolean;
};

/**
 * How a task begins: with a login, or with `parse` if its link is already connected. `connected` contains the events of
 * that connection.
 */
export type TaskStart = { id: string; status: 'login' | 'parse'; connected: NewEvent[] };

/**
 * Creates the task in the status `login` and announces it, in the given transaction. The caller then has to enqueue or
 * run the task.
 */
export const createTask = async (ctx: Ctx, key: KeyObject, input: NewTask): Promise<string> =>
  (await beginTask(ctx, key, input)).row.id;

/**
 * Does the same as `createTask`, but returns the row and the secrets. The caller needs them to run the first steps
 * itself.
 */
export async function beginTask(
  ctx: Ctx,
  key: KeyObject,
  input: NewTask,
  { id, status, connected }: TaskStart = { id: ctx.newId(), status: 'login', connected: [] },
): Promise<{ row: TaskRow; secrets: TaskSecrets }> {
  const now = ctx.now();
  const { credentials, code, is_unattended, deposit, with_recent_paystub = false, is_known_link, ...shown } = input;
  const secrets: TaskSecrets = {
    credentials,
    memory: null,
    reply: null,
    code,
    state: ctx.newId(),
    redirect_url: null,
    browser_hash: null,
    is_unattended,
    deposit: inDecimals(deposit),
    with_recent_paystub,
  };
  const row: TaskRow = {
    ...shown,
    id,
    status,
    error_message: null,
    waits_for: null,
    redirect_hash: null,
    version: 1,
    secrets: sealSecrets(ctx, key, id, secrets),
    outcome: outcomeOf(ctx, key, id, deposit),
    missing_data: null,
    failure_scope: null,
    provider_ms: 0,
    progress: 0,
    progress_at: now,
    progress_real_at: ctx.clock.now(),
    created_at: now,
    updated_at: now,
    finished_at: null,
  };
  const [is_held] = await Promise.all([
    // The user is locked, so that a concurrent erasure of the user runs either entirely before or entirely after this
    // transaction.
    holdUser(ctx.db, ctx.scope, input.user_id),
    insertTask(ctx.db, ctx.scope, row),
    announce(ctx, [statusEvent(row, 'new'), ...connected, statusEvent(row, status)]),
    setTimer(ctx, { kind: 'task_stalled', subject_id: id, due_at: watchedAt(now) }),
    is_known_link ? setLastTask(ctx.db, ctx.scope, input.link_id, id) : undefined,
  ]);
  if (!is_held) throw notFound();
  if (row.order_id === null) recordFirst(id, 'task created', { 'vouch.task_id': id });
  return { row, secrets };
}

/**
 * Returns the sealed outcome with the deposit account. A deposit report shows this account from the task's first step
 * on, even if the task fails.
 */
const outcomeOf = (ctx: Ctx, key: KeyObject, id: string, deposit: DepositAccount | null): Buffer | null =>
  deposit === null ? null : sealOutcome(ctx, key, id, { deposit: inDecimals(deposit), initial_accounts: null });

/**
 * The time at which we first check whether a worker is still running the task. Most tasks end well before this time.
 */
export const watchedAt = (now: Date): Date => new Date(now.getTime() + WATCHED_AFTER_SECONDS * 1000);
const WATCHED_AFTER_SECONDS = 60;

export const stalledAt = (progress_at: Date): Date => new Date(progress_at.getTime() + STALLED_AFTER_SECONDS * 1000);

type EventfulTask = Pick<
  TaskRow,
  'id' | 'user_id' | 'template_id' | 'link_id' | 'product_type' | 'data_source' | 'tracking_info' | 'order_id'
>;

/** The fields common to all events of a task. */
export const eventSubject = (task: Omit<EventfulTask, 'id' | 'order_id'>) => ({
  user_id: task.user_id,
  template_id: task.template_id,
  link_id: task.link_id,
  product: task.product_type,
  data_source: task.data_source,
  tracking_info: task.tracking_info,
});

export function statusEvent(task: EventfulTask, status: TaskStatus, error_message: string | null = null): NewEvent {
  const { user_id, template_id, link_id, product, data_source, tracking_info } = eventSubject(task);
  return {
    event_type: 'task-status-updated',
    user_id,
    template_id,
    task_id: task.id,
    link_id,
    product,
    data_source,
    tracking_info,
    status,
    order_id: task.order_id,
    error_message,
  };
}

/** A task runs as a job of the queue. If the process crashes, another process continues the task. */
export const enqueueTask = (ctx: Ctx, task_id: string): Promise<void> =>
  ctx.queue.enqueue(ctx.db, ctx.scope, 'run_task', { task_id });

export async function getTask(ctx: Ctx, id: string): Promise<ListedTask> {
  const task = await findShownTask(ctx.db, ctx.scope, id);
  if (task === undefined) throw await missing(ctx, (db, scope) => findShownTask(db, scope, id));
  return task;
}

/** Returns the refresh task with this id. Throws 404 if the task is not a refresh. */
export async function getRefresh(ctx: Ctx, id: string): Promise<ListedTask> {
  const task = await getTask(ctx, id);
  if (!task.is_refresh) throw notFound();
  return task;
}

export async function listTasks(
  ctx: Ctx,
  query: TaskListQuery,
  paging: Paging,
): Promise<{ count: number; tasks: ListedTask[] }> {
  const { count, rows, needs_closing } = await readPage<ListedTask>(ctx.db, ctx.scope, TASKS, {
    ...query,
    ...paging,
    ...parseRange(query),
  });
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, TASKS);
  return { count, tasks: rows };
}

export async function presentTask(ctx: Ctx, task: ListedTask): Promise<TaskAnswer> {
  const missing_data = await missingDataOf(ctx, task);
  return {
    id: task.id,
    link_id: task.link_id,
    user_id: task.user_id,
    order_id: task.order_id,
    bridge_token: await bridgeTokenOf(ctx, task),
    status: task.status,
    product_type: task.product_type,
    data_source: task.data_source,
    provider: providerRefOf(ctx, task.provider_id),
    error_message: task.error_message,
    ...(missing_data.length > 0 ? { missing_data } : {}),
    tracking_info: task.tracking_info,
    is_suspicious: task.is_suspicious,
    is_refresh: task.is_refresh,
    created_at: toTimestamp(task.created_at),
    updated_at: toTimestamp(task.updated_at),
  };
}

/**
 * Returns the names of missing data; an empty list after the person was erased, because then the key to unseal them no
 * longer exists.
 */
async function missingDataOf(ctx: Ctx, task: ListedTask): Promise<string[]> {
  const { missing_data } = task;
  if (missing_data === null || !hasKey(task)) return [];
  return openMissing(ctx, await ctx.vault.unwrap(ctx.scope, task.user_id, task), task.id, missing_data);
}

const hasKey = ({ wrapped_key }: { wrapped_key: Buffer | null }): boolean => wrapped_key !== null;

async function bridgeTokenOf(ctx: Ctx, task: ListedTask): Promise<string | null> {
  const { bridge_token_id, bridge_token_sealed, user_id } = task;
  if (bridge_token_id === null || bridge_token_sealed === null) return null;
  const key = await ctx.vault.unwrap(ctx.scope, user_id, task);
  return openBridgeToken(ctx, key, bridge_token_id, bridge_token_sealed).token;
}

/**
 * Gives a waiting task its input and enqueues the task. Returns false if the task does not wait for this kind of input.
 */
export async function answerTask(
  ctx: Ctx,
  task_id: string,
  expected: 'code' | 'redirect',
  reply: Reply,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const row = await findTask(ctx.db, ctx.scope, task_id);
    if (row === undefined || row.waits_for !== expected || row.secrets === null) return false;
    if ((await writeAnswer(ctx, await openSecretsOf(ctx, row), reply)) === undefined) return false;
    await enqueueTask(ctx, task_id);
    return true;
  });
}

/** Returns the task with its input, ready to continue; `undefined` if another request has already given the input. */
export async function writeAnswer(ctx: Ctx, task: OpenTask, reply: Reply): Promise<OpenTask | undefined> {
  const secrets = { ...task.secrets, reply };
  const row: StoredTask = {
    ...task.row,
    waits_for: null,
    redirect_hash: null,
    secrets: sealSecrets(ctx, task.key, task.row.id, secrets),
    progress_at: ctx.now(),
    progress_real_at: ctx.clock.now(),
  };
  if (!(await stepTask(ctx.db, ctx.scope, row))) return undefined;
  return { ...task, row: { ...row, version: row.version + 1 }, secrets };
}
