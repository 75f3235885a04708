// Runs a task step by step. Stops when the task ends, when the task waits, or when another worker has written a step of
// the task. This file also contains the handlers of task timers.
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '#base/clock.ts';
import { notFound } from '#base/errors.ts';
import { spannedIn } from '#base/tracing.ts';
import { isFinal, isLoggingIn, REDIRECT_SECONDS } from '#domain/connections/tasks.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { setTimer, type TimerHandler } from '#services/platform/timers.ts';
import { findTask, type StoredTask, stepTask } from '#storage/connections/tasks.ts';
import { askGate, type Caller, type Failure, type Pass, reportToGate } from './provider-gate.ts';
import { endTask, Overtaken, writeStep } from './task-moves.ts';
import { isPersonWaiting, type OpenTask, openSecretsOf, openTask } from './task-secrets.ts';
import { type Outcome, takeStep } from './task-steps.ts';
import { enqueueTask, stalledAt, watchedAt } from './tasks.ts';

/** Runs steps of the task for as long as a next step is possible. */
export async function runTask(ctx: Ctx, task_id: string, signal?: AbortSignal): Promise<void> {
  let task = await openTask(ctx, task_id);
  while (task !== undefined && canGoOn(task) && signal?.aborted !== true) {
    task = await goOn(ctx, task, { hand_over: false }, signal);
  }
}

/** How long to wait while another worker runs the same task. A sandbox task takes one second. */
const SETTLED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 20;

