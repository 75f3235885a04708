// Rows of tasks. Each row has a `version`, which every step increases. A step of a task is written only if the row
// still has the `version` that was read before the step. If another step was written in between, the write is refused.

import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { EmployerRef } from '#domain/connections/links.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';
import type { TaskStatus } from '#domain/connections/tasks.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { NEEDS_NOTE, noteChange } from '#storage/platform/lists/list-blocks.ts';
import type { List } from '#storage/platform/lists/pages.ts';

export type WaitsFor = 'code' | 'redirect' | 'time';

export type TaskRow = {
  id: string;
  link_id: string;
  user_id: string;
  order_id: string | null;
  bridge_token_id: string | null;
  status: TaskStatus;
  product_type: ProductType;
  allowed_products: ProductType[];
  data_source: DataSource;
  provider_id: string;
  company_mapping: EmployerRef | null;
  template_id: string | null;
  use_case: string | null;
  tracking_info: string | null;
  error_message: string | null;
  is_suspicious: boolean;
  is_refresh: boolean;
  history_months: number;
  waits_for: WaitsFor | null;
  redirect_hash: Buffer | null;
  version: number;
  secrets: Buffer | null;
  outcome: Buffer | null;
  /** The missing data in encrypted form; null if no data is missing. */
  missing_data: Buffer | null;
  /** The scope of the task's failure, if the failure does not count against the provider's health; otherwise null. */
  failure_scope: Exclude<FailureScope, 'provider'> | null;
  /** How long the steps of the task have taken in total, in milliseconds. */
  provider_ms: number;
  progress: number;
  progress_at: Date;
  progress_real_at: Date;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
};

/** A task with its person's wrapped key, and its link's sealed data if the task already has a link. */
export type StoredTask = TaskRow & WrappedKey & { link_sealed: Buffer | null; link_is_suspicious: boolean | null };
/** The columns of a task that are needed to update the task's order. */
export type OrderTask = Pick<
  TaskRow,
  'id' | 'order_id' | 'tracking_info' | 'link_id' | 'data_source' | 'status' | 'is_refresh'
>;
export type ListedTask = TaskRow & WrappedKey & { bridge_token_sealed: Buffer | null };

const COLUMN_NAMES = [
  'id',
  'link_id',
  'user_id',
  'order_id',
  'bridge_token_id',
  'status',
  'product_type',
  'allowed_products',
  'data_source',
  'provider_id',
  'company_mapping',
  'template_id',
  'use_case',
  'tracking_info',
  'error_message',
  'is_suspicious',
  'is_refresh',
  'history_months',
  'waits_for',
  'redirect_hash',
  'version',
  'secrets',
  'outcome',
  'missing_data',
  'failure_scope',
  'provider_ms',
  'progress',
  'progress_at',
  'progress_real_at',
  'created_at',
  'updated_at',
  'finished_at',
] as const satisfies readonly (keyof TaskRow)[];

const COLUMNS = COLUMN_NAMES.map((name) => `t.${name}`).join(', ');
const INSERT = `insert into tasks (client_id, environment, ${COLUMN_NAMES.join(', ')})
  values ($1, $2, ${COLUMN_NAMES.map((_, at) => `$${at + 3}`).join(', ')})`;
const KEY = `join data_keys k on k.client_id = t.client_id and k.environment = t.environment and k.owner_id = t.user_id`;
const LINK = `left join links l on l.client_id = t.client_id and l.environment = t.environment and l.id = t.link_id`;
const TOKEN = `left join bridge_tokens b
  on b.client_id = t.client_id and b.environment = t.environment and b.id = t.bridge_token_id`;

export async function insertTask(tx: Db, scope: Scope, task: TaskRow): Promise<void> {
  await tx.query(INSERT, [scope.client_id, scope.environment, ...COLUMN_NAMES.map((name) => task[name])]);
}

