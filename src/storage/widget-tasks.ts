// Tasks as the widget sees them, and what only it keeps of them: when the person was let in, and their public token.
import type { Scope } from '#domain/scope.ts';
import type { WrappedKey } from './data-keys.ts';
import type { Db } from './db.ts';
import type { TaskRow } from './tasks.ts';

/** With what opens its seals. */
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
    /** Where it was begun, if that was at a landing page. */
    browser_hash: Buffer | null;
  };

const COLUMNS = `t.id, t.link_id, t.user_id, t.order_id, t.bridge_token_id, t.status, t.product_type, t.provider_id,
  t.company_mapping, t.tracking_info, t.error_message, t.waits_for, t.version, t.finished_at, t.logged_in_at,
  t.public_token_sealed, b.browser_hash, k.master_key_id, k.wrapped_key`;
const OURS = `from tasks t
  join data_keys k on k.client_id = t.client_id and k.environment = t.environment and k.owner_id = t.user_id
  left join bridge_tokens b on b.client_id = t.client_id and b.environment = t.environment and b.id = t.bridge_token_id
  where t.client_id = $1 and t.environment = $2`;

export async function findWidgetTask(db: Db, scope: Scope, id: string): Promise<WidgetTask | undefined> {
  const { rows } = await db.query<WidgetTask>(`select ${COLUMNS} ${OURS} and t.id = $3`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Where a widget that was reloaded goes on. */
export async function findLastTaskOfToken(db: Db, scope: Scope, token_id: string): Promise<WidgetTask | undefined> {
  const { rows } = await db.query<WidgetTask>(
    `select ${COLUMNS} ${OURS} and t.bridge_token_id = $3 order by t.inserted_at desc limit 1`,
    [scope.client_id, scope.environment, token_id],
  );
  return rows[0];
}

/** The newest of each suborder. */
export async function listLastTasksOfOrder(db: Db, scope: Scope, order_id: string): Promise<WidgetTask[]> {
  const { rows } = await db.query<WidgetTask>(
    `select distinct on (t.tracking_info) ${COLUMNS} ${OURS} and t.order_id = $3
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

/** Of two that read at once, one waits here and then finds what the other issued. */
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

/** What tells that a task moved, or its owner's clock did. */
export type TaskMark = { version: number; clock_offset_seconds: number };
export type MarkedTask = Scope & { id: string };

/** Of many tasks at once, whoever's they are; the system's scope. */
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