/** Runs all steps of the task that are possible now. If another worker is running the task, waits for that worker. */
export async function settleTask(ctx: Ctx, task_id: string): Promise<void> {
  const started_ms = elapsedMs();
  for (;;) {
    await runTask(ctx, task_id);
    const row = await findTask(ctx.db, ctx.scope, task_id);
    const is_settled = row === undefined || isFinal(row.status) || row.waits_for !== null;
    if (is_settled || elapsedMs() - started_ms > SETTLED_WITHIN_MS) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** The state of a login; `open` is `undefined` once the task has ended. */
export type Login = { readonly row: StoredTask; readonly open: OpenTask | undefined };

/**
 * Runs steps in this request until the login has succeeded, has failed or is waiting for input. A worker runs the
 * remaining steps. Another process may run a step of this login in the meantime. For example, before a process moves
 * the sandbox clock, it runs every running task until the task waits or ends. The login then continues from the state
 * after that step.
 */
export async function runLogin(ctx: Ctx, task: OpenTask): Promise<Login> {
  let login: Login = { row: task.row, open: task };
  while (login.open !== undefined && canGoOn(login.open) && isLoggingIn(login.row.status)) {
    const next = await goOn(ctx, login.open, { hand_over: true });
    login = next === undefined ? await readLogin(ctx, login.row.id) : { row: next.row, open: next };
  }
  return login;
}

export async function readLogin(ctx: Ctx, task_id: string): Promise<Login> {
  const row = await findTask(ctx.db, ctx.scope, task_id);
  // There is no row if the task was erased with its user.
  if (row === undefined) throw notFound();
  return { row, open: row.secrets === null ? undefined : await openSecretsOf(ctx, row) };
}

const canGoOn = ({ row }: OpenTask): boolean => !isFinal(row.status) && row.waits_for === null;

/** Runs one step. Returns `undefined` if another worker has already written this step. */
async function goOn(
  ctx: Ctx,
  task: OpenTask,
  options: { hand_over: boolean },
  signal?: AbortSignal,
): Promise<OpenTask | undefined> {
  const { id, order_id, link_id, status } = task.row;
  const attributes = { 'vouch.task_id': id, 'vouch.link_id': link_id };
  return spannedIn(order_id ?? id, { name: `task ${status}`, kind: 'internal', attributes }, async () => {
    const step = await stepAtGate(ctx, task, signal);
    try {
      return await inTransaction(ctx, (ctx) => writeStep(ctx, task, step.outcome, { ...options, step_ms: step.ms }));
    } catch (error) {
      if (error instanceof Overtaken) return undefined;
      throw error;
    } finally {
      const { pass, was_called } = step;
      await reportToGate(ctx, callerOf(task), { pass, failure: failureIn(step.outcome), was_called });
    }
  });
}

type Step = { pass: Pass; outcome: Outcome; was_called: boolean; ms: number };

const callerOf = (task: OpenTask): Caller => ({
  id: task.row.id,
  provider_id: task.row.provider_id,
  is_urgent: isPersonWaiting(task),
});

function failureIn(outcome: Outcome): Failure | undefined {
  if (outcome.kind === 'busy') return { scope: outcome.scope, status: 'unavailable', busy_seconds: outcome.seconds };
  if (outcome.kind === 'failed') return { scope: outcome.scope, status: outcome.status, busy_seconds: undefined };
  return undefined;
}

/**
 * Runs the step, unless the provider must not be called now. If it must not be called, the task waits as if the
 * provider were busy.
 */
async function stepAtGate(ctx: Ctx, task: OpenTask, signal: AbortSignal | undefined): Promise<Step> {
  const pass = await askGate(ctx, callerOf(task));
  if (pass.kind === 'closed') {
    const name = ctx.connectors.get(task.row.provider_id)?.manifest.name ?? task.row.provider_id;
    const message = `${name} is not available at the moment. Please try again later.`;
    const outcome: Outcome = { kind: 'busy', seconds: pass.seconds, message, memory: undefined, scope: 'link' };
    return { pass, outcome, was_called: false, ms: 0 };
  }
  let was_called = false;
  const onRequest = () => {
    was_called = true;
  };
  const started_ms = elapsedMs();
  const outcome = await takeStep(ctx, task, { signal, onRequest });
  return { pass, outcome, was_called, ms: Math.round(elapsedMs() - started_ms) };
}

/**
 * Ends a task after half an hour without progress, or after 15 minutes if it waits for a redirect. For a task that
 * waits, the time is measured on the owner's clock. For a task that a worker should be running, real time is measured,
 * because moving a sandbox clock does not make a worker slow. If the time has not passed, sets a new timer, and
 * enqueues the task again if its process may have crashed.
 */
export const onStalled: TimerHandler = async (ctx, { subject_id }) => {
  const row = await findTask(ctx.db, ctx.scope, subject_id);
  if (row === undefined || isFinal(row.status)) return;
  const is_stalled =
    row.waits_for === null ? stalledAt(row.progress_real_at) <= ctx.clock.now() : waitEndsAt(row) <= ctx.now();
  if (is_stalled) {
    await endTask(ctx, await openSecretsOf(ctx, row), 'unavailable', STALLED[row.waits_for ?? 'time']);
    return;
  }
  if (row.waits_for === null && isLeft(ctx, row)) await enqueueTask(ctx, subject_id);
  const due_at = row.waits_for === null ? stalledAt(ctx.now()) : waitEndsAt(row);
  await setTimer(ctx, { kind: 'task_stalled', subject_id, due_at });
};

const NO_PROGRESS = 'The provider made no progress for 30 minutes.';
const STALLED = {
  time: NO_PROGRESS,
  code: NO_PROGRESS,
  redirect: 'The user did not return from the provider page within 15 minutes.',
} as const satisfies Record<NonNullable<StoredTask['waits_for']>, string>;

const waitEndsAt = ({ waits_for, progress_at }: Pick<StoredTask, 'waits_for' | 'progress_at'>): Date =>
  waits_for === 'redirect' ? new Date(progress_at.getTime() + REDIRECT_SECONDS * 1000) : stalledAt(progress_at);

/**
 * True if the process that ran the task may have crashed. If the process is still running, a second worker on the task
 * does no harm.
 */
const isLeft = (ctx: Ctx, { progress_real_at }: { progress_real_at: Date }): boolean =>
  ctx.clock.now().getTime() - progress_real_at.getTime() >= LEFT_AFTER_MS;
const LEFT_AFTER_MS = 30_000;

export const onSecondFactorMissing: TimerHandler = async (ctx, { subject_id }) => {
  const row = await findTask(ctx.db, ctx.scope, subject_id);
  if (row === undefined || row.status !== 'mfa' || row.waits_for !== 'code') return;
  await endTask(ctx, await openSecretsOf(ctx, row), 'mfa_error', 'No code was entered within 5 minutes.');
};

/** Resumes a task when the delay that its provider asked for has passed. */
export const onDue: TimerHandler = async (ctx, { subject_id }) => {
  const row = await findTask(ctx.db, ctx.scope, subject_id);
  if (row === undefined || row.waits_for !== 'time') return;
  await stepTask(ctx.db, ctx.scope, { ...row, waits_for: null, progress_real_at: ctx.clock.now() });
  await setTimer(ctx, { kind: 'task_stalled', subject_id, due_at: watchedAt(ctx.now()) });
  await enqueueTask(ctx, subject_id);
};