export async function findTask(db: Db, scope: Scope, id: string): Promise<StoredTask | undefined> {
  const { rows } = await db.lookup<StoredTask>(
    `select ${COLUMNS}, k.master_key_id, k.wrapped_key, l.sealed as link_sealed, l.is_suspicious as link_is_suspicious
     from tasks t ${KEY} ${LINK} where t.client_id = $1 and t.environment = $2 and t.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/**
 * Finds a task, and returns the columns that the API shows. The task is found even if the person and the person's key
 * were deleted.
 */
export async function findShownTask(db: Db, scope: Scope, id: string): Promise<ListedTask | undefined> {
  const { rows } = await db.query<ListedTask>(
    `select ${TASKS.columns} from tasks t ${TASKS.join} where t.client_id = $1 and t.environment = $2 and t.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** The columns that a step may change. */
export type TaskStep = Pick<
  TaskRow,
  | 'id'
  | 'version'
  | 'link_id'
  | 'status'
  | 'error_message'
  | 'is_suspicious'
  | 'waits_for'
  | 'redirect_hash'
  | 'secrets'
  | 'outcome'
  | 'missing_data'
  | 'failure_scope'
  | 'provider_ms'
  | 'progress'
  | 'progress_at'
  | 'progress_real_at'
  | 'updated_at'
  | 'finished_at'
>;

/**
 * Writes a step of the task, which this worker read at `version`. Returns false if another worker has written a step
 * since then. If the step changes the task's status, `before` is the status at `version`.
 */
export async function stepTask(tx: Db, scope: Scope, step: TaskStep, before = step.status): Promise<boolean> {
  const { rows } = await tx.query<{ created_at: Date; product_type: ProductType; needs_note: boolean }>(STEP, [
    scope.client_id,
    scope.environment,
    step.id,
    step.version,
    step.link_id,
    step.status,
    step.error_message,
    step.is_suspicious,
    step.waits_for,
    step.redirect_hash,
    step.secrets,
    step.outcome,
    step.progress,
    step.progress_at,
    step.updated_at,
    step.finished_at,
    step.progress_real_at,
    step.missing_data,
    step.failure_scope,
    step.provider_ms,
  ]);
  const [stepped] = rows;
  if (stepped === undefined) return false;
  const { id, status: after } = step;
  // A separate statement corrects the list counts, so that a step without a correction is not slowed down. Nearly all
  // steps follow right after the insert of the task and need no correction.
  if (after !== before && stepped.needs_note) {
    await noteChange(tx, scope, TASKS, 'status', { row: { ...stepped, id, status: before }, after: { status: after } });
  }
  return true;
}

/** Finds the scope and id of the task that waits for this redirect. Needs the system scope. */
export async function findTaskByRedirect(db: Db, redirect_hash: Buffer): Promise<(Scope & { id: string }) | undefined> {
  const { rows } = await db.query<Scope & { id: string }>(
    'select client_id, environment, id from tasks where redirect_hash = $1',
    [redirect_hash],
  );
  return rows[0];
}

/** Returns the link's newest task for one of these products. The link's reports are based on this task. */
export async function findLastTaskOf(
  db: Db,
  scope: Scope,
  link_id: string,
  products: readonly ProductType[],
): Promise<StoredTask | undefined> {
  const { rows } = await db.query<StoredTask>(
    `select ${COLUMNS}, k.master_key_id, k.wrapped_key from tasks t ${KEY}
     where t.client_id = $1 and t.environment = $2 and t.link_id = $3 and t.product_type = any($4)
     order by t.inserted_at desc limit 1`,
    [scope.client_id, scope.environment, link_id, products],
  );
  return rows[0];
}

export async function findLastRefreshOf(
  db: Db,
  scope: Scope,
  link_id: string,
  products: readonly ProductType[],
): Promise<{ status: TaskStatus } | undefined> {
  const { rows } = await db.query<{ status: TaskStatus }>(
    `select status from tasks t where client_id = $1 and environment = $2 and link_id = $3 and is_refresh
       and product_type = any($4)
     order by inserted_at desc limit 1`,
    [scope.client_id, scope.environment, link_id, products],
  );
  return rows[0];
}

/** Returns the id of the link's unfinished refresh of this product. */
export async function findRunningRefresh(
  db: Db,
  scope: Scope,
  link_id: string,
  product_type: ProductType,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from tasks where client_id = $1 and environment = $2 and link_id = $3 and is_refresh
       and product_type = $4 and finished_at is null order by inserted_at desc limit 1`,
    [scope.client_id, scope.environment, link_id, product_type],
  );
  return rows[0]?.id;
}

/**
 * For each link of the person and each of these products, returns the newest finished task. Reports use these tasks.
 */
export async function listFinishedTasks(
  db: Db,
  scope: Scope,
  user_id: string,
  products: readonly ProductType[],
): Promise<StoredTask[]> {
  const { rows } = await db.query<StoredTask>(
    `select distinct on (t.link_id, t.product_type) ${COLUMNS}, k.master_key_id, k.wrapped_key from tasks t ${KEY}
     where t.client_id = $1 and t.environment = $2 and t.user_id = $3 and t.product_type = any($4)
       and t.finished_at is not null
     order by t.link_id, t.product_type, t.inserted_at desc`,
    [scope.client_id, scope.environment, user_id, products],
  );
  return rows;
}

/** Returns the latest `finished_at` of all tasks of these links; null if no task has finished. */
export async function findLastFinishOf(db: Db, scope: Scope, link_ids: readonly string[]): Promise<Date | null> {
  const { rows } = await db.query<{ finished_at: Date | null }>(
    `select max(finished_at) as finished_at from tasks
     where client_id = $1 and environment = $2 and link_id = any($3)`,
    [scope.client_id, scope.environment, link_ids],
  );
  return rows[0]?.finished_at ?? null;
}

/** Returns these orders' tasks, oldest first. */
export async function listTasksOfOrders(db: Db, scope: Scope, order_ids: readonly string[]): Promise<ListedTask[]> {
  const { rows } = await db.query<ListedTask>(
    `select ${TASKS.columns} from tasks t ${TASKS.join}
     where t.client_id = $1 and t.environment = $2 and t.order_id = any($3) order by t.inserted_at`,
    [scope.client_id, scope.environment, order_ids],
  );
  return rows;
}

/** Returns a person's tasks that have not ended, locked until the transaction ends. */
export async function lockRunningTasks(tx: Db, scope: Scope, user_id: string): Promise<StoredTask[]> {
  const { rows } = await tx.query<StoredTask>(
    `select ${COLUMNS}, k.master_key_id, k.wrapped_key, l.sealed as link_sealed, l.is_suspicious as link_is_suspicious
     from tasks t ${KEY} ${LINK} where t.client_id = $1 and t.environment = $2 and t.user_id = $3
       and t.finished_at is null
     order by t.created_at, t.id for update of t`,
    [scope.client_id, scope.environment, user_id],
  );
  return rows;
}

export const TASKS: List = {
  filters: {
    status: { column: 'status', is_counted: true },
    product_type: { column: 'product_type', is_counted: true },
    user_id: { column: 'user_id' },
    link_id: { column: 'link_id' },
    order_id: { column: 'order_id' },
  },
  counted_pairs: [['status', 'product_type']],
  name: 'tasks',
  table: 'tasks',
  alias: 't',
  join: `left ${KEY} ${TOKEN}`,
  columns: `${COLUMNS}, k.master_key_id, k.wrapped_key, b.sealed as bridge_token_sealed`,
};

const STEP = `
  update tasks set version = version + 1, link_id = $5, status = $6, error_message = $7, is_suspicious = $8,
    waits_for = $9, redirect_hash = $10, secrets = $11, outcome = $12, progress = $13, progress_at = $14,
    updated_at = $15, finished_at = $16, progress_real_at = $17, missing_data = $18, failure_scope = $19,
    provider_ms = $20
  where client_id = $1 and environment = $2 and id = $3 and version = $4
  returning created_at, product_type, ${NEEDS_NOTE} as needs_note`;

/**
 * Returns the owner's tasks that a worker should be running. Each unfinished task has a stall timer, and the tasks are
 * found by this timer.
 */
export async function listRunningTasks(db: Db, scope: Scope, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select t.id from timers s
     join tasks t on t.client_id = s.client_id and t.environment = s.environment and t.id = s.subject_id
     where s.client_id = $1 and s.environment = $2 and s.kind = 'task_stalled' and t.finished_at is null
       and t.waits_for is null
     limit $3`,
    [scope.client_id, scope.environment, limit],
  );
  return rows.map(({ id }) => id);
}

/** The task data that the widget shows, with the person's wrapped key. */
export type WidgetTask = Pick<
  TaskRow,
  | 'id'
  | 'link_id'
  | 'user_id'
  | 'order_id'
  | 'bridge_token_id'
  | 'status'
  | 'product_type'
  | 'provider_id'
  | 'company_mapping'
  | 'tracking_info'
  | 'error_message'
  | 'waits_for'
  | 'version'
  | 'finished_at'
> &
  WrappedKey & {
    logged_in_at: Date | null;
    public_token_sealed: Buffer | null;
    /**
     * A hash that identifies the browser in which the task was started. It is set only if the task was started on a
     * landing page.
     */
    browser_hash: Buffer | null;
  };

const WIDGET_COLUMNS = `t.id, t.link_id, t.user_id, t.order_id, t.bridge_token_id, t.status, t.product_type, t.provider_id,
  t.company_mapping, t.tracking_info, t.error_message, t.waits_for, t.version, t.finished_at, t.logged_in_at,
  t.public_token_sealed, b.browser_hash, k.master_key_id, k.wrapped_key`;
const WIDGET_TASKS = `from tasks t
  join data_keys k on k.client_id = t.client_id and k.environment = t.environment and k.owner_id = t.user_id
  left join bridge_tokens b on b.client_id = t.client_id and b.environment = t.environment and b.id = t.bridge_token_id
  where t.client_id = $1 and t.environment = $2`;

export async function findWidgetTask(db: Db, scope: Scope, id: string): Promise<WidgetTask | undefined> {
  const { rows } = await db.query<WidgetTask>(`select ${WIDGET_COLUMNS} ${WIDGET_TASKS} and t.id = $3`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Returns the token's newest task. A reloaded widget continues with this task. */
export async function findLastTaskOfToken(db: Db, scope: Scope, token_id: string): Promise<WidgetTask | undefined> {
  const { rows } = await db.query<WidgetTask>(
    `select ${WIDGET_COLUMNS} ${WIDGET_TASKS} and t.bridge_token_id = $3 order by t.inserted_at desc limit 1`,
    [scope.client_id, scope.environment, token_id],
  );
  return rows[0];
}

/** Returns the newest task of each of the order's suborders. */
export async function listLastTasksOfOrder(db: Db, scope: Scope, order_id: string): Promise<WidgetTask[]> {
  const { rows } = await db.query<WidgetTask>(
    `select distinct on (t.tracking_info) ${WIDGET_COLUMNS} ${WIDGET_TASKS} and t.order_id = $3
     order by t.tracking_info, t.inserted_at desc`,
    [scope.client_id, scope.environment, order_id],
  );
  return rows;
}

export async function setLoggedIn(tx: Db, scope: Scope, id: string, logged_in_at: Date): Promise<void> {
  await tx.query('update tasks set logged_in_at = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    logged_in_at,
  ]);
}

/**
 * Locks the task's row and reads its public token. If two reads are concurrent, the second read waits and then finds
 * the token that the first read issued.
 */
export async function lockPublicToken(tx: Db, scope: Scope, id: string): Promise<Buffer | null> {
  const { rows } = await tx.query<{ public_token_sealed: Buffer | null }>(
    `select public_token_sealed from tasks where client_id = $1 and environment = $2 and id = $3 for no key update`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0]?.public_token_sealed ?? null;
}

export async function setPublicToken(tx: Db, scope: Scope, id: string, sealed: Buffer): Promise<void> {
  await tx.query('update tasks set public_token_sealed = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    sealed,
  ]);
}

/** A value that changes with every step of the task, and also whenever the owner's clock is moved. */
export type TaskMark = { version: number; clock_offset_seconds: number };
export type MarkedTask = Scope & { id: string };

/** Returns the `TaskMark` of each given task, of any client. Needs the system scope. */
export async function listTaskMarks(db: Db, tasks: readonly MarkedTask[]): Promise<(TaskMark & { id: string })[]> {
  const { rows } = await db.query<TaskMark & { id: string }>(
    `select t.id, t.version, v.clock_offset_seconds
     from unnest($1::text[], $2::text[], $3::text[]) as w (client_id, environment, id)
     join tasks t on t.client_id = w.client_id and t.environment = w.environment and t.id = w.id
     join environments v on v.client_id = w.client_id and v.environment = w.environment`,
    [tasks.map(({ client_id }) => client_id), tasks.map(({ environment }) => environment), tasks.map(({ id }) => id)],
  );
  return rows;
}
